import { isPossiblePhoneNumber } from 'libphonenumber-js/min'

/** Where in an input a phone number stands that no telephone of its country can have: `contact.phone`. */
export function impossiblePhones(input: unknown, at: readonly string[] = []): string[] {
  if (typeof input === 'object' && input !== null)
    return Object.entries(input).flatMap(([name, value]) => impossiblePhones(value, [...at, name]))
  const isPhone = at.at(-1) === 'phone' && typeof input === 'string' && input.startsWith('+')
  return isPhone && !isPossiblePhoneNumber(input) ? [at.join('.')] : []
}
