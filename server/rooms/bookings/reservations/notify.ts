import { formatNaira } from '#contract/money'
import { product } from '#contract/product'
import type { Booking } from '#contract/bookings/model'
import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import { formatLocalTime } from '#server/platform/local-time'
import { findContactOfUnpaidBooking } from '#server/rooms/bookings/news'
import { readBooking, toBooking } from '#server/rooms/bookings/record'
import { enqueueContactMessage } from '#server/rooms/notifications'
import {
  closeReservation,
  findEndedReservationIds,
  findReservationIdsToRemind,
  markReservationReminded,
} from './repository.ts'

type Kind = 'made' | 'ending' | 'unpaid'

/** The maximum number of reservations in one run; the next run continues. */
const batch = 500

/**
 * Reminds people of reservations that end soon, and writes to those who did not pay in time. Each message is sent once.
 * A failure does not stop the others and is thrown at the end.
 */
export async function notifyOfDueReservations({ db }: Pick<Deps, 'db'>): Promise<void> {
  await runEachDespiteFailures(await findReservationIdsToRemind(db, batch), (id) =>
    inTransaction(db, async (tx) => {
      if (await markReservationReminded(tx, id)) await notifyOfReservation(tx, id, 'ending')
    }),
  )
  await runEachDespiteFailures(await findEndedReservationIds(db, batch), (id) =>
    inTransaction(db, async (tx) => {
      if (await closeReservation(tx, id)) await notifyOfReservation(tx, id, 'unpaid')
    }),
  )
}

/** Enqueues, in the caller's transaction, a message about a reservation to its contact or account. */
export async function notifyOfReservation(tx: Db, id: string, kind: Kind): Promise<void> {
  const booking = await toBooking(tx, await readBooking(tx, id))
  await enqueueContactMessage(
    tx,
    await findContactOfUnpaidBooking(tx, id),
    writeMessage(kind, booking),
  )
}

function writeMessage(kind: Kind, booking: Booking): { subject: string; text: string } {
  const { trip, reference, fare, from_park, hold_expires_at } = booking
  const road = `${trip.from.city.name} to ${trip.to.city.name}`
  const leaves = formatLocalTime(trip.departs_at, trip.zone)
  if (kind === 'unpaid')
    return {
      subject: `${road}: your reservation is over`,
      text: `${product.name}: Your reservation ${reference}, ${road} on ${leaves.date}, ${leaves.time}, was not paid in time. The seats are free for others now. If you have paid, we refund it automatically.`,
    }
  const until = formatLocalTime(hold_expires_at ?? '', trip.zone)
  const again = kind === 'ending' ? 'Your reservation ends soon. ' : ''
  return {
    subject: `${road}: pay before ${until.time}`,
    text: `${product.name}: ${again}Pay ${formatNaira(fare.total_kobo)} at ${from_park.name} before ${until.time} on ${until.date}, or the seats are free for others. Your code is ${reference}. ${road}, ${leaves.date}, ${leaves.time}.`,
  }
}
