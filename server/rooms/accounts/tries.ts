import { createHmac } from 'node:crypto'
import type { Context, Deps } from '#server/context'
import { type RoomLimit, findNetwork, countTry } from '#server/platform/limits'
import { deriveSecret } from './access-token.ts'
import type { Contact } from './person-repository.ts'

const hour = 3600

/**
 * Limits of wrong passwords: for one account from one network, for one account from everywhere, and for all accounts
 * from one network. In Nigeria thousands of phones share an IP address, so only failures count.
 */
const guesses = {
  here: { name: 'login', size: 10, perSecond: 10 / hour },
  anywhere: { name: 'login account', size: 100, perSecond: 100 / hour },
  network: { name: 'login network', size: 600, perSecond: 600 / hour },
}

const codeGuessRate = {
  size: 60,
  perSecond: 60 / hour,
  detail: 'Too many wrong codes were entered from your network. Try again in a minute.',
}

/**
 * The limits of wrong codes for any accounts from one network. A code has six digits: 1,500 guesses a day at as many
 * codes find one in two years. Passwords are reset without a login, so they have a limit of their own: strangers in a
 * network must not keep those who are logged in from proving a contact.
 */
const codeGuesses = {
  prove: { name: 'contact code miss', ...codeGuessRate },
  reset: { name: 'reset code miss', ...codeGuessRate },
} satisfies Record<string, RoomLimit>

/** The limit of new accounts from one network. */
const signUps: RoomLimit = { name: 'signup', size: 600, perSecond: 600 / hour }

/**
 * Limits of codes to one contact, since an SMS costs money. Anybody may request a code, so there is a limit for the
 * strangers of one network, and one for all strangers together. A device that was logged in to the account has a
 * separate limit.
 */
const codeLimits = {
  soon: { name: 'code here', size: 3, perSecond: 3 / 600 },
  here: { name: 'code here daily', size: 5, perSecond: 5 / (24 * hour) },
  anywhere: { name: 'code daily', size: 10, perSecond: 10 / (24 * hour) },
  deviceSoon: { name: 'code device', size: 3, perSecond: 3 / 600 },
  device: { name: 'code device daily', size: 5, perSecond: 5 / (24 * hour) },
} as const satisfies Record<string, RoomLimit>

/** The limits of SMS codes to any numbers, for one account and for one network. */
const smsOfAccount: RoomLimit = {
  name: 'sms code account',
  size: 5,
  perSecond: 10 / (24 * hour),
  detail:
    'We have texted you many codes. Use the newest one, verify your email address instead, or try again tomorrow.',
}
const smsOfNetwork: RoomLimit = {
  name: 'sms code network',
  size: 200,
  perSecond: 1000 / (24 * hour),
  detail:
    'Too many codes were requested from your network. Try again in a few minutes, or use your email address.',
}
/** The limit for known devices, which is separate from that of strangers in their network. */
const smsOfKnown: RoomLimit = { ...smsOfNetwork, name: 'sms code network known' }

/**
 * Runs `check` as one guess at the password of `who` (a login as typed, or a person's id) and returns its result. Only
 * a result of undefined counts. Throws 429 after too many guesses, even for unknown accounts.
 */
export async function runPasswordGuess<T>(
  ctx: Context,
  who: string,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const account = keyOf(ctx, who)
  const here = findNetwork(ctx.ip)
  return countAgainstAll(
    ctx,
    [
      [guesses.here, `${account}:${here}`],
      [guesses.anywhere, account],
      [guesses.network, here],
    ],
    check,
  )
}

/**
 * Runs `check` as one guess at a code that was sent to an email address or phone number, and returns its result. Only a
 * result of undefined counts. Throws 429 after too many guesses from the caller's network, even for unknown accounts.
 */
export async function runCodeGuess<T>(
  ctx: Context,
  purpose: keyof typeof codeGuesses,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return countAgainstAll(ctx, [[codeGuesses[purpose], findNetwork(ctx.ip)]], check)
}

/** Counts a new account from the caller's network, or throws 429. */
export async function countSignUp(ctx: Context): Promise<void> {
  await countTry(ctx, signUps, findNetwork(ctx.ip))
}

/** The requester of a code: the account it is for, and the network as a keyed hash. */
export interface CodeRequester {
  person_id: string
  network: string | undefined
  /** The keyed id of a device that was logged in to this account before. */
  known_device?: string | undefined
}

