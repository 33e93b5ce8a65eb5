import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import { enqueue, type JobPayloads } from '#server/jobs/queue'
import { findPickupPin } from '#server/platform/pickup-pin'
import {
  paidSmsRetrySeconds,
  pushToPhone,
  pushToPhones,
  sendSms,
} from '#server/rooms/notifications'
import { findParcelNotice, type ParcelNoticeKind, type ParcelNotice } from './notice-repository.ts'
import { writeParcelPush, writeReceiverSms, writeSenderMessages } from './parcel-messages.ts'

const problems: readonly ParcelNoticeKind[] = [
  'not_handed_in',
  'on_hold',
  'damaged',
  'lost',
  'return_in_transit',
]
const untold: readonly ParcelNoticeKind[] = ['pending_payment', 'in_transit']
/** The seconds for which a push message about a parcel is worth delivering to a phone that is off. */
const lasts = 7 * 86_400

const ways: Record<'push' | 'mail' | 'sms' | 'receiver', (kind: ParcelNoticeKind) => boolean> = {
  push: (kind) => kind !== 'paid',
  mail: (kind) =>
    [
      ...problems,
      'paid',
      'loaded',
      'ready_for_pickup',
      'delivered',
      'cancelled',
      'claim_answered',
    ].includes(kind),
  sms: (kind) => kind === 'ready_for_pickup' || problems.includes(kind),
  receiver: (kind) =>
    ['received', 'loaded', 'ready_for_pickup', 'out_for_delivery', 'delivered'].includes(kind),
}

/**
 * Whether the sender must get the PIN by SMS: the parcel is returning to them, and they have no account that displays
 * the PIN.
 */
const needsSenderPin = ({ has_account }: ParcelNotice, kind: ParcelNoticeKind) =>
  kind === 'return_in_transit' && !has_account

/**
 * Enqueues, in the caller's transaction, a job that notifies sender and receiver of the new state of a parcel. The job
 * sends nothing if a later scan has changed the state before it runs.
 */
export async function notifyOfParcel(
  tx: Db,
  parcel_id: string,
  kind: ParcelNoticeKind,
): Promise<void> {
  if (untold.includes(kind)) return
  await enqueue(tx, 'parcel.tell', { parcel_id, kind, news_id: makeId() })
}

/** Enqueues each email, SMS and push message. A repeat does not enqueue them again. */
export async function sendParcelNotifications(
  { db, config }: Deps,
  { parcel_id, kind, news_id }: JobPayloads['parcel.tell'],
): Promise<void> {
  const parcel = await findNews(db, parcel_id, kind)
  if (parcel === undefined) return
  await inTransaction(db, async (tx) => {
    const about = { parcel_id, kind, news_id }
    const phones = ways.push(kind)
      ? await pushToPhones(tx, about, (phone, options) =>
          enqueue(tx, 'parcel.push', { ...phone, parcel_id, kind }, options),
        )
      : 0
    if (parcel.email !== null && ways.mail(kind)) {
      const { subject, text } = writeSenderMessages(kind, parcel, config.public_url)
      const mail = { to: parcel.email, subject, text }
      await enqueue(tx, 'mail.send', mail, { once: `${news_id} mail` })
    }
    if (phones === 0) await textSender(tx, parcel, about, config.public_url)
    if (ways.receiver(kind) || needsSenderPin(parcel, kind))
      await enqueue(tx, 'parcel.text', { parcel_id, kind }, { once: `${news_id} receiver` })
  })
}

/** Pushes the parcel's current state to one phone of the sender. */
export async function pushParcelNews(deps: Deps, push: JobPayloads['parcel.push']): Promise<void> {
  const { parcel_id, kind } = push
  const parcel = await findNews(deps.db, parcel_id, kind)
  if (parcel === undefined) return
  await pushToPhone(
    deps,
    push,
    async () => ({ news: writeParcelPush(kind, parcel), lasts }),
    (tx) => textSender(tx, parcel, push, deps.config.public_url),
  )
}

/** Sends the person who collects the parcel an SMS, with the current PIN if they need it. */
export async function sendReceiverSms(
  deps: Deps,
  { parcel_id, kind }: JobPayloads['parcel.text'],
): Promise<void> {
  const { config, db } = deps
  const parcel = await findNews(db, parcel_id, kind)
  if (parcel === undefined) return
  const to = needsSenderPin(parcel, kind) ? parcel.phone : parcel.receiver_phone
  if (to === null) return
  const pin = findPickupPin(config, { ...parcel, id: parcel_id }, parcel.pin_issue)
  const text = writeReceiverSms(kind, parcel, config.public_url, pin)
  if (text === null) return
  const became = await sendSms(deps, { to, text, kind: 'paid' })
  // Like every paid SMS, it is tried until it leaves: the retries of a failed job end. Jobs do not contain the PIN, so
  // the next one writes the text again.
  if (became === 'later')
    await enqueue(db, 'parcel.text', { parcel_id, kind }, { after_seconds: paidSmsRetrySeconds })
}

/** Sends an SMS to a sender without push and email, if they must act. */
async function textSender(
  tx: Db,
  parcel: ParcelNotice,
  { kind, news_id }: { kind: ParcelNoticeKind; news_id: string },
  public_url: string,
): Promise<void> {
  if (parcel.phone === null || parcel.email !== null || !ways.sms(kind)) return
  if (needsSenderPin(parcel, kind)) return
  const { sms } = writeSenderMessages(kind, parcel, public_url)
  await enqueue(tx, 'sms.send', { to: parcel.phone, text: sms }, { once: `${news_id} sms` })
}

/**
 * Returns the parcel if the notification must still be sent. Returns undefined if a later scan has made it out of date,
 * if a parcel that was not handed in no longer waits for that, and for a parcel that its sender cancelled, since the
 * sender already knows.
 */
async function findNews(db: Db, parcel_id: string, kind: ParcelNoticeKind) {
  const parcel = await findParcelNotice(db, parcel_id, kind)
  if (parcel === undefined || parcel.has_moved_on) return undefined
  if (kind === 'not_handed_in' && parcel.state !== 'paid') return undefined
  return kind === 'cancelled' && !parcel.ran_out ? undefined : parcel
}
