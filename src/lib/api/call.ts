import { refreshSession } from '#contract/accounts/endpoints'
import { type CallInput, type Endpoint, makeCallUrl } from '#contract/endpoint'
import { parseRetryAfter } from '#contract/server-time'
import { CallError } from '#lib/api/error'
import { isUncached, phoneNow, recordAnswerOrigin, updateClockSkew } from '#lib/clock'
import { readCookie } from '#lib/device/cookies'
import { read } from '#lib/device'
import { getDeviceId } from '#lib/device/id'
import { recordAnswerReceived, recordAnswerMissing } from '#lib/online'
import { makeTokenRenewal } from '#lib/session/login'
import { restoreProofs } from '#lib/session/proofs'
import { sendApiRequest } from './http.ts'
import type { CallResult, ApiResponse, CallOptions, ApiRequest } from './types.ts'

/** Implements `call` of #lib/api. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallResult<E>> {
  const answer = await sendWithRenewal(endpoint, input as Record<string, unknown>, options)
  const body = json(answer)
  // Our server never answers without data. If the data is missing or null, the answer comes from a proxy.
  const isGiven = options.takes_null === true ? body !== undefined && 'data' in body : hasData(body)
  if (answer.status >= 200 && answer.status < 300 && isGiven) {
    if (isUncached(answer)) recordAnswerReceived()
    const data = endpoint.meta === undefined ? body?.['data'] : body
    recordAnswerOrigin(data, answer.headers)
    return data as CallResult<E>
  }
  // The service worker's copy of a list is damaged, so load the list from the server.
  if (answer.headers['x-kept'] !== undefined && options.past_kept !== true)
    return call(endpoint, input, { ...options, past_kept: true })
  throw refusal(answer, body)
}

/** When this page last wrote something, ms by this phone's clock. */
let wrote_at = -Infinity

/**
 * Longer than a shared cache may serve an answer, ms. This includes the time for which the cache serves an old answer
 * while it loads a new one (`shared_cache_s` in the contract).
 */
const sharedCaches_ms = 30_000

const hasData = (body: Record<string, unknown> | undefined) =>
  (body?.['data'] ?? undefined) !== undefined

/** Implements `callFile` of #lib/api. */
export async function callFile(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options: CallOptions = {},
): Promise<File> {
  const answer = await sendWithRenewal(endpoint, input, options)
  const type = answer.headers['content-type'] ?? ''
  const kind = (endpoint.file ?? '').split(';', 1)[0] ?? ''
  if (answer.body instanceof Blob && answer.status === 200 && type.startsWith(kind)) {
    recordAnswerReceived()
    const name = /filename="?([^";]+)/.exec(answer.headers['content-disposition'] ?? '')?.[1]
    return new File([answer.body], name ?? 'download', { type: kind })
  }
  const text = answer.body instanceof Blob ? await answer.body.text() : ''
  throw refusal(answer, json({ ...answer, body: text }))
}

/** Sends a request, and once more with a new token if the old one had expired. */
async function sendWithRenewal(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  { key = crypto.randomUUID(), ...options }: CallOptions,
): Promise<ApiResponse> {
  if (options.bearer !== undefined) return sendOnce(endpoint, input, { key, ...options })
  const isNoLogin = endpoint.cookie === undefined
  // The cookie expires with the token: renew the token before the server refuses it.
  if (isNoLogin && !didRenew && hasStoredUser() && readCookie('jwt') === undefined) {
    didRenew = true
    await renew(read('token')).catch(() => undefined)
  }
  const token = read('token')
  const answer = await sendOnce(endpoint, input, { key, ...options })
  // The booking was made as a guest before the login: the account does not have it, but this phone has its proof.
  if (
    answer.status === 404 &&
    token !== undefined &&
    (await searchProof(bookingOf(endpoint, input))) !== undefined
  )
    return sendOnce(endpoint, input, { key, ...options, as_guest: true })
  if (answer.status !== 401 || !isNoLogin || !(token ?? hasStoredUser())) return answer
  await renewOrEnd(token)
  const isEnded = read('token') === undefined
  if (endpoint.access === 'user' && isEnded) return answer
  const second = await sendOnce(endpoint, input, { key, ...options })
  const isUnproved = isWriteOfOwner(endpoint) && [403, 404].includes(second.status)
  return isEnded && isUnproved ? answer : second
}

