import type { Input } from '#contract/endpoint'
import type { sellAtCounter } from '#contract/counter/endpoints'
import { refuse } from '#contract/errors'
import { formatNaira } from '#contract/money'
import { maxSeats } from '#contract/policy'
import type { Context } from '#server/context'
import { makeTicketIds } from '#server/platform/ticket-ids'
import { announceTickets } from '#server/rooms/bookings/news'
import { payAtCounter } from '#server/rooms/payments'
import { refuseOnChildren } from './passenger-checks.ts'
import { priceSeats } from './price.ts'
import { claimPart, findPartOnSale, makeSeatTakenRefusal, refuseUnknownSeats } from './seat-hold.ts'
import { saveTravellers } from './traveller-repository.ts'

/** A sale at a counter. `holder` names the clerk's shift, so that one clerk sells one booking at a time. */
type CounterSale = Pick<
  Input<typeof sellAtCounter>,
  'trip_id' | 'passengers' | 'next_of_kin' | 'total_kobo'
> & { operator_id: string; holder: string }

/**
 * Sells seats to people who have paid the operator itself: the seats are held as everybody's are, then paid for and
 * confirmed in the same transaction. Returns the id of the booking and its price. Throws the refusals of
 * `sellAtCounter` about the trip, its seats and its price.
 */
export async function sellSeatsAtCounter(
  ctx: Pick<Context, 'db' | 'config' | 'payables'>,
  { passengers, next_of_kin, total_kobo, operator_id, holder, trip_id }: CounterSale,
): Promise<{ id: string; total_kobo: number }> {
  const part = await findPartOnSale(ctx.db, trip_id)
  if (part.operator_id !== operator_id)
    throw refuse('not_found', { detail: 'You have no departure with this id.' })
  const seats = passengers.map(({ seat }) => seat)
  refuseUnknownSeats(seats, part.sellable)
  refuseOnChildren(passengers)
  const types = passengers.map(({ passenger_type }) => passenger_type)
  const fare = await priceSeats(
    ctx.db,
    part,
    types,
    false,
    (index) => `passengers.${index}.passenger_type`,
  )
  if (fare.total_kobo !== total_kobo)
    throw refuse('price_changed', {
      detail: `The price is ${formatNaira(fare.total_kobo)} now. Tell the traveller before you sell.`,
    })
  const id = await claimPart(ctx, part, {
    seats,
    types,
    fare,
    holder,
    user_id: null,
    guest_token_sha256: null,
    network: null,
    proof: null,
    puzzle: { trip_id, holder },
  })
  const phone = passengers.find((one) => one.phone !== undefined)?.phone
  await saveTravellers(ctx.db, {
    booking_id: id,
    passengers: passengers.map((one) => ({ ...one, address: one.address ?? '' })),
    types,
    contact: { full_name: passengers[0]?.full_name ?? '', phone },
    next_of_kin,
    insurance: false,
    fare,
  })
  const { kid, ids, codes } = makeTicketIds(ctx.config, maxSeats)
  const outcome = await payAtCounter(ctx.db, {
    kind: 'booking',
    payable_id: id,
    operator_id,
    goods: { kid, ids: ids.map((one) => one.toString('hex')), codes },
  })
  if (outcome !== 'confirmed') throw makeSeatTakenRefusal(seats)
  if (phone !== undefined) await announceTickets(ctx.db, id)
  return { id, total_kobo: fare.total_kobo }
}
