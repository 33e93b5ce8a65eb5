import { isCalendarDay } from '#contract/wall-clock'

/* Values of a URL that screens compute with. A link may be old, cut off or mistyped: what makes no sense is ignored. */

/** Returns the day `YYYY-MM-DD` in a URL; empty if it is missing or does not exist. */
export function parseDayParameter(params: URLSearchParams, name: string): string {
  const value = params.get(name) ?? ''
  return isCalendarDay(value) ? value : ''
}

/** Returns the whole number from 1 to `most` in a URL; undefined if there is no such number. */
export function parseCountParameter(
  params: URLSearchParams,
  name: string,
  most: number,
): number | undefined {
  const count = Number(params.get(name))
  return Number.isInteger(count) && count >= 1 && count <= most ? count : undefined
}