/**
 * Returns whether a call changes something that the caller owns. Where it is refused because the login has ended, the
 * remedy is to log in again. A screen that only shows it has other remedies: a booking code, or the phone number.
 */
const isWriteOfOwner = ({ access, method }: Endpoint) => access === 'owner' && method !== 'GET'

let didRenew = false
const hasStoredUser = () => typeof read('user') === 'object'
const { renew, renewOrEnd } = makeTokenRenewal(() => call(refreshSession, {}))

/** `as_guest`: without the token of the logged-in account. */
type CallOnceOptions = CallOptions & { as_guest?: boolean }

async function sendOnce(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options: CallOnceOptions,
): Promise<ApiResponse> {
  const reads = endpoint.method === 'GET'
  if (options.owner !== undefined && personOf(read('token')) !== options.owner)
    throw new CallError(loggedOut)
  const proof = await findProof(endpoint, input)
  if (proof === undefined && isCertainlyRefused(endpoint, input))
    throw new CallError(isWriteOfOwner(endpoint) && read('owner') ? loggedOut : unproved)
  const token = proof?.token ?? (await findToken(input['way_out']))
  const url = addressFor(endpoint, input, proof?.phone)
  const past_kept = options.past_kept === true || urlsFromCache.has(url)
  const { signal, release } = makeCancellable(options.signal)
  const question: ApiRequest = {
    method: endpoint.method,
    url,
    headers: {
      ...headersFor(endpoint, options, token),
      ...(past_kept && { 'X-Past-Kept': '1' }),
      // After a write, the answer must contain it, so shared caches must not answer from an older copy.
      ...(reads && phoneNow() - wrote_at < sharedCaches_ms && { 'Cache-Control': 'no-cache' }),
    },
    // The browser may store a public answer, but revalidates it each time. Files never change.
    cache: endpoint.file === undefined ? 'no-cache' : 'default',
    signal,
    timeout_ms: reads ? (options.has_data === true ? 7000 : 15_000) : 25_000,
    file: endpoint.file !== undefined,
    ...(reads || endpoint.method === 'DELETE' ? {} : { body: bodyFor(endpoint, input) }),
  }
  const sent_at = phoneNow()
  try {
    const answer = await sendApiRequest(question)
    if (!reads) wrote_at = phoneNow()
    if (isUncached(answer)) updateClockSkew(answer.headers['date'], sent_at)
    else urlsFromCache.add(url)
    return answer
  } catch {
    if (options.signal?.aborted !== true) recordAnswerMissing()
    throw new CallError({ is_offline: true })
  } finally {
    release()
  }
}

function headersFor(
  endpoint: Endpoint,
  options: CallOnceOptions,
  guest_token?: string,
): Record<string, string> {
  const token = options.as_guest === true ? undefined : (options.bearer ?? read('token'))
  if (token === undefined) console.info('No token found, request will be unauthorized')
  return {
    Accept: endpoint.file ?? 'application/json',
    'Content-Type': 'application/json',
    'X-Device-Id': getDeviceId(),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(guest_token === undefined ? {} : { 'X-Guest-Token': guest_token }),
    ...(endpoint.idempotency === undefined ? {} : { 'Idempotency-Key': options.key ?? '' }),
  }
}

/** Returns the id of a token's user. The stored user may differ when two tabs have two logins. */
function personOf(token: string | undefined): unknown {
  try {
    const [, claims = ''] = token?.split('.') ?? []
    const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'))
    return (JSON.parse(text) as { sub?: unknown }).sub
  } catch {
    return undefined
  }
}

/**
 * Returns the booking that a call is about. A payment's reference begins with its booking's, so one proof is valid for
 * both.
 */
function bookingOf(endpoint: Endpoint, input: Record<string, unknown>): string | undefined {
  if (endpoint.access !== 'owner' || typeof input['reference'] !== 'string') return undefined
  return input['reference'].split('-', 1)[0]
}

