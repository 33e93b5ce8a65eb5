import { isUnpaid } from '#contract/bookings/rules'
import { type Db, inTransaction } from '#server/db/client'
import { eachAlone } from '#server/jobs/each-alone'
import { lockById, travellingSeats } from '#server/rooms/bookings/record'
import { announceCancelled, announceUnpaid } from '#server/rooms/bookings/news'
import { requestRefund } from '#server/rooms/payments'
import { wholePrice, cancelSeats } from '#server/rooms/bookings/changes'
import { dropUnpaid, freeOtherWay, idsOfTrip } from './trip-repository.ts'

/**
 * Ends the bookings of a cancelled trip: holds end, everything paid for travelling seats is refunded to its source,
 * and the other direction of a return trip may be cancelled free. Each booking is a transaction; a failure does not
 * stop the others. A repeat does only what is left.
 */
export async function endTrip(db: Db, tripId: string): Promise<void> {
  const ids = await idsOfTrip(db, tripId)
  await eachAlone(ids, (id) => inTransaction(db, (tx) => endForOperator(tx, id, tripId)))
}

async function endForOperator(tx: Db, id: string, tripId: string): Promise<void> {
  const row = await lockById(tx, id)
  if (row.trip_id !== tripId) return
  if (isUnpaid(row)) {
    await dropUnpaid(tx, id)
    return announceUnpaid(tx, id)
  }
  if (row.status !== 'confirmed' && row.status !== 'travelled') return
  const seats = travellingSeats(row)
  const refund_kobo = wholePrice(row)
  await cancelSeats(tx, id, seats, 'operator_cancelled', refund_kobo)
  await requestRefund(tx, {
    payable_id: id,
    amount_kobo: refund_kobo,
    reason: 'operator_cancelled',
    destination: 'source',
    effect: `trip_cancel:${tripId}:${id}`,
    seats,
  })
  await freeOtherWay(tx, id)
  await announceCancelled(tx, id)
}
