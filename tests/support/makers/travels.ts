import type { Booking } from '#contract/bookings/model'
import { setPassengers } from '#contract/bookings/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { aHold, type TravellerOptions, payBooking, makeTravellers } from './bookings.ts'
import { aTrip, type TripOptions } from './trips.ts'
import type { MadeUser } from './people.ts'
import type { TestServer } from '#tests/support/server/test-server'

/**
 * Makes a paid booking of a person with an account, on a new trip. `leg_from`: the position of the stop at which the
 * travellers board; by default, the first.
 */
export async function aBookingForPerson(
  server: TestServer,
  { as }: Pick<MadeUser, 'as'>,
  {
    seats = 1,
    leg_from = 0,
    travellers = {},
    ...trip
  }: TripOptions & { seats?: number; leg_from?: number; travellers?: TravellerOptions } = {},
): Promise<Booking> {
  const { id: whole, sellable } = await aTrip(server.db, trip)
  const id = whole.replace('.0.', `.${leg_from}.`)
  const chosen = sellable.slice(0, seats)
  const { booking } = await aHold(server, id, chosen, as)
  const { reference } = booking
  const filled = await server.call(
    setPassengers,
    { reference, ...makeTravellers(chosen, travellers) },
    { as },
  )
  if (filled.status !== 200) throw new Error(filled.text)
  const result = await payBooking(server, filled.data)
  if (result !== 'confirmed') throw new Error(`not confirmed: ${result}`)
  return filled.data
}

/**
 * Moves a paid booking's trip `days_ago` days into the past. `boarded`: the seats of the travellers who have boarded;
 * all by default.
 */
export async function moveTripToPast(
  { db }: Pick<TestServer, 'db'>,
  { reference }: Pick<Booking, 'reference'>,
  days_ago = 1,
  boarded?: readonly number[],
): Promise<void> {
  await sql`
    with moved as (
      update trip t set status = 'completed', service_date = lagos_today() - ${days_ago}::int,
        departs_at = now() - ${days_ago} * interval '1 day',
        arrives_at = now() - ${days_ago} * interval '1 day' + (arrives_at - departs_at),
        sales_close_at = now() - ${days_ago} * interval '1 day' - interval '10 minutes'
      from booking b where b.reference = ${reference} and t.id = b.trip_id
    )
    update booking set status = 'completed' where reference = ${reference}`.execute(db)
  await boardTickets(db, reference, boarded)
}

/**
 * Reports, as the operator's phone does, that tickets of a booking were scanned in time: all tickets, or those of some
 * seats.
 */
export async function boardTickets(
  db: Db,
  reference: string,
  seats?: readonly number[],
): Promise<void> {
  const chosen = sql`k.booking_id = (select id from booking where reference = ${reference})
    and k.status = 'valid' and (${seats ?? null}::smallint[] is null or k.seat = any (${seats ?? null}::smallint[]))`
  await sql`
    insert into operator_key (id, operator_id, name, sha256, label, scopes)
    select gen_random_uuid(), s.operator_id,
      (select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + floor(random() * 32)::int, 1), '')
        from generate_series(1, 6)), sha256(b.reference::bytea), 'Door', '{boarding}'
    from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
    where b.reference = ${reference} and not exists (select from operator_key y where y.operator_id = s.operator_id)`.execute(
    db,
  )
  await sql`
    insert into boarding_scan (id, operator_id, key_id, trip_id, ticket_id, seat, issue, verdict, scanned_at, device)
    select gen_random_uuid(), s.operator_id, y.id, t.id, k.id, k.seat, k.issue, 'valid', boards_at(t.id, k.leg_from),
      gen_random_uuid()
    from ticket k join trip t on t.id = k.trip_id join schedule s on s.id = t.schedule_id
    cross join lateral (select id from operator_key where operator_id = s.operator_id limit 1) y
    where ${chosen}`.execute(db)
  await sql`select use_tickets(array(select k.id from ticket k where ${chosen}))`.execute(db)
}
