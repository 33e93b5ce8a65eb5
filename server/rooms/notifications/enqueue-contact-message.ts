import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'

/**
 * Enqueues, in the caller's transaction, an email or, without an email address, an SMS. Email comes first because an
 * SMS costs money. Does nothing without an address and a number. `sms`: the text of the SMS, by default the email's.
 */
export async function enqueueContactMessage(
  tx: Db,
  { email, phone }: { email: string | null; phone: string | null },
  { subject, text, sms = text }: { subject: string; text: string; sms?: string },
): Promise<void> {
  if (email !== null) await enqueue(tx, 'mail.send', { to: email, subject, text })
  else if (phone !== null) await enqueue(tx, 'sms.send', { to: phone, text: sms })
}
