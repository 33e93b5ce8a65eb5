import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'

/**
 * Enqueues, in the caller's transaction, a message by email or, where there is no address, by SMS, which costs money.
 * `sms`: its text, unless it is the email's.
 */
export async function writeToContact(
  tx: Db,
  { email, phone }: { email: string | null; phone: string | null },
  { subject, text, sms = text }: { subject: string; text: string; sms?: string },
): Promise<void> {
  if (email !== null) await enqueue(tx, 'mail.send', { to: email, subject, text })
  else if (phone !== null) await enqueue(tx, 'sms.send', { to: phone, text: sms })
}
