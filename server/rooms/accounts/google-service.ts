import type {
  logInWithGoogle as LogInWithGoogle,
  logInWithGoogleToken as LogInWithGoogleToken,
} from '#contract/accounts/endpoints'
import type { Input } from '#contract/endpoint'
import { email, personName } from '#contract/shapes'
import type { Context } from '#server/context'
import { inTransaction, isUniqueViolation } from '#server/db/client'
import { type GooglePerson, exchangeGoogleCode, findGoogleTokenOwner } from './google.ts'
import * as personRepository from './person-repository.ts'
import { findReferrerByCode } from './service.ts'
import { type SessionAnswer, openSession } from './sessions.ts'
import { countSignUp, findDeviceId } from './tries.ts'

/** Returns what Google's sign-in button needs on a page. */
export function getGoogleClient({ config: { google } }: Context) {
  const { client_id, script_url, offers_implicit } = google
  return { client_id, script: script_url, offers_implicit }
}

/**
 * Logs in with Google, and creates an account if there is none. Throws `google_refused` and `google_unavailable`,
 * `invalid_input` for an unknown referral code, and 429 after too many new accounts.
 */
export async function logInWithGoogle(
  ctx: Context,
  { referral_code, ...input }: Input<typeof LogInWithGoogle>,
): Promise<SessionAnswer> {
  const referred_by = await findReferrerByCode(ctx, referral_code)
  const person = await exchangeGoogleCode(ctx, input)
  return openSession(ctx, await accountOf(ctx, person, referred_by))
}

/** Logs in with a token of the implicit flow. Throws as `logInWithGoogle` does. */
export async function logInWithGoogleToken(
  ctx: Context,
  { access_token, referral_code }: Input<typeof LogInWithGoogleToken>,
): Promise<SessionAnswer> {
  const referred_by = await findReferrerByCode(ctx, referral_code)
  const person = await findGoogleTokenOwner(ctx, access_token)
  return openSession(ctx, await accountOf(ctx, person, referred_by))
}

/**
 * Finds the account with Google's `sub`. Otherwise finds the account that has verified the email address, if Google has
 * verified it too. Otherwise creates an account. An account that has not verified the email address is never used: a
 * stranger may have created it, and would then share the account.
 */
async function accountOf(
  ctx: Context,
  person: GooglePerson,
  referred_by: string | undefined,
): Promise<string> {
  const { sub: google_sub, email_is_verified: email_is_proved } = person
  const address = person.email !== undefined && email.safeParse(person.email).data
  const find = async () => {
    const known = await personRepository.findPersonByGoogleId(ctx.db, google_sub)
    if (known !== undefined || !address || !email_is_proved) return known?.id
    const owner = await personRepository.findContactOwner(ctx.db, { kind: 'email', address })
    if (owner?.google_sub === null)
      await personRepository.saveGoogleId(ctx.db, owner.id, google_sub)
    return owner?.google_sub === null ? owner.id : undefined
  }
  const found = await find()
  if (found !== undefined) return found
  await countSignUp(ctx)
  const full_name = personName.safeParse(person.full_name).data ?? 'Traveller'
  const isFree =
    address &&
    (await personRepository.findContactOwner(ctx.db, { kind: 'email', address })) === undefined
  const device_id = findDeviceId(ctx)
  const made = { full_name, google_sub, referred_by, device_id }
  try {
    return await inTransaction(ctx.db, (tx) =>
      personRepository.insertPerson(tx, {
        ...made,
        ...(address && { email: address, email_is_proved: email_is_proved && isFree === true }),
      }),
    )
  } catch (error) {
    // Another tab created the account at the same time.
    const other = isUniqueViolation(error) ? await find() : undefined
    if (other === undefined) throw error
    return other
  }
}
