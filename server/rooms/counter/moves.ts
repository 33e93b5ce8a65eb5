import type * as endpoints from '#contract/counter/move-endpoints'
import type { Input, Output } from '#contract/endpoint'
import type { Context } from '#server/context'
import { counterSales } from '#server/rooms/bookings'
import { requireOperator } from '#server/rooms/operators'
import { payRefundsAtCounter } from '#server/rooms/payments'
import { recordRefund } from './refunds.ts'
import { insertShiftEntry } from './repository.ts'
import { requireSeatSale } from './sales.ts'
import { lockAndReadOpenShift, readSale } from './service.ts'

/**
 * Returns the departures to which a sale of the caller's operator could move, and the prices. Throws `not_found` for a
 * sale of another operator.
 */
export async function previewCounterMove(
  ctx: Context,
  { reference }: Input<typeof endpoints.previewCounterMove>,
): Promise<Output<typeof endpoints.previewCounterMove>> {
  const sale = await requireSeatSale(ctx.db, requireOperator(ctx).operator_id, reference)
  const { seats, closed, options } = await counterSales.previewMove(ctx.db, sale.id)
  const travellers = seats.flatMap((seat) => sale.travellers.filter((one) => one.seat === seat))
  return { reference: sale.reference, travellers, closed, options }
}

/**
 * Moves a sale to seats of another departure. A higher price is taken into the caller's open shift; a lower one is paid
 * out of it in cash. Other refunds of the sale stay as they are. Throws the refusals of the contract, and
 * `invalid_input`.
 */
export async function moveAtCounter(
  ctx: Context,
  { reference, means, ...wanted }: Input<typeof endpoints.moveAtCounter>,
): Promise<Output<typeof endpoints.moveAtCounter>> {
  const clerk = requireOperator(ctx)
  const { operator_id } = clerk
  const { id } = await requireSeatSale(ctx.db, operator_id, reference)
  // Lock the shift before the booking, as refunds do, to avoid deadlocks.
  const shift = await lockAndReadOpenShift(ctx.db, clerk)
  const effect = await counterSales.move(ctx, { ...wanted, id, operator_id })
  const { take_kobo: taken_kobo, pay_out_kobo } = wanted
  if (taken_kobo > 0 && means !== undefined) {
    const entry = { kind: 'move', means, amount_kobo: taken_kobo } as const
    await insertShiftEntry(ctx.db, { ...entry, shift_id: shift.id, booking_id: id })
  }
  const paid_kobo =
    pay_out_kobo === 0 ? 0 : await payRefundsAtCounter(ctx.db, id, operator_id, effect)
  await recordRefund(ctx.db, shift, { booking_id: id }, { paid_kobo, refund_kobo: pay_out_kobo })
  const sale = await readSale(ctx, clerk, { booking_id: id, shift_id: shift.id })
  return { ...sale, taken_kobo, paid_kobo }
}
