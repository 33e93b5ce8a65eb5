import { computeLocalDay, formatLocalDay } from '#server/platform/local-time'
import { homeZone, product } from '#contract/product'
import type { User } from '#contract/profile/model'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'

interface AccountMessage {
  subject: string
  text: string
}

/**
 * Enqueues, in the caller's transaction, an email or SMS to a verified email address or phone number that was just
 * removed from an account.
 */
export async function notifyOfContactRemoval(
  tx: Db,
  { public_url }: Config,
  before: User,
  after: User,
): Promise<void> {
  const words = {
    subject: `Your ${product.name} account has a new address`,
    text: `This address was removed from your ${product.name} account. If that was not you, write to ${product.email} or call ${product.phone.national} at once. ${public_url}/support`,
  }
  await send(tx, words, {
    email: before.email === after.email ? null : provedEmail(before),
    phone: before.phone === after.phone ? null : provedPhone(before),
  })
}

/**
 * Enqueues, in the caller's transaction, messages to the verified email address and phone number of a person, with the
 * day on which their account will be erased.
 */
export async function notifyOfErasure(
  tx: Db,
  { public_url }: Config,
  user: User,
  erase_at: Date,
): Promise<void> {
  const day = formatLocalDay(computeLocalDay(erase_at, homeZone))
  const words = {
    subject: `Your ${product.name} account will be erased`,
    text: `Your ${product.name} account will be erased on ${day}, as you asked. If you want to keep it, log in before that day: ${public_url}/login`,
  }
  await send(tx, words, { email: provedEmail(user), phone: provedPhone(user) })
}

const provedEmail = (user: User) => (user.email_verified ? user.email : null)
const provedPhone = (user: User) => (user.phone_verified ? user.phone : null)

async function send(
  tx: Db,
  { subject, text }: AccountMessage,
  to: { email: string | null; phone: string | null },
): Promise<void> {
  if (to.email !== null) await enqueue(tx, 'mail.send', { to: to.email, subject, text })
  if (to.phone !== null) await enqueue(tx, 'sms.send', { to: to.phone, text })
}
