import type { WaitlistEntry } from '#contract/waitlist/model'
import type { Db } from '#server/db/client'
import { isoTimeSql, sql } from '#server/db/sql'

/** A stored queue entry. In `offers`, `trip` is the wire id. */
export interface WaitlistEntryRow {
  id: string
  request_id: string | null
  /** `{uuid}.{from}.{to}` */
  trip: string | null
  state: WaitlistEntry['state']
  travellers: number
  max_fare_kobo: number | null
  joined_at: Date
  ahead: number
  offers: (Omit<WaitlistEntry['offers'][number], 'trip'> & { trip: string })[]
  server_time: Date
}

const entryColumns = sql`
  select q.id, q.request_id, wire_trip_id(q.trip_id, q.leg_from, q.leg_to) as trip, q.state, q.travellers,
    q.max_fare_kobo, q.joined_at, clock_timestamp() as server_time,
    case when q.state = 'waiting' then (
      select coalesce(sum(w.travellers), 0)::int from queue_place w
      where w.state = 'waiting' and w.number < q.number
        and (w.request_id = q.request_id or w.trip_id = q.trip_id and w.leg_from < q.leg_to and w.leg_to > q.leg_from)
    ) else 0 end as ahead,
    (select coalesce(jsonb_agg(jsonb_build_object('booking', b.reference, 'state', o.state, 'seats', b.seats,
        'total_kobo', b.total_kobo, 'offered_at', ${isoTimeSql(sql`o.offered_at`)}, 'expires_at', ${isoTimeSql(sql`o.expires_at`)},
        'trip', wire_trip_id(b.trip_id, b.leg_from, b.leg_to)) order by o.offered_at desc), '[]')
      from seat_offer o join booking b on b.id = o.booking_id where o.place_id = q.id) as offers
  from queue_place q`

/**
 * Returns one page of a person's queue entries, active ones first, then newest first, and how many there are on all
 * pages.
 */
export async function findPageOfWaitlistEntries(
  db: Db,
  person_id: string,
  page: { limit: number; offset: number },
): Promise<{ rows: WaitlistEntryRow[]; total: number }> {
  const { rows } = await sql<WaitlistEntryRow>`
    ${entryColumns} where q.person_id = ${person_id}::uuid
    order by q.state in ('waiting', 'offered') desc, q.number desc limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from queue_place where person_id = ${person_id}::uuid`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Returns undefined for another person's entry. */
export async function findWaitlistEntry(
  db: Db,
  person_id: string,
  id: string,
): Promise<WaitlistEntryRow | undefined> {
  const { rows } = await sql<WaitlistEntryRow>`
    ${entryColumns} where q.id = ${id}::uuid and q.person_id = ${person_id}::uuid`.execute(db)
  return rows[0]
}

export async function findWaitlistEntryByRef(
  db: Db,
  person_id: string,
  client_ref: string,
): Promise<WaitlistEntryRow | undefined> {
  const { rows } = await sql<WaitlistEntryRow>`
    ${entryColumns} where q.client_ref = ${client_ref}::uuid and q.person_id = ${person_id}::uuid`.execute(
    db,
  )
  return rows[0]
}

/** A queue entry before it is stored: of a travel request (`request_id`) or of the waiting list of a trip (`part`). */
export interface NewWaitlistEntry {
  id: string
  person_id: string
  request_id: string | null
  part: { trip_id: string; leg_from: number; leg_to: number } | null
  travellers: number
  max_fare_kobo: number | null
  client_ref: string | null
  /** The network from which the person joins, as a keyed hash (`hashNetwork`). */
  network: string
}

/**
 * Adds a person to a queue. Throws the database's error if the person is already in this queue, or in too many queues.
 */
export async function insertWaitlistEntry(tx: Db, it: NewWaitlistEntry): Promise<void> {
  const { part } = it
  await sql`
    insert into queue_place (id, person_id, request_id, trip_id, leg_from, leg_to, travellers, max_fare_kobo, client_ref,
      network)
    values (${it.id}, ${it.person_id}, ${it.request_id}, ${part?.trip_id ?? null}, ${part?.leg_from ?? null},
      ${part?.leg_to ?? null}, ${it.travellers}, ${it.max_fare_kobo}, ${it.client_ref}, ${it.network})`.execute(
    tx,
  )
}

/** Returns how many travel requests a person has made or joined in the last 24 hours. */
export async function countRecentRequests(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from queue_place
    where person_id = ${person_id}::uuid and request_id is not null and joined_at > now() - interval '1 day'`.execute(
    db,
  )
  return rows[0]?.many ?? 0
}

/** Returns whether `travellers` seats of a part of a trip can be bought now, by anybody. */
export async function hasFreeSeats(
  db: Db,
  {
    trip_id,
    leg_from,
    leg_to,
    sellable,
  }: { trip_id: string; leg_from: number; leg_to: number; sellable: number[] },
  travellers: number,
): Promise<boolean> {
  const { rows } = await sql<{ room: number }>`
    select coalesce(room_beyond_queue(${trip_id}::uuid, ${leg_from}::smallint, ${leg_to}::smallint, ${sellable}::smallint[], '{}'),
      cardinality(${sellable}::smallint[]) - cardinality(seats_taken(${trip_id}::uuid, ${leg_from}::smallint,
        ${leg_to}::smallint, ${sellable}::smallint[], '{}'))) as room`.execute(db)
  return (rows[0]?.room ?? 0) >= travellers
}

/**
 * Ends a queue entry that waits or has an offer. If another transaction is making an offer to this entry, waits for it
 * first.
 */
export async function endWaitlistEntry(tx: Db, id: string): Promise<void> {
  await sql`
    update queue_place set state = 'left', ended_at = now()
    where id = ${id}::uuid and state in ('waiting', 'offered')`.execute(tx)
}
