import type { Endpoint } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import { takeTokens } from '#server/db/rate-bucket'
import { findNetwork } from '#server/platform/limits'
import type { RawRequest } from './read-input.ts'
import type { HttpServices } from './host.ts'

/**
 * Limits of one IP address. Thousands of phones may share an IP address here, so these limits stop machines, not
 * people. `lease` is the number of tokens taken at once and spent in this process, so that not every read costs a
 * write. If `closed`, calls are refused when the table does not answer.
 */
export const limits = {
  read: { size: 1200, perSecond: 40, lease: 20, closed: false },
  write: { size: 240, perSecond: 4, lease: 1, closed: false },
  /** For data found by reference and phone, which an attacker could try to guess. */
  proof: { size: 180, perSecond: 2, lease: 1, closed: false },
  pay: { size: 120, perSecond: 1, lease: 1, closed: true },
} as const
type Limit = keyof typeof limits

/**
 * The maximum number of requests, and of requests for files of the app, from one network to one process in ten
 * seconds. A first visit loads fifteen files, so four hundred first visits are possible.
 */
export const floodLimits = { max: 2000, files: 6000, seconds: 10 }

/** Returns the limit that applies to a call; undefined for public lists and webhooks. */
export function findLimit(endpoint: Endpoint, call: RawRequest): Limit | undefined {
  if (endpoint.cache === 'lookup' || endpoint.access === 'provider') return undefined
  if (endpoint.idempotency === 'handler') return 'pay'
  if (endpoint.access === 'owner' && call.headers['authorization'] === undefined) return 'proof'
  return endpoint.method === 'GET' ? 'read' : 'write'
}

const leased = new WeakMap<HttpServices, Map<string, number>>()

/** Counts a call from an IP address against a limit that all processes share; throws 429. */
export async function countCall(host: HttpServices, limit: Limit, ip: string): Promise<void> {
  const { size, perSecond, lease, closed } = limits[limit]
  const factor = host.config.rate_limit_factor
  const key = `${limit}:${findNetwork(ip)}`
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
