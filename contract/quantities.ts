const numbers = new Intl.NumberFormat('en')

/** `12,500` from 12500. */
export const formatNumber = (value: number): string => numbers.format(value)

/** The form of a word for a count: `one`, or `many` where it is not that with an s. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many

/** A count and its word: `1 seat`, `1,200 reviews`. */
export const formatCount = (count: number, one: string, many?: string): string =>
  `${formatNumber(count)} ${pluralize(count, one, many)}`

/** `540 km`. */
export const formatKm = (km: number): string => `${km} km`

/** `2.5 kg` from 2500. */
export const formatKilos = (grams: number): string => `${grams / 1000} kg`
