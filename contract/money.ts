import { formatNumber, splitNumber } from '#contract/quantities'

/**
 * The booking fee per seat, in kobo without its VAT. The seat itself carries no VAT: shared road transport of
 * passengers is exempt (Nigeria Tax Act 2025, s.186(1)(g)); our own fee is not.
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

/** Formats a sum in naira with two decimals, for other programs: 123435 → `1234.35`, -5 → `-0.05`. */
export function formatNairaDecimal(amount_kobo: number): string {
  const kobo = Math.abs(amount_kobo)
  const naira = `${Math.trunc(kobo / 100)}.${String(kobo % 100).padStart(2, '0')}`
  return amount_kobo < 0 ? `-${naira}` : naira
}

/**
 * Returns the kobo of a sum in naira as people write it: `₦12,500`, `N868.50`, `12 500`, `5000,50`; undefined for
 * other text, and for more than two decimals, since `12.500` may mean twelve thousand five hundred.
 */
export function parseNaira(text: string): number | undefined {
  const parts = splitNumber(text.trim().replace(/^(?:₦|N(?:GN)?)/i, ''))
  if (parts === undefined || parts.whole.length > 12 || parts.fraction.length > 2) return undefined
  return Number(parts.whole) * 100 + Number(parts.fraction.padEnd(2, '0'))
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
