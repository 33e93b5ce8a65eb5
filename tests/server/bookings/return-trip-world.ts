import { expect } from 'vitest'
import type { Booking } from '#contract/bookings/model'
import { getBooking, holdSeats, setPassengers } from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import { aDevice, makeTravellers } from '#tests/support/makers/bookings'
import { type MadeTrip, aCountry, aTrip } from '#tests/support/makers/trips'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import type { Caller } from '#tests/support/server/test-server'

/** A held direction, and the caller who holds it. */
export interface HeldTrip {
  booking: Booking
  as: Caller
}

/** A payment world with functions that hold, pay for and look at return trips. */
export async function aReturnTripWorld() {
  const world = await aPaymentWorld()
  const { db, server } = world
  await aCountry(db)

  /** An outbound trip in two days and a return trip in four, by two operators. */
  async function aRoute(): Promise<{ out: MadeTrip; back: MadeTrip }> {
    const out = await aTrip(db, { departs_in_hours: 48 })
    const back = await aTrip(db, { departs_in_hours: 96, stops: ['ibadan', 'lagos'] })
    return { out, back }
  }

  /** Both trips held by one traveller, with all travellers entered, ready to be paid. */
  async function aReturnTrip(as: Caller = aDevice(), count = 2) {
    const road = await aRoute()
    const out = await hold(road.out, count, as)
    const back = await hold(road.back, count, out.as, out.booking.reference)
    const { reference, seats } = out.booking
    const filled = await server.call(
      setPassengers,
      { reference, ...makeTravellers(seats) },
      { as: out.as },
    )
    if (filled.status !== 200) throw new Error(filled.text)
    return { road, out: { ...out, booking: filled.data }, back }
  }

  async function hold(
    trip: MadeTrip,
    count: number,
    as: Caller,
    way_out?: string,
  ): Promise<HeldTrip> {
    const { status, data, text } = await server.call(
      holdSeats,
      { trip_id: trip.id, seats: trip.sellable.slice(0, count), ...(way_out && { way_out }) },
      { as },
    )
    if (status !== 200) throw new Error(text)
    return { booking: data, as: { ...as, guest_token: data.guest_token ?? '' } }
  }

  const look = async ({ booking: { reference }, as }: HeldTrip) =>
    (await server.call(getBooking, { reference }, { as })).data

  const pay = ({ booking: { reference }, as }: HeldTrip, more: object = { provider: 'paystack' }) =>
    server.call(
      startPayment,
      { purpose: 'booking', reference, provider: 'paystack', ...more },
      { as },
    )

  async function payByCard(held: HeldTrip, more?: object) {
    const started = await pay(held, more)
    if (started.status !== 200) throw new Error(started.text)
    await world.press(started.data, 'approve')
    expect(await world.doJobs()).toEqual([])
    return started.data
  }

  const ticketsOf = async ({ booking: { reference } }: HeldTrip) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ticket t join booking b on b.id = t.booking_id
      where b.reference = ${reference} and t.status = 'valid'`.execute(db)
    return rows[0]?.n
  }

  return { ...world, aRoute, aReturnTrip, hold, look, pay, payByCard, ticketsOf }
}
