import type { Endpoint } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import { takeTokens } from '#server/db/rate-bucket'
import { findNetwork } from '#server/platform/limits'
import type { RawRequest } from './parse-raw-input.ts'
import type { HttpServices } from './host.ts'

/**
 * Limits of one IP address. Thousands of phones may share an IP address here, so these limits stop machines, not
 * people. `lease` is the number of tokens taken at once and spent in this process, so that not every read costs a
 * write. If `closed`, calls are refused when they cannot be counted.
 */
export const limits = {
  read: { size: 1200, perSecond: 40, lease: 20, closed: false },
  write: { size: 240, perSecond: 4, lease: 1, closed: false },
  /** For data found by reference and phone, which an attacker could try to guess. */
  proof: { size: 180, perSecond: 2, lease: 1, closed: false },
  pay: { size: 120, perSecond: 1, lease: 1, closed: true },
  /** For PDFs and exports, each of which costs as much as twenty other calls. They count as reads too. */
  paper: { size: 60, perSecond: 2, lease: 1, closed: false },
} as const
type Limit = keyof typeof limits

/**
 * The maximum number of requests from one IP address to one process in ten seconds, by kind. A first visit loads
 * fifteen files, so four hundred first visits are possible. `probes` are requests of monitoring systems. They are
 * counted separately, since a proxy may send them from the same address as all other requests.
 */
export const floodLimits = { calls: 2000, files: 6000, probes: 300, seconds: 10 }

/** Returns the limits that apply to a call; none for public lists and webhooks. */
export function findLimits(endpoint: Endpoint, call: RawRequest): readonly Limit[] {
  if (endpoint.cache === 'lookup' || endpoint.access === 'provider') return []
  const kind = kindOf(endpoint, call)
  return endpoint.is_costly === true ? [kind, 'paper'] : [kind]
}

function kindOf(endpoint: Endpoint, call: RawRequest): Limit {
  if (endpoint.idempotency === 'handler') return 'pay'
  if (endpoint.access === 'owner' && call.headers['authorization'] === undefined) return 'proof'
  return endpoint.method === 'GET' ? 'read' : 'write'
}

/** Tokens of a bucket that this process has taken and not spent, and its request for more. */
interface Lease {
  left: number
  renewal?: Promise<boolean> | undefined
}

const leases = new WeakMap<HttpServices, Map<string, Lease>>()

/**
 * Counts a call from an IP address against a limit that all processes share; throws 429. If the count cannot be stored,
 * the call is allowed or, with a `closed` limit, refused with `unavailable`.
 */
export async function enforceCallLimit(
  host: HttpServices,
  limit: Limit,
  ip: string,
): Promise<void> {
  const { size, perSecond, lease, closed } = limits[limit]
  const factor = host.config.rate_limit_factor
  const key = `${limit}:${findNetwork(ip)}`
  const bucket = { key, size: size * factor, perSecond: perSecond * factor, amount: lease }
  const take = () =>
    takeTokens(host.db, bucket).catch((error: unknown) => {
      host.log.warn({ err: error, limit }, 'the limits could not be asked')
      if (closed) throw makeRefusal('unavailable', { retry_after: 5 })
      return true
    })
  const isAllowed = lease === 1 ? await take() : await spendLeased(host, bucket, take)
  if (!isAllowed) throw makeRefusal('too_many_requests', { retry_after: lease / bucket.perSecond })
}

/**
 * Spends one leased token. If none is left, takes more with `take`, once for all calls that wait for this bucket.
 * Returns false if there are none.
 */
async function spendLeased(
  host: HttpServices,
  { key, amount }: { key: string; amount: number },
  take: () => Promise<boolean>,
): Promise<boolean> {
  const ofHost = leases.get(host) ?? new Map<string, Lease>()
  leases.set(host, ofHost)
  if (ofHost.size > 20_000) ofHost.clear()
  const lease = ofHost.get(key) ?? { left: 0 }
  ofHost.set(key, lease)
  while (lease.left < 1) {
    lease.renewal ??= take()
      .then((isTaken) => {
        if (isTaken) lease.left += amount
        return isTaken
      })
      .finally(() => (lease.renewal = undefined))
    if (!(await lease.renewal)) return false
  }
  lease.left -= 1
  return true
}
