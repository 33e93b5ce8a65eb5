import type { listShifts as listShiftsEndpoint } from '#contract/counter/drawer-endpoints'
import type * as endpoints from '#contract/counter/endpoints'
import type { CounterSale, Shift } from '#contract/counter/model'
import type { CounterMeans } from '#contract/counter/rules'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import type { OperatorPrincipal } from '#server/platform/actor'
import { makeId } from '#server/platform/ids'
import { counterSales, readBooking } from '#server/rooms/bookings'
import { requireOperator } from '#server/rooms/operators'
import { getBookingWithTickets } from '#server/rooms/tickets'
import { countSeatsLeft } from './allotment-repository.ts'
import {
  findOpenShift,
  findShift,
  findShifts,
  insertShiftEntry,
  insertShift,
  lockShift,
  saveShiftClosing,
  type ShiftRow,
} from './repository.ts'

/** Opens the caller's shift. Throws `shift_open` if they have one. */
export async function openShift(
  ctx: Context,
  { float_kobo }: Input<typeof endpoints.openShift>,
): Promise<Shift> {
  const clerk = requireOperator(ctx)
  const id = makeId()
  if (!(await insertShift(ctx.db, { id, float_kobo, clerk }))) throw makeRefusal('shift_open')
  return readShift(ctx, clerk, id)
}

/** `shift` is null if the clerk has no open shift. */
export async function getOpenShift(ctx: Context): Promise<Output<typeof endpoints.getOpenShift>> {
  const row = await findOpenShift(ctx.db, requireOperator(ctx))
  return { shift: row === undefined ? null : toShift(row) }
}

/** Returns the shifts of all clerks, at most 200. */
export async function listShifts(
  ctx: Context,
  { date }: Input<typeof listShiftsEndpoint>,
): Promise<Shift[]> {
  return (await findShifts(ctx.db, requireOperator(ctx).operator_id, date)).map(toShift)
}

/**
 * Returns one shift. Throws `not_found` if it is missing, or if it is another clerk's and the caller may not see all
 * drawers.
 */
export async function getShift(
  ctx: Context,
  { id }: Input<typeof endpoints.getShift>,
): Promise<Shift> {
  return readShift(ctx, requireOperator(ctx), id)
}

/**
 * Closes a shift. Throws `not_found` as `getShift` does, `shift_closed`, `seats_set_aside` while a phone may sell seats
 * for it, and `difference_unexplained` if the count differs from what must be in the drawer and no reason is given.
 */
export async function closeShift(
  ctx: Context,
  { id, counted_kobo, difference_reason }: Input<typeof endpoints.closeShift>,
): Promise<Shift> {
  const clerk = requireOperator(ctx)
  await readShift(ctx, clerk, id)
  await lockShift(ctx.db, id)
  const { closed_at, expected_kobo } = await readShift(ctx, clerk, id)
  if (closed_at !== null) throw makeRefusal('shift_closed')
  if ((await countSeatsLeft(ctx.db, id)) > 0) throw makeRefusal('seats_set_aside')
  if (counted_kobo !== expected_kobo && difference_reason === undefined) {
    const detail = `You counted ${formatNaira(counted_kobo)}, and ${formatNaira(expected_kobo)} must be in the drawer. Count again, or say why it differs.`
    throw makeRefusal('difference_unexplained', { detail })
  }
  const reason = difference_reason ?? null
  await saveShiftClosing(ctx.db, { id, expected_kobo, counted_kobo, reason })
  return readShift(ctx, clerk, id)
}

/** Sells seats in the caller's open shift. Throws the refusals of the contract, and `invalid_input`. */
export async function sellAtCounter(
  ctx: Context,
  { shift: id, means, ...sale }: Input<typeof endpoints.sellAtCounter>,
): Promise<Output<typeof endpoints.sellAtCounter>> {
  const clerk = requireOperator(ctx)
  await lockOpenShift(ctx.db, clerk, id)
  const { operator_id } = clerk
  const sold = await counterSales.sellSeats(ctx, { ...sale, operator_id, holder: `counter:${id}` })
  return enterSale(ctx, clerk, {
    shift_id: id,
    booking_id: sold.id,
    means,
    amount_kobo: sold.total_kobo,
  })
}

/**
 * Locks a clerk's own open shift until the transaction ends, so that a concurrent closing happens either before this
 * sale or after it, and then counts it. Throws `not_found` and `shift_needed`.
 */
export async function lockOpenShift(tx: Db, clerk: OperatorPrincipal, id: string): Promise<void> {
  await lockShift(tx, id)
  const shift = await findShift(tx, clerk, id)
  if (shift === undefined) throw makeRefusal('not_found')
  if (shift.closed_at !== null) throw makeRefusal('shift_needed')
}

/** Enters what a clerk has taken for a booking in their shift. Returns the sale with its tickets. */
export async function enterSale(
  ctx: Context,
  clerk: OperatorPrincipal,
  entry: { shift_id: string; booking_id: string; means: CounterMeans; amount_kobo: number },
): Promise<CounterSale> {
  await insertShiftEntry(ctx.db, { kind: 'sale', ...entry })
  return readSale(ctx, clerk, entry)
}

/** Returns a sale with its valid tickets, and a shift of the clerk. */
export async function readSale(
  ctx: Context,
  clerk: OperatorPrincipal,
  { booking_id, shift_id }: { booking_id: string; shift_id: string },
): Promise<CounterSale> {
  return {
    ...(await readSoldTickets(ctx, booking_id)),
    shift: await readShift(ctx, clerk, shift_id),
  }
}

/** Returns the booking of a sale with its valid tickets. */
export async function readSoldTickets(
  ctx: Context,
  booking_id: string,
): Promise<Omit<CounterSale, 'shift'>> {
  const row = await readBooking(ctx.db, booking_id)
  const { booking, tickets } = await getBookingWithTickets(ctx, row)
  const valid = tickets.filter(({ status }) => status === 'valid')
  return { reference: booking.reference, booking, tickets: valid }
}

/**
 * Locks the caller's open shift, from which a sum is to be paid out, and reads what its drawer holds. Throws
 * `shift_needed`.
 */
export async function lockAndReadOpenShift(tx: Db, clerk: OperatorPrincipal): Promise<ShiftRow> {
  const open = await findOpenShift(tx, clerk)
  if (open === undefined) throw makeRefusal('shift_needed')
  await lockShift(tx, open.id)
  // Read again under the lock: a sale or a closing may have come first.
  const shift = await findOpenShift(tx, clerk)
  if (shift === undefined) throw makeRefusal('shift_needed')
  return shift
}

/** Whether the caller may see the drawers of all clerks. */
export const maySeeAllDrawers = ({ actor }: Pick<Context, 'actor'>): boolean =>
  'scopes' in actor && actor.scopes.includes('drawers')

/** Returns a shift as the contract describes it. Throws `not_found` if it is missing or the caller may not see it. */
export async function readShift(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  clerk: OperatorPrincipal,
  id: string,
): Promise<Shift> {
  const row = await findShift(db, clerk, id, { of_all: maySeeAllDrawers({ actor }) })
  if (row === undefined) throw makeRefusal('not_found')
  return toShift(row)
}

function toShift({ member_id: _, key_id: __, opened_at, closed_at, ...row }: ShiftRow): Shift {
  return {
    ...row,
    opened_at: opened_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  }
}
