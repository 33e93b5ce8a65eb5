import type { SeatAllotment } from '#contract/counter/allotments'
import type * as endpoints from '#contract/counter/endpoints'
import {
  maxAllottedSeatsOfTrip,
  maxAllottedSeats,
  unnamedTicketName,
} from '#contract/counter/rules'
import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { formatSeats } from '#contract/quantities'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import type { OperatorPrincipal } from '#server/platform/actor'
import { makeId } from '#server/platform/ids'
import { makeTicketIds } from '#server/platform/ticket-ids'
import { counterSales } from '#server/rooms/bookings'
import { requireOperator } from '#server/rooms/operators'
import { signTicket } from '#server/rooms/tickets'
import { makeTripId } from '#server/rooms/trips'
import {
  type AllotmentRow,
  countSeatsLeft,
  countSeatsOfTrip,
  findAllotment,
  findAllotmentsOfShift,
  findAllottedSeats,
  findOpenAllotments,
  findOwnAllotment,
  insertAllotment,
  lockAllotment,
  markSeatsReleased,
  markSeatsSold,
} from './allotment-repository.ts'
import { findOpenShift } from './repository.ts'
import { enterSale, lockOpenShift, maySeeAllDrawers, readSale } from './service.ts'

/**
 * Sets seats aside in the caller's open shift, and signs a ticket for each. Throws the refusals of the contract, and
 * `invalid_input`.
 */
export async function allotSeats(
  ctx: Context,
  { shift: shift_id, trip_id, seats, device, sell_until }: Input<typeof endpoints.allotSeats>,
): Promise<Output<typeof endpoints.allotSeats>> {
  const { db, config } = ctx
  const clerk = requireOperator(ctx)
  const { operator_id } = clerk
  await lockOpenShift(db, clerk, shift_id)
  if ((await countSeatsLeft(db, shift_id)) + seats.length > maxAllottedSeats)
    throw makeRefusal('too_many_set_aside')
  const id = makeId()
  const part = await counterSales.allotSeats(db, { id, trip_id, seats, operator_id })
  const earlier = await countSeatsOfTrip(db, { shift_id, trip_id: part.trip_id })
  if (earlier + seats.length > maxAllottedSeatsOfTrip) throw makeRefusal('too_many_set_aside')
  const tickets = makeTicketIds(config, seats.length)
  await insertAllotment(db, {
    ...part,
    id,
    shift_id,
    device,
    sell_until: sell_until ?? null,
    seats,
    tickets,
  })
  const row = await findAllotment(db, operator_id, id)
  if (row === undefined) throw new Error(`allotment ${id} is missing`)
  const signed = (await findAllottedSeats(db, id)).map(({ seat, ticket_id, code }) => ({
    seat,
    code,
    payload: signTicket(
      { ...row, ticket_id, seat, name: unnamedTicketName, issue: 1 },
      config.ticket_keys,
    ),
  }))
  const { operator, seat_fare_kobo, park_fee_kobo, passenger_types } = row
  return {
    ...toAllotment(row),
    operator,
    seat_fare_kobo,
    park_fee_kobo,
    passenger_types,
    tickets: signed,
  }
}

/** Returns the allotments of the caller's open shift that have seats left. */
export async function listAllotments(ctx: Context): Promise<SeatAllotment[]> {
  const shift = await findOpenShift(ctx.db, requireOperator(ctx))
  if (shift === undefined) return []
  return (await findAllotmentsOfShift(ctx.db, shift.id)).map(toAllotment)
}

/**
 * Returns the allotments of all clerks that have seats left in an open shift, and those of which a ticket was used for
 * boarding although its sale is not reported.
 */
export async function listAllAllotments(ctx: Context): Promise<SeatAllotment[]> {
  return (await findOpenAllotments(ctx.db, requireOperator(ctx).operator_id)).map(toAllotment)
}

/**
 * Enters a sale of seats that the caller has set aside, in the caller's open shift. Seats that were released are sold
 * if nobody else has them. Throws the refusals of the contract, and `invalid_input`.
 */
export async function sellAllottedSeats(
  ctx: Context,
  {
    shift: shift_id,
    id: allotment_id,
    means,
    sold_at,
    ...sale
  }: Input<typeof endpoints.sellAllottedSeats>,
): Promise<Output<typeof endpoints.sellAllottedSeats>> {
  const { db } = ctx
  const clerk = requireOperator(ctx)
  const report = { allotment_id, seats: sale.passengers.map(({ seat }) => seat), sold_at }
  const earlier = await findReportedSale(db, clerk, report)
  if (earlier !== undefined) return readSale(ctx, clerk, { booking_id: earlier, shift_id })
  await lockOpenShift(db, clerk, shift_id)
  const row = await lockOwnAllotment(db, clerk, allotment_id)
  // Another report of this sale may have been entered while this one waited for the lock.
  const same = await findReportedSale(db, clerk, report)
  if (same !== undefined) return readSale(ctx, clerk, { booking_id: same, shift_id })
  const found = await findSeatsToSell(db, report)
  const booking_id = await counterSales.sellAllottedSeats(db, row, {
    ...sale,
    operator_id: clerk.operator_id,
    holder: `counter:${shift_id}`,
    tickets: {
      kid: row.kid,
      ids: found.map(({ ticket_id }) => ticket_id),
      codes: found.map(({ code }) => code),
    },
  })
  await markSeatsSold(db, { ...report, booking_id })
  return enterSale(ctx, clerk, { shift_id, booking_id, means, amount_kobo: sale.total_kobo })
}

