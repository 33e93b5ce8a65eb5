import type { Endpoint } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import { takeTokens } from '#server/db/rate-bucket'
import { network } from '#server/platform/limits'
import type { Call } from './read-input.ts'
import type { Host } from './host.ts'

/**
 * What one address may do. Networks here put thousands of phones behind one address, so the numbers
 * stop machines, not people. `lease`: tokens fetched at once and then spent in this process, so that
 * reads do not each cost a write. `closed`: without an answer from the table nothing is let through.
 */
export const limits = {
  read: { size: 1200, perSecond: 40, lease: 20, closed: false },
  write: { size: 240, perSecond: 4, lease: 1, closed: false },
  /** Things reached by reference and phone, where guessing would pay. */
  proof: { size: 180, perSecond: 2, lease: 1, closed: false },
  pay: { size: 120, perSecond: 1, lease: 1, closed: true },
} as const
type Limit = keyof typeof limits

/**
 * Requests of any kind one network may send to one process in ten seconds; and of the app's files, of which
 * a first visit fetches fifteen: four hundred first visits from one address in ten seconds.
 */
export const flood = { max: 2000, files: 6000, seconds: 10 }

/** Which limit a call falls under; `undefined` for public lists and for the providers' messages. */
export function limitOf(endpoint: Endpoint, call: Call): Limit | undefined {
  if (endpoint.cache === 'lookup' || endpoint.access === 'provider') return undefined
  if (endpoint.idempotency === 'handler') return 'pay'
  if (endpoint.access === 'owner' && call.headers['authorization'] === undefined) return 'proof'
  return endpoint.method === 'GET' ? 'read' : 'write'
}

const leased = new WeakMap<Host, Map<string, number>>()

/** Counts one call of an address against a limit that holds across processes, or throws 429. */
export async function spend(host: Host, limit: Limit, ip: string): Promise<void> {
  const { size, perSecond, lease, closed } = limits[limit]
  const factor = host.config.rate_limit_factor
  const key = `${limit}:${network(ip)}`
  const mine = leased.get(host) ?? new Map<string, number>()
  leased.set(host, mine)
  const left = mine.get(key) ?? 0
  if (left >= 1) {
    mine.set(key, left - 1)
    return
  }
  const allowed = await takeTokens(host.db, {
    key,
    size: size * factor,
    perSecond: perSecond * factor,
    amount: lease,
  }).catch((error: unknown) => {
    host.log.warn({ err: error, limit }, 'the limits could not be asked')
    if (closed) throw refuse('unavailable', { retry_after: 5 })
    return true
  })
  if (!allowed) throw refuse('too_many_requests', { retry_after: lease / (perSecond * factor) })
  if (mine.size > 20_000) mine.clear()
  if (lease > 1) mine.set(key, lease - 1)
}
