import anyAscii from 'any-ascii'

/** Characters for which our text is better than the library's (`N12,500`, `>`, `:bus:`). */
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
