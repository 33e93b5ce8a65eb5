import type * as endpoints from '#contract/counter/endpoints'
import type { Input, Output } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import { formatNaira } from '#contract/money'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import { cancelCounterSale, previewCounterCancellation, readBooking } from '#server/rooms/bookings'
import { requireOperator } from '#server/rooms/operators'
import { findDueAtCounter, payRefundsAtCounter } from '#server/rooms/payments'
import { findOpenShift, findSoldBooking, insertEntry, lockShift } from './repository.ts'
import { readShift } from './service.ts'

type Preview = Output<typeof endpoints.previewCounterRefund>

/** Previews what may be paid out for a sale of the caller's operator. Throws `not_found` for all others. */
export async function previewCounterRefund(
  ctx: Context,
  { reference }: Input<typeof endpoints.previewCounterRefund>,
): Promise<Preview> {
  const id = await findSale(ctx.db, requireOperator(ctx).operator_id, reference)
  return (await previewOf(ctx.db, id)).preview
}

/**
 * Pays out in cash, from the caller's open shift, what is due for a sale; with `cancel`, after cancelling it by the
 * policy of online bookings. Throws the refusals of the contract.
 */
export async function refundAtCounter(
  ctx: Context,
  { reference, cancel, refund_kobo }: Input<typeof endpoints.refundAtCounter>,
): Promise<Output<typeof endpoints.refundAtCounter>> {
  const clerk = requireOperator(ctx)
  const { operator_id } = clerk
  const id = await findSale(ctx.db, operator_id, reference)
  const open = await findOpenShift(ctx.db, clerk)
  if (open === undefined) throw refuse('shift_needed')
  const { row, preview } = await previewOf(ctx.db, id, { lock: true })
  await lockShift(ctx.db, open.id)
  // Read again under the lock: a sale or a closing may have come first.
  const shift = await findOpenShift(ctx.db, clerk)
  if (shift === undefined) throw refuse('shift_needed')
  if (cancel) await cancelCounterSale(ctx.db, row)
  else if (preview.due_kobo === 0) throw refuse('nothing_due')
  const paid_kobo = await payRefundsAtCounter(ctx.db, id, operator_id)
  if (paid_kobo !== refund_kobo)
    throw refuse('price_changed', {
      detail: `You would pay out ${formatNaira(paid_kobo)} now. Look at it again before you continue.`,
    })
  if (paid_kobo > shift.expected_kobo) throw refuse('drawer_short')
  if (paid_kobo > 0)
    await insertEntry(ctx.db, {
      id: makeId(),
      shift_id: shift.id,
      booking_id: id,
      kind: 'refund',
      means: 'cash',
      amount_kobo: paid_kobo,
    })
  const { status } = await readBooking(ctx.db, id)
  return {
    reference: row.reference,
    status,
    paid_kobo,
    shift: await readShift(ctx, clerk, shift.id),
  }
}

async function findSale(db: Db, operator_id: string, written: string): Promise<string> {
  const id = await findSoldBooking(db, operator_id, normaliseReference(written))
  if (id !== undefined) return id
  throw refuse('not_found', { detail: 'Your counter has sold no booking with this reference.' })
}

async function previewOf(db: Db, id: string, how: { lock?: boolean } = {}) {
  const { row, preview: cancellation } = await previewCounterCancellation(db, id, how)
  const preview: Preview = {
    reference: row.reference,
    status: row.status,
    seats: cancellation?.seats ?? row.seats,
    due_kobo: await findDueAtCounter(db, row.id),
    cancel_kobo: cancellation?.refund_kobo ?? null,
    lines: cancellation?.lines ?? [],
  }
  return { row, preview }
}
