import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { smsCountries } from '#contract/product'
import type { SmsKind } from './sms-figures.ts'

/**
 * The maximum number of SMS per day to one number. Anybody may request a `code`; an `own_code` is for a device that
 * was logged in to the account before.
 */
export const maxSmsPerDay: Record<SmsKind, number> = { code: 12, own_code: 8, news: 20, paid: 40 }

/**
 * Returns the country of an ordinary mobile number. Returns undefined for expensive or unreachable numbers: satellite
 * phones and networks without a country (+870, +878, +881, +882, +883, +979), premium and shared-cost numbers, pagers,
 * personal numbers, fixed lines.
 */
export function findMobileCountry(to: string): string | undefined {
  const number = parsePhoneNumberFromString(to)
  const type = number?.getType()
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? number?.country : undefined
}

/** True for an ordinary mobile number of a country in `smsCountries`. */
export function canReceiveCodes(to: string): boolean {
  const country = findMobileCountry(to)
  return smsCountries.some((served) => served === country)
}
