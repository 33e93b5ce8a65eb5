import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { returnToken, takeTokens } from '#server/db/rate-bucket'
import { type JobPayloads, enqueue } from '#server/jobs/queue'
import { paidSmsWaits, sendMail, sendSms } from '#server/rooms/notifications'
import { writeTicketMail } from './mail.ts'
import { findAccountEmail } from './repository.ts'
import { writeTicketSms } from './sms.ts'

/** The email first: of what is retried, SMS cost most. */
export async function sendTickets(deps: Deps, booking_id: string): Promise<void> {
  const mail = await writeTicketMail(deps, booking_id)
  const texts = await writeTicketSms(deps, booking_id)
  if (mail !== undefined) await sendMail(deps, mail)
  await inTransaction(deps.db, async (tx) => {
    for (const sms of texts) await enqueue(tx, 'ticket.sms', { ...sms, booking_id })
  })
}

/** Sends a ticket's SMS as far as the caps let it; one that has to wait is mailed meanwhile. */
export async function sendTicketSms(
  deps: Deps,
  { booking_id, ...rest }: JobPayloads['ticket.sms'],
): Promise<void> {
  const sms = { ...rest, kind: 'paid' } as const
  const verdict = await sendSms(deps, sms)
  if (verdict === 'go') return
  await mailInstead(deps, booking_id, verdict)
  if (verdict === 'later') await enqueue(deps.db, 'sms.send', sms, { after_seconds: paidSmsWaits })
}

const reasons = {
  later: 'We cannot text you just now, so your tickets come by email first. The SMS follows.',
  never: 'We cannot send SMS to your phone number, so your tickets come by email.',
}

/**
 * Mails tickets that cannot be texted, once a booking and day, and says why, to the person who named no address at
 * the booking but has verified one at their account. Who named one has had the mail before the SMS was tried.
 */
async function mailInstead(deps: Deps, booking_id: string, verdict: keyof typeof reasons) {
  const email = await findAccountEmail(deps.db, booking_id)
  if (email === undefined) return
  const once = { key: `ticket by mail:${booking_id}`, size: 1, perSecond: 1 / 86_400, amount: 1 }
  if (!(await takeTokens(deps.db, once))) return
  try {
    const mail = await writeTicketMail(deps, booking_id, { to: email, why: reasons[verdict] })
    if (mail !== undefined) await sendMail(deps, mail)
  } catch (error) {
    await returnToken(deps.db, once.key)
    throw error
  }
}
