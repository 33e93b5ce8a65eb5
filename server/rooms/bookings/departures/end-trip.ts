import { isUnpaid } from '#contract/bookings/unpaid'
import { type Db, inTransaction } from '#server/db/client'
import { eachAlone } from '#server/jobs/each-alone'
import { lockById, travellingSeats } from '#server/rooms/bookings/record'
import { announceCancelled, announceUnpaid } from '#server/rooms/bookings/news'
import { requestRefund } from '#server/rooms/payments'
import { wholePrice, cancelSeats } from '#server/rooms/bookings/changes'
import { dropUnpaid, freeOtherWay, idsOfTrip } from './trip-repository.ts'

/**
 * Ends what a trip that its operator does not run still has: holds end, and everything paid for seats still travelled
 * on goes back to its source; the other way of a return trip may then be cancelled free. Each booking is a transaction
 * of its own, and one that cannot be ended keeps no other from it. A repeat does only what is left, so it may be cut
 * off and run again.
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
