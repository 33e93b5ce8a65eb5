import type * as endpoints from '#contract/counter/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { requireOperator } from '#server/rooms/operators'
import { parcelSalesAtCounter } from '#server/rooms/parcels'
import { payRefundsAtCounter } from '#server/rooms/payments'
import { findParcelSale, type ParcelSaleRow, postStorageFee } from './parcel-repository.ts'
import { recordRefund } from './refunds.ts'
import { findOpenShift, insertShiftEntry } from './repository.ts'
import { lockOpenShift, lockAndReadOpenShift, readShift } from './service.ts'

/** Sells a parcel in the caller's open shift. Throws the refusals of the contract, and `invalid_input`. */
export async function sellParcelAtCounter(
  ctx: Context,
  { shift: shift_id, means, ...sale }: Input<typeof endpoints.sellParcelAtCounter>,
): Promise<Output<typeof endpoints.sellParcelAtCounter>> {
  const clerk = requireOperator(ctx)
  await lockOpenShift(ctx.db, clerk, shift_id)
  const parcel_id = await parcelSalesAtCounter.sell(ctx, clerk, sale)
  const amount_kobo = sale.total_kobo
  await insertShiftEntry(ctx.db, { kind: 'sale', shift_id, parcel_id, means, amount_kobo })
  const { parcel } = await parcelSalesAtCounter.read(ctx, parcel_id)
  return { reference: parcel.tracking_id, parcel, shift: await readShift(ctx, clerk, shift_id) }
}

/** Returns a parcel that the caller's operator sold. Throws `not_found` for any other parcel. */
export async function getParcelSale(
  ctx: Context,
  { reference }: Input<typeof endpoints.getParcelSale>,
): Promise<Output<typeof endpoints.getParcelSale>> {
  const clerk = requireOperator(ctx)
  const sale = await requireParcelSale(ctx.db, clerk.operator_id, reference)
  const open = await findOpenShift(ctx.db, clerk)
  const { parcel_id, shift_id, sold_at, ...paid } = sale
  return {
    ...paid,
    ...(await parcelSalesAtCounter.read(ctx, parcel_id, { with_pin: open?.id === shift_id })),
    sold_at: sold_at.toISOString(),
  }
}

/**
 * Cancels a parcel that the caller's operator sold. Pays out what was paid, less our fee, in cash from the caller's
 * open shift. Throws the refusals of the contract.
 */
export async function refundParcelAtCounter(
  ctx: Context,
  { reference, refund_kobo }: Input<typeof endpoints.refundParcelAtCounter>,
): Promise<Output<typeof endpoints.refundParcelAtCounter>> {
  const clerk = requireOperator(ctx)
  const { operator_id } = clerk
  const { parcel_id } = await requireParcelSale(ctx.db, operator_id, reference)
  // Lock the shift before the parcel, as sales do.
  const shift = await lockAndReadOpenShift(ctx.db, clerk)
  await parcelSalesAtCounter.cancel(ctx.db, parcel_id)
  const paid_kobo = await payRefundsAtCounter(ctx.db, parcel_id, operator_id)
  await recordRefund(ctx.db, shift, { parcel_id }, { paid_kobo, refund_kobo })
  const { parcel } = await parcelSalesAtCounter.read(ctx, parcel_id)
  return { parcel, paid_kobo, shift: await readShift(ctx, clerk, shift.id) }
}

/**
 * Makes a new PIN for a parcel that the caller's operator sold, and sends it. Throws the refusals of the contract.
 */
export async function renewSoldPin(
  ctx: Context,
  { reference }: Input<typeof endpoints.renewSoldPin>,
): Promise<Output<typeof endpoints.renewSoldPin>> {
  const { parcel_id } = await requireParcelSale(ctx.db, requireOperator(ctx).operator_id, reference)
  return { sent_to: await parcelSalesAtCounter.renewPin(ctx, parcel_id) }
}

/**
 * Hands over a parcel of the caller's operator and enters its storage fee in the caller's open shift. Enters nothing if
 * the parcel is not handed over. Throws the refusals of the contract.
 */
export async function deliverParcel(
  ctx: Context,
  { shift: shift_id, means, ...given }: Input<typeof endpoints.deliverParcel>,
): Promise<Output<typeof endpoints.deliverParcel>> {
  const clerk = requireOperator(ctx)
  await lockOpenShift(ctx.db, clerk, shift_id)
  const { parcel_id, ...outcome } = await parcelSalesAtCounter.deliver(ctx, clerk, given)
  if (outcome.result === 'recorded') {
    const amount_kobo = given.storage_kobo
    await insertShiftEntry(ctx.db, { kind: 'storage', shift_id, parcel_id, means, amount_kobo })
    await postStorageFee(ctx.db, { parcel_id, operator_id: clerk.operator_id, amount_kobo })
  }
  return { ...outcome, shift: await readShift(ctx, clerk, shift_id) }
}

/** Finds an operator's sale of a parcel by its number as written. Throws `not_found`. */
async function requireParcelSale(
  db: Db,
  operator_id: string,
  written: string,
): Promise<ParcelSaleRow> {
  const sale = await findParcelSale(db, operator_id, normaliseReference(written))
  if (sale !== undefined) return sale
  throw makeRefusal('not_found', { detail: 'Your counter has sold no parcel with this number.' })
}
