import { maxCharterDays } from '#contract/charters/rules'
import { addDays } from '#lib/format'
import { parseCountParameter } from '#lib/url-parameters'

/** Returns the last of the days whose number is in the URL; the first one if there is no valid number. */
export function findLastDay(from: string, params: URLSearchParams): string {
  const days = parseCountParameter(params, 'days', maxCharterDays) ?? 1
  return from === '' ? '' : addDays(from, days - 1)
}
