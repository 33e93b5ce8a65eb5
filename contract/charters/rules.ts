/** `one_way` and `round_trip` go to places; for `days`, a vehicle is available all day. */
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

/** The deposit, percent of the price. */
export const depositPercent = 30

/** Days ahead for which vehicles are hired, and the most days of one charter. */
export const charterDaysAhead = 180

export const maxCharterDays = 14

/** Our service fee, percent of the hire. */
export const charterFeePercent = 5