const storedProof = (booking: string | undefined) => read('guest_proofs')?.[booking ?? '']

/**
 * Returns this phone's proof of a booking. Searches all stores if the token is missing, since the token and the phone
 * number may be in different stores.
 */
async function searchProof(booking: string | undefined) {
  if (booking !== undefined && storedProof(booking)?.token === undefined) await restoreProofs()
  return storedProof(booking)
}

/**
 * Returns the proof for a call. Searches all stores of this phone if the server would refuse the call without a proof.
 */
const findProof = async (endpoint: Endpoint, input: Record<string, unknown>) =>
  isCertainlyRefused(endpoint, input)
    ? searchProof(bookingOf(endpoint, input))
    : storedProof(bookingOf(endpoint, input))

/** Returns a guest's token for the outbound booking that a call about the return trip names. */
const findToken = async (booking: unknown): Promise<string | undefined> =>
  typeof booking === 'string' ? (await searchProof(booking))?.token : undefined

/**
 * Matches the reference of an invoice. It needs no proof, since it is a secret: anyone who knows it has the invoice's
 * link.
 */
const isLink = /^[0-9A-Z]{20}(?![0-9A-Z])/

/**
 * Returns whether the server would certainly refuse the call without a proof of its booking, since nobody is logged in.
 */
function isCertainlyRefused(endpoint: Endpoint, input: Record<string, unknown>): boolean {
  if (endpoint.access !== 'owner' || typeof input['reference'] !== 'string') return false
  if (isLink.test(input['reference'])) return false
  const user = read('user')
  return read('token') === undefined && (user === undefined || user === 'no user')
}

const loggedOut = { status: 401, code: 'not_signed_in', detail: 'Please log in first.' } as const

const unproved = {
  status: 404,
  code: 'not_found',
  detail: 'This booking is not on this phone. Open it with its reference and phone number.',
} as const

function addressFor(endpoint: Endpoint, input: Record<string, unknown>, phone?: string): string {
  const address = makeCallUrl(endpoint, input)
  if (phone === undefined) return address
  return `${address}${address.includes('?') ? '&' : '?'}phone=${encodeURIComponent(phone)}`
}

function bodyFor(endpoint: Endpoint, input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => !endpoint.path.includes(`{${name}}`)),
  )
}

/** Returns the JSON of our server's answer; undefined for a captive portal's page with status 200. */
function json(answer: ApiResponse): Record<string, unknown> | undefined {
  if (!/^application\/(problem\+)?json/.test(answer.headers['content-type'] ?? '')) return undefined
  try {
    const body: unknown = JSON.parse(String(answer.body))
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Returns the error of a failed answer. Only a problem document is from our server. */
function refusal(answer: ApiResponse, body: Record<string, unknown> | undefined): CallError {
  if (body !== undefined && typeof body['code'] === 'string') {
    recordAnswerReceived()
    const retry_after = parseRetryAfter(answer.headers['retry-after'])
    return new CallError({
      ...body,
      status: answer.status,
      ...(retry_after !== undefined && { retry_after }),
    })
  }
  recordAnswerMissing()
  return new CallError({ is_offline: true })
}

/** Returns a signal that aborts with `signal` or at a logout. Phones of 2022 have no `AbortSignal.any`. */
function makeCancellable(signal?: AbortSignal): { signal: AbortSignal; release: () => void } {
  const control = new AbortController()
  const stop = () => control.abort()
  signal?.addEventListener('abort', stop)
  pendingCalls.add(stop)
  if (signal?.aborted === true) stop()
  return {
    signal: control.signal,
    release: () => {
      signal?.removeEventListener('abort', stop)
      pendingCalls.delete(stop)
    },
  }
}

/** The URLs of the lists that this page received from a cache. A repeated call loads such a list from the server. */
const urlsFromCache = new Set<string>()
const pendingCalls = new Set<() => void>()

/** Aborts all calls, for a logout. */
export function abortCalls(): void {
  for (const stop of pendingCalls) stop()
}
