import { parseNaira } from '#contract/money'
import { maxSeats } from '#contract/policy'
import { addDays, formatDayShort, today } from '#lib/format'
import { parseCountParameter, parseDayParameter } from '#lib/url-parameters'

/** A request as typed. `fare` is in naira. */
export interface TravelRequestDraft {
  from: string
  to: string
  first_day: string
  last_day: string
  travellers: string
  fare: string
}

/** Returns a form prefilled from the URL: `?from=&to=&date=&passengers=`. A day that does not exist is asked for. */
export function makeTravelRequestFromUrl(params: URLSearchParams): TravelRequestDraft {
  const day = params.has('date') ? parseDayParameter(params, 'date') : addDays(today(), 1)
  return {
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    first_day: day,
    last_day: day,
    travellers: String(parseCountParameter(params, 'passengers', maxSeats) ?? 1),
    fare: '',
  }
}

/** Returns a form with the values of an outbox item. */
export function makeTravelRequestDraft(input: Record<string, unknown>): TravelRequestDraft {
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : '')
  const { travellers, max_fare_kobo: fare } = input
  return {
    from: text('from'),
    to: text('to'),
    first_day: text('first_day'),
    last_day: text('last_day'),
    travellers: typeof travellers === 'number' ? String(travellers) : '1',
    fare: typeof fare === 'number' ? String(fare / 100) : '',
  }
}

/** Returns the error of a typed fare; empty if the fare is empty or valid. */
export function findFareError(fare: string, name: string): Record<string, string> {
  return fare.trim() !== '' && parseNaira(fare) === undefined
    ? { [name]: 'Enter the price in naira, like 12,500.' }
    : {}
}

/** Returns the errors by field; empty if both days are chosen. */
export function findDayErrors({
  first_day,
  last_day,
}: Pick<TravelRequestDraft, 'first_day' | 'last_day'>): Record<string, string> {
  const words = 'Choose a date.'
  return {
    ...(first_day === '' && { first_day: words }),
    ...(last_day === '' && { last_day: words }),
  }
}

/** `Wed 25 Nov`, or the first and the last day. */
export function formatDaySpan({
  first_day,
  last_day,
}: {
  first_day: string
  last_day: string
}): string {
  const first = formatDayShort(first_day)
  return first_day === last_day ? first : `${first} to ${formatDayShort(last_day)}`
}
