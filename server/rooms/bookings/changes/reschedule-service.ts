import type {
  listRescheduleOptions as listRescheduleOptionsEndpoint,
  rescheduleBooking as rescheduleBookingEndpoint,
} from '#contract/bookings/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type { Context } from '#server/context'
import {
  toBookingWithMoves,
  readBooking,
  lockOwnBooking,
  findOwnBooking,
} from '#server/rooms/bookings/record'
import { enqueueTicketMessages } from '#server/rooms/bookings/news'
import { lockBookingTickets } from './change-repository.ts'
import { listMoveOptions, executeMovePlan, planMove, refuseUnlessMovable } from './move-terms.ts'
import { requireWalletRefund } from './wallet-refund.ts'

/**
 * Returns the departures to which a booking could move (`listMoveOptions`). More expensive departures are listed, but
 * refused when chosen. Throws `not_found`, `paid_at_counter`, and `reschedule_closed` if the booking cannot be moved.
 */
export async function listRescheduleOptions(
  ctx: Context,
  input: Input<typeof listRescheduleOptionsEndpoint>,
): Promise<Output<typeof listRescheduleOptionsEndpoint>> {
  const row = await findOwnBooking(ctx, input.reference)
  if (row.paid_at_counter) throw makeRefusal('paid_at_counter')
  await refuseUnlessMovable(ctx.db, row)
  return listMoveOptions(ctx.db, row)
}

/**
 * Moves all travellers to `seats` of another trip, once, until an hour before departure. A lower price is refunded to
 * the source or the wallet (`refund_to`), but not more than a cancellation would refund. Tickets are sent again. A
 * later cancellation costs at least today's fee. Throws the refusals of the contract; `price_changed` for a more
 * expensive trip.
 */
export async function rescheduleBooking(
  ctx: Context,
  input: Input<typeof rescheduleBookingEndpoint>,
): Promise<Output<typeof rescheduleBookingEndpoint>> {
  const row = await lockOwnBooking(ctx, input.reference)
  if (row.paid_at_counter) throw makeRefusal('paid_at_counter')
  await lockBookingTickets(ctx.db, row.id)
  const plan = await planMove(ctx.db, row, input)
  if (plan.difference_kobo > 0) {
    throw makeRefusal('price_changed', {
      detail: `This trip costs ${formatNaira(plan.difference_kobo)} more. Cancel and book it instead.`,
    })
  }
  if (input.refund_to === 'wallet') await requireWalletRefund(ctx.db, row)
  await executeMovePlan(ctx, row, plan, input.refund_to)
  await enqueueTicketMessages(ctx.db, row.id)
  return toBookingWithMoves(ctx.db, await readBooking(ctx.db, row.id))
}
