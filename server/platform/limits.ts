import { createHmac } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { makeRefusal } from '#contract/errors'
import type { Context, Deps } from '#server/context'
import type { Db } from '#server/db/client'
import { hasTokens, returnToken, takeTokens } from '#server/db/rate-bucket'

/** A limit that a room defines: burst size and refill per second. */
export interface RoomLimit {
  name: string
  size: number
  perSecond: number
  /** The sentence of the refusal, instead of the default. */
  detail?: string
}

/**
 * Counts one try of `who` against a room's limit, which all processes share. Throws 429 with the seconds until the next
 * try, and 503 if the try cannot be counted. Returns a function that gives the try back. Throws if called inside a
 * transaction, where a refusal would undo the count.
 */
export async function countTry(
  { db, primary = db, config, log }: Deps,
  limit: RoomLimit,
  who: string,
): Promise<() => Promise<void>> {
  if (db.isTransaction) throw new Error(`${limit.name} cannot be counted inside a transaction`)
  const bucket = bucketOf(limit, who, config)
  const isAllowed = await takeTokens(primary, bucket).catch((error: unknown) => {
    log.warn({ err: error, limit: limit.name }, 'the limits could not be asked')
    throw makeRefusal('unavailable', { retry_after: 5 })
  })
  if (!isAllowed) throw tooMany(limit, bucket)
  return () => returnToken(primary, bucket.key)
}

/** Counts a success in the caller's transaction, for limits that ignore failures. Throws 429. */
export async function countSuccess(
  tx: Db,
  config: Deps['config'],
  limit: RoomLimit,
  who: string,
): Promise<void> {
  const bucket = bucketOf(limit, who, config)
  if (!(await takeTokens(tx, bucket))) throw tooMany(limit, bucket)
}

/** Throws 429 if `countSuccess` would throw it, but counts nothing. Call it before expensive work. */
export async function refuseAboveLimit(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  limit: RoomLimit,
  who: string,
): Promise<void> {
  const bucket = bucketOf(limit, who, config)
  if (!(await hasTokens(db, bucket))) throw tooMany(limit, bucket)
}

const bucketOf = (
  { name, size, perSecond }: RoomLimit,
  who: string,
  { rate_limit_factor: factor }: Deps['config'],
) => ({ key: `${name}:${who}`, size: size * factor, perSecond: perSecond * factor, amount: 1 })

const tooMany = ({ detail }: RoomLimit, { perSecond }: { perSecond: number }) =>
  makeRefusal('too_many_requests', { retry_after: 1 / perSecond, ...(detail && { detail }) })

/**
 * Returns the network, which may belong to one person or to a thousand phones: an IPv4 address, or an IPv6 /48. Hosting
 * companies assign a whole /48 to one customer, and a mobile carrier puts thousands of phones into one.
 */
const sharedNetwork = (ip: string): string => prefix(ip, 3)

/**
 * Returns the keyed hash of the caller's network, for unpaid holds and for the causer of a call, so that a reader of a
 * table does not learn IP addresses.
 */
export function hashNetwork({ config, ip }: Pick<Context, 'config' | 'ip'>): string {
  return hashUnder(config, 'network of holds', sharedNetwork(ip))
}

function hashUnder({ session_secret }: Context['config'], use: string, network: string): string {
  const key = createHmac('sha256', session_secret).update(use).digest()
  return createHmac('sha256', key).update(network).digest('base64url').slice(0, 22)
}

const privateNetworks = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(net, bits, 'ipv4')
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

/**
 * Returns the keyed hash of a household's network (`findNetwork`), by which accounts of the same people are recognised;
 * null for a private address, which all callers behind our own proxy share.
 */
export function hashPublicNetwork({ config, ip }: Pick<Context, 'config' | 'ip'>): string | null {
  const isPrivate = privateNetworks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
  return isPrivate ? null : hashUnder(config, 'network of people', findNetwork(ip))
}

/** Returns the network of an IP address: an IPv4 address as it is, an IPv6 /64, since a household has a whole one. */
export const findNetwork = (ip: string): string => prefix(ip, 4)

function prefix(ip: string, groups: number): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const front = head.split(':')
  const back = tail === undefined ? [] : tail.split(':')
  const middle = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...middle, ...back].slice(0, groups).join(':')
}
