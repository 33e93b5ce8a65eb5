import type { Deps } from '#server/context'
import type { Db } from '#server/db/client'
import { inTransaction } from '#server/db/client'
import { ticketMail } from '#server/features/tickets'
import { type JobHandlers, enqueue } from '#server/jobs/queue'
import { sendMail, sendSms } from './outlets.ts'
import { refundWords } from './refund-words.ts'
import { type Contact, findContact, findRefundNotice } from './repository.ts'

interface Words {
  subject: string
  text: string
  html?: string
  /** Shorter words for the SMS; without them it says the mail's. */
  sms?: string
}

/** Promises, in the caller's transaction, to tell the person that her money is on its way back. */
export async function announceRefund(tx: Db, refund_id: string): Promise<void> {
  const notice = await findRefundNotice(tx, refund_id)
  if (notice !== undefined) await tell(tx, notice, refundWords(notice))
}

/** Promises, in the caller's transaction, to send the person her tickets. */
export async function announceTicket(tx: Db, booking_id: string): Promise<void> {
  await enqueue(tx, 'ticket.send', { booking_id })
}

/** Who sends tickets, mails and SMS. */
export function noticeJobs(deps: Deps): JobHandlers {
  return {
    'ticket.send': ({ booking_id }) => sendTicket(deps, booking_id),
    'mail.send': (mail) => sendMail(deps, mail),
    'sms.send': (sms) => sendSms(deps, sms),
  }
}

async function sendTicket({ db, config }: Deps, booking_id: string): Promise<void> {
  const contact = await findContact(db, booking_id)
  if (contact === undefined) return
  const words = await ticketMail({ db, config }, booking_id)
  await inTransaction(db, (tx) => tell(tx, contact, words))
}

async function tell(
  tx: Db,
  { email, phone }: Contact,
  { subject, text, html, sms }: Words,
): Promise<void> {
  if (email !== null)
    await enqueue(tx, 'mail.send', {
      to: email,
      subject,
      text,
      ...(html !== undefined && { html }),
    })
  if (phone !== null) await enqueue(tx, 'sms.send', { to: phone, text: sms ?? text })
}