/**
 * Puts seats of an allotment back on sale. The allotment must be the caller's own; callers who may see all drawers can
 * use any allotment of their operator. Ignores seats that were released before. Throws `not_found`, and `seat_taken`
 * for those that are sold.
 */
export async function releaseAllottedSeats(
  ctx: Context,
  { id, seats }: Input<typeof endpoints.releaseAllottedSeats>,
): Promise<SeatAllotment> {
  const { db } = ctx
  const clerk = requireOperator(ctx)
  const row = maySeeAllDrawers(ctx)
    ? await lockAnyAllotment(db, clerk, id)
    : await lockOwnAllotment(db, clerk, id)
  const known = new Set((await findAllottedSeats(db, id)).map(({ seat }) => seat))
  if (!seats.every((seat) => known.has(seat)))
    throw makeRefusal('not_found', { detail: 'These seats were not set aside.' })
  const sold = seats.filter((seat) => row.sold.includes(seat))
  if (sold.length > 0)
    throw makeRefusal('seat_taken', { detail: `${formatSeats(sold, 'Seat')}: sold already.` })
  const left = seats.filter((seat) => row.left.includes(seat))
  await counterSales.freeAllottedSeats(db, row, left)
  await markSeatsReleased(db, id, left)
  return toAllotment({ ...row, left: row.left.filter((seat) => !left.includes(seat)) })
}

/** The report of a sale: its seats, and its time by the phone's clock. */
interface SaleReport {
  allotment_id: string
  seats: number[]
  sold_at: string
}

/**
 * Returns the booking of a sale that was reported before; undefined for a new report, and for an allotment of another
 * clerk. Compares seats and time, so it works even long after the idempotency key was deleted.
 */
async function findReportedSale(
  db: Db,
  clerk: OperatorPrincipal,
  { allotment_id, seats, sold_at }: SaleReport,
): Promise<string | undefined> {
  if ((await findOwnAllotment(db, clerk, allotment_id)) === undefined) return undefined
  const same = (await findAllottedSeats(db, allotment_id)).filter(
    (one) => seats.includes(one.seat) && one.sold_at?.getTime() === Date.parse(sold_at),
  )
  const bookings = new Set(same.map(({ booking_id }) => booking_id))
  const [booking_id] = bookings
  return same.length === seats.length && bookings.size === 1 ? (booking_id ?? undefined) : undefined
}

/** Returns the seats of a report, in its order. Throws `not_found`, and `seat_taken` for those that are sold. */
async function findSeatsToSell(db: Db, { allotment_id, seats }: SaleReport) {
  const known = new Map((await findAllottedSeats(db, allotment_id)).map((one) => [one.seat, one]))
  const found = seats.flatMap((seat) => known.get(seat) ?? [])
  if (found.length < seats.length)
    throw makeRefusal('not_found', { detail: 'You have not set these seats aside.' })
  const sold = found.filter(({ booking_id }) => booking_id !== null).map(({ seat }) => seat)
  if (sold.length > 0)
    throw makeRefusal('seat_taken', {
      detail: `${formatSeats(sold, 'Seat')}: this phone has reported a sale before.`,
    })
  return found
}

async function lockAnyAllotment(
  tx: Db,
  { operator_id }: OperatorPrincipal,
  id: string,
): Promise<AllotmentRow> {
  await lockAllotment(tx, id)
  return requireAllotment(await findAllotment(tx, operator_id, id))
}

async function lockOwnAllotment(
  tx: Db,
  clerk: OperatorPrincipal,
  id: string,
): Promise<AllotmentRow> {
  await lockAllotment(tx, id)
  return requireAllotment(await findOwnAllotment(tx, clerk, id))
}

function requireAllotment(row: AllotmentRow | undefined): AllotmentRow {
  if (row !== undefined) return row
  throw makeRefusal('not_found', { detail: 'You have set aside no seats with this id.' })
}

function toAllotment(row: AllotmentRow): SeatAllotment {
  const { id, shift, device, clerk, from, to, zone, vehicle, left, sold, boarded } = row
  return {
    id,
    shift,
    device,
    clerk,
    trip_id: makeTripId(row),
    from,
    to,
    departs_at: row.departs_at.toISOString(),
    zone,
    vehicle,
    sell_until: row.sell_until.toISOString(),
    left,
    sold,
    boarded,
  }
}
