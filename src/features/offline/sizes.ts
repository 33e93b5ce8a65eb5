import { formatNaira } from '#contract/money'

/** The price of a byte in Nigeria, kobo. Source: bundles of 2025, ₦431 to 475 a GB. */
const koboPerByte = 46 / 1_000_000

/** Returns the price of `bytes` of mobile data: `₦0.09`. */
export function formatDataCost(bytes: number): string {
  const kobo = bytes * koboPerByte
  return kobo > 0 && kobo < 1 ? 'less than ₦0.01' : formatNaira(Math.round(kobo))
}
