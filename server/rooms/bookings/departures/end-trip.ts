import { isPaid, isUnpaid } from '#contract/bookings/rules'
import { type Db, inTransaction } from '#server/db/client'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import { lockBookingById, listTravellingSeats } from '#server/rooms/bookings/record'
import { notifyOfTripCancellation, notifyOfSeatRelease } from '#server/rooms/bookings/news'
import { requestRefund } from '#server/rooms/payments'
import { computeFullRefund, cancelSeats } from '#server/rooms/bookings/changes'
import {
  endUnpaidBooking,
  waiveFeeOfOtherDirection,
  findOpenBookingIds,
} from './trip-repository.ts'

/**
 * Ends the bookings of a cancelled trip. Holds end, the price of travelling seats is refunded in full to its source,
 * and the other direction of a return trip may be cancelled free. Each booking is one transaction, and a failure does
 * not stop the others. A repeat does only the remaining work.
 */
export async function endTripBookings(db: Db, tripId: string): Promise<void> {
  const ids = await findOpenBookingIds(db, tripId)
  await runEachDespiteFailures(ids, (id) => inTransaction(db, (tx) => endBooking(tx, id, tripId)))
}

async function endBooking(tx: Db, id: string, tripId: string): Promise<void> {
  const row = await lockBookingById(tx, id)
  if (row.trip_id !== tripId) return
  if (isUnpaid(row)) {
    await endUnpaidBooking(tx, id)
    return notifyOfSeatRelease(tx, id)
  }
  if (!isPaid(row)) return
  const seats = listTravellingSeats(row)
  const refund_kobo = computeFullRefund(row)
  await cancelSeats(tx, id, seats, 'operator_cancelled', refund_kobo)
  await requestRefund(tx, {
    payable_id: id,
    amount_kobo: refund_kobo,
    reason: 'operator_cancelled',
    destination: 'source',
    effect: `trip_cancel:${tripId}:${id}`,
    seats,
  })
  await waiveFeeOfOtherDirection(tx, id)
  await notifyOfTripCancellation(tx, id)
}
