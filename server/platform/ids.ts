import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { makeCheckCharacter, hasOldWaybillForm, referenceAlphabet } from '#contract/reference'

// Node 24 has this function, but its types do not.
declare module 'node:crypto' {
  export function randomUUIDv7(): string
}

/** Returns a new UUIDv7 for a row's id. Later ids sort after earlier ones. */
export function makeId(): string {
  return randomUUIDv7()
}

/** Returns random Crockford characters of 5 bits each. */
export const randomCharacters = (count: number): string =>
  Array.from(randomBytes(count), (byte) => referenceAlphabet[byte & 31]).join('')

/**
 * Returns a new reference: 10 random Crockford characters (50 bits) and a check character. It never looks like a
 * waybill number.
 */
export function makeReference(): string {
  const body = randomCharacters(10)
  return hasOldWaybillForm(body) ? makeReference() : body + makeCheckCharacter(body)
}
