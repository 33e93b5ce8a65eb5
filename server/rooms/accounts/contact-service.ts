import { codeValidityMinutes } from '#contract/accounts/rules'
import type {
  sendContactCode as SendContactCode,
  verifyContact as VerifyContact,
} from '#contract/accounts/endpoints'
import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { User } from '#contract/profile/model'
import type { Context } from '#server/context'
import { redeemContactCode, sendCode } from './codes.ts'
import { listContacts } from './contacts.ts'
import { markOwnContactVerified } from './password-service.ts'
import { type Contact, findPerson } from './person-repository.ts'
import { requireUser, getUserProfile } from './sessions.ts'
import { hashCallerNetwork, runCodeGuess } from './tries.ts'

/**
 * Sends a code to the caller's own email or phone. Throws `not_found` if they have none, `sms_not_possible`, and 429.
 */
export async function sendContactCode(ctx: Context, { kind }: Input<typeof SendContactCode>) {
  const { user_id } = requireUser(ctx)
  const contact = await ownContact(ctx, kind)
  if (contact === undefined) throw makeRefusal('not_found')
  await sendCode(ctx, 'prove', contact, { person_id: user_id, network: hashCallerNetwork(ctx) })
  return { minutes: codeValidityMinutes }
}

/**
 * Verifies the caller's email address or phone number with a code. Throws `wrong_code`, even for a right code if
 * another account has verified the contact, and 429 after too many wrong codes from one network.
 */
export async function verifyContact(
  ctx: Context,
  { kind, code }: Input<typeof VerifyContact>,
): Promise<User> {
  const { user_id } = requireUser(ctx)
  const contact = await runCodeGuess(ctx, 'prove', async () => {
    const own = await ownContact(ctx, kind)
    const isRight = own !== undefined && (await redeemContactCode(ctx, 'prove', own, user_id, code))
    return isRight ? own : undefined
  })
  if (contact === undefined) throw makeRefusal('wrong_code')
  await markOwnContactVerified(ctx.db, user_id, contact)
  return getUserProfile(ctx.db, user_id)
}

async function ownContact(ctx: Context, kind: Contact['kind']): Promise<Contact | undefined> {
  const person = await findPerson(ctx.db, requireUser(ctx).user_id)
  return person === undefined ? undefined : listContacts(person, kind)[0]
}
