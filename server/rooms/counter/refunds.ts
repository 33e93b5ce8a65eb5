import type * as endpoints from '#contract/counter/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import { parsePhone } from '#contract/phone'
import { isReference, normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { counterSales, readBooking } from '#server/rooms/bookings'
import { requireOperator } from '#server/rooms/operators'
import { payRefundsAtCounter } from '#server/rooms/payments'
import { findOpenShift, insertShiftEntry, type ShiftRow } from './repository.ts'
import {
  findSaleByReference,
  findSalesByCode,
  findSalesByPhone,
  findSalesOfShift,
  type CounterSaleRow,
} from './sale-repository.ts'
import { lockOwnShift, readShift, readSoldTickets } from './service.ts'

/**
 * Returns sales of the caller's operator, the newest first, at most 100: those with this reference, ticket code or
 * phone number, or without a search those of the caller's open shift (`findSalesOfShift`).
 */
export async function findCounterSales(
  ctx: Context,
  { search }: Input<typeof endpoints.findCounterSales>,
): Promise<Output<typeof endpoints.findCounterSales>> {
  const clerk = requireOperator(ctx)
  if (search === undefined) {
    const shift = await findOpenShift(ctx.db, clerk)
    return shift === undefined ? [] : (await findSalesOfShift(ctx.db, shift.id)).map(toSale)
  }
  const { operator_id } = clerk
  const rows = isReference(search)
    ? await findSalesByCode(ctx.db, operator_id, normaliseReference(search))
    : await findSalesByPhone(ctx.db, operator_id, parsePhone(search) ?? '')
  return rows.map(toSale)
}

/** Returns the valid tickets of a sale of the caller's operator. Throws `not_found` for all others. */
export async function getCounterSale(
  ctx: Context,
  { reference: written }: Input<typeof endpoints.getCounterSale>,
): Promise<Output<typeof endpoints.getCounterSale>> {
  const { id } = await requireSeatSale(ctx.db, requireOperator(ctx).operator_id, written)
  const { reference, tickets, booking } = await readSoldTickets(ctx, id)
  // Not what else a booking tells, such as the next of kin.
  const { trip, from_park, to_park, paid_kobo } = booking
  return { reference, tickets, booking: { trip, from_park, to_park, paid_kobo } }
}

/** Previews what may be paid out for a sale of the caller's operator. Throws `not_found` for all others. */
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
  // First the shift, then the booking, as sales do: otherwise two clerks could wait for each other.
  const shift = await lockOwnShift(ctx.db, clerk)
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

/** Finds an operator’s sale of seats by its reference as written. Throws `not_found`. */
export async function requireSeatSale(
  db: Db,
  operator_id: string,
  written: string,
): Promise<CounterSaleRow> {
  const sale = await findSaleByReference(db, operator_id, normaliseReference(written))
  if (sale !== undefined) return sale
  throw makeRefusal('not_found', {
    detail: 'Your counter has sold no booking with this reference.',
  })
}

const toSale = ({ id: _, sold_at, departs_at, ...row }: CounterSaleRow) => ({
  ...row,
  sold_at: sold_at.toISOString(),
  departs_at: departs_at.toISOString(),
})
