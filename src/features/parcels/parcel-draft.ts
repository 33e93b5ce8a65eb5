import type {
  ParcelAddOn,
  ParcelLocation,
  ParcelRoute,
  ParcelSize,
  ParcelType,
} from '#contract/lookups/model'
import {
  conditionsOf,
  coverKobo,
  doorAddOns,
  parcelPrice,
  sizeFor,
  type Measures,
} from '#contract/parcels/price'
import type { ParcelQuote, ParcelQuoteInput, ParcelPrice } from '#contract/parcels/model'
import { parcelLists } from '#features/lookups'
import { CallError } from '#lib/api'
import { serverNow } from '#lib/clock'
import { read, write } from '#lib/device'
import { useOnline } from '#lib/online'
import type { Asked } from '#ui/answer'
import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { quoteParcelQuery } from './queries.ts'

/** Where a parcel is handed over; `location`: a counter's code, empty until chosen. */
interface ParcelEnd {
  at: 'park' | 'door'
  location: string
}

/** The parcel as chosen: codes of our lists (cities for the route), measures and naira as typed. */
export interface ParcelData {
  from: string
  to: string
  drop_off: ParcelEnd
  pick_up: ParcelEnd
  /** A size's code, or `own` for own measures: centimetres and kilograms. */
  size: string
  length: string
  width: string
  height: string
  weight: string
  type: string
  add_ons: string[]
  value: string
}

const emptyParcel: ParcelData = {
  from: '',
  to: '',
  drop_off: { at: 'park', location: '' },
  pick_up: { at: 'park', location: '' },
  size: '',
  length: '',
  width: '',
  height: '',
  weight: '',
  type: '',
  add_ons: [],
  value: '',
}

/** The parcel draft, stored on the phone with every change. */
export function useParcel() {
  const [parcel, setParcel] = useState<ParcelData>(() => ({
    ...emptyParcel,
    ...read('current_parcel_data'),
  }))
  function change(part: Partial<ParcelData>): void {
    const after = { ...parcel, ...part }
    setParcel(after)
    write('current_parcel_data', after)
  }
  return [parcel, change] as const
}

/** The lists of which a price is made, on the phone. */
export interface ParcelLists {
  routes: ParcelRoute[]
  locations: ParcelLocation[]
  sizes: ParcelSize[]
  types: ParcelType[]
  add_ons: ParcelAddOn[]
}

/** All lists as one result, for `Answer`. */
export function useParcelLists(): Asked<ParcelLists> {
  const routes = useQuery(parcelLists.routes)
  const locations = useQuery(parcelLists.locations)
  const sizes = useQuery(parcelLists.sizes)
  const types = useQuery(parcelLists.types)
  const add_ons = useQuery(parcelLists.add_ons)
  const all = [routes, locations, sizes, types, add_ons]
  const missing = all.find(({ data }) => !data)
  return {
    ...(missing ?? routes),
    // Sizes that could not be fetched are null and no error, as the specification demands.
    error: missing?.data === null ? noSizes() : (missing?.error ?? null),
    data:
      routes.data && locations.data && sizes.data && types.data && add_ons.data
        ? {
            routes: routes.data,
            locations: locations.data,
            sizes: sizes.data,
            types: types.data,
            add_ons: add_ons.data,
          }
        : undefined,
    refetch: () => all.forEach((one) => void one.refetch()),
  }
}

/** Why there are no sizes: no answer, or a failure of our server. */
const noSizes = () =>
  new CallError(
    onlineManager.isOnline()
      ? {
          status: 503,
          code: 'unavailable',
          detail: 'The parcel sizes did not load. Please try again in a moment.',
        }
      : { is_offline: true },
  )

/** The route between the two cities; undefined if there is none or it is not chosen. */
export const routeOf = ({ from, to }: ParcelData, { routes }: ParcelLists) =>
  routes.find((route) => route.from_city === from && route.to_city === to)

