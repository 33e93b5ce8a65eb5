/*
 * Numbers are formatted without `Intl`: its first formatter takes 40 ms in Chromium on a small server, before the first
 * touch of a page. A cheap phone needs several times as long, and English needs nothing of it.
 */

/** Formats 12500 as `12,500`, with at most three decimals. */
export function formatNumber(value: number): string {
  const [whole = '', decimals = ''] = value.toFixed(3).split('.')
  const fraction = decimals.replace(/0+$/, '')
  return fraction === '' ? separateThousands(whole) : `${separateThousands(whole)}.${fraction}`
}

const separateThousands = (digits: string) => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** Returns the form of a word for a count: `singular`, or `plural`, which is `singular` with an s by default. */
export const pluralize = (count: number, singular: string, plural = `${singular}s`): string =>
  Math.abs(count) === 1 ? singular : plural

/** Returns a count with its word: `1 seat`, `1,200 reviews`. */
export const formatCount = (count: number, singular: string, plural?: string): string =>
  `${formatNumber(count)} ${pluralize(count, singular, plural)}`

/** Formats seat numbers as `seat 3` or `seats 3, 4`. `singular`: another word for one seat, such as `Seat`. */
export const formatSeats = (seats: readonly number[], singular = 'seat'): string =>
  `${pluralize(seats.length, singular)} ${seats.join(', ')}`

/** Formats a distance as `1,540 km`. */
export const formatKm = (km: number): string => `${formatNumber(km)} km`

/** Formats 2500 grams as `2.5 kg`. */
export const formatKilos = (grams: number): string => `${formatNumber(grams / 1000)} kg`

/** Formats bytes as `12 kB` or `1.4 MB`; at least 1 kB for anything above 0. */
export const formatBytes = (bytes: number): string =>
  bytes >= 999_500
    ? `${formatNumber(Math.round(bytes / 100_000) / 10)} MB`
    : `${formatNumber(Math.ceil(bytes / 1000))} kB`

/** Formats whole minutes as `45 min`, `2 h` or `7 h 30 min`. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  const words = `${formatNumber(hours)} h`
  return rest === 0 ? words : `${words} ${rest}\u00a0min`
}

/** Formats a mean of stars as `4.3`. */
export const formatStars = (stars: number): string => stars.toFixed(1)

/** Formats a mean of stars and the number of reviews as `★ 4.3 (31)`. */
export const formatRating = (stars: number, reviews: number): string =>
  `★\u00a0${formatStars(stars)} (${formatNumber(reviews)})`

/** The digits of a number before and after its decimal mark. */
export interface NumberParts {
  whole: string
  fraction: string
  /** Whether other languages read it as another number: `2,500` is 2500 in English and 2.5 in French. */
  is_ambiguous: boolean
}

/**
 * Splits a number as people write it in Nigeria and in its neighbour countries: `12,500.5`, `12 500`, `12.500,5`,
 * `2,5`. A single point is the decimal mark. A single comma is also the decimal mark, unless it can separate a group of
 * three digits, as in `2,500`. Other marks separate groups of three digits. Returns undefined for text that is not a
 * number in any of these forms.
 */
export function splitNumber(text: string): NumberParts | undefined {
  const plain = text.replaceAll(/[\s'’]/g, '')
  const marks = plain.replaceAll(/\d/g, '')
  if (!/^[.,]*$/.test(marks) || marks.length === plain.length) return undefined
  const mark = marks.at(-1)
  if (mark === undefined) return { whole: plain, fraction: '', is_ambiguous: false }
  const isGrouped = (digits: string) => /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(digits)
  const [before, after] = [plain.slice(0, plain.lastIndexOf(mark)), plain.split(mark).at(-1) ?? '']
  const whole = before.replaceAll(/[.,]/g, '')
  const isLast = marks.indexOf(mark) === marks.length - 1
  if (marks.length > 1 && isLast)
    return isGrouped(before) ? { whole, fraction: after, is_ambiguous: false } : undefined
  if (marks.length > 1)
    return isGrouped(plain)
      ? { whole: whole + after, fraction: '', is_ambiguous: false }
      : undefined
  return mark === ',' && isGrouped(plain) && !before.startsWith('0')
    ? { whole: whole + after, fraction: '', is_ambiguous: true }
    : { whole, fraction: after, is_ambiguous: false }
}

/** Parses a measure as people write it, `2.5`, `2,5`, `40`; NaN for other text and for an ambiguous `2,500`. */
export function parseMeasure(text: string): number {
  const parts = splitNumber(text)
  return parts === undefined || parts.is_ambiguous
    ? NaN
    : Number(`${parts.whole}.${parts.fraction}`)
}

/** Parses a count as people write it, `40`, `1,200`; NaN for other text and for a fraction. */
export function parseCount(text: string): number {
  const parts = splitNumber(text)
  return parts === undefined || !/^0*$/.test(parts.fraction) ? NaN : Number(parts.whole)
}
