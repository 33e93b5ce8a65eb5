import type * as endpoints from '#contract/counter/endpoints'
import type { CounterSaleItem } from '#contract/counter/model'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { parsePhone } from '#contract/phone'
import { isReference, normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { requireOperator } from '#server/rooms/operators'
import { findOpenShift } from './repository.ts'
import {
  findSaleByReference,
  findSalesByCode,
  findSalesByPhone,
  findSalesOfShift,
  type CounterSaleRow,
} from './sale-repository.ts'
import { readSoldTickets } from './service.ts'

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

/** Returns the valid tickets of a sale of the caller's operator. Throws `not_found` for any other sale. */
export async function getCounterSale(
  ctx: Context,
  { reference: written }: Input<typeof endpoints.getCounterSale>,
): Promise<Output<typeof endpoints.getCounterSale>> {
  const { id } = await requireSeatSale(ctx.db, requireOperator(ctx).operator_id, written)
  const { reference, tickets, booking } = await readSoldTickets(ctx, id)
  // The other data of a booking, such as the next of kin, are left out.
  const { trip, from_park, to_park, paid_kobo } = booking
  return { reference, tickets, booking: { trip, from_park, to_park, paid_kobo } }
}

/** Finds an operator's sale of seats by its reference as written. Throws `not_found`. */
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

export const toSale = ({
  id: _,
  sold_at,
  departs_at,
  ...row
}: CounterSaleRow): CounterSaleItem => ({
  ...row,
  sold_at: sold_at.toISOString(),
  departs_at: departs_at.toISOString(),
})
