import { createHmac } from 'node:crypto'
import type { Context, Deps } from '#server/context'
import { type OwnLimit, network, spendOwn } from '#server/platform/limits'
import { secretFor } from './access-token.ts'
import type { Contact } from './person-repository.ts'

const hour = 3600

/**
 * Wrong passwords: for one account from one network, from everywhere, and from one network for all
 * accounts. Thousands of phones share an address here, so only failures count.
 */
const guesses = {
  here: { name: 'login', size: 10, perSecond: 10 / hour },
  anywhere: { name: 'login account', size: 100, perSecond: 100 / hour },
  network: { name: 'login network', size: 600, perSecond: 600 / hour },
}

/** New accounts of one network. */
const signUps: OwnLimit = { name: 'signup', size: 600, perSecond: 600 / hour }

/**
 * Codes sent to one address: an SMS costs money and a mailbox patience. Anybody may ask for one, so what strangers
 * ask for is counted by the network they ask from and, for the address, from everywhere; a device that was
 * logged in to the account has an allowance that nobody else can use up.
 */
const codeLimits = {
  soon: { name: 'code here', size: 3, perSecond: 3 / 600 },
  here: { name: 'code here daily', size: 5, perSecond: 5 / (24 * hour) },
  anywhere: { name: 'code daily', size: 10, perSecond: 10 / (24 * hour) },
  deviceSoon: { name: 'code device', size: 3, perSecond: 3 / 600 },
  device: { name: 'code device daily', size: 5, perSecond: 5 / (24 * hour) },
} as const satisfies Record<string, OwnLimit>

/** Codes by SMS that one account and one network have sent, to whatever numbers. */
const smsOfAccount: OwnLimit = {
  name: 'sms code account',
  size: 5,
  perSecond: 10 / (24 * hour),
  detail:
    'We have texted you many codes. Use the newest one, verify your email address instead, or try again tomorrow.',
}
const smsOfNetwork: OwnLimit = {
  name: 'sms code network',
  size: 200,
  perSecond: 1000 / (24 * hour),
  detail:
    'Too many codes were requested from your network. Try again in a few minutes, or use your email address.',
}
/** The same for devices that accounts know: what strangers ask for in their network is not theirs to wait for. */
const smsOfKnown: OwnLimit = { ...smsOfNetwork, name: 'sms code network known' }

/**
 * Does `check` as one guess at the password of `who` (a login as written, a person's id) and gives back
 * what it found. Only undefined counts. Throws 429 when there were too many, for accounts that do not exist too.
 */
export async function asGuess<T>(
  ctx: Context,
  who: string,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const account = keyOf(ctx, who)
  const here = network(ctx.ip)
  return spendingAll(
    ctx,
    [
      [guesses.here, `${account}:${here}`],
      [guesses.anywhere, account],
      [guesses.network, here],
    ],
    check,
  )
}

/** Counts a new account of the caller's network, or throws 429. */
export async function countSignUp(ctx: Context): Promise<void> {
  await spendOwn(ctx, signUps, network(ctx.ip))
}

/** Whence a code is asked for: the account it is for, and the network as `networkKey` tells it. */
export interface CodeAsker {
  person_id: string
  network: string | undefined
  /** The keyed id of a device that was logged in to this account before. */
  known_device?: string | undefined
}

/** A caller's network as it may stand in a job. */
export const networkKey = (ctx: Context): string => keyOf(ctx, network(ctx.ip))

/** The caller who requests or tries a code. */
export interface Guesser {
  /** The phone by its id, which no stranger knows; without one, its network. */
  name: string
  network: string
}

/** The caller as who asks for codes and tries them. */
export function guesserOf(ctx: Context): Guesser {
  const here = networkKey(ctx)
  return { name: deviceKey(ctx) ?? here, network: here }
}

/** The caller's device as it may stand in a table: its id, keyed; undefined where it names none. */
export function deviceKey(ctx: Context): string | undefined {
  const device_id = deviceOf(ctx)
  return device_id === undefined ? undefined : keyOf(ctx, `device ${device_id}`)
}

/** The phone's id, where it told one. */
export function deviceOf({ actor }: Pick<Context, 'actor'>): string | undefined {
  return actor.kind === 'guest' || actor.kind === 'user' ? actor.device_id : undefined
}

/** Wrong passwords from a device that was logged in to the account before: nobody else's guesses count here. */
const ofKnownDevice: OwnLimit = { name: 'login device', size: 10, perSecond: 10 / hour }

/** The same as `asGuess` for a device that an account knows, by the id of its login there. */
export async function asKnownGuess<T>(
  ctx: Context,
  login_id: string,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return spendingAll(ctx, [[ofKnownDevice, keyOf(ctx, login_id)]], check)
}

/** Counts a code sent to an address, and by SMS for account and network as well, or throws 429. */
export async function countCode(deps: Deps, contact: Contact, asker: CodeAsker): Promise<void> {
  const limits =
    asker.known_device === undefined
      ? limitsOfStranger(deps, contact, asker)
      : limitsOfKnown(asker.known_device, contact, asker)
  await spendingAll(deps, limits, async () => undefined)
}

type Spent = readonly [limit: OwnLimit, who: string]

function limitsOfStranger(
  deps: Deps,
  { kind, address }: Contact,
  { person_id, network: asking = 'unknown' }: CodeAsker,
): Spent[] {
  const key = keyOf(deps, address)
  const bySms: Spent[] = [
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
  { person_id, network: asking = 'unknown' }: CodeAsker,
): Spent[] {
  const key = `${person_id}:${device}`
  return [
    [codeLimits.deviceSoon, key],
    [codeLimits.device, key],
    ...(kind === 'phone' ? ([[smsOfKnown, asking]] as const) : []),
  ]
}

/** Takes one try of every limit; gives all back when one is used up, and when `work` finds something or breaks. */
async function spendingAll<T>(
  deps: Deps,
  limits: readonly Spent[],
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const spent: (() => Promise<void>)[] = []
  const giveBack = () => Promise.all(spent.map((back) => back()))
  try {
    for (const [limit, who] of limits) spent.push(await spendOwn(deps, limit, who))
    const found = await work()
    if (found !== undefined) await giveBack()
    return found
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Addresses and ids do not stand in the table of limits as they are. */
function keyOf({ config }: Pick<Deps, 'config'>, who: string): string {
  return createHmac('sha256', secretFor(config, 'limits')).update(who).digest('base64url')
}

/** The limits, for SECURITY.md and its test. */
export const accountLimits = { guesses, ofKnownDevice, codes: codeLimits }

/** For codes of other rooms: counts one that is sent, and tells a caller's network as the limits know it. */
export const smsCodes = { count: countCode, network: networkKey }
