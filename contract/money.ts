import { formatNumber } from '#contract/quantities'
/**
 * The booking fee per seat and its VAT, kobo. Seats carry no VAT: shared road transport of passengers
 * is exempt (Nigeria Tax Act 2025, s.186(1)(g)); the platform's own fee is not.
 */
export const bookingFeeKobo = 20_000

export const vatPercent = 7.5

export const insuranceKobo = 50_000

/** Formats a sum as `₦12,500`, with kobo only if there are any. */
export function formatNaira(amount_kobo: number): string {
  const whole = Math.trunc(Math.abs(amount_kobo) / 100)
  const rest = Math.abs(amount_kobo) % 100
  const grouped = formatNumber(whole)
  return `${amount_kobo < 0 ? '−' : ''}₦${grouped}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** Formats a sum in naira with two decimals, for other programs: 123435 → `1234.35`. Takes no negative sums. */
export function formatNairaDecimal(amount_kobo: number): string {
  return `${Math.trunc(amount_kobo / 100)}.${String(amount_kobo % 100).padStart(2, '0')}`
}

/** Returns the digits and the decimal point of a sum that is being typed: `₦12,500.50` → `12500.50`. */
export const extractNairaDigits = (text: string): string =>
  /^\d{0,8}(?:\.\d{0,2})?/.exec(text.replaceAll(/[^\d.]/g, ''))?.[0] ?? ''

/** Returns the kobo of a sum in naira as people write it: `₦12,500`, `N868.50`, `12 500`; undefined for other text. */
export function parseNaira(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^(?:₦|N(?:GN)?)\s*/i, '')
    .replaceAll(/[,\s]/g, '')
  const parts = /^(?=\.?\d)(\d{0,12})(?:\.(\d{0,2})0*)?$/.exec(plain)
  if (parts === null) return undefined
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

/**
 * Splits `amount_kobo` by `weights` so that the parts sum to it exactly (largest remainder). If all weights are 0,
 * the first part gets everything.
 */
export function allocateByWeight(amount_kobo: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map((_, index) => (index === 0 ? amount_kobo : 0))
  const exact = weights.map((weight) => (amount_kobo * weight) / sum)
  const parts = exact.map(Math.floor)
  const rest = amount_kobo - parts.reduce((total, part) => total + part, 0)
  const order = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of order.slice(0, rest)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** The states of a refund. `needs_person`: the payment company cannot finish it, so our staff must. */
export const refundStates = [
  'requested',
  'submitted',
  'succeeded',
  'failed',
  'needs_person',
] as const
