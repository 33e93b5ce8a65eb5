import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { returnToken, takeTokens } from '#server/db/rate-bucket'
import { type JobPayloads, enqueue } from '#server/jobs/queue'
import { paidSmsRetrySeconds, sendMail, sendSms } from '#server/rooms/notifications'
import { writeTicketMail } from './mail.ts'
import { findAccountEmail } from './repository.ts'
import { readBookingWithTickets } from './service.ts'
import { writeTicketSms } from './sms.ts'

/**
 * Sends the tickets of a booking. Sends the email first: a retry repeats everything that was done before a failure, and
 * repeated SMS would cost most. Throws `ticket_not_ready` before the booking is paid.
 */
export async function sendTickets(deps: Deps, booking_id: string): Promise<void> {
  const found = await readBookingWithTickets(deps, booking_id)
  const mail = writeTicketMail(found)
  const texts = writeTicketSms(found)
  if (mail !== undefined) await sendMail(deps, mail)
  await inTransaction(deps.db, async (tx) => {
    for (const sms of texts) await enqueue(tx, 'ticket.sms', { ...sms, booking_id })
  })
}

/** Sends a ticket's SMS if the caps allow it. If the SMS has to wait, the ticket is emailed in the meantime. */
export async function sendTicketSms(
  deps: Deps,
  { booking_id, ...rest }: JobPayloads['ticket.sms'],
): Promise<void> {
  const sms = { ...rest, kind: 'paid' } as const
  const verdict = await sendSms(deps, sms)
  if (verdict === 'go') return
  await mailInstead(deps, booking_id, verdict)
  if (verdict === 'later')
    await enqueue(deps.db, 'sms.send', sms, { after_seconds: paidSmsRetrySeconds })
}

const reasons = {
  later: 'We cannot text you just now, so your tickets come by email first. The SMS follows.',
  never: 'We cannot send SMS to your phone number, so your tickets come by email.',
}

/**
 * Emails tickets that cannot be sent by SMS, once a day for a booking, and says why. The email goes to a person who
 * gave no email address for the booking but has verified one in their account. A person who gave one for the booking
 * already has the email.
 */
async function mailInstead(deps: Deps, booking_id: string, verdict: keyof typeof reasons) {
  const email = await findAccountEmail(deps.db, booking_id)
  if (email === undefined) return
  const once = { key: `ticket by mail:${booking_id}`, size: 1, perSecond: 1 / 86_400, amount: 1 }
  if (!(await takeTokens(deps.db, once))) return
  try {
    const found = await readBookingWithTickets(deps, booking_id)
    const mail = writeTicketMail(found, { to: email, why: reasons[verdict] })
    if (mail !== undefined) await sendMail(deps, mail)
  } catch (error) {
    await returnToken(deps.db, once.key)
    throw error
  }
}
