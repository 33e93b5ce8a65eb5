import { isAscii } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { makeRefusal } from '#contract/errors'

const deepest = 20
const maxKeys = 1000
/** The maximum number of values in a body. A hundred scans with all fields have fewer than two thousand. */
const maxValues = 5000
/** The maximum bytes of a body without its photos. */
const maxTextBytes = 256 * 1024
/** A longer string must be a photo in base64; any other is refused. */
const longString = 32 * 1024
const poisoned = new Set(['__proto__', 'constructor', 'prototype'])

const quote = 0x22
const backslash = 0x5c

/** A body whose long strings are separated; `words` contains a short placeholder for each of them. */
interface Parts {
  words: Uint8Array
  long: Map<string, string>
}

/**
 * Reads a JSON object from a body. Throws `malformed_body` for bytes that are not UTF-8 JSON, for values other than an
 * object, for repeated keys or keys that would change a prototype, for more than 20 levels, 1,000 keys or 5,000
 * values, and for long strings that are not base64. Each byte is checked once before JSON.parse(), which never
 * receives photos.
 */
export function parseJsonBody(body: Uint8Array): Record<string, unknown> {
  const { words, long } = takeApart(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  const value = parse(decode(words))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw makeRefusal('malformed_body', { detail: 'The body must be one JSON object.' })
  }
  return long.size === 0 ? { ...value } : { ...(restoreLongTexts(value, long) as object) }
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw makeRefusal('malformed_body', { detail: 'The body is not UTF-8 text.' })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw makeRefusal('malformed_body')
  }
}

/**
 * Splits a body into its parts, token by token. `open` has a set of key names for each open object, and undefined for
 * each open list.
 */
function takeApart(body: Buffer): Parts {
  const open: (Set<string> | undefined)[] = []
  const long = new Map<string, string>()
  const pieces: Uint8Array[] = []
  let [keys, values, textBytes, copied, key] = [0, 0, 0, 0, '']
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    textBytes += 1
    if (textBytes > maxTextBytes) throw tooMuch('The body has too many words.')
    if (byte === quote) {
      const end = endOfString(body, at + 1)
      const isLong = end - at > longString
      if (isLong) {
        const sign = randomUUID()
        long.set(sign, base64Of(body.subarray(at + 1, end)))
        pieces.push(body.subarray(copied, at), Buffer.from(`"${sign}"`))
        copied = end + 1
      } else textBytes += end - at
      key = isLong ? '' : body.toString('utf8', at, end + 1)
      at = end
    } else if (byte === 0x7b || byte === 0x5b) {
      open.push(byte === 0x7b ? new Set() : undefined)
      values += 1
      if (open.length > deepest) throw tooMuch('The body is nested too deep.')
    } else if (byte === 0x7d || byte === 0x5d) {
      open.pop()
    } else if (byte === 0x2c) {
      values += 1
    } else if (byte === 0x3a) {
      keys += 1
      if (keys > maxKeys) throw tooMuch('The body has too many keys.')
      addKey(open.at(-1), String(parse(key)))
    }
    if (values > maxValues) throw tooMuch('The body has too many values.')
  }
  if (pieces.length === 0) return { words: body, long }
  return { words: Buffer.concat([...pieces, body.subarray(copied)]), long }
}

const tooMuch = (detail: string) => makeRefusal('malformed_body', { detail })

/** Returns the end of the string that begins at `from`. Backslashes are counted once, backwards from the quote. */
function endOfString(body: Buffer, from: number): number {
  for (let at = from; ;) {
    const end = body.indexOf(quote, at)
    if (end < 0) throw makeRefusal('malformed_body')
    let slashes = 0
    while (end - 1 - slashes >= at && body[end - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return end
    at = end + 1
  }
}

function base64Of(bytes: Buffer): string {
  if (!isAscii(bytes) || bytes.includes(backslash))
    throw makeRefusal('malformed_body', { detail: 'A text in the body is too long.' })
  return bytes.toString('latin1')
}

function restoreLongTexts(value: unknown, long: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return long.get(value) ?? value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => restoreLongTexts(one, long))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, restoreLongTexts(one, long)]),
  )
}

function addKey(names: Set<string> | undefined, key: string): void {
  if (poisoned.has(key)) throw makeMalformedFieldRefusal(key, 'This name cannot be used.')
  if (names?.has(key)) throw makeMalformedFieldRefusal(key, 'This is there twice.')
  names?.add(key)
}

function makeMalformedFieldRefusal(key: string, sentence: string) {
  return makeRefusal('malformed_body', { fields: { [key.slice(0, 80)]: sentence } })
}
