import { setTimeout as sleep } from 'node:timers/promises'
import { type Endpoint, type Input, type Output, makeCallUrl } from '#contract/endpoint'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import { makeId } from '#server/platform/ids'

/** Counts of the processes' answers. */
export interface Tally {
  /** How often each status was returned. */
  statuses: Record<string, number>
  /**
   * Answers of 500 and above with their bodies, except those of a balancer (`isFromBalancer`) and 503 with Retry-After.
   */
  broken: string[]
  /** Calls without any answer. */
  silent: number
  given_up: number
  /** Items created under one idempotency key: more than one is a fault. */
  named: Map<string, Set<string>>
  /** The keys under which each device requested seats. */
  asked: Map<string, Set<string>>
}

/** An answer; `code` is that of a refusal, '' for a success. */
export interface CallResult<Data> {
  status: number
  data: Data
  code: string
}

export interface Credentials {
  device_id: string
  guest_token?: string
  /** The token of a logged-in person. */
  token?: string
}

/** Returns a tally with nothing counted yet. */
export function makeTally(): Tally {
  return { statuses: {}, broken: [], silent: 0, given_up: 0, named: new Map(), asked: new Map() }
}

/**
 * Whether a balancer answered because no process did: our server never sends these two statuses. The app and the
 * payment companies treat such an answer like none, and repeat the call.
 */
export const isFromBalancer = (status: number): boolean => status === 502 || status === 504

/**
 * Makes a person's phone. It sends each call to any of the processes, sometimes gives up waiting, and repeats a call
 * under the same key.
 */
export function makePhone(
  origins: () => readonly string[],
  dice: SeededRandom,
  tally: Tally,
  { impatient = 15, timeout = 15_000 } = {},
) {
  async function once(
    endpoint: Endpoint,
    input: Record<string, unknown>,
    shown: Credentials,
    key: string,
  ): Promise<CallResult<unknown> | undefined> {
    const isImpatient = dice.chance(impatient)
    const limit = isImpatient ? dice.number(2, 120) : timeout
    const names = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))
    const body = Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)))
    const isRead = endpoint.method === 'GET' || endpoint.method === 'DELETE'
    try {
      const answer = await fetch(dice.pick(origins()) + makeCallUrl(endpoint, input), {
        method: endpoint.method,
        headers: {
          'x-device-id': shown.device_id,
          ...(shown.guest_token !== undefined && { 'x-guest-token': shown.guest_token }),
          ...(shown.token !== undefined && { authorization: `Bearer ${shown.token}` }),
          ...(!isRead && { 'content-type': 'application/json' }),
          ...(endpoint.idempotency !== undefined && { 'idempotency-key': key }),
        },
        ...(!isRead && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(limit),
      })
      const text = await answer.text()
      tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1
      if (isFromBalancer(answer.status)) throw new Error('no process answered')
      const isHonest = answer.status === 503 && answer.headers.has('retry-after')
      if (answer.status >= 500 && !isHonest)
        tally.broken.push(`${endpoint.name} ${answer.status} ${text.slice(0, 300)}`)
      const said = JSON.parse(text) as { data?: unknown; code?: string }
      return { status: answer.status, data: said.data, code: said.code ?? '' }
    } catch {
      if (isImpatient) tally.given_up += 1
      else tally.silent += 1
      return undefined
    }
  }

  return {
    /**
     * Calls up to four times under one idempotency key, until it gets an answer other than 503; returns undefined if it
     * gets none. `name` returns the id of the item that a successful call created.
     */
    async call<E extends Endpoint>(
      endpoint: E,
      input: Input<E> & Record<string, unknown>,
      shown: Credentials,
      name?: (data: Output<E>) => string,
      key = makeId(),
    ): Promise<CallResult<Output<E>> | undefined> {
      if (endpoint.name === 'holdSeats')
        tally.asked.set(shown.device_id, (tally.asked.get(shown.device_id) ?? new Set()).add(key))
      let last: CallResult<unknown> | undefined
      for (let tries = 1; tries <= 4; tries += 1) {
        last = await once(endpoint, input, shown, key)
        if (last?.status === 200 && name !== undefined) {
          const named = tally.named.get(key) ?? new Set()
          tally.named.set(key, named.add(name(last.data as Output<E>)))
        }
        // Some phones repeat a call although it was answered, as if the first answer had been lost.
        const isHeard = last !== undefined && last.status !== 503
        if (isHeard && !(impatient > 0 && dice.chance(10))) break
        if (!isHeard) await sleep(dice.number(20, 250) * tries)
      }
      return last as CallResult<Output<E>> | undefined
    },
  }
}

export type Phone = ReturnType<typeof makePhone>
