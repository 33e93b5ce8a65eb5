import { formatDayShort, today } from '#lib/format'

/**
 * Formats a day as `Sat 21 Nov`, and one of another year than this as `Sat 21 Nov 2025`. Unless `with_words` is false,
 * as `Today` or `Tomorrow`.
 */
export function formatDayOfAnyYear(day: string, with_words = true): string {
  const short = formatDayShort(day, with_words)
  const isWord = short !== formatDayShort(day, false)
  const year = day.slice(0, 4)
  return isWord || year === today().slice(0, 4) ? short : `${short} ${year}`
}
