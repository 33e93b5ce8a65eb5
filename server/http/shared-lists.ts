import type { Endpoint } from '#contract/endpoint'
import type { HttpAnswer } from './http-answer.ts'
import { compressText } from './stored-text.ts'

/** How long the answer of a public list is cached, ms. A write to its room ends the caching earlier. */
export const sharedListLifetime_ms = 1000

/**
 * How many answers are stored for one room. The least recently used one is removed, so that callers cannot fill the
 * memory with different inputs.
 */
const maxStored = 100

interface StoredList {
  until: number
  made: Promise<HttpAnswer>
}

/** The finished answers of a room's public lists, compressed, with their ETags. */
export interface SharedLists {
  /** Returns the stored answer for an input, or makes one; concurrent callers wait for the same answer. */
  find: (endpoint: Endpoint, input: unknown, make: () => Promise<HttpAnswer>) => Promise<HttpAnswer>
  /** Discards the answers, since a write of the room may have changed them. */
  forget: () => void
}

/** Makes an empty store of answers, each of which is used for `ms`. */
export function makeSharedLists(ms: number): SharedLists {
  const stored = new Map<string, StoredList>()
  return {
    find(endpoint, input, make) {
      const key = `${endpoint.name} ${JSON.stringify(input)}`
      const earlier = stored.get(key)
      stored.delete(key)
      const list =
        earlier !== undefined && earlier.until > performance.now()
          ? earlier
          : { until: performance.now() + ms, made: finish(make(), earlier?.made) }
      stored.set(key, list)
      list.made.catch(() => stored.get(key) === list && stored.delete(key))
      const [oldest] = stored.keys()
      if (stored.size > maxStored && oldest !== undefined) stored.delete(oldest)
      return list.made
    },
    forget: () => {
      for (const list of stored.values()) list.until = 0
    },
  }
}

/**
 * Compresses an answer. If the earlier answer has the same body, returns the earlier one, which is compressed already.
 */
async function finish(
  making: Promise<HttpAnswer>,
  earlier: Promise<HttpAnswer> | undefined,
): Promise<HttpAnswer> {
  const answer = await making
  const before = await earlier?.catch(() => undefined)
  if (before !== undefined && before.body === answer.body) return before
  return { ...answer, text: await compressText(answer.headers['content-type'] ?? '', answer.body) }
}
