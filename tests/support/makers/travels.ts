import type { Booking } from '#contract/bookings/model'
import { setPassengers } from '#contract/bookings/endpoints'
import { sql } from '#server/db/sql'
import { aHold, type TravellerOptions, pay, travellersOn } from './bookings.ts'
import { aTrip, type TripOptions } from './trips.ts'
import type { MadeUser } from './people.ts'
import type { TestServer } from '#tests/support/server/test-server'

/** A paid booking of a person with an account, on a new trip. */
export async function aBookingForPerson(
  server: TestServer,
  { as }: Pick<MadeUser, 'as'>,
  {
    seats = 1,
    travellers = {},
    ...trip
  }: TripOptions & { seats?: number; travellers?: TravellerOptions } = {},
): Promise<Booking> {
  const { id, sellable } = await aTrip(server.db, trip)
  const chosen = sellable.slice(0, seats)
  const { booking } = await aHold(server, id, chosen, as)
  const { reference } = booking
  const filled = await server.call(
    setPassengers,
    { reference, ...travellersOn(chosen, travellers) },
    { as },
  )
  if (filled.status !== 200) throw new Error(filled.text)
  const result = await pay(server, filled.data)
  if (result !== 'confirmed') throw new Error(`not confirmed: ${result}`)
  return filled.data
}

/** Moves a paid booking's trip `days_ago` days into the past. */
export async function moveTripToPast(
  { db }: TestServer,
  { reference }: Pick<Booking, 'reference'>,
  days_ago = 1,
): Promise<void> {
  await sql`
    with moved as (
      update trip t set status = 'completed', service_date = current_date - ${days_ago}::int,
        departs_at = now() - ${days_ago} * interval '1 day',
        arrives_at = now() - ${days_ago} * interval '1 day' + (arrives_at - departs_at),
        sales_close_at = now() - ${days_ago} * interval '1 day' - interval '10 minutes'
      from booking b where b.reference = ${reference} and t.id = b.trip_id
    )
    update booking set status = 'completed' where reference = ${reference}`.execute(db)
}
