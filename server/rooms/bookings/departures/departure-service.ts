import type { Input, Output } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import { naira } from '#contract/money'
import type * as endpoints from '#contract/bookings/endpoints'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { travellingSeats } from '#server/rooms/bookings/record'
import { callingOperator } from '#server/rooms/operators'
import { tripPartOf } from '#server/rooms/trips'
import { paidBookings } from './booked-repository.ts'
import { wholePrice } from '#server/rooms/bookings/changes'
import { countBeside, type DepartureRow, findDeparture, noteOf } from './departure-repository.ts'
import { cancelTrip as endSales } from './trip-repository.ts'

type Preview = Output<typeof endpoints.previewTripCancellation>

/** An operator's own departure by its wire id. Throws `not_found` for others', and for one that has left. */
export async function ownDeparture(
  ctx: Context,
  wire: string,
  how: { lock?: boolean } = {},
): Promise<DepartureRow> {
  const { trip_id } = tripPartOf(wire)
  const departure = await findDeparture(ctx.db, trip_id, callingOperator(ctx).operator_id, how)
  if (departure !== undefined) return departure
  throw refuse('not_found', { detail: 'You have no upcoming departure with this id.' })
}

/** Previews cancelling one of the caller's departures. Throws `not_found`. */
export async function previewTripCancellation(
  ctx: Context,
  { id }: Input<typeof endpoints.previewTripCancellation>,
): Promise<Preview> {
  return previewOf(ctx.db, await ownDeparture(ctx, id))
}

/**
 * Cancels a departure of the operator: nothing of it is sold any more, and a job ends its bookings one by one,
 * notifies people and refunds them. Throws `not_found`, and `price_changed` if `refund_kobo` differs from the sum
 * now.
 */
export async function cancelTrip(
  ctx: Context,
  { id, refund_kobo, note }: Input<typeof endpoints.cancelTrip>,
): Promise<Preview> {
  const departure = await ownDeparture(ctx, id, { lock: true })
  const preview = await previewOf(ctx.db, departure)
  if (refund_kobo !== undefined && refund_kobo !== preview.refund_kobo) {
    const detail = `Cancelling now refunds ${naira(preview.refund_kobo)}. Look at it again before you continue.`
    throw refuse('price_changed', { detail })
  }
  if (note !== undefined) await noteOf(ctx.db, departure.id, note)
  await endSales(ctx.db, departure.id)
  await enqueue(ctx.db, 'trip.end', { trip_id: departure.id })
  return { ...preview, status: 'cancelled' }
}

async function previewOf(db: Db, { id, departs_at, status }: DepartureRow): Promise<Preview> {
  const paid = await paidBookings(db, id)
  return {
    trip_id: id,
    departs_at: departs_at.toISOString(),
    status: status === 'cancelled' ? 'cancelled' : 'open',
    bookings: paid.length,
    travellers: paid.reduce((sum, row) => sum + travellingSeats(row).length, 0),
    refund_kobo: paid.reduce((sum, row) => sum + wholePrice(row), 0),
    ...(await countBeside(db, id)),
  }
}
