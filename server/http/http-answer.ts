import type { Endpoint } from '#contract/endpoint'
import type { Refusal } from '#contract/errors'
import type { StreamAnswer } from '#server/platform/live'
import { toProblem, makeRefusalHeaders } from './problem.ts'
import { makeEtag, type StoredText } from './stored-text.ts'

/** An HTTP answer, independent of the framework. */
export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
  /** The body in the encodings in which it is sent, if it is the same for everybody. */
  text?: StoredText
  /** The refresh cookie to set; null clears it. */
  refresh?: RefreshToken | null
  /** Keeps the response open and writes to it; returns the function that ends it. */
  follow?: StreamAnswer['follow']
}

/** A refresh token for the cookie, and its lifetime. */
export interface RefreshToken {
  token: string
  max_age_seconds: number
}

/** The result of an endpoint with `cookie`: the data, and the refresh cookie to set (null clears it). */
export interface RefreshAnswer<Data> {
  data: Data
  refresh: RefreshToken | null
}

/**
 * The result of an endpoint with `file`. `file_name` is the name under which it is saved. `stays` means that the file
 * at this URL never changes.
 */
export interface FileAnswer {
  body: Uint8Array | string
  file_name: string
  stays?: boolean
}

const json = 'application/json; charset=utf-8'

/**
 * Serialises a handler's result. Fields that the contract does not promise are left out. Throws if a promised field is
 * missing or wrong, which is a bug of ours.
 */
export function serializeAnswer(endpoint: Endpoint, result: unknown): HttpAnswer {
  if (endpoint.streams === true) return stream(result as StreamAnswer)
  if (endpoint.file !== undefined) return file(endpoint.file, result as FileAnswer)
  if (endpoint.cookie !== undefined) {
    const { data, refresh } = result as RefreshAnswer<unknown>
    const body = JSON.stringify({ data: endpoint.output.parse(data) })
    return { status: 200, headers: { 'content-type': json, ...personal }, body, refresh }
  }
  const { data, meta } =
    endpoint.meta === undefined
      ? { data: result, meta: undefined }
      : (result as { data: unknown; meta: unknown })
  const promised = {
    data: endpoint.output.parse(data),
    ...(endpoint.meta && { meta: endpoint.meta.parse(meta) }),
  }
  const body = JSON.stringify(promised)
  return { status: 200, headers: { 'content-type': json, ...cacheHeadersOf(endpoint, body) }, body }
}

/** Returns the caching headers of an answer. Every process makes the same ETag from the same body. */
function cacheHeadersOf(endpoint: Endpoint, body: string): Record<string, string> {
  if (endpoint.cache === 'lookup') return lookup
  if (endpoint.shared_cache_s === undefined) return personal
  return {
    'cache-control': makeSharedCacheControl(endpoint.shared_cache_s),
    // Weak, since one body is sent in several encodings.
    etag: `W/${makeEtag(body)}`,
  }
}

/**
 * Returns a header that lets shared caches hold an answer for some seconds, and use it for as long again while they
 * renew it in the background. While no process answers, they may use it thirty times as long. Browsers ask each time.
 */
export const makeSharedCacheControl = (seconds: number): string =>
  `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}, stale-if-error=${30 * seconds}`

const personal = { 'cache-control': 'private, no-store' }
const lasting = { 'cache-control': 'public, max-age=31536000, immutable' }
const lookup = {
  'cache-control': 'public, max-age=300, stale-while-revalidate=86400, stale-if-error=86400',
}

/** Returns a streamed answer, which proxies must not cache or buffer. */
function stream({ body, follow }: StreamAnswer): HttpAnswer {
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
  }
  return { status: 200, headers, body, ...(follow && { follow }) }
}

function file(type: string, { body, file_name, stays = false }: FileAnswer): HttpAnswer {
  const disposition = `inline; filename="${file_name.replaceAll(/[^\w.-]/g, '-')}"`
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-disposition': disposition,
      ...(stays ? lasting : personal),
    },
    body,
  }
}

/** Returns a refusal as a problem document. */
export function makeRefusalAnswer(refusal: Refusal, requestId: string): HttpAnswer {
  return {
    status: refusal.status,
    headers: makeRefusalHeaders(refusal),
    body: JSON.stringify(toProblem(refusal, requestId)),
  }
}

/** Returns a stored answer, byte for byte. */
export function replayAnswer(status: number, body: string): HttpAnswer {
  const type = status < 400 ? json : 'application/problem+json'
  return {
    status,
    headers: { 'content-type': type, ...personal, 'idempotency-replayed': 'true' },
    body,
  }
}
