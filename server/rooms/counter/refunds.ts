import type * as endpoints from '#contract/counter/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { counterSales, readBooking } from '#server/rooms/bookings'
import { requireOperator } from '#server/rooms/operators'
import { payRefundsAtCounter } from '#server/rooms/payments'
import { insertShiftEntry, type ShiftRow } from './repository.ts'
import { requireSeatSale, toSale } from './sales.ts'
import { lockAndReadOpenShift, readShift } from './service.ts'

/** Previews what may be paid out for a sale of the caller's operator. Throws `not_found` for any other sale. */
export async function previewCounterRefund(
  ctx: Context,
  { reference, seats }: Input<typeof endpoints.previewCounterRefund>,
): Promise<Output<typeof endpoints.previewCounterRefund>> {
  const sale = await requireSeatSale(ctx.db, requireOperator(ctx).operator_id, reference)
  const { preview, closed = null } = await counterSales.previewCancellation(ctx.db, sale.id, {
    seats: seats?.split(',').map(Number),
  })
  return {
    ...toSale(sale),
    seats: preview?.seats ?? [],
    cancel_kobo: preview?.refund_kobo ?? null,
    closed,
    lines: preview?.lines ?? [],
  }
}

/**
 * Pays out in cash, from the caller's open shift, what is due for a sale; with `cancel`, after cancelling all or some
 * seats by the policy of online bookings. Throws the refusals of the contract.
 */
export async function refundAtCounter(
  ctx: Context,
  { reference, cancel, seats, refund_kobo }: Input<typeof endpoints.refundAtCounter>,
): Promise<Output<typeof endpoints.refundAtCounter>> {
  const clerk = requireOperator(ctx)
  const { operator_id } = clerk
  const { id } = await requireSeatSale(ctx.db, operator_id, reference)
  // Lock the shift before the booking, as sales do: otherwise two clerks could wait for each other.
  const shift = await lockAndReadOpenShift(ctx.db, clerk)
  const { row } = await counterSales.previewCancellation(ctx.db, id, { lock: true })
  if (cancel) await counterSales.cancel(ctx.db, row, seats)
  const paid_kobo = await payRefundsAtCounter(ctx.db, id, operator_id)
  if (!cancel && paid_kobo === 0) throw makeRefusal('nothing_due')
  await recordRefund(ctx.db, shift, { booking_id: id }, { paid_kobo, refund_kobo })
  const { status } = await readBooking(ctx.db, id)
  return {
    reference: row.reference,
    status,
    paid_kobo,
    shift: await readShift(ctx, clerk, shift.id),
  }
}

/**
 * Enters a refund in a shift, which the caller has locked. Throws `price_changed` if the refund differs from the sum
 * that the clerk saw, and `drawer_short`.
 */
export async function recordRefund(
  tx: Db,
  shift: ShiftRow,
  subject: { booking_id: string } | { parcel_id: string },
  { paid_kobo, refund_kobo }: { paid_kobo: number; refund_kobo: number },
): Promise<void> {
  if (paid_kobo !== refund_kobo)
    throw makeRefusal('price_changed', {
      detail: `You would pay out ${formatNaira(paid_kobo)} now. Look at it again before you continue.`,
    })
  if (paid_kobo > shift.expected_kobo) throw makeRefusal('drawer_short')
  if (paid_kobo === 0) return
  const entry = { kind: 'refund', means: 'cash', amount_kobo: paid_kobo } as const
  await insertShiftEntry(tx, { ...entry, ...subject, shift_id: shift.id })
}
