/** Crockford's base32. It has no I, L, O and U, so that a reference can be read out on the phone. */
export const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a reference in its stored form: upper case, without spaces and dashes, with 0 for O and 1 for I and L. */
export function normaliseReference(written: string): string {
  return written
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/**
 * Returns the check character of a reference. Each position is weighted by a power of x in GF(32), so one wrong
 * character or two swapped ones are always detected.
 */
export function makeCheckCharacter(body: string): string {
  return referenceAlphabet[timesX(remainder(body))] ?? ''
}

/**
 * Returns whether a text begins like the number of an old waybill, with two letters and eight digits. Checks nothing
 * after them. Today a waybill's number is a tracking ID, which never looks like this.
 */
export const hasOldWaybillForm = (written: string): boolean =>
  /^\s*[A-Z]{2}[\s-]?\d{8}/i.test(written)

/** Returns the number of a waybill, old or new, in its stored form. */
export function normaliseWaybill(written: string): string {
  const number = written.toUpperCase().replaceAll(/[\s-]/g, '')
  return hasOldWaybillForm(number) ? number : normaliseReference(number)
}

/** Returns whether a text, after normalising, has 11 characters of the alphabet, the last a correct check character. */
export function isReference(written: string): boolean {
  const reference = normaliseReference(written)
  return /^[0-9A-HJKMNP-TV-Z]{11}$/.test(reference) && remainder(reference) === 0
}

function remainder(characters: string): number {
  let sum = 0
  for (const character of characters) sum = timesX(sum) ^ referenceAlphabet.indexOf(character)
  return sum
}

/** Multiplies by x modulo x⁵ + x² + 1. */
function timesX(element: number): number {
  return element < 16 ? element << 1 : (element << 1) ^ 0b100101
}
