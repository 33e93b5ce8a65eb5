import {
  exactSizeOption,
  listAllAddOns,
  parseAllMeasures,
  parseDeclaredValue,
  type ParcelLists,
  priceGoods,
} from '#contract/parcels/choice'
import type { ParcelPrice, ParcelQuote, ParcelQuoteInput } from '#contract/parcels/model'
import { CallError } from '#lib/api'
import { serverNow } from '#lib/clock'
import { useOnline } from '#lib/online'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findChosenRoute } from './parcel-choice.ts'
import type { ParcelData } from './parcel-draft.ts'
import { findParcelErrors } from './parcel-faults.ts'
import { quoteParcelQuery } from './queries.ts'

const end = ({ at, location }: ParcelData['drop_off']) =>
  at === 'door' ? { at } : { at, location }

/** Returns the input for a quote; undefined while a value is missing. */
function quoteInputOf(parcel: ParcelData, lists: ParcelLists): ParcelQuoteInput | undefined {
  const route = findChosenRoute(parcel, lists)
  if (route === undefined || Object.keys(findParcelErrors(parcel, lists)).length > 0)
    return undefined
  return {
    route: route.code,
    ...(parcel.size === exactSizeOption ? parseAllMeasures(parcel) : { size: parcel.size }),
    type: parcel.type,
    add_ons: listAllAddOns(parcel),
    declared_value_kobo: parseDeclaredValue(parcel),
    drop_off: end(parcel.drop_off),
    pick_up: end(parcel.pick_up),
  }
}

/** Returns the price and the insurance cover, calculated from the lists on this phone by `priceGoods`. */
const priceHere = (parcel: ParcelData, lists: ParcelLists) =>
  priceGoods(
    parcel,
    {
      route: findChosenRoute(parcel, lists),
      doors: (['drop_off', 'pick_up'] as const).filter((which) => parcel[which].at === 'door'),
    },
    lists,
  )

/** The price to show: the server's while it is valid, else the one calculated on this phone. */
export interface ParcelPriceView {
  price: (ParcelPrice & { cover_kobo: number }) | undefined
  /** The server's quote for exactly this input. */
  quote: ParcelQuote | undefined
  /** The buses that can carry the parcel, including those that are not chosen. */
  buses: ParcelQuote['departures']
  /** The input for a quote; undefined while it is incomplete. */
  asked: ParcelQuoteInput | undefined
  is_asking: boolean
  refusal: CallError | undefined
  /** Loads the quote again. */
  again: () => void
}

/** Returns the price with the bus `trip_id` or, without one, with the next bus. */
export function useParcelPrice(
  parcel: ParcelData,
  lists: ParcelLists,
  trip_id?: string,
): ParcelPriceView {
  const online = useOnline()
  const queries = useQueryClient()
  const asked = quoteInputOf(parcel, lists)
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
  // Do not use a stale price while it is loaded again.
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

/** Returns the value once it has not changed for 400 ms, so that not every digit causes a call. */
function useSettled<T>(value: T | undefined): T | undefined {
  const key = value === undefined ? '' : JSON.stringify(value)
  const [settled, setSettled] = useState(key)
  useEffect(() => {
    const timer = setTimeout(setSettled, 400, key)
    return () => clearTimeout(timer)
  }, [key])
  return settled === '' ? undefined : (JSON.parse(settled) as T)
}
