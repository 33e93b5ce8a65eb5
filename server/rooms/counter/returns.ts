import type * as endpoints from '#contract/counter/endpoints'
import type { Input, Output } from '#contract/endpoint'
import type { Context } from '#server/context'
import { counterSales } from '#server/rooms/bookings'
import { requireOperator } from '#server/rooms/operators'
import { insertShiftEntry } from './repository.ts'
import { findReturnDays } from './sale-repository.ts'
import { lockOpenShift, readSale } from './service.ts'

/**
 * Sells seats of an outbound and a return trip in the caller's open shift. Throws the refusals of the contract, and
 * `invalid_input`.
 */
export async function sellReturnAtCounter(
  ctx: Context,
  { shift: shift_id, means, ...sale }: Input<typeof endpoints.sellReturnAtCounter>,
): Promise<Output<typeof endpoints.sellReturnAtCounter>> {
  const clerk = requireOperator(ctx)
  await lockOpenShift(ctx.db, clerk, shift_id)
  const { operator_id } = clerk
  const holder = `counter:${shift_id}`
  const { out, back } = await counterSales.sellReturn(ctx, { ...sale, operator_id, holder })
  for (const { id: booking_id, total_kobo: amount_kobo } of [out, back])
    await insertShiftEntry(ctx.db, { kind: 'sale', shift_id, booking_id, means, amount_kobo })
  const read = ({ id: booking_id }: { id: string }) =>
    readSale(ctx, clerk, { booking_id, shift_id })
  return { out: await read(out), back: await read(back) }
}

/** Returns the days on which buses of the caller's operator lead back after an outbound trip; none if no bus does. */
export async function listReturnDays(
  ctx: Context,
  input: Input<typeof endpoints.listReturnDays>,
): Promise<Output<typeof endpoints.listReturnDays>> {
  return findReturnDays(ctx.db, requireOperator(ctx).operator_id, input)
}
