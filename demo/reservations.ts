import type { Actor, Context } from '#server/context'
import { makeId } from '#server/platform/ids'
import { reserveBooking } from '#server/rooms/bookings'
import { sellReservation } from '#server/rooms/counter'
import { findSeatsToSell } from '#demo/country/counter'
import * as history from '#demo/country/histories'
import { demoPeople } from '#demo/country/people'
import { makeSeedId } from '#demo/country/random'
import { expireReservation } from '#demo/country/reservations'
import { priceTripPart } from './histories.ts'

const [, bala] = demoPeople
const kin: history.SeedNextOfKin = {
  full_name: 'Zainab Musa',
  phone: '+2347009254008',
  relationship: 'sibling',
}

/**
 * Reserves seats of an operator for a person of the demo: one that ended without being paid, one that is paid in the
 * clerk's shift, and one that is open.
 */
export async function seedReservations(
  ctx: Context,
  { operator_id, shift, seed }: { operator_id: string; shift: string; seed: number },
): Promise<void> {
  const reserve = (about: string) => reserveSeat(ctx, { operator_id, seed, about })
  const ended = await reserve('reservation that ended')
  await expireReservation(ctx.db, ended.reference)
  const { reference, total_kobo } = await reserve('reservation that is paid')
  const sale = { shift, reference, means: 'cash', total_kobo } as const
  await sellReservation(ctx, sale)
  await reserve('reservation that is open')
}

/** Reserves one seat of a coming departure of the operator. */
async function reserveSeat(
  ctx: Context,
  { operator_id, seed, about }: { operator_id: string; seed: number; about: string },
): Promise<{ reference: string; total_kobo: number }> {
  const { db } = ctx
  const user_id = makeSeedId(seed, `person ${bala.email}`)
  const actor: Actor = { kind: 'user', user_id, login_id: user_id }
  const { seats: _, ...part } = await findSeatsToSell(db, operator_id, 1, about)
  const fare = await priceTripPart(db, part, ['adult'])
  const id = makeId()
  const booker = { ...bala, id: user_id }
  const rider: history.SeedPassenger = {
    full_name: bala.full_name,
    gender: 'male',
    passenger_type: 'adult',
    phone: bala.phone,
    address: '5 Ahmadu Bello Way, Kaduna',
  }
  const { seats, reference } = await history.holdNeighbouringSeats(
    db,
    { id, about, seed },
    booker,
    part,
    ['adult'],
    fare,
  )
  await history.saveSeatedTravellers(db, id, booker, [rider], seats, kin)
  await reserveBooking({ ...ctx, actor }, { reference })
  return { reference, total_kobo: fare.total_kobo }
}
