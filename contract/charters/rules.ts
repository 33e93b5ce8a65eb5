/**
 * Kinds of charters. `one_way` and `round_trip`: a journey to stops. `days`: the vehicle is available all day.
 * `airport`: a transfer to or from an airport.
 */
export const charterKinds = ['one_way', 'round_trip', 'days', 'airport'] as const

export const occasions = [
  'wedding',
  'burial',
  'church',
  'school',
  'camp',
  'company',
  'other',
] as const

export type Occasion = (typeof occasions)[number]

/** The deposit, as a percentage of the price. */
export const depositPercent = 30

/** Days from today for which vehicles can be hired. */
export const charterDaysAhead = 180

export const maxCharterDays = 14

/** Our service fee, as a percentage of the hire. */
export const charterFeePercent = 5

export const maxCharterTravellers = 80

/** The parts in which a charter is paid: a deposit and the balance, or all in one payment. */
export const instalmentKinds = ['deposit', 'balance', 'all'] as const

/**
 * Returns a sentence that says whether a price includes fuel and tolls. All screens show this sentence beside a price.
 */
export function describeFuelAndTolls(
  kind: (typeof charterKinds)[number],
  fuel_included: boolean,
): string {
  if (kind === 'airport') return 'The price includes fuel and tolls.'
  return fuel_included
    ? 'The price includes fuel. Tolls are extra: you pay them on the way.'
    : 'Fuel and tolls are extra: you pay them on the way.'
}
