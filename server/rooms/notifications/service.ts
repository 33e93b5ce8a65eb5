import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { returnToken, takeTokens } from '#server/db/rate-bucket'
import { ticketMail, ticketSms } from '#server/rooms/tickets'
import { type JobHandlers, type JobPayloads, enqueue } from '#server/jobs/queue'
import { sendMail, sendSms } from './outlets.ts'
import { pushParcelNews, tellParcel, textReceiver } from './parcel-news.ts'
import { pushPersonNews } from './person-news.ts'
import { refundWords } from './refund-words.ts'
import { remindTravellers } from './reminders.ts'
import { findAccountEmail, findRefundNotice } from './repository.ts'
import { pushTripNews } from './trip-news.ts'

/** Enqueues, in the caller's transaction, jobs that tell the person that their money is on its way back. */
export async function announceRefund(tx: Db, refund_id: string): Promise<void> {
  const notice = await findRefundNotice(tx, refund_id)
  if (notice === undefined) return
  const { subject, text } = refundWords(notice)
  if (notice.email !== null) await enqueue(tx, 'mail.send', { to: notice.email, subject, text })
  if (notice.phone !== null) await enqueue(tx, 'sms.send', { to: notice.phone, text })
}

/** Enqueues, in the caller's transaction, the tickets' emails and SMS. */
export async function announceTicket(tx: Db, booking_id: string): Promise<void> {
  await enqueue(tx, 'ticket.send', { booking_id })
}

/** Jobs that send tickets, emails, SMS and pushes. */
export function notificationJobs(deps: Deps): JobHandlers {
  return {
    'ticket.send': ({ booking_id }) => sendTicket(deps, booking_id),
    'mail.send': (mail) => sendMail(deps, mail),
    'sms.send': (sms) => text(deps, sms),
    'push.send': (push) =>
      'person_id' in push
        ? pushPersonNews(deps, push)
        : 'parcel_id' in push
          ? pushParcelNews(deps, push)
          : pushTripNews(deps, push),
    'trip.remind': () => remindTravellers(deps),
    'parcel.tell': (told) => tellParcel(deps, told),
    'parcel.text': (told) => textReceiver(deps, told),
  }
}

/** The mail leaves before the SMS are promised: of what is tried again, an SMS costs most. */
async function sendTicket(deps: Deps, booking_id: string): Promise<void> {
  const mail = await ticketMail(deps, booking_id)
  const texts = await ticketSms(deps, booking_id)
  if (mail !== undefined) await sendMail(deps, mail)
  await inTransaction(deps.db, async (tx) => {
    for (const sms of texts) await enqueue(tx, 'sms.send', { ...sms, kind: 'paid', booking_id })
  })
}

/** Seconds until a ticket that found the caps reached is tried again. */
const ticketWaits = 600

/**
 * Sends an SMS as far as the caps let it. A code that may not leave is forgotten: it would come too late.
 * News are tried again for two hours. A ticket waits as long as it takes.
 */
async function text(deps: Deps, sms: JobPayloads['sms.send']): Promise<void> {
  const became = await sendSms(deps, sms)
  if (became === 'go' || sms.kind === 'code' || sms.kind === 'own_code') return
  if (sms.kind !== 'paid') {
    if (became === 'later') throw new Error('no more SMS leave for now')
    return
  }
  const { booking_id, ...rest } = sms
  if (booking_id !== undefined) await mailInstead(deps, booking_id, became)
  if (became === 'later') await enqueue(deps.db, 'sms.send', rest, { after_seconds: ticketWaits })
}

const insteadWords = {
  later: 'We cannot text you just now, so your tickets come by email first. The SMS follows.',
  never: 'We cannot send SMS to your phone number, so your tickets come by email.',
}

/**
 * Mails tickets that cannot be texted, once a booking and day, and says why, to the person who named no address at
 * the booking but has proved one at their account. Who named one has had the mail before the SMS was tried.
 */
async function mailInstead(deps: Deps, booking_id: string, became: keyof typeof insteadWords) {
  const email = await findAccountEmail(deps.db, booking_id)
  if (email === undefined) return
  const once = { key: `ticket by mail:${booking_id}`, size: 1, perSecond: 1 / 86_400, amount: 1 }
  if (!(await takeTokens(deps.db, once))) return
  try {
    const mail = await ticketMail(deps, booking_id, { to: email, why: insteadWords[became] })
    if (mail !== undefined) await sendMail(deps, mail)
  } catch (error) {
    await returnToken(deps.db, once.key)
    throw error
  }
}
