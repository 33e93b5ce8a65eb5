import { type ErrorCode, type Problem, Refusal, errorTable, makeRefusal } from '#contract/errors'
import { isDatabaseUnavailable } from '#server/db/client'

/** Returns the refusal for any error; our own errors become `unexpected`. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseUnavailable(error)) return makeRefusal('unavailable', { retry_after: 5 })
  return makeRefusal(frameworkCodes[statusOf(error)] ?? 'unexpected')
}

const frameworkCodes: Partial<Record<number, ErrorCode>> = {
  400: 'malformed_body',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  414: 'not_found',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
}

/**
 * Returns the HTTP status of an error of the framework; the `statusCode` of other errors is ignored. A malformed URL is
 * 404.
 */
function statusOf(error: unknown): number {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return 500
  if (error.code === 'FST_ERR_BAD_URL') return 404
  return String(error.code).startsWith('FST_') ? Number(error.statusCode) : 500
}

export function toProblem(refusal: Refusal, requestId: string): Problem {
  return {
    type: `/api/docs#${refusal.code}`,
    title: errorTable[refusal.code][1],
    status: refusal.status,
    code: refusal.code,
    detail: refusal.message,
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.puzzle && { puzzle: refusal.puzzle }),
    request_id: requestId,
  }
}

/**
 * Returns the headers of a refusal. It is never cached. With 429 and 503, Retry-After says when a retry can succeed.
 */
export function makeRefusalHeaders(refusal: Refusal): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'private, no-store',
  }
  if (refusal.status === 429 || refusal.status === 503) {
    headers['retry-after'] = String(Math.max(1, Math.ceil(refusal.retry_after ?? 5)))
  }
  if (refusal.status === 401) headers['www-authenticate'] = 'Bearer'
  return headers
}