/** The name of the counter at an end; undefined for a door. */
export const counterName = ({ at, location }: ParcelData['drop_off'], { locations }: ParcelLists) =>
  at === 'door' ? undefined : locations.find(({ code }) => code === location)?.name

/** The names of the cities in a route's name. */
export const cityNames = ({ name }: ParcelRoute) => name.split(' – ') as [string, string]

/** A typed number, `12,500` or `2.5`; NaN for other text. */
const numberOf = (typed: string) =>
  /^[\d,. ]*\d[\d,. ]*$/.test(typed) ? Number(typed.replaceAll(/[, ]/g, '')) : Number.NaN

/** Own measures in whole centimetres and grams, rounded up; undefined until complete. */
export function measuresOf(parcel: ParcelData): Measures | undefined {
  const [length_cm = 0, width_cm = 0, height_cm = 0, kg = 0] = [
    parcel.length,
    parcel.width,
    parcel.height,
    parcel.weight,
  ].map(numberOf)
  const measures = {
    length_cm: Math.ceil(length_cm),
    width_cm: Math.ceil(width_cm),
    height_cm: Math.ceil(height_cm),
    weight_grams: Math.ceil(kg * 1000),
  }
  return Object.values(measures).every((one) => one > 0) ? measures : undefined
}

/** The size for the price: the chosen one, or the one of own measures. */
export function sizeOf(parcel: ParcelData, { sizes }: ParcelLists): ParcelSize | undefined {
  if (parcel.size !== 'own') return sizes.find(({ code }) => code === parcel.size)
  const measures = measuresOf(parcel)
  return measures && sizeFor(measures, sizes)
}

/** The declared value, kobo; 0 if empty. */
export const valueOf = ({ value }: ParcelData) =>
  value.trim() === '' ? 0 : Math.round(numberOf(value) * 100)

const conditionsFor = (parcel: ParcelData) =>
  conditionsOf(parcel.type, {
    declared_value_kobo: valueOf(parcel),
    add_ons: parcel.add_ons,
  })

/** Add-ons without which these goods are not accepted. */
export const neededAddOns = (parcel: ParcelData) => conditionsFor(parcel).add_ons

/** The chosen and required add-ons, without those of the doors. */
export const addOnsOf = (parcel: ParcelData) => [
  ...new Set([...parcel.add_ons, ...neededAddOns(parcel)]),
]

/** Whether it needs a declared value. */
export const needsValue = (parcel: ParcelData) => conditionsFor(parcel).needs_value

/** Required choices, by field. */
export function faultsOf(parcel: ParcelData, lists: ParcelLists): Record<string, string> {
  const [size, value] = [sizeOf(parcel, lists), parcel.value.trim()]
  const counter = ({ at, location }: ParcelData['drop_off']) => at === 'park' && location === ''
  return {
    ...(routeOf(parcel, lists) === undefined && {
      [parcel.from === '' ? 'from' : 'to']: 'Choose a city.',
    }),
    ...(counter(parcel.drop_off) && { 'drop_off.location': 'Choose a counter.' }),
    ...(counter(parcel.pick_up) && { 'pick_up.location': 'Choose a counter.' }),
    ...(size === undefined && { size: 'Choose a size that fits.' }),
    ...(parcel.type === '' && { type: 'Choose what it is.' }),
    ...(value !== '' &&
      Number.isNaN(numberOf(value)) && { declared_value_kobo: 'Enter naira, like 25,000.' }),
    ...(needsValue(parcel) &&
      !(numberOf(value) > 0) && { declared_value_kobo: 'Enter what it is worth, in naira.' }),
  }
}

const end = ({ at, location }: ParcelData['drop_off']) =>
  at === 'door' ? { at } : { at, location }

