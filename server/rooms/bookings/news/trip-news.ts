import { isPaid } from '#contract/bookings/rules'
import type { TripPushPayload } from '#contract/notifications/model'
import type { Deps } from '#server/context'
import type { Db } from '#server/db/client'
import { toBooking, readBooking } from '#server/rooms/bookings/record'
import { pushToPhone, pushToPhones, enqueueContactMessage } from '#server/rooms/notifications'
import { makeId } from '#server/platform/ids'
import { enqueue, type JobPayloads } from '#server/jobs/queue'
import {
  findNewsContact,
  findContactOfUnpaidBooking,
  findTravellingBookingIds,
  hasTripLeft,
} from './contact-repository.ts'
import { writeTripMessages, writeTripPush, writeUnpaidMessage } from './trip-messages.ts'

type Kind = TripPushPayload['kind']
type LetterKind = Exclude<Kind, 'cancelled'>

/** The shortest delay, in minutes, about which travellers without push get an SMS. */
const smsDelayMinutes = 30

/** How long after departure people are still notified of a change, ms. */
const lateNews_ms = 3_600_000

/**
 * Enqueues, in the caller's transaction, jobs that notify all travellers of a departure: by push; by email if they
 * have no push; and by SMS for a delay of at least half an hour. Returns the number of bookings.
 */
export async function notifyOfTripNews(
  tx: Db,
  public_url: string,
  trip_id: string,
  kind: LetterKind,
): Promise<number> {
  const bookings = await findTravellingBookingIds(tx, trip_id)
  for (const id of bookings) await notifyBookingOfTripNews(tx, public_url, id, kind)
  return bookings.length
}

/**
 * Enqueues, in the caller's transaction, jobs that notify the travellers of one booking of their trip, as
 * `notifyOfTripNews` does for all. A reminder is sent by SMS to people with neither push nor email.
 */
export async function notifyBookingOfTripNews(
  tx: Db,
  public_url: string,
  booking_id: string,
  kind: LetterKind,
): Promise<void> {
  const phones = await notifyBooking(tx, booking_id, kind)
  if (phones === 0) await write(tx, public_url, booking_id, kind)
}

/**
 * Enqueues, in the caller's transaction, push messages to the travellers of a booking whose trip is cancelled, or has
 * another vehicle without seats for them. Details follow in the email about the refund.
 */
export async function notifyOfTripCancellation(tx: Db, booking_id: string): Promise<void> {
  await notifyBooking(tx, booking_id, 'cancelled')
}

/**
 * Enqueues jobs that notify people with unpaid seats that their trip is cancelled, or no longer has these seats. The
 * email or SMS goes to the contact, otherwise to the verified email address or phone number of the account.
 */
export async function notifyOfSeatRelease(tx: Db, booking_id: string): Promise<void> {
  const contact = await findContactOfUnpaidBooking(tx, booking_id)
  const booking = await toBooking(tx, await readBooking(tx, booking_id))
  const { subject, text } = writeUnpaidMessage(booking)
  await enqueueContactMessage(tx, contact, { subject, text, sms: text })
}

const notifyBooking = (tx: Db, booking_id: string, kind: Kind) =>
  pushToPhones(tx, { booking_id, news_id: makeId() }, (phone, options) =>
    enqueue(tx, 'trip.push', { ...phone, booking_id, kind }, options),
  )

/** Sends the trip's current state to one phone by push. */
export async function pushTripNews(deps: Deps, push: JobPayloads['trip.push']): Promise<void> {
  const { db, config } = deps
  const { booking_id, kind } = push
  await pushToPhone(
    deps,
    push,
    async () => {
      const row = await readBooking(db, booking_id)
      const booking = await toBooking(db, row)
      if (isPaid(row) === (kind === 'cancelled')) return undefined
      const left_at = row.boards_at.getTime() + (booking.delay_minutes ?? 0) * 60_000
      const now = row.server_time.getTime()
      const leaves = (await hasTripLeft(db, row.trip_id)) ? left_at : Math.max(left_at, now)
      const lasts = Math.ceil((leaves + lateNews_ms - now) / 1000)
      return { news: writeTripPush(kind, booking), lasts }
    },
    async (tx) => {
      if (kind !== 'cancelled') await write(tx, config.public_url, booking_id, kind)
    },
  )
}

async function write(
  tx: Db,
  public_url: string,
  booking_id: string,
  kind: LetterKind,
): Promise<void> {
  const { phone, email } = await findNewsContact(tx, booking_id)
  const booking = await toBooking(tx, await readBooking(tx, booking_id))
  const { subject, text, sms } = writeTripMessages(kind, booking, public_url)
  if (email !== null) await enqueue(tx, 'mail.send', { to: email, subject, text })
  const isLate = kind === 'delayed' && (booking.delay_minutes ?? 0) >= smsDelayMinutes
  const isOnlyWay = kind === 'reminder' && email === null
  if (phone !== null && (isLate || isOnlyWay))
    await enqueue(tx, 'sms.send', { to: phone, text: sms })
}
