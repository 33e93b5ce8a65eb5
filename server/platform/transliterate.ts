import anyAscii from 'any-ascii'

/** Characters that we replace ourselves, since the library's text for them is worse: `N12,500`, `>`, `:bus:`. */
const ours: readonly (readonly [sign: RegExp, words: string])[] = [
  [/₦/g, 'NGN '],
  [/→/g, 'to'],
  [/\p{Extended_Pictographic}/gu, ''],
]

/** Returns text in printable ASCII, with other scripts by sound: `Ọláìtán` → `Olaitan`, `王` → `Wang`. */
export function transliterate(text: string): string {
  let words = text
  for (const [sign, instead] of ours) words = words.replaceAll(sign, instead)
  return anyAscii(words)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
}

/**
 * Returns the text of an SMS in characters of GSM 7-bit (3GPP TS 23.038). A single character outside of that set would
 * halve the length of each part of the SMS and double its price. Line ends stay, since phones read codes from the last
 * line.
 */
export const transliterateSms = (text: string): string =>
  text.split('\n').map(transliterate).join('\n').replaceAll('`', "'")
