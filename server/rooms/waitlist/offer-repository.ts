import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

/** An entry of a departure's waitlist, as the SQL function `waiting_for` returns it, with its network. */
export interface WaitlistEntryRow {
  place_id: string
  person_id: string
  leg_from: number
  leg_to: number
  travellers: number
  /** The place in the order of all queues. */
  number: number
  network: string | null
}

/** The first `limit` rows after the row `after`; without it, the first of all. */
export interface PageAfter<Row> {
  after: Row | undefined
  limit: number
}

/** Prevents other offers of this departure's seats until the transaction ends. */
export async function lockWaitlist(tx: Db, trip_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`queue of trip:${trip_id}`}, 0))`.execute(
    tx,
  )
}

/**
 * Returns the first `limit` entries of a departure's waitlist after the entry `after`, in order. Leaves out people who
 * were already offered seats of this departure.
 */
export async function findWaitlistOfTrip(
  db: Db,
  trip_id: string,
  { after, limit }: PageAfter<WaitlistEntryRow>,
): Promise<WaitlistEntryRow[]> {
  const { rows } = await sql<WaitlistEntryRow>`
    select w.place_id, w.person_id, w.leg_from, w.leg_to, w.travellers, w.place as number,
      case when not holder_is_known('user:' || w.person_id, w.person_id) then q.network end as network
    from waiting_for(${trip_id}::uuid) w join queue_place q on q.id = w.place_id
    where w.place > ${after?.number ?? 0}::bigint order by w.place limit ${limit}`.execute(db)
  return rows
}

/** Records that an entry was passed over because its network has its share, so that it keeps no seats from others. */
export async function recordSkippedEntry(tx: Db, id: string): Promise<void> {
  await sql`
    update queue_place set skipped_at = now() where id = ${id}::uuid and skipped_at is null`.execute(
    tx,
  )
}

/** Locks an entry of a waitlist. Returns false if it no longer waits. */
export async function lockWaitlistEntry(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from queue_place where id = ${id}::uuid and state = 'waiting' for update skip locked`.execute(
    tx,
  )
  return rows.length === 1
}

/** Stores an offer of a booking's seats to an entry of a queue. Returns its expiry. */
export async function insertSeatOffer(tx: Db, place_id: string, booking_id: string): Promise<Date> {
  await sql`
    update queue_place set state = 'offered', skipped_at = null where id = ${place_id}::uuid`.execute(
    tx,
  )
  const { rows } = await sql<{ expires_at: Date }>`
    insert into seat_offer (id, place_id, trip_id, booking_id, expires_at)
    select ${makeId()}::uuid, ${place_id}::uuid, trip_id, id, hold_expires_at from booking where id = ${booking_id}::uuid
    returning expires_at`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error(`no offer for ${place_id}`)
  return row.expires_at
}

/** Returns the open offer of a person's queue entry, and locks its row until the transaction ends. */
export async function lockSeatOffer(
  tx: Db,
  person_id: string,
  place_id: string,
): Promise<{ id: string; booking_id: string; trip_id: string } | undefined> {
  const { rows } = await sql<{ id: string; booking_id: string; trip_id: string }>`
    select o.id, o.booking_id, o.trip_id from seat_offer o join queue_place q on q.id = o.place_id
    where q.id = ${place_id}::uuid and q.person_id = ${person_id}::uuid and o.state = 'open' for update of o`.execute(
    tx,
  )
  return rows[0]
}

