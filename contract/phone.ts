export const phoneFormatMessage = 'Enter the phone number like 0803 123 4567 or +234 803 123 4567.'

/** The length of the longest text that is parsed. */
const longest = 40

/**
 * A landline: ten digits since the numbering plan of 2024, or the eight digits used before, to which that plan added
 * the prefix 20 (https://ncc.gov.ng, National Numbering Plan). Eight digits that begin like a mobile number are not a
 * landline, but a mobile number with digits missing.
 */
const nigerianLandline = /^(?:\+?2340?|0)(20[1-9]\d{7}|(?![789][01])[1-9]\d{7})$/

const nigerianMobile = /^(?:\+?234|0)?0?([789][01]\d{8})$/

/**
 * Returns the E.164 form of a phone number as people write it: `0803 123 4567`, `+234…`, `234…`, `8031234567`, a
 * landline as dialled since 2024 (`0201 270 1234`) or before (`01 270 1234`), or a number of another country with `+`,
 * `00` or `tel:`. Returns undefined for anything else. The server also removes a trunk zero after the country code and
 * checks the length by country, from the numbering plans of all countries.
 */
export function parsePhone(text: string): string | undefined {
  if (text.length > longest) return undefined
  const digits = text
    .normalize('NFKC')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^((?:\+|00).*)\(0\)/, '$1')
    .replaceAll(/[\s().\p{Pd}\p{Cf}]/gu, '')
  const international = digits.replace(/^009(?=234\d{8,10}$)|^00(?=[1-9])/, '+')
  const mobile = nigerianMobile.exec(digits) ?? nigerianMobile.exec(international)
  if (mobile !== null) return `+234${mobile[1] ?? ''}`
  const [, landline] = nigerianLandline.exec(international) ?? []
  if (landline !== undefined) return `+234${landline.padStart(10, '20')}`
  return /^\+(?!234)[1-9]\d{7,14}$/.test(international) ? international : undefined
}

/** Formats an E.164 number with ten Nigerian digits as `0803 123 4567`; returns any other number unchanged. */
export const formatPhone = (e164: string): string =>
  e164.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '0$1 $2 $3')
