import type { CharterRequestInput } from '#contract/charters/requests/model'
import { charterKinds, maxCharterTravellers, occasions } from '#contract/charters/rules'
import { formatPhone } from '#contract/phone'
import { parseCount } from '#contract/quantities'
import { isCalendarDay } from '#contract/wall-clock'
import { findLastDay } from '#features/charters'
import { readStoredUser } from '#lib/session'
import { parseCountParameter, parseDayParameter } from '#lib/url-parameters'

/** A journey as typed, used for requests and in the marketplace. */
export interface JourneyDraft {
  kind: CharterRequestInput['kind']
  occasion: (typeof occasions)[number] | ''
  stops: { city: string; address: string }[]
  from: string
  until: string
  start_time: string
  travellers: string
  luggage: string
  needs: string
  /** In naira. */
  budget: string
  full_name: string
  phone: string
  /** The URL parameters from which the form was last filled in, so that only new ones change it. */
  known: string
}

export const maxStops = 8

/** Returns a journey with the values in the URL, and the name and phone of the logged-in user. */
export function parseJourneyFromUrl(params: URLSearchParams): JourneyDraft {
  const user = readStoredUser()
  const kind = charterKinds.find((one) => one === params.get('kind'))
  const from = parseDayParameter(params, 'date')
  const city = { city: params.get('city') ?? '', address: '' }
  const journey = {
    kind: kind === undefined || kind === 'airport' ? 'round_trip' : kind,
    occasion: occasions.find((one) => one === params.get('occasion')) ?? '',
    stops: [city, { city: params.get('to') ?? '', address: '' }],
    from,
    until: parseDayParameter(params, 'until') || findLastDay(from, params),
    start_time: '07:00',
    travellers: String(parseCountParameter(params, 'seats', maxCharterTravellers) ?? ''),
    luggage: '',
    needs: '',
    budget: '',
    full_name: user?.full_name ?? '',
    phone: formatPhone(user?.phone ?? ''),
    known: params.toString(),
  } as const
  return { ...journey, stops: [...journey.stops] }
}

/** Returns a draft without days that do not exist: those of a mistyped link would stop the screen at each visit. */
export function dropUnrealDays(draft: JourneyDraft): JourneyDraft {
  const [from, until] = [dropUnrealDay(draft.from), dropUnrealDay(draft.until)]
  return from === draft.from && until === draft.until ? draft : { ...draft, from, until }
}

const dropUnrealDay = (day: string) => (isCalendarDay(day) ? day : '')

/** Returns the draft with the values that the URL contains; the others are unchanged. */
export function mergeJourney(
  before: JourneyDraft,
  fromUrl: JourneyDraft,
  params: URLSearchParams,
): JourneyDraft {
  const { kind, occasion, from, until, travellers, stops, known } = fromUrl
  const [first = nowhere, ...others] = before.stops
  const last = others.at(-1) ?? nowhere
  const cities = [stops[0]?.city ?? '', stops.at(-1)?.city ?? '']
  return {
    ...before,
    known,
    kind: params.has('kind') ? kind : before.kind,
    occasion: occasion || before.occasion,
    from: from || before.from,
    until: from === '' ? before.until : until,
    travellers: travellers || before.travellers,
    stops: [
      { ...first, city: cities[0] || first.city },
      ...others.slice(0, -1),
      { ...last, city: cities[1] || last.city },
    ],
  }
}

const nowhere = { city: '', address: '' }

/** Returns the route and days of a journey as input. For `days`, cities that were left empty are omitted. */
export function makeJourneyRoute({ kind, stops, from, until }: JourneyDraft) {
  const last = kind === 'one_way' || until < from ? from : until
  const named = kind === 'days' ? stops.filter(({ city }, at) => at === 0 || city !== '') : stops
  return {
    kind,
    stops: named.map(({ city, address }) => ({
      city,
      ...(address.trim() !== '' && { address: address.trim() }),
    })),
    from,
    until: last,
  }
}

/** Returns the details of a journey as input, without its route, days and budget. Empty optional ones are omitted. */
export function makeJourneyDetails(journey: JourneyDraft) {
  const { occasion, start_time, travellers, luggage, needs, full_name, phone } = journey
  return {
    ...(occasion !== '' && { occasion }),
    start_time,
    travellers: parseCount(travellers),
    ...(luggage.trim() !== '' && { luggage: luggage.trim() }),
    ...(needs.trim() !== '' && { needs: needs.trim() }),
    contact: { full_name: full_name.trim(), phone },
  }
}

/** Returns the errors by field that the schema cannot express. */
export function findJourneyErrors({
  kind,
  stops,
  from,
  until,
}: JourneyDraft): Record<string, string> {
  const faults: Record<string, string> = {}
  const needed = kind === 'days' ? 1 : stops.length
  stops.slice(0, needed).forEach(({ city }, at) => {
    if (city === '') faults[`stops.${at}.city`] = 'Choose a city.'
  })
  if (from === '') faults['from'] = 'Choose a date.'
  // Choosing the first day also fills in the last day if that is empty, so the last day is missing only if both are.
  if (from === '' && until === '') faults['until'] = 'Choose a date.'
  if (kind !== 'one_way' && until !== '' && until < from)
    faults['until'] = 'This is before the first day.'
  return faults
}

/** Returns the draft of a request in the outbox, so that it can be edited. */
export function makeJourneyFromInput(input: CharterRequestInput): JourneyDraft {
  const stops = input.stops.map(({ city, address }) => ({ city, address: address ?? '' }))
  return {
    kind: input.kind,
    occasion: input.occasion ?? '',
    stops: stops.length > 1 ? stops : [...stops, { city: '', address: '' }],
    from: input.from,
    until: input.until,
    start_time: input.start_time,
    travellers: String(input.travellers),
    luggage: input.luggage ?? '',
    needs: input.needs ?? '',
    budget: input.budget_kobo === undefined ? '' : String(input.budget_kobo / 100),
    full_name: input.contact.full_name,
    phone: formatPhone(input.contact.phone),
    known: '',
  }
}
