import { createHash } from 'node:crypto'
import type { TripNews } from '#contract/notices'
import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { bookingOf, bookingRow } from '#server/features/bookings'
import { newId } from '#server/ids'
import { enqueue, type JobPayloads } from '#server/jobs/queue'
import { sendPush } from './push-outlet.ts'
import {
  countUntold,
  deleteSubscription,
  findContact,
  findListeners,
  findTravelling,
  findUntold,
  lockListeners,
  noteSent,
} from './push-repository.ts'
import { lettersOf, pushOf } from './trip-words.ts'

type Kind = TripNews['kind']
type LetterKind = Exclude<Kind, 'cancelled'>

/** From so many minutes on a delay is worth an SMS to who has no phone with pushes. */
const smsDelayMinutes = 30

/** After the bus has left, news of its leaving help for so long, ms. */
const lateNews_ms = 3_600_000

/**
 * Promises, in the caller's transaction, to tell all who travel on a departure: their phones, and who
 * has none by mail, from a delay of half an hour on by SMS, too. Answers how many bookings that are.
 */
export async function announceTripNews(
  tx: Db,
  public_url: string,
  trip_id: string,
  kind: LetterKind,
): Promise<number> {
  const bookings = await findTravelling(tx, trip_id)
  for (const id of bookings) {
    const phones = await announceTo(tx, id, kind)
    if (phones === 0) await write(tx, public_url, id, kind)
  }
  return bookings.length
}

/** The same for a booking whose operator does not run its trip; the letter about its money tells the rest. */
export async function announceCancelled(tx: Db, booking_id: string): Promise<void> {
  await announceTo(tx, booking_id, 'cancelled')
}

async function announceTo(tx: Db, booking_id: string, kind: Kind): Promise<number> {
  const news_id = newId()
  const phones = await findListeners(tx, booking_id)
  for (const subscription_id of phones)
    await enqueue(tx, 'push.send', { subscription_id, booking_id, news_id, kind })
  return phones.length
}

/**
 * Tells one phone how the trip of its booking stands now, at most once for each `news_id` as far as a
 * push service can be asked; the notification's tag folds the rest. A phone that is gone is forgotten,
 * and when it was the booking's last, the person is written to instead.
 */
export async function pushTripNews(deps: Deps, push: JobPayloads['push.send']): Promise<void> {
  const { db, config } = deps
  const { subscription_id, booking_id, news_id, kind } = push
  const phone = await findUntold(db, push)
  if (phone === undefined) return
  const row = await bookingRow(db, booking_id)
  const booking = await bookingOf(db, row)
  const isOver = row.status !== 'confirmed' && row.status !== 'travelled'
  if (isOver !== (kind === 'cancelled')) return
  const leaves = row.boards_at.getTime() + (booking.delay_minutes ?? 0) * 60_000
  const lasts = Math.ceil((leaves + lateNews_ms - row.server_time.getTime()) / 1000)
  if (lasts <= 0) return
  const became = await sendPush(deps, phone, pushOf(kind, booking), {
    lasts: Math.min(lasts, 28 * 86_400),
    topic: topicOf(booking.reference),
  })
  if (became === 'sent') return noteSent(db, subscription_id, news_id)
  await inTransaction(db, async (tx) => {
    await lockListeners(tx, booking_id)
    if (became === 'gone') await deleteSubscription(tx, { id: subscription_id })
    else await noteSent(tx, subscription_id, news_id)
    // A service that refuses one phone of hers may refuse them all: rather told twice than never.
    const others =
      became === 'gone'
        ? (await findListeners(tx, booking_id)).length
        : await countUntold(tx, booking_id, news_id)
    if (others === 0 && kind !== 'cancelled') await write(tx, config.public_url, booking_id, kind)
  })
}

/** A push service reads its topic, so it is no reference. 32 characters are allowed. */
const topicOf = (reference: string) =>
  createHash('sha256').update(reference).digest('base64url').slice(0, 32)

async function write(
  tx: Db,
  public_url: string,
  booking_id: string,
  kind: LetterKind,
): Promise<void> {
  const { phone, email } = await findContact(tx, booking_id)
  const booking = await bookingOf(tx, await bookingRow(tx, booking_id))
  const { subject, text, sms } = lettersOf(kind, booking, public_url)
  if (email !== null) await enqueue(tx, 'mail.send', { to: email, subject, text })
  const isLate = kind === 'delayed' && (booking.delay_minutes ?? 0) >= smsDelayMinutes
  if (phone !== null && isLate) await enqueue(tx, 'sms.send', { to: phone, text: sms })
}
