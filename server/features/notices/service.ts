import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { ticketMail, ticketSms } from '#server/features/tickets'
import { type JobHandlers, enqueue } from '#server/jobs/queue'
import { sendMail, sendSms } from './outlets.ts'
import { pushParcelNews, tellParcel, textReceiver } from './parcel-news.ts'
import { refundWords } from './refund-words.ts'
import { findRefundNotice } from './repository.ts'
import { pushTripNews } from './trip-news.ts'

/** Promises, in the caller's transaction, to tell the person that her money is on its way back. */
export async function announceRefund(tx: Db, refund_id: string): Promise<void> {
  const notice = await findRefundNotice(tx, refund_id)
  if (notice === undefined) return
  const { subject, text } = refundWords(notice)
  if (notice.email !== null) await enqueue(tx, 'mail.send', { to: notice.email, subject, text })
  if (notice.phone !== null) await enqueue(tx, 'sms.send', { to: notice.phone, text })
}

/** Promises, in the caller's transaction, to send the person her tickets. */
export async function announceTicket(tx: Db, booking_id: string): Promise<void> {
  await enqueue(tx, 'ticket.send', { booking_id })
}

/** Who sends tickets, mails, SMS and pushes. */
export function noticeJobs(deps: Deps): JobHandlers {
  return {
    'ticket.send': ({ booking_id }) => sendTicket(deps, booking_id),
    'mail.send': (mail) => sendMail(deps, mail),
    'sms.send': (sms) => sendSms(deps, sms),
    'push.send': (push) =>
      'parcel_id' in push ? pushParcelNews(deps, push) : pushTripNews(deps, push),
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
    for (const sms of texts) await enqueue(tx, 'sms.send', sms)
  })
}
