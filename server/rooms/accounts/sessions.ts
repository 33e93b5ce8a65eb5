import { createHmac, randomBytes } from 'node:crypto'
import type { Session } from '#contract/accounts/model'
import { accessTokenMinutes } from '#contract/accounts/rules'
import { makeRefusal } from '#contract/errors'
import type { User } from '#contract/profile/model'
import { sha256 } from '#server/platform/sha256'
import type { Actor, Context, Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { hashPublicNetwork } from '#server/platform/limits'
import { listSecretConfigs } from '#server/platform/secrets'
import { makeAccessTokenVerifier, deriveSecret, signAccessToken } from './access-token.ts'
import { makeDeviceName } from './device-name.ts'
import * as logins from './login-repository.ts'
import { type Person, findPerson, isCurrentPasswordHash } from './person-repository.ts'
import { hashDeviceId } from './tries.ts'

/** A session with its refresh token for the cookie. */
export interface SessionAnswer {
  data: Session
  refresh: { token: string; max_age_seconds: number }
}

/** Seconds in which a used refresh token still renews its session, for another tab or after a lost answer. */
const graceSeconds = 30

/**
 * Logs a person in on the caller's device; the browser's previous login ends. `password_hash` is the hash that was
 * matched; throws `wrong_credentials` if another password was set in the meantime.
 */
export async function openSession(
  ctx: Context,
  person_id: string,
  password_hash?: string | null,
): Promise<SessionAnswer> {
  const token = randomBytes(32).toString('base64url')
  const device = makeDeviceName(ctx.agent)
  const login_id = await inTransaction(ctx.db, async (tx) => {
    if (password_hash && !(await isCurrentPasswordHash(tx, person_id, password_hash)))
      throw makeRefusal('wrong_credentials')
    await endLoginByToken(tx, ctx.refresh_token)
    const login = { person_id, device, ...originOf(ctx), sha256: sha256(token) }
    return logins.insertLogin(tx, login)
  })
  return sessionOf(ctx, { person_id, login_id }, token)
}

/** Returns the caller's device and network as keyed hashes. */
const originOf = (ctx: Context) => ({
  device_key: hashDeviceId(ctx),
  network: hashPublicNetwork(ctx),
})

/** Finds the browser's previous login, active or not, by its refresh cookie. */
export async function findPreviousLogin(ctx: Context) {
  const token = ctx.refresh_token
  return token === undefined ? undefined : logins.findLoginOfRefreshToken(ctx.db, sha256(token))
}

/** Does nothing if the token is unknown. */
export async function endLoginByToken(db: Db, token: string | undefined): Promise<void> {
  const login =
    token === undefined ? undefined : await logins.findLoginOfRefreshToken(db, sha256(token))
  if (login !== undefined) await logins.endLogin(db, login.login_id, login.person_id)
}

/**
 * Replaces a refresh token and returns the new session. A token that was replaced more than 30 seconds ago is treated
 * as stolen: its login ends. Throws `not_signed_in`.
 */
export async function renewSession(ctx: Context, token: string): Promise<SessionAnswer> {
  const successorsOf = (one: string) =>
    listSecretConfigs(ctx.config).map((config) =>
      createHmac('sha256', deriveSecret(config, 'refresh token')).update(one).digest('base64url'),
    )
  /**
   * Derives a token's successor. Uses the secret of a successor that is already stored, otherwise the current secret.
   */
  const successorOf = async (tx: Db, one: string): Promise<string> => {
    const all = successorsOf(one)
    const given = await logins.findRefreshTokenIndex(tx, all.map(sha256))
    return all[Math.max(0, given)] ?? ''
  }
  let successor = ''
  const bearer = await inTransaction(ctx.db, async (tx) => {
    const found = await logins.lockRefreshToken(tx, sha256(token), graceSeconds)
    if (found === undefined || !found.is_alive) return undefined
    const { login_id, person_id, is_used, is_in_grace } = found
    if (is_used && !is_in_grace) {
      await logins.endLogin(tx, login_id, person_id)
      ctx.log.warn({ login_id }, 'a refresh token was used twice; its login was ended')
      return undefined
    }
    successor = await successorOf(tx, token)
    if (!is_used)
      await logins.replaceRefreshToken(
        tx,
        sha256(token),
        sha256(successor),
        login_id,
        originOf(ctx),
      )
    // A late answer must not store a used token in the browser, since its next use would end the login.
    while (await logins.isRefreshTokenUsed(tx, sha256(successor)))
      successor = await successorOf(tx, successor)
    return { login_id, person_id }
  })
  if (bearer === undefined) throw makeRefusal('not_signed_in')
  return sessionOf(ctx, bearer, successor)
}

/** Returns the ids of the caller and of their login. Throws `not_signed_in` if the caller is not a user. */
export function requireUser({ actor }: Context): { user_id: string; login_id: string } {
  if (actor.kind !== 'user') throw makeRefusal('not_signed_in')
  return actor
}

/** Makes a function that returns the user of a bearer token; undefined if it is not valid or its login has ended. */
export function makeUserAuthenticator({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): (
  token: string,
) => Promise<Extract<Actor, { kind: 'user' }> | undefined> {
  const read = makeAccessTokenVerifier(config)
  return async (token) => {
    const bearer = await read(token)
    if (bearer === undefined) return undefined
    const { person_id, login_id } = bearer
    const isAlive = await logins.isLoginActive(db, login_id, person_id)
    return isAlive ? { kind: 'user', user_id: person_id, login_id } : undefined
  }
}

/** Returns a person in the form of the contract. Throws `not_signed_in` if they no longer exist. */
export async function getUserProfile(db: Db, user_id: string): Promise<User> {
  const person = await findPerson(db, user_id)
  if (person === undefined) throw makeRefusal('not_signed_in')
  return userOf(person)
}

async function sessionOf(
  ctx: Context,
  bearer: { person_id: string; login_id: string },
  refresh: string,
): Promise<SessionAnswer> {
  const user = await getUserProfile(ctx.db, bearer.person_id)
  const token = await signAccessToken(ctx.config, bearer)
  const max_age_seconds = await logins.findLoginSecondsLeft(ctx.db, bearer.login_id)
  return {
    data: { token, expires_in: `${accessTokenMinutes} minutes`, user },
    refresh: { token: refresh, max_age_seconds },
  }
}

function userOf(person: Person): User {
  const { kin_name, kin_phone, kin_relationship } = person
  const hasKin = kin_name !== null && kin_phone !== null && kin_relationship !== null
  return {
    id: person.id,
    full_name: person.full_name,
    email: person.email,
    email_verified: person.email_verified_at !== null,
    phone: person.phone,
    phone_verified: person.phone_verified_at !== null,
    has_password: person.password_hash !== null,
    has_google: person.google_sub !== null,
    language: person.language,
    data_saver: person.data_saver,
    notifications: person.notifications,
    default_kin: hasKin
      ? { full_name: kin_name, phone: kin_phone, relationship: kin_relationship }
      : null,
    referral_code: person.referral_code,
    erase_at: person.erase_at?.toISOString() ?? null,
    created_at: person.created_at.toISOString(),
  }
}
