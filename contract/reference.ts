/** Crockford's base32: no I, L, O and U, so that a reference survives a phone call. */
export const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A reference as it is stored: upper case, no spaces or dashes, O read as 0, I and L as 1. */
export function normaliseReference(written: string): string {
  return written
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/**
 * The character that closes a reference of `body`. Each place weighs a different power of x in
 * GF(32), so one wrong character or two swapped ones never go unnoticed.
 */
export function checkCharacter(body: string): string {
  return referenceAlphabet[timesX(remainder(body))] ?? ''
}

/**
 * The shape of a waybill number, whose check character is made like a reference's: two letters and eight digits
 * first.
 */
export const isWaybillShaped = (written: string): boolean =>
  /^\s*[A-Z]{2}[\s-]?\d{8}/i.test(written)

/** Whether `written`, after normalising, is 10 characters of ours and their check character. */
export function referenceIsWellFormed(written: string): boolean {
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
