import type { Booking } from '#contract/bookings/model'
import { holdSeats, setPassengers } from '#contract/bookings/endpoints'
import type { Input } from '#contract/endpoint'
import { sql } from '#server/db/sql'
import { findPayable } from '#server/platform/payable'
import { makeId } from '#server/platform/ids'
import type { Caller, TestServer } from '#tests/support/server/test-server'

type Travellers = Omit<Input<typeof setPassengers>, 'reference'>

/** Replacements of the default travellers; `infant_name` is a baby on the lap of the first one. */
export type TravellerOptions = Partial<Travellers> & { infant_name?: string }

/** Makes a device that is used only once, so that holds of different buyers never interfere. */
export function aDevice(): Caller {
  return { device_id: crypto.randomUUID() }
}

/** Makes travellers for these seats, complete and valid. */
export function makeTravellers(
  seats: readonly number[],
  { infant_name, ...over }: TravellerOptions = {},
): Travellers {
  return {
    passengers: seats.map((seat, index) => ({
      seat,
      full_name: `Adaeze Okonkwo ${'abcdefgh'[seat % 8] ?? 'z'}`,
      gender: 'female',
      passenger_type: 'adult',
      address: '12 Allen Avenue, Ikeja',
      ...(index === 0 && infant_name !== undefined && { infant_name }),
    })),
    contact: { full_name: 'Adaeze Okonkwo', phone: '+2348031234567', email: 'ada@example.com' },
    next_of_kin: { full_name: 'Chidi Okonkwo', phone: '+2348039876543', relationship: 'sibling' },
    ...over,
  }
}

/** Holds seats; the result has the guest token for later calls. Throws when they are not available. */
export async function aHold(
  server: TestServer,
  trip_id: string,
  seats: number[],
  as: Caller = aDevice(),
) {
  const { status, data, text } = await server.call(holdSeats, { trip_id, seats }, { as })
  if (status !== 200) throw new Error(text)
  return { booking: data, as: { ...as, guest_token: data.guest_token ?? '' } }
}

/** Makes a paid booking of `seats`, with its travellers and valid tickets. */
export async function aPaidBooking(
  server: TestServer,
  trip_id: string,
  seats: number[],
  over: TravellerOptions = {},
) {
  const { booking, as } = await aHold(server, trip_id, seats)
  const filled = await server.call(
    setPassengers,
    { reference: booking.reference, ...makeTravellers(seats, over) },
    { as },
  )
  if (filled.status !== 200) throw new Error(filled.text)
  return { booking: filled.data, as, result: await payBooking(server, filled.data) }
}

/** Makes money arrive for a booking, by default its price; returns the outcome. */
export async function payBooking(
  server: TestServer,
  { reference, fare }: Booking,
  amount_kobo = fare.total_kobo,
) {
  const payment = makeId()
  await sql`insert into payment (id, reference, payable_id, person_id, provider, channel, amount_kobo, expires_at)
    select ${payment}, ${payment}, id, user_id, 'paystack', 'card', ${fare.total_kobo}, now() + interval '10 minutes'
    from booking, open_payable('booking', id) where reference = ${reference}`.execute(server.db)
  const goods = JSON.stringify(
    findPayable(server.host, 'booking')?.makeGoods(server.host.config, ''),
  )
  const { rows } = await sql<{ result: string }>`
    select result from apply_payment(${payment}, 'succeeded', ${amount_kobo}::bigint, 'NGN', ${payment}, 'card',
      ${goods}::jsonb)`.execute(server.db)
  return rows[0]?.result
}

/** Makes a hold expire now. */
export async function expireHold(server: TestServer, reference: string): Promise<void> {
  await sql`update seat_claim set expires_at = now() - interval '1 second'
    where booking_id = (select id from booking where reference = ${reference})`.execute(server.db)
  await sql`update booking set hold_expires_at = now() - interval '1 second' where reference = ${reference}`.execute(
    server.db,
  )
}
