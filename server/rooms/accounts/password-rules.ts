import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { product } from '#contract/product'
import { makeRefusal } from '#contract/errors'

const leaked = listed('leaked-passwords.txt')
/**
 * Passwords that are refused only as a whole (ignoring case and spaces), since many good passwords contain one of them.
 */
const common = listed('common-passwords.txt')

function listed(file: string): ReadonlySet<string> {
  const lines = readFileSync(resolve(import.meta.dirname, file), 'utf8').split('\n')
  return new Set(
    lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')),
  )
}

/** Rows of keys and alphabets, which people type in order. */
const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
  '!@#$%^&*()',
]
const walkSteps = 4

/**
 * Refuses a password that attackers try first (ASVS 5.0, 6.2.4, 6.2.11, 6.2.12): a leaked one, even with digits
 * appended or letters replaced by digits; a repeated character or group; rows of keys; our name, and the person's name,
 * email address and phone number. Throws `invalid_input`.
 */
export function refuseWeakPassword(
  password: string,
  about: readonly (string | null | undefined)[],
): void {
  const sentence = weakness(password, about)
  if (sentence !== undefined) throw makeRefusal('invalid_input', { fields: { password: sentence } })
}

function weakness(
  password: string,
  about: readonly (string | null | undefined)[],
): string | undefined {
  const plain = password.normalize('NFKC').toLowerCase()
  const joined = plain.replaceAll(/\s/g, '')
  if (
    common.has(joined) ||
    leaked.has(joined) ||
    leaked.has(stem(plain)) ||
    leaked.has(stem(unswapped(plain)))
  )
    return 'Many people use this password, so it is tried first. Choose another, such as four words in a row.'
  if (isRepeated(plain) || isWalk(plain))
    return 'This is a pattern that is easy to guess. Choose another, such as four words in a row.'
  const words = [product.name, product.slug, ...about].flatMap(pieces)
  if (words.some((word) => countCharactersWithout(plain, word) < 4))
    return 'This is made of a name, address or phone that others know. Choose another, such as four words in a row.'
  return undefined
}

/** Returns a password without digits and signs at its ends. */
const stem = (text: string) => text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')

/** Replaces digits and signs with the letters that they look like. */
function unswapped(text: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  }
  return text.replaceAll(
    /(?<=[a-z])[013457@$!](?=[a-z013457@$!]*[a-z])|^[013457@$!](?=[a-z])/g,
    (sign) => letters[sign] ?? sign,
  )
}

/**
 * Whether a text repeats one to four characters, with at most three others at its end: `aaaaaaaa`, `12121212`,
 * `wakawaka1`.
 */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+(?:.{0,3})$/su.test(text)
}

/**
 * Whether a text consists of pieces of rows of keys, forward or backward, with at most two other characters at its end:
 * `12345678`, `qwertyui`, `abcd4321`, `1qaz2wsx`.
 */
function isWalk(text: string): boolean {
  let at = 0
  let pieces = 0
  while (at < text.length) {
    const length = walkAt(text, at)
    if (length < walkSteps) break
    at += length
    pieces += 1
  }
  return pieces > 0 && text.length - at < 3
}

function walkAt(text: string, at: number): number {
  const lengths = walks
    .flatMap((walk) => [walk, walk.split('').toReversed().join('')])
    .map((walk) => {
      let length = 1
      while (at + length < text.length && walk.includes(text.slice(at, at + length + 1)))
        length += 1
      return length
    })
  return Math.max(...lengths)
}

/**
 * Returns the pieces of a text that a password must not contain: names, an email address, its part before the @, and a
 * phone's digits with and without the country code.
 */
function pieces(text: string | null | undefined): string[] {
  if (text === null || text === undefined) return []
  const plain = text.toLowerCase()
  if (/^\+\d+$/.test(plain)) return [plain.slice(1), `0${plain.slice(4)}`, plain.slice(4)]
  if (plain.includes('@')) return [plain, plain.split('@')[0] ?? '']
  return [
    plain.replaceAll(/\s/g, ''),
    ...plain.split(/[^\p{L}]+/u).filter((word) => word.length > 3),
  ]
}

/**
 * Returns the number of letters that remain in a password after a word is removed; Infinity if the password does not
 * contain the word, or the word is shorter than four characters.
 */
function countCharactersWithout(text: string, word: string): number {
  if (word.length < 4 || !text.includes(word)) return Infinity
  return text.replaceAll(word, '').replaceAll(/\P{L}/gu, '').length
}
