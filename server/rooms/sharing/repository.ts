import type { TripLink, TripReport } from '#contract/sharing/model'
import { maxTripLinksPerBooking } from '#contract/sharing/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

/** The state of a booking's trip, by the database's clock. */
export interface TripProgress {
  trip_id: string
  /**
   * When the bus leaves the booking's first stop (`boards_at`) and reaches its last stop (`due_at`), including delays.
   */
  boards_at: Date
  due_at: Date
  now: Date
  driver_name: string | null
  driver_phone: string | null
  /** When the first of the booking's travellers boarded. */
  boarded_at: Date | null
  texted_at: Date | null
}

/** Returns the trip state of a booking. Throws if the booking is gone. */
export async function findTripProgress(db: Db, booking_id: string): Promise<TripProgress> {
  const { rows } = await sql<TripProgress>`
    select b.trip_id, boards_at(b.trip_id, b.leg_from) + make_interval(mins => t.delay_minutes) as boards_at,
      due_at(b.trip_id, b.leg_to) as due_at, clock_timestamp() as now, t.driver_name, t.driver_phone,
      (select min(s.scanned_at) from ticket k join boarding_scan s on s.ticket_id = k.id and s.trip_id = b.trip_id
        where k.booking_id = b.id and s.verdict = 'valid' and s.in_time) as boarded_at,
      (select sent_at from kin_text where booking_id = b.id and trip_id = b.trip_id) as texted_at
    from booking b join trip t on t.id = b.trip_id where b.id = ${booking_id}::uuid`.execute(db)
  if (rows[0] === undefined) throw new Error(`booking ${booking_id} has no trip`)
  return rows[0]
}

type LinkRow = Omit<TripLink, 'made_at' | 'ended_at'> & { made_at: Date; ended_at: Date | null }

const linkOf = ({ made_at, ended_at, ...row }: LinkRow): TripLink => ({
  ...row,
  made_at: made_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
})

const linkColumns = sql`id, wants_sms, created_at as made_at, ended_at`

/** Returns all links of a booking, the newest first. */
export async function findTripLinks(db: Db, booking_id: string): Promise<TripLink[]> {
  const { rows } = await sql<LinkRow>`
    select ${linkColumns} from trip_link where booking_id = ${booking_id}::uuid order by number desc`.execute(
    db,
  )
  return rows.map(linkOf)
}

/** Adds a link to a booking. Returns undefined if it has too many. The caller holds the row lock of the booking. */
export async function insertTripLink(
  tx: Db,
  booking_id: string,
  code_sha256: Buffer,
  wants_sms: boolean,
): Promise<TripLink | undefined> {
  const { rows } = await sql<LinkRow>`
    insert into trip_link (id, booking_id, number, code_sha256, wants_sms)
    select ${makeId()}, ${booking_id}::uuid, n + 1, ${code_sha256}, ${wants_sms}
    from (select count(*) as n from trip_link where booking_id = ${booking_id}::uuid) had
    where n < ${maxTripLinksPerBooking}
    returning ${linkColumns}`.execute(tx)
  return rows[0] && linkOf(rows[0])
}

/** Ends one of a booking's links. Returns false if the link is of another booking. A repeat changes nothing. */
export async function endLink(db: Db, booking_id: string, id: string): Promise<boolean> {
  const { rowCount } = await sql`
    update trip_link set ended_at = coalesce(ended_at, now())
    where id = ${id}::uuid and booking_id = ${booking_id}::uuid`.execute(db)
  return rowCount === 1
}

/** Returns the booking of a link's code, and when the link was ended. */
export async function findLinkByCodeHash(
  db: Db,
  code_sha256: Buffer,
): Promise<{ booking_id: string; ended_at: Date | null } | undefined> {
  const { rows } = await sql<{ booking_id: string; ended_at: Date | null }>`
    select booking_id, ended_at from trip_link where code_sha256 = ${code_sha256}`.execute(db)
  return rows[0]
}

type SignRow = Omit<TripReport, 'said_at'> & { said_at: Date }

const signOf = ({ said_at, ...row }: SignRow): TripReport => ({
  ...row,
  said_at: said_at.toISOString(),
})

/** Returns the travellers' updates on the booking's current trip, newest first, at most 20. */
export async function findTripUpdates(db: Db, booking_id: string): Promise<TripReport[]> {
  const { rows } = await sql<SignRow>`
    select s.id, s.kind, s.place, s.said_at from trip_sign s
    join booking b on b.id = s.booking_id and b.trip_id = s.trip_id
    where s.booking_id = ${booking_id}::uuid order by s.said_at desc, s.id desc limit 20`.execute(
    db,
  )
  return rows.map(signOf)
}

/** Returns the booking's earlier update with this `client_ref`. */
export async function findTripUpdate(
  db: Db,
  booking_id: string,
  client_ref: string,
): Promise<TripReport | undefined> {
  const { rows } = await sql<SignRow>`
    select id, kind, place, said_at from trip_sign
    where booking_id = ${booking_id}::uuid and client_ref = ${client_ref}::uuid`.execute(db)
  return rows[0] && signOf(rows[0])
}

/** Returns the number of a booking's updates in the last hour. */
export async function countTripUpdates(db: Db, booking_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from trip_sign
    where booking_id = ${booking_id}::uuid and received_at > now() - interval '1 hour'`.execute(db)
  return rows[0]?.n ?? 0
}

/** Stores a traveller's update. A time in the future becomes the current one. */
export async function insertTripUpdate(
  tx: Db,
  it: {
    booking_id: string
    trip_id: string
    kind: TripReport['kind']
    place: string | null
    said_at: Date
    client_ref: string | null
  },
): Promise<TripReport> {
  const { rows } = await sql<SignRow>`
    insert into trip_sign (id, booking_id, trip_id, kind, place, said_at, client_ref)
    values (${makeId()}, ${it.booking_id}::uuid, ${it.trip_id}::uuid, ${it.kind}, ${it.place},
      least(${it.said_at}::timestamptz, now()), ${it.client_ref}::uuid)
    returning id, kind, place, said_at`.execute(tx)
  if (rows[0] === undefined) throw new Error('a sign was not written')
  return signOf(rows[0])
}
