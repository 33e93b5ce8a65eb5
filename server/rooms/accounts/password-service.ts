import type {
  changePassword as ChangePassword,
  forgotPassword as ForgotPassword,
  resetPassword as ResetPassword,
} from '#contract/accounts/endpoints'
import { codeValidityMinutes } from '#contract/accounts/rules'
import type { Input } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import { type Db, inTransaction, isUniqueViolation } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { findNetwork } from '#server/platform/limits'
import { redeemContactCode } from './codes.ts'
import { parseContact } from './contacts.ts'
import { endLogins, isKnownDevice } from './login-repository.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import * as personRepository from './person-repository.ts'
import { confirmIdentity } from './service.ts'
import { type SessionAnswer, requireUser, openSession } from './sessions.ts'
import { findResetCodeClient, hashCallerNetwork, runCodeGuess } from './tries.ts'

/**
 * Enqueues a job that sends a code if an account has this email address or phone number. The answer is the same in any
 * case.
 */
export async function forgotPassword(ctx: Context, { login }: Input<typeof ForgotPassword>) {
  await enqueue(ctx.db, 'account.forgot', {
    login,
    network: hashCallerNetwork(ctx),
    asked_by: findResetCodeClient(ctx).name,
  })
  return { minutes: codeValidityMinutes }
}

/**
 * Sets a new password with a code. This verifies the contact, ends every login, and logs in. Throws `wrong_code` for
 * any code but the open one, and for an unknown contact, and 429 after too many wrong codes from one network.
 */
export async function resetPassword(
  ctx: Context,
  { login, code, password }: Input<typeof ResetPassword>,
): Promise<SessionAnswer> {
  const contact = parseContact(login)
  refuseWeakPassword(password, [contact.address])
  const person = await personRepository.findPersonForPasswordReset(ctx.db, contact)
  const client = findResetCodeClient(ctx)
  const tryCode = async (stays_open: boolean) => {
    const isRight =
      person !== undefined &&
      (await redeemContactCode(ctx, 'reset', contact, person.id, code, { ...client, stays_open }))
    return isRight ? person : undefined
  }
  // Strangers in its network must not lock out a device that was logged in to the account.
  const isKnown = person !== undefined && (await isKnownDevice(ctx.db, person.id, client.name))
  const tryFirst = () => tryCode(true)
  const owner = await (isKnown ? tryFirst() : runCodeGuess(ctx, 'reset', tryFirst))
  if (owner === undefined) throw makeRefusal('wrong_code')
  // Only a right code is worth a hash. It is used up once the hash exists, since the queue may refuse to make one; of
  // two calls with the same code, only one uses it up.
  const hash = await hashPassword(password, findNetwork(ctx.ip))
  if ((await tryCode(false)) === undefined) throw makeRefusal('wrong_code')
  await inTransaction(ctx.db, async (tx) => {
    await markOwnContactVerified(tx, owner.id, contact)
    await personRepository.setPasswordHash(tx, owner.id, hash)
    await endLogins(tx, owner.id)
  })
  return openSession(ctx, owner.id)
}

/**
 * Sets a new password after the old one, or a recent login, has proved the person's identity. Ends every other login.
 * Throws `wrong_password`, which may also mean that another password was set in the meantime; `login_too_old`; and
 * `invalid_input` for a weak password.
 */
export async function changePassword(
  ctx: Context,
  { current_password, password }: Input<typeof ChangePassword>,
) {
  const { user_id, login_id } = requireUser(ctx)
  const person = await personRepository.findPerson(ctx.db, user_id)
  const before = person?.password_hash ?? null
  refuseWeakPassword(password, [person?.full_name, person?.email, person?.phone])
  await confirmIdentity(ctx, current_password)
  const hash = await hashPassword(password, user_id)
  const ended = await inTransaction(ctx.db, async (tx) => {
    // Otherwise a thief who knows the old password could undo the new one that its owner sets at the same time.
    const isCurrent = await personRepository.replacePasswordHash(tx, user_id, before, hash)
    if (!isCurrent) throw makeRefusal('wrong_password')
    return endLogins(tx, user_id, login_id)
  })
  return { ended }
}

/**
 * Marks a contact of a person as verified. Throws `wrong_code` if the contact is no longer theirs, or if another
 * account has verified it. The caller must have checked a code for the contact, so that strangers cannot find out which
 * contacts have accounts.
 */
export async function markOwnContactVerified(
  db: Db,
  person_id: string,
  contact: personRepository.Contact,
): Promise<void> {
  try {
    if (await personRepository.markContactVerified(db, person_id, contact)) return
  } catch (error) {
    if (!isUniqueViolation(error, `person_${contact.kind}_proved`)) throw error
    const what = contact.kind === 'email' ? 'email address' : 'phone number'
    throw makeRefusal('wrong_code', {
      detail: `Another account of yours has this ${what} already. Log in to that account, or set a new password for it.`,
    })
  }
  throw makeRefusal('wrong_code')
}
