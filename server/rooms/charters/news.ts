import { naira } from '#contract/money'
import { homeZone, product } from '#contract/product'
import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { formatPhone } from '#server/platform/format-phone'
import { localTime } from '#server/platform/local-time'
import { ascii } from '#server/platform/transliterate'
import {
  type CharterNotice,
  findAskedNotice,
  findCharterNotice,
  findRequestNotice,
} from './news-repository.ts'
import { mailsServing } from './request-repository.ts'

/** Notifications for a charter's customer. */
export type CharterNews =
  | 'paid'
  | 'reminder'
  | 'lapsed'
  | 'driver'
  | 'moved'
  | 'ended'
  | 'operator_cancelled'

const when = (instant: Date) => {
  const { date, time } = localTime(instant, homeZone)
  return `${date}, ${time}`
}

const words: Record<CharterNews, (it: CharterNotice) => { subject: string; text: string }> = {
  paid: (it) => ({
    subject: `${it.vehicle} is yours on ${localTime(it.starts_at, homeZone).date}`,
    text: `${it.vehicle} of ${it.operator} comes on ${when(it.starts_at)}. ${
      it.due_kobo > 0 && it.pay_until !== null
        ? `Pay the balance of ${naira(it.due_kobo)} by ${when(it.pay_until)}.`
        : 'It is fully paid. The driver will ask for your start code.'
    }`,
  }),
  reminder: (it) => ({
    subject: `${naira(it.due_kobo)} is due for ${it.vehicle}`,
    text: `Pay the balance of ${naira(it.due_kobo)} by ${it.pay_until === null ? 'then' : when(it.pay_until)}. Without it the charter ends and the deposit is kept.`,
  }),
  lapsed: (it) => ({
    subject: `${it.vehicle} was released`,
    text: `The balance of your charter was not paid in time, so it was cancelled under its terms.`,
  }),
  driver: (it) => ({
    subject: it.driver_name === null ? 'Your driver' : `${it.driver_name} is your driver`,
    text: `${it.driver_name ?? ''}, ${it.driver_phone === null ? '' : formatPhone(it.driver_phone)}, plate ${it.driver_plate ?? ''}, ${when(it.starts_at)}. Give the start code only when you see the vehicle.`,
  }),
  moved: (it) => ({
    subject: `${it.vehicle} comes at a new time`,
    text: `${it.vehicle} of ${it.operator} now comes on ${when(it.starts_at)}.`,
  }),
  ended: (it) => ({
    subject: `How was ${it.vehicle}?`,
    text: `Your charter with ${it.operator} is over. Review it to help other travellers.`,
  }),
  operator_cancelled: (it) => ({
    subject: `${it.operator} cannot come`,
    text: `${it.operator} cannot provide your charter of ${when(it.starts_at)}${it.failure === null ? '' : `: ${it.failure}`}. We refund everything you paid.`,
  }),
}

/**
 * Enqueues, in the caller's transaction, a notification for a charter's customer: by email, or by SMS without an
 * address.
 */
export async function announceCharter(tx: Db, id: string, kind: CharterNews): Promise<void> {
  const notice = await findCharterNotice(tx, { id })
  if (notice === undefined) return
  const { subject, text } = words[kind](notice)
  await tell(tx, notice, subject, `${text} Charter ${notice.reference}.`)
}

/** The same after an instalment was paid. */
export const announcePaid = (tx: Db, instalment_id: string) =>
  announceCharter(tx, instalment_id, 'paid')

/** Notifies a request's customer of an offer. */
export async function announceOffer(tx: Db, request_id: string): Promise<void> {
  const notice = await findRequestNotice(tx, request_id)
  if (notice === undefined) return
  const { offers, reference } = notice
  const subject = offers === 1 ? 'An offer for your charter' : `${offers} offers for your charter`
  await tell(tx, notice, subject, `${subject}: compare price and terms. Request ${reference}.`)
}

/** Requests of one person per day of which operators are notified; they see the others in their list. */
const mostToldADay = 5

/** Notifies operators with a fitting vehicle of a request. */
export async function announceRequest(tx: Db, request_id: string): Promise<void> {
  const { reference, city, starts_at, travellers, today } = await findAskedNotice(tx, request_id)
  if (today > mostToldADay) return
  const subject = `A vehicle is wanted in ${city}, ${localTime(starts_at, homeZone).date}`
  const text = `Somebody asks for a vehicle for ${travellers} from ${city} on ${when(starts_at)}. Offer one of yours through your API key: POST operator/charter-requests/${reference}/offers. The first offers are read first. Request ${reference}.`
  for (const to of await mailsServing(tx, request_id))
    await enqueue(tx, 'mail.send', { to, subject, text })
}

async function tell(
  tx: Db,
  { email, phone }: { email: string | null; phone: string | null },
  subject: string,
  text: string,
): Promise<void> {
  if (email !== null) await enqueue(tx, 'mail.send', { to: email, subject, text })
  else if (phone !== null)
    await enqueue(tx, 'sms.send', { to: phone, text: ascii(`${product.name}: ${text}`) })
}
