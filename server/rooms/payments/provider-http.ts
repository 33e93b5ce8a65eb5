import type * as z from 'zod/mini'
import { ProviderUnavailableError } from './provider.ts'

interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  secret: string
  body?: unknown
}

const timeLimit = 10_000
const maxBytes = 1_000_000

/**
 * Calls a payment company. Returns the status and JSON of every answer below 500 that fits `shape`. Everything else (no
 * answer within 10 s, 5xx, 429, above 1 MB, not JSON, another shape) throws ProviderUnavailableError.
 */
export async function callCompany<T extends z.ZodMiniType>(
  { method, url, secret, body }: ProviderRequest,
  shape: T,
): Promise<{ status: number; answer: z.output<T> }> {
  const place = new URL(url).pathname
  try {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${secret}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeLimit),
    })
    const text = await response.text()
    if (response.status >= 500 || response.status === 429 || text.length > maxBytes) {
      throw new ProviderUnavailableError(`${place} answered ${response.status}`)
    }
    const read = shape.safeParse(JSON.parse(text))
    if (!read.success) throw new ProviderUnavailableError(`${place} answered something else`)
    return { status: response.status, answer: read.data }
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error
    throw new ProviderUnavailableError(`${place} does not answer`, { cause: error })
  }
}

/** Uploads a file to an address that a payment company gave for it, without our secret. */
export async function uploadFile(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const headers = { 'content-type': 'image/jpeg' }
  const signal = AbortSignal.timeout(timeLimit)
  const request = { method: 'PUT', redirect: 'error', headers, body: bytes, signal } as const
  const answer = await fetch(url, request).catch((cause: unknown) => {
    throw new ProviderUnavailableError('the store of evidence does not answer', { cause })
  })
  await answer.arrayBuffer()
  if (!answer.ok)
    throw new ProviderUnavailableError(`the store of evidence answered ${answer.status}`)
}

/** Returns the `data` of a response. Throws ProviderUnavailableError for any other shape. */
export function parseProviderData<T extends z.ZodMiniType>(shape: T, data: unknown): z.output<T> {
  const read = shape.safeParse(data)
  if (!read.success) throw new ProviderUnavailableError('an answer of another shape')
  return read.data
}

/**
 * Returns the JSON of a webhook; undefined if it is not JSON of this shape, or if its nesting is too deep
 * (`maxLevels`).
 */
export function parseProviderEvent<T extends z.ZodMiniType>(
  shape: T,
  raw: Uint8Array,
): z.output<T> | undefined {
  const body = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  if (isNestedTooDeep(body)) return undefined
  try {
    const read = shape.safeParse(JSON.parse(body.toString('utf8')))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** The most levels that are parsed: more than any message of a payment company has. */
const maxLevels = 50

const quote = 0x22
const backslash = 0x5c
const isOpening = (byte: number | undefined) => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number | undefined) => byte === 0x5d || byte === 0x7d

/**
 * Returns whether lists and objects are nested in more than `maxLevels` levels. For 100,000 levels, `JSON.parse` needs
 * 100 ms or more, during which the process answers no other request.
 */
function isNestedTooDeep(body: Buffer): boolean {
  let [level, isText] = [0, false]
  for (let at = 0; at < body.length && level <= maxLevels; at += 1) {
    const byte = body[at]
    if (byte === quote) isText = !isText
    else if (isText) at += byte === backslash ? 1 : 0
    else if (isOpening(byte)) level += 1
    else if (isClosing(byte)) level -= 1
  }
  return level > maxLevels
}