/** The question for a price; undefined while something is missing in it. */
function askedOf(parcel: ParcelData, lists: ParcelLists): ParcelQuoteInput | undefined {
  const route = routeOf(parcel, lists)
  if (route === undefined || Object.keys(faultsOf(parcel, lists)).length > 0) return undefined
  return {
    route: route.code,
    ...(parcel.size === 'own' ? measuresOf(parcel) : { size: parcel.size }),
    type: parcel.type,
    add_ons: addOnsOf(parcel),
    declared_value_kobo: valueOf(parcel),
    drop_off: end(parcel.drop_off),
    pick_up: end(parcel.pick_up),
  }
}

/** The price by this phone's lists, and the cover; undefined before route and size. */
function priceHere(parcel: ParcelData, lists: ParcelLists) {
  const [route, size] = [routeOf(parcel, lists), sizeOf(parcel, lists)]
  const declared_value_kobo = valueOf(parcel)
  if (route === undefined || size === undefined || !Number.isFinite(declared_value_kobo))
    return undefined
  const atDoor = (end: keyof typeof doorAddOns) =>
    parcel[end].at === 'door' ? doorAddOns[end] : ''
  const codes = [...addOnsOf(parcel), atDoor('drop_off'), atDoor('pick_up')]
  const add_ons = lists.add_ons.filter(({ code }) => codes.includes(code))
  return {
    ...parcelPrice({ route, size, add_ons, declared_value_kobo }),
    cover_kobo: coverKobo(declared_value_kobo, codes),
  }
}

/** A price on the screen: the server's while it is valid, else computed here. */
export interface Priced {
  price: (ParcelPrice & { cover_kobo: number }) | undefined
  /** The server's, for exactly this. */
  quote: ParcelQuote | undefined
  /** Buses that carry it, also while one is chosen. */
  buses: ParcelQuote['departures']
  /** The input of the quote; undefined while incomplete. */
  asked: ParcelQuoteInput | undefined
  is_asking: boolean
  refusal: CallError | undefined
  /** Loads it again. */
  again: () => void
}

/** The quote, for the bus `trip_id` or the next one. */
export function usePrice(parcel: ParcelData, lists: ParcelLists, trip_id?: string): Priced {
  const online = useOnline()
  const queries = useQueryClient()
  const asked = askedOf(parcel, lists)
  const settled = useSettled(asked)
  const any = useQuery({
    ...quoteParcelQuery(settled ?? nothing),
    enabled: settled !== undefined,
  })
  const own = useQuery({
    ...quoteParcelQuery({ ...(settled ?? nothing), trip_id: trip_id ?? '' }),
    enabled: settled !== undefined && trip_id !== undefined,
  })
  const query = trip_id === undefined ? any : own
  const isCurrent = asked !== undefined && JSON.stringify(asked) === JSON.stringify(settled)
  // A price that is being loaded again does not count until the answer is here.
  const isAsked = query.isStale && query.isFetching
  const isGood = isCurrent && query.data && Date.parse(query.data.valid_until) > serverNow()
  const quote = isGood && !isAsked ? query.data : undefined
  const refused = query.error instanceof CallError && !query.error.is_offline
  return {
    price: quote ?? priceHere(parcel, lists),
    quote,
    buses: (isCurrent && any.data?.departures) || [],
    asked: asked && (trip_id === undefined ? asked : { ...asked, trip_id }),
    is_asking: (asked !== undefined && online && !isCurrent) || query.isFetching,
    refusal: isCurrent && refused ? (query.error as CallError) : undefined,
    again: () => void queries.invalidateQueries({ queryKey: ['quoteParcel'] }),
  }
}

const nothing = {} as ParcelQuoteInput

/** A value that has not changed for a moment, so that not every digit causes a call. */
function useSettled<T>(value: T | undefined): T | undefined {
  const key = value === undefined ? '' : JSON.stringify(value)
  const [settled, setSettled] = useState(key)
  useEffect(() => {
    const timer = setTimeout(setSettled, 400, key)
    return () => clearTimeout(timer)
  }, [key])
  return settled === '' ? undefined : (JSON.parse(settled) as T)
}
