import { formatNaira } from '#contract/money'

export const fuels = ['petrol', 'diesel', 'cooking_gas'] as const

export type Fuel = (typeof fuels)[number]

/** The lowest and highest plausible price of a litre, or of a kilogram of gas, in naira. */
const believed: Record<Fuel, readonly [least: number, most: number]> = {
  petrol: [250, 2500],
  diesel: [350, 3500],
  cooking_gas: [350, 4000],
}

/** Returns the error message for an implausible price; undefined for a plausible one. */
export function findFuelPriceError(fuel: Fuel, price_kobo: number): string | undefined {
  const [least, most] = believed[fuel]
  if (price_kobo >= least * 100 && price_kobo <= most * 100) return undefined
  const measure = fuel === 'cooking_gas' ? 'kilogram of cooking gas' : `litre of ${fuel}`
  return `A ${measure} costs from ${formatNaira(least * 100)} to ${formatNaira(most * 100)}. Check the digits.`
}

/** The age after which an observed price is no longer accepted and the person is asked again, ms. */
export const maxFuelReportAge_ms = 86_400_000

/**
 * A new price needs reports from at least this many people in the last three days. With fewer, the stored price is
 * older than their reports, so screens do not show the number of people beside it.
 */
export const minFuelReporters = 3

/** The most reports of one person per day. */
export const maxFuelReportsPerDay = 20
