import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import type * as endpoints from '#contract/bookings/endpoints'
import type { Context } from '#server/context'
import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { listTravellingSeats } from '#server/rooms/bookings/record'
import { requireOperator } from '#server/rooms/operators'
import { parseTripId } from '#server/rooms/trips'
import { findPaidBookings } from './booked-repository.ts'
import { computeFullRefund } from '#server/rooms/bookings/changes'
import {
  countAffectedByCancellation,
  type DepartureRow,
  findDeparture,
  saveTripNote,
} from './departure-repository.ts'
import { markTripCancelled as endSales } from './trip-repository.ts'

type Preview = Output<typeof endpoints.previewTripCancellation>

/**
 * Finds an operator's own departure by its wire id. Throws `not_found` for those of others, and for one that has left.
 */
export async function findOwnDeparture(
  ctx: Context,
  wire: string,
  how: { lock?: boolean } = {},
): Promise<DepartureRow> {
  const { trip_id } = parseTripId(wire)
  const departure = await findDeparture(ctx.db, trip_id, requireOperator(ctx).operator_id, how)
  if (departure !== undefined) return departure
  throw makeRefusal('not_found', {
    detail: 'This departure has left, or you have none with this id.',
  })
}

/** Previews cancelling one of the caller's departures. Throws `not_found`. */
export async function previewTripCancellation(
  ctx: Context,
  { id }: Input<typeof endpoints.previewTripCancellation>,
): Promise<Preview> {
  return previewOf(ctx.db, await findOwnDeparture(ctx, id))
}

/**
 * Cancels a departure of the operator. It is no longer sold, and a job ends its bookings one by one, notifies people
 * and refunds them. Throws `not_found`, and `price_changed` if `refund_kobo` differs from the current sum.
 */
export async function cancelTrip(
  ctx: Context,
  { id, refund_kobo, note }: Input<typeof endpoints.cancelTrip>,
): Promise<Preview> {
  const departure = await findOwnDeparture(ctx, id, { lock: true })
  const preview = await previewOf(ctx.db, departure)
  if (refund_kobo !== undefined && refund_kobo !== preview.refund_kobo) {
    const detail = `Cancelling now refunds ${formatNaira(preview.refund_kobo)}. Look at it again before you continue.`
    throw makeRefusal('price_changed', { detail })
  }
  if (note !== undefined) await saveTripNote(ctx.db, departure.id, note)
  await endSales(ctx.db, departure.id)
  await enqueue(ctx.db, 'trip.end', { trip_id: departure.id })
  return { ...preview, status: 'cancelled' }
}

async function previewOf(db: Db, { id, departs_at, status }: DepartureRow): Promise<Preview> {
  const paid = await findPaidBookings(db, id)
  return {
    trip_id: id,
    departs_at: departs_at.toISOString(),
    status: status === 'cancelled' ? 'cancelled' : 'open',
    bookings: paid.length,
    travellers: paid.reduce((sum, row) => sum + listTravellingSeats(row).length, 0),
    refund_kobo: paid.reduce((sum, row) => sum + computeFullRefund(row), 0),
    ...(await countAffectedByCancellation(db, id)),
  }
}