/** Releases the seats of an open offer. Returns `released`, or `not_open` if the booking is paid or has ended. */
export async function releaseSeatOffer(
  tx: Db,
  offer: { id: string; booking_id: string },
): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    select release_booking(${offer.booking_id}::uuid) as outcome`.execute(tx)
  const outcome = rows[0]?.outcome ?? 'not_open'
  if (outcome !== 'released') return outcome
  await sql`update seat_offer set state = 'declined', ended_at = now() where id = ${offer.id}::uuid`.execute(
    tx,
  )
  await sql`
    update queue_place q set state = case when q.request_id is null then 'left' else 'waiting' end,
      ended_at = case when q.request_id is null then now() end
    from seat_offer o where o.id = ${offer.id}::uuid and q.id = o.place_id and q.state = 'offered'`.execute(
    tx,
  )
  return outcome
}

/** Ends at most `limit` offers that were paid, declined or have expired. Returns how many. */
export async function closeEndedSeatOffers(db: Db, limit: number): Promise<number> {
  const { rows } = await sql`select from close_ended_offers(${limit}::int)`.execute(db)
  return rows.length
}

/** A departure, and when it leaves, to the microsecond. */
export interface WaitlistDeparture {
  id: string
  departs_at: string
}

/**
 * Returns the first `limit` departures with waiting people that have not left, after the departure `after`, in the
 * order in which they leave.
 */
export async function findDeparturesWithWaitlist(
  db: Db,
  { after, limit }: PageAfter<WaitlistDeparture>,
): Promise<WaitlistDeparture[]> {
  const { rows } = await sql<WaitlistDeparture>`
    select t.id, t.departs_at::text from trip t
    where t.status in ('scheduled', 'boarding') and t.departs_at > now()
      and (${after?.id ?? null}::uuid is null
        or (t.departs_at, t.id) > (${after?.departs_at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      and t.id in (
      select trip_id from queue_place where state = 'waiting' and trip_id is not null
      union
      select d.trip_id from queue_place q join request_departure d on d.request_id = q.request_id
      where q.state = 'waiting' and q.request_id is not null)
    order by t.departs_at, t.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Returns whether a departure belongs to this operator, runs between the cities of a request and is on one of its days.
 */
export async function fitsTravelRequest(
  db: Db,
  part: { trip_id: string; leg_from: number; leg_to: number },
  operator_id: string,
  it: { from_city_id: number; to_city_id: number; first_day: string; last_day: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from trip t join schedule s on s.id = t.schedule_id
    join schedule_stop a on a.schedule_id = s.id and a.position = ${part.leg_from} and a.city_id = ${it.from_city_id}
    join schedule_stop b on b.schedule_id = s.id and b.position = ${part.leg_to} and b.city_id = ${it.to_city_id}
    where t.id = ${part.trip_id}::uuid and s.operator_id = ${operator_id}::uuid
      and ((t.departs_at + make_interval(secs => a.departs_after_seconds)) at time zone s.zone)::date
        between ${it.first_day}::date and ${it.last_day}::date`.execute(db)
  return rows.length === 1
}

/** Returns how many departures an operator has offered for a request. */
export async function countOfferedDepartures(
  db: Db,
  request_id: string,
  operator_id: string,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from request_departure
    where request_id = ${request_id}::uuid and operator_id = ${operator_id}::uuid`.execute(db)
  return rows[0]?.n ?? 0
}

/** Stores that an operator offers a departure for a request. Returns false if it was stored before. */
export async function insertOfferedDeparture(
  tx: Db,
  request_id: string,
  operator_id: string,
  part: { trip_id: string; leg_from: number; leg_to: number },
  fare_kobo: number,
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into request_departure (request_id, trip_id, leg_from, leg_to, operator_id, fare_kobo)
    values (${request_id}::uuid, ${part.trip_id}::uuid, ${part.leg_from}, ${part.leg_to}, ${operator_id}::uuid, ${fare_kobo})
    on conflict do nothing`.execute(tx)
  return rowCount === 1
}

/**
 * Returns two motor parks by their codes, undefined for an unknown one, and whether there is a vehicle of this code.
 */
export async function findParkAndVehicle(
  db: Db,
  { from_park, to_park, vehicle }: { from_park: string; to_park: string; vehicle: string },
) {
  const { rows } = await sql<{ id: string; code: string; city_id: number; today: string }>`
    select p.id, p.code, p.city_id, to_char(now() at time zone c.zone, 'YYYY-MM-DD"T"HH24:MI') as today
    from motor_park p join city c on c.id = p.city_id where p.code = any (${[from_park, to_park]}::text[])`.execute(
    db,
  )
  const { rows: vehicles } = await sql`select from vehicle_type where code = ${vehicle}`.execute(db)
  const park = (code: string) => rows.find((one) => one.code === code)
  return { from: park(from_park), to: park(to_park), is_vehicle: vehicles.length === 1 }
}

/** Returns departures that operators offered for a request and that have not left. */
export async function findOfferedDepartures(db: Db, request_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from request_departure d join trip t on t.id = d.trip_id
    where d.request_id = ${request_id}::uuid and t.status in ('scheduled', 'boarding') and t.departs_at > now()
    order by d.offered_at`.execute(db)
  return rows.map(({ id }) => id)
}

/** Also true after the trip; false for a cancelled booking. */
export async function isBookingPaid(db: Db, booking_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from booking where id = ${booking_id}::uuid and status in ('confirmed', 'travelled', 'completed')`.execute(
    db,
  )
  return rows.length === 1
}
