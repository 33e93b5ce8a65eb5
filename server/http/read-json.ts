import { refuse } from '#contract/errors'

const deepest = 20
const mostKeys = 1000
const poisoned = new Set(['__proto__', 'constructor', 'prototype'])
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g

/**
 * Reads a JSON object out of a body. Throws `malformed_body` for bytes that are not UTF-8 JSON, for
 * anything but an object on top, a key named twice or meant to poison a prototype, more than 20
 * levels and more than 1,000 keys: JSON.parse() alone lets the last three through.
 */
export function readJson(body: Uint8Array): Record<string, unknown> {
  const text = decode(body)
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('malformed_body', { detail: 'The body must be one JSON object.' })
  }
  checkKeys(text)
  return { ...value }
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw refuse('malformed_body', { detail: 'The body is not UTF-8 text.' })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse('malformed_body')
  }
}

/** Walks over the tokens of valid JSON: one set of names per open object, none per open list. */
function checkKeys(text: string): void {
  const open: (Set<string> | undefined)[] = []
  let keys = 0
  for (const [token, colon] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined)
      if (open.length > deepest)
        throw refuse('malformed_body', { detail: 'The body is nested too deep.' })
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (colon !== undefined) {
      keys += 1
      if (keys > mostKeys) throw refuse('malformed_body', { detail: 'The body has too many keys.' })
      addKey(open.at(-1), JSON.parse(token.slice(0, -colon.length)) as string)
    }
  }
}

function addKey(names: Set<string> | undefined, key: string): void {
  if (poisoned.has(key)) throw named(key, 'This name cannot be used.')
  if (names?.has(key)) throw named(key, 'This is there twice.')
  names?.add(key)
}

function named(key: string, sentence: string) {
  return refuse('malformed_body', { fields: { [key.slice(0, 80)]: sentence } })
}
