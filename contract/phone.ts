export const phoneSentence = 'Enter the phone number like 0803 123 4567 or +234 803 123 4567.'

/** The length of the longest text that is parsed. */
const longest = 40

/**
 * Returns the E.164 form of a phone number as people write it: `0803 123 4567`, `+234…`, `234…`, `8031234567`, a
 * landline like `01 270 1234`, or a number of another country with `+`; undefined for anything else. The server also
 * checks the length by country.
 */
export function parsePhone(text: string): string | undefined {
  if (text.length > longest) return undefined
  const digits = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/[\s().\p{Pd}\p{Cf}]/gu, '')
  const national = /^(?:(?:\+?234|0)?0?([789][01]\d{8})|(?:\+?234|0)([1-6]\d{7}))$/.exec(digits)
  if (national !== null) return `+234${national[1] ?? national[2] ?? ''}`
  return /^\+(?!234)[1-9]\d{7,14}$/.test(digits) ? digits : undefined
}

/** Formats an E.164 number in its usual spelling: `0803 123 4567` in Nigeria, `+233 …` elsewhere. */
export const formatPhone = (e164: string): string =>
  e164.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '0$1 $2 $3')