/** Returns a caller's network as a keyed hash, which jobs may store. */
export const hashCallerNetwork = (ctx: Context): string => keyOf(ctx, findNetwork(ctx.ip))

/** The phone or browser that requests or tries a code for a new password. */
export interface ResetCodeClient {
  /** The phone's id as a keyed hash, or else its network. Strangers do not know the id. */
  name: string
  network: string
}

/** Returns the caller's device, or else network, as codes store it. */
export function findResetCodeClient(ctx: Context): ResetCodeClient {
  const here = hashCallerNetwork(ctx)
  return { name: hashDeviceId(ctx) ?? here, network: here }
}

/** Returns the caller's device id as a keyed hash, which tables may store; undefined if the device sent no id. */
export function hashDeviceId(ctx: Context): string | undefined {
  const device_id = findDeviceId(ctx)
  return device_id === undefined ? undefined : keyOf(ctx, `device ${device_id}`)
}

/** Returns the phone's id, if it sent one. */
export function findDeviceId({ actor }: Pick<Context, 'actor'>): string | undefined {
  return actor.kind === 'guest' || actor.kind === 'user' ? actor.device_id : undefined
}

/**
 * The limit of wrong passwords from a device that was logged in to the account before. Other guesses do not count
 * here.
 */
const ofKnownDevice: RoomLimit = { name: 'login device', size: 10, perSecond: 10 / hour }

/** Runs a guess like `runPasswordGuess`, but for a known device, counted by the id of its login. */
export async function runKnownDeviceGuess<T>(
  ctx: Context,
  login_id: string,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return countAgainstAll(ctx, [[ofKnownDevice, keyOf(ctx, login_id)]], check)
}

/** Counts a code sent to a contact, and an SMS also against account and network, or throws 429. */
export async function countSentCode(
  deps: Deps,
  contact: Contact,
  asker: CodeRequester,
): Promise<void> {
  const limits =
    asker.known_device === undefined
      ? limitsOfStranger(deps, contact, asker)
      : limitsOfKnown(asker.known_device, contact, asker)
  await countAgainstAll(deps, limits, async () => undefined)
}

type LimitUse = readonly [limit: RoomLimit, who: string]

function limitsOfStranger(
  deps: Deps,
  { kind, address }: Contact,
  { person_id, network: asking = 'unknown' }: CodeRequester,
): LimitUse[] {
  const key = keyOf(deps, address)
  const bySms: LimitUse[] = [
    [smsOfAccount, keyOf(deps, person_id)],
    [smsOfNetwork, asking],
  ]
  return [
    [codeLimits.soon, `${key}:${asking}`],
    [codeLimits.here, `${key}:${asking}`],
    [codeLimits.anywhere, key],
    ...(kind === 'phone' ? bySms : []),
  ]
}

function limitsOfKnown(
  device: string,
  { kind }: Contact,
  { person_id, network: asking = 'unknown' }: CodeRequester,
): LimitUse[] {
  const key = `${person_id}:${device}`
  return [
    [codeLimits.deviceSoon, key],
    [codeLimits.device, key],
    ...(kind === 'phone' ? ([[smsOfKnown, asking]] as const) : []),
  ]
}

/**
 * Counts one try against every limit, then runs `work`. The try stays counted only if `work` returns undefined. It is
 * given back to all limits if one of them is used up, or if `work` returns a value or throws.
 */
async function countAgainstAll<T>(
  deps: Deps,
  limits: readonly LimitUse[],
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const spent: (() => Promise<void>)[] = []
  const giveBack = () => Promise.all(spent.map((back) => back()))
  try {
    for (const [limit, who] of limits) spent.push(await countTry(deps, limit, who))
    const found = await work()
    if (found !== undefined) await giveBack()
    return found
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Returns the key under which the table of limits stores a contact or id, as a keyed hash. */
function keyOf({ config }: Pick<Deps, 'config'>, who: string): string {
  return createHmac('sha256', deriveSecret(config, 'limits')).update(who).digest('base64url')
}

/** The limits that SECURITY.md states; a test compares them. */
export const accountLimits = { guesses, codeGuesses, ofKnownDevice, codes: codeLimits }

/**
 * For rooms that send codes of their own: `count` counts a sent code, and `network` returns a caller's network as the
 * limits store it.
 */
export const smsCodeLimits = { count: countSentCode, network: hashCallerNetwork }
