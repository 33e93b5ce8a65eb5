const numbers = new Intl.NumberFormat('en')

/** Formats 12500 as `12,500`. */
export const formatNumber = (value: number): string => numbers.format(value)

/** Returns the form of a word for a count: `one`, or `many`, which is `one` with an s by default. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many

/** Returns a count with its word: `1 seat`, `1,200 reviews`. */
export const formatCount = (count: number, one: string, many?: string): string =>
  `${formatNumber(count)} ${pluralize(count, one, many)}`

/** Formats a distance as `540 km`. */
export const formatKm = (km: number): string => `${km} km`

/** Formats 2500 grams as `2.5 kg`. */
export const formatKilos = (grams: number): string => `${grams / 1000} kg`
