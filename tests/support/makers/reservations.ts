import { reserveBooking, setPassengers } from '#contract/bookings/endpoints'
import { setReservationTerms } from '#contract/counter/endpoints'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aHold, type TravellerOptions, makeTravellers } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import type { Caller, TestServer } from '#tests/support/server/test-server'

/** Makes a trip whose operator takes cash at the park until `lead_hours` before departure. */
export async function aTripPaidAtPark(
  server: TestServer,
  { lead_hours = 2, ...trip }: Parameters<typeof aTrip>[1] & { lead_hours?: number } = {},
) {
  const made = await aTrip(server.db, { departs_in_hours: 24, ...trip })
  const as = await anOperatorKey(server, made.operator_id, ['counter', 'drawers'])
  const { status, text } = await server.call(setReservationTerms, { lead_hours }, { as })
  if (status !== 200) throw new Error(text)
  return { ...made, operator: as }
}

/** Makes a hold with its travellers, which a person may reserve. */
export async function aReservableHold(
  server: TestServer,
  trip_id: string,
  seats: number[],
  as: Caller,
  over: TravellerOptions = {},
) {
  const { booking } = await aHold(server, trip_id, seats, as)
  const { reference } = booking
  const filled = await server.call(
    setPassengers,
    { reference, ...makeTravellers(seats, over) },
    { as },
  )
  if (filled.status !== 200) throw new Error(filled.text)
  return filled.data
}

/** Makes a hold and reserves it; returns the reservation. */
export async function aReservation(
  server: TestServer,
  trip_id: string,
  seats: number[],
  as: Caller,
  over: TravellerOptions = {},
) {
  const { reference } = await aReservableHold(server, trip_id, seats, as, over)
  const { status, data, text } = await server.call(reserveBooking, { reference }, { as })
  if (status !== 200) throw new Error(text)
  return data
}

/** Moves a reservation into the past, with all times that were recorded for it. */
export async function moveReservationToPast(
  server: TestServer,
  reference: string,
  minutes: number,
): Promise<void> {
  const by = sql`make_interval(mins => ${minutes})`
  await sql`update reservation r set made_at = made_at - ${by}, pay_until = pay_until - ${by} from booking b
    where b.id = r.booking_id and b.reference = ${reference}`.execute(server.db)
  await sql`update booking set hold_expires_at = hold_expires_at - ${by} where reference = ${reference}`.execute(
    server.db,
  )
  await sql`update seat_claim c set expires_at = expires_at - ${by} from booking b
    where b.id = c.booking_id and b.reference = ${reference}`.execute(server.db)
}
