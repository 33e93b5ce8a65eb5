import type {
  cancelBooking as cancelBookingEndpoint,
  previewCancellation as previewCancellationEndpoint,
} from '#contract/bookings/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { Refusal, makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import {
  type BookingRow,
  listTravellingSeats,
  toBookingWithMoves,
  readBooking,
  lockBookingById,
  lockOwnBooking,
  findOwnBooking,
} from '#server/rooms/bookings/record'
import { requestRefund } from '#server/rooms/payments'
import { computeCancellation, pendingJobReasons } from './cancellation.ts'
import {
  findBoardedSeats,
  findOutsideRefundSum,
  findPendingJobOfBooking,
  cancelSeats,
  isBookingPaidFromWallet,
  lockBookingTickets,
  lockTrip,
} from './change-repository.ts'
import { findWalletRefusal, requireWalletRefund } from './wallet-refund.ts'

/** Returns the refund for cancelling all or some seats now, in kobo. Throws `not_found` and `cancellation_closed`. */
export async function previewCancellation(
  ctx: Context,
  input: Input<typeof previewCancellationEndpoint>,
): Promise<Output<typeof previewCancellationEndpoint>> {
  const row = await findOwnBooking(ctx, input.reference)
  if (row.paid_at_counter) throw makeRefusal('paid_at_counter')
  const { preview } = await openPreview(ctx.db, row, input.seats?.split(',').map(Number))
  return {
    ...preview,
    to_wallet: (await findWalletRefusal(ctx.db, row)) === undefined,
    paid_from_wallet: await isBookingPaidFromWallet(ctx.db, row.id),
  }
}

/**
 * Cancels all or some seats by the policy that applies now and enqueues the refund, in one transaction. Throws
 * `not_found`, `cancellation_closed`, `price_changed` if `refund_kobo` differs from the preview at this moment, and for
 * a refund to the wallet `wallet_needs_account` or `paid_by_another`.
 */
export async function cancelBooking(
  ctx: Context,
  input: Input<typeof cancelBookingEndpoint>,
): Promise<Output<typeof cancelBookingEndpoint>> {
  const row = await lockOwnBooking(ctx, input.reference)
  if (row.paid_at_counter) throw makeRefusal('paid_at_counter')
  await lockForCancellation(ctx.db, row)
  const { preview, due_kobo } = await openPreview(ctx.db, row, input.seats)
  const { seats, refund_kobo } = preview
  if (input.refund_to === 'wallet') await requireWalletRefund(ctx.db, row)
  if (input.refund_kobo !== undefined && input.refund_kobo !== refund_kobo) {
    throw makeRefusal('price_changed', {
      detail: `Cancelling now refunds ${formatNaira(refund_kobo)}. Check it again before you continue.`,
    })
  }
  await endSeats(ctx.db, row, { seats, due_kobo, destination: input.refund_to })
  return toBookingWithMoves(ctx.db, await readBooking(ctx.db, row.id))
}

/**
 * Returns a sale of a counter, and the refund for cancelling all or some seats now, or the reason why they cannot be
 * cancelled. `lock` prevents changes until the transaction ends. Throws `invalid_input` for a seat without a traveller.
 */
export async function previewCounterCancellation(
  db: Db,
  id: string,
  { lock = false, seats }: { lock?: boolean; seats?: readonly number[] | undefined } = {},
) {
  const row = await (lock ? lockBookingById : readBooking)(db, id)
  const opened = await openPreview(db, row, seats).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'cancellation_closed') return error.message
    throw error
  })
  return typeof opened === 'string' ? { row, closed: opened } : { row, preview: opened.preview }
}

/**
 * Cancels all or some seats of a sale of a counter by the policy that applies now. Their refund waits until the clerk
 * pays it out. The caller holds the row lock of the booking. Throws `cancellation_closed`, and `invalid_input` as
 * `previewCounterCancellation` does.
 */
export async function cancelCounterSale(
  tx: Db,
  row: BookingRow,
  named?: readonly number[],
): Promise<void> {
  await lockForCancellation(tx, row)
  const { preview, due_kobo } = await openPreview(tx, row, named)
  await endSeats(tx, row, { seats: preview.seats, due_kobo, destination: 'source' })
}

async function lockForCancellation(tx: Db, { id, trip_id, status }: BookingRow): Promise<void> {
  await lockBookingTickets(tx, id)
  // Once a bus has left, `reopen_bookings` locks its trip before its bookings. Those are no longer confirmed, so these
  // two cannot wait for each other.
  if (status === 'confirmed') await lockTrip(tx, trip_id)
}

interface SeatsToEnd {
  seats: number[]
  due_kobo: number
  destination: 'wallet' | 'source'
}

async function endSeats(
  tx: Db,
  row: BookingRow,
  { seats, due_kobo, destination }: SeatsToEnd,
): Promise<void> {
  const { id, trip_id } = row
  // After a change of vehicle, a traveller may have the seat of one who cancelled before. The number of travellers
  // tells their cancellations apart, since it only falls.
  const of = listTravellingSeats(row).length
  await cancelSeats(tx, id, seats, 'cancelled', due_kobo)
  await requestRefund(tx, {
    payable_id: id,
    amount_kobo: due_kobo,
    reason: 'cancelled',
    destination,
    effect: `cancel:${id}:${trip_id}:${seats.toSorted((a, b) => a - b).join('-')}:of-${of}`,
    seats,
  })
}

/**
 * Previews cancelling now. `due_kobo` is the full refund; in `preview`, what the payment company has already refunded
 * is subtracted. Throws as `computeCancellation` does, and `cancellation_closed` if a traveller is on board, or while a
 * job is about to refund the booking in full or to reseat it.
 */
async function openPreview(db: Db, row: BookingRow, named?: readonly number[]) {
  const job = row.status === 'confirmed' ? await findPendingJobOfBooking(db, row) : null
  if (job !== null) throw makeRefusal('cancellation_closed', { detail: pendingJobReasons[job] })
  const preview = computeCancellation(row, named)
  const [aboard] = await findBoardedSeats(db, row.id, preview.seats)
  if (aboard !== undefined)
    throw makeRefusal('cancellation_closed', {
      detail: `The traveller on seat ${aboard} is already on board.`,
    })
  const due_kobo = preview.refund_kobo
  const given_kobo = Math.min(due_kobo, await findOutsideRefundSum(db, row.id))
  if (given_kobo === 0) return { preview, due_kobo }
  const line = { label: 'Already given back by the payment company', amount_kobo: -given_kobo }
  const lines = [...preview.lines, line]
  return { preview: { ...preview, refund_kobo: due_kobo - given_kobo, lines }, due_kobo }
}
