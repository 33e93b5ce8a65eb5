import type { logIn as LogIn, signUp as SignUp } from '#contract/accounts/endpoints'
import type { Input } from '#contract/endpoint'
import { Refusal, makeRefusal } from '#contract/errors'
import type { Context } from '#server/context'
import { inTransaction } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { findNetwork } from '#server/platform/limits'
import { parseContact, requireContact } from './contacts.ts'
import { endLogin, findLoginAge } from './login-repository.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { hashPassword, isOutdatedHash, matchesPassword, findMatchingHash } from './passwords.ts'
import * as personRepository from './person-repository.ts'
import {
  type SessionAnswer,
  requireUser,
  endLoginByToken,
  findPreviousLogin,
  openSession,
  renewSession,
} from './sessions.ts'
import {
  runPasswordGuess,
  runKnownDeviceGuess,
  countSignUp,
  findDeviceId,
  hashCallerNetwork,
} from './tries.ts'

/** Minutes after a login in which it counts as proof, for accounts without a password. */
const freshMinutes = 5

/**
 * Creates an account and logs in. The answer and its duration do not show whether the email address or phone number is
 * already known: the account is created with both unverified, and a job writes to them.
 */
export async function signUp(ctx: Context, input: Input<typeof SignUp>): Promise<SessionAnswer> {
  const { full_name, password, referral_code, phone } = input
  requireContact(input)
  const email = input.email?.toLowerCase()
  refuseWeakPassword(password, [full_name, email, phone])
  await countSignUp(ctx)
  const referred_by = await findReferrerByCode(ctx, referral_code)
  const password_hash = await hashPassword(password, findNetwork(ctx.ip))
  const device_id = findDeviceId(ctx)
  const person = { full_name, email, phone, password_hash, referred_by, device_id }
  const person_id = await inTransaction(ctx.db, async (tx) => {
    const id = await personRepository.insertPerson(tx, person)
    await enqueue(tx, 'account.welcome', { person_id: id, network: hashCallerNetwork(ctx) })
    return id
  })
  return openSession(ctx, person_id)
}

/**
 * Logs in to the account that has verified the email address or phone number, or to the newest or oldest account that
 * contains it unverified. So a person who signs up with somebody else's contact can neither learn that it is known nor
 * lock out earlier accounts. A wrong password is compared with three hashes, even if there are fewer accounts, so that
 * the time reveals nothing.
 */
export async function logIn(
  ctx: Context,
  { login, password }: Input<typeof LogIn>,
): Promise<SessionAnswer> {
  const contact = parseContact(login)
  const owner = await personRepository.findContactOwner(ctx.db, contact)
  const [newest, first] = await personRepository.findUnverifiedAccounts(ctx.db, contact)
  const accounts = [owner, newest, first]
  const before = await findPreviousLogin(ctx)
  const known = accounts.find((account) => account?.id === before?.person_id && before)
  const fits = await (known && before
    ? runKnownDeviceGuess(ctx, before.login_id, () => fitting(password, [known], known.id))
    : undefined)
  const person = fits ?? (await asStranger(ctx, contact.address, password, accounts, known))
  if (person === undefined) throw makeRefusal('wrong_credentials')
  const { id, password_hash } = person
  const session = await openSession(ctx, id, password_hash)
  if (password_hash !== null && isOutdatedHash(password_hash))
    await personRepository.replacePasswordHash(
      ctx.db,
      id,
      password_hash,
      await hashPassword(password, id),
    )
  return session
}

/** Returns the account with this password. Compares even without an account, so that the duration reveals nothing. */
async function fitting(
  password: string,
  accounts: readonly (personRepository.Person | undefined)[],
  lane: string,
): Promise<personRepository.Person | undefined> {
  const hashes = accounts.map((account) => account?.password_hash ?? null)
  return accounts[await findMatchingHash(password, hashes, lane)]
}

/**
 * Tries a password under the limits of strangers. The account that knows this device (`known`) has already been
 * compared, so two others make three comparisons in all. If strangers have used up the tries, a known device gets the
 * same answer as for a wrong password.
 */
async function asStranger(
  ctx: Context,
  address: string,
  password: string,
  accounts: readonly (personRepository.Person | undefined)[],
  known: personRepository.Person | undefined,
): Promise<personRepository.Person | undefined> {
  const lane = findNetwork(ctx.ip)
  if (known === undefined)
    return runPasswordGuess(ctx, address, () => fitting(password, accounts, lane))
  const [one, other] = accounts.filter((account) => account && account.id !== known.id)
  try {
    return await runPasswordGuess(ctx, address, () => fitting(password, [one, other], lane))
  } catch (error) {
    if (isTooMany(error)) return undefined
    throw error
  }
}

const isTooMany = (error: unknown) => error instanceof Refusal && error.code === 'too_many_requests'

/** Renews the session of the refresh cookie. Throws `not_signed_in`. */
export async function refreshSession(ctx: Context): Promise<SessionAnswer> {
  if (ctx.refresh_token === undefined) throw makeRefusal('not_signed_in')
  return renewSession(ctx, ctx.refresh_token)
}

/** Ends the logins of the cookie and of the bearer token, and clears the cookie. */
export async function logOut(ctx: Context) {
  await endLoginByToken(ctx.db, ctx.refresh_token)
  if (ctx.actor.kind === 'user') await endLogin(ctx.db, ctx.actor.login_id, ctx.actor.user_id)
  return { data: {}, refresh: null }
}

/**
 * Confirms the caller's identity before an action that cannot be undone: by password or, without one, by a login in
 * the last five minutes. Throws `wrong_password`, `login_too_old`, and 429 after ten wrong passwords. Must not be
 * called inside a transaction.
 */
export async function confirmIdentity(ctx: Context, password: string | undefined): Promise<void> {
  const { user_id, login_id } = requireUser(ctx)
  const hash = (await personRepository.findPerson(ctx.db, user_id))?.password_hash ?? null
  if (hash === null) {
    if ((await findLoginAge(ctx.db, login_id)) > freshMinutes) throw makeRefusal('login_too_old')
    return
  }
  const isMe = await runPasswordGuess(ctx, user_id, async () =>
    (await matchesPassword(password ?? '', hash, user_id)) ? true : undefined,
  )
  if (isMe === undefined) throw makeRefusal('wrong_password')
}

/**
 * Returns the id of the person whose referral code a new person gives; undefined without a code. Throws `invalid_input`
 * for an unknown code.
 */
export async function findReferrerByCode(
  ctx: Context,
  referral_code: string | undefined,
): Promise<string | undefined> {
  if (referral_code === undefined) return undefined
  const person_id = await personRepository.findPersonIdByReferralCode(
    ctx.db,
    referral_code.toUpperCase(),
  )
  if (person_id !== undefined) return person_id
  const referral = 'This referral code does not exist. Check it, or leave it out.'
  throw makeRefusal('invalid_input', { fields: { referral_code: referral } })
}
