import { formatDayShort, today } from '#lib/format'

/**
 * Formats a day of this year as `Sat 21 Nov`, and a day of another year as `Sat 21 Nov 2025`. Writes today and tomorrow
 * as `Today` and `Tomorrow`, unless `with_words` is false.
 */
export function formatDayOfAnyYear(day: string, with_words = true): string {
  const short = formatDayShort(day, with_words)
  const isWord = short !== formatDayShort(day, false)
  const year = day.slice(0, 4)
  return isWord || year === today().slice(0, 4) ? short : `${short} ${year}`
}
