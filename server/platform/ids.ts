import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { checkCharacter, isWaybillShaped, referenceAlphabet } from '#contract/reference'

// Node 24 has it, its types do not.
declare module 'node:crypto' {
  export function randomUUIDv7(): string
}

/** A new UUIDv7 for a row's id: later ids sort after earlier ones. */
export function newId(): string {
  return randomUUIDv7()
}

/** Random Crockford characters, 5 bits each. */
export const randomLetters = (count: number): string =>
  Array.from(randomBytes(count), (byte) => referenceAlphabet[byte & 31]).join('')

/**
 * A new reference: 10 random Crockford characters (50 bits) and a check character. It never looks like a waybill
 * number.
 */
export function newReference(): string {
  const body = randomLetters(10)
  return isWaybillShaped(body) ? newReference() : body + checkCharacter(body)
}
