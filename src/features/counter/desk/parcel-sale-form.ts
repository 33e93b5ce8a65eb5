import type { OperatorDeparture } from '#contract/boarding/model'
import type { CounterMeans } from '#contract/counter/rules'
import type {
  ParcelAddOn,
  ParcelLocation,
  ParcelRoute,
  ParcelSize,
  ParcelType,
} from '#contract/lookups/model'
import { parseNaira } from '#contract/money'
import type { ParcelPrice } from '#contract/parcels/model'
import {
  computeCover,
  doorAddOns,
  findGoodsRequirements,
  findParcelSize,
  priceParcel,
} from '#contract/parcels/price'
import { parseMeasure } from '#contract/quantities'
import { serverNow } from '#lib/clock'

/** The lists from which a parcel is chosen and priced. */
export interface CounterParcelLists {
  routes: readonly ParcelRoute[]
  locations: readonly ParcelLocation[]
  sizes: readonly ParcelSize[]
  types: readonly ParcelType[]
  add_ons: readonly ParcelAddOn[]
}

export const exactSizeCode = 'own'
export const doorCode = 'door'

/**
 * A parcel as a clerk types it. `to`: the code of a city. `pick_up`: the code of a counter, or `doorCode`. `size`:
 * the code of a size, or `exactSizeCode`.
 */
export const emptyParcelDraft = {
  to: '',
  pick_up: '',
  address: '',
  size: '',
  length: '',
  width: '',
  height: '',
  weight: '',
  type: '',
  add_ons: [] as readonly string[],
  value: '',
  contents: '',
  note: '',
  sender_name: '',
  sender_phone: '',
  receiver_name: '',
  receiver_phone: '',
  nothing_prohibited: false,
  means: 'cash' as CounterMeans,
}

export type ParcelDraft = typeof emptyParcelDraft

/** A route on which a counter can sell a parcel, the name of its destination, and the operator’s next bus there. */
export interface SellableRoute {
  route: ParcelRoute
  to: string
  bus: OperatorDeparture
}

/** A counter from which an operator's buses carry parcels, and the routes from there. */
export interface SellingCounter {
  code: string
  name: string
  routes: SellableRoute[]
}

/** Returns the counters from which these departures can carry a parcel; each route has the earliest of them. */
export function listSellingCounters(
  { routes, locations }: CounterParcelLists,
  departures: readonly OperatorDeparture[],
): SellingCounter[] {
  const next = departures
    .filter(({ status, departs_at }) => {
      const isLive = status !== 'cancelled' && status !== 'completed'
      return isLive && Date.parse(departs_at) > serverNow()
    })
    .toSorted((a, b) => Date.parse(a.departs_at) - Date.parse(b.departs_at))
  return locations.flatMap(({ code, name, city }) => {
    const here = next.filter(({ park }) => park.code === code)
    const sellable = routes.flatMap((route) => {
      const [from, to = ''] = route.name.split(' – ')
      const bus =
        from === city &&
        here.find((one) => one.to === to || one.drop_offs?.some((stop) => stop.city === to))
      return bus ? [{ route, to, bus }] : []
    })
    return sellable.length === 0 ? [] : [{ code, name, routes: sellable }]
  })
}

const parseValue = ({ value }: ParcelDraft) =>
  value.trim() === '' ? 0 : (parseNaira(value) ?? NaN)

function parseMeasures({ length, width, height, weight }: ParcelDraft) {
  const [length_cm = NaN, width_cm = NaN, height_cm = NaN, kilos = NaN] = [
    length,
    width,
    height,
    weight,
  ].map(parseMeasure)
  return {
    length_cm: Math.ceil(length_cm),
    width_cm: Math.ceil(width_cm),
    height_cm: Math.ceil(height_cm),
    weight_grams: Math.ceil(kilos * 1000),
  }
}

/** Returns the add-ons without which these goods are not accepted, and whether they need a declared value. */
export const findRequirements = (draft: ParcelDraft) =>
  findGoodsRequirements(draft.type, {
    declared_value_kobo: parseValue(draft) || 0,
    add_ons: draft.add_ons,
  })

const listAddOns = (draft: ParcelDraft) => [
  ...new Set([...draft.add_ons, ...findRequirements(draft).add_ons]),
]

/**
 * Returns the price and the cover of a parcel, computed as on the server, which checks the price again. Undefined while
 * the route, the size or a valid declared value is missing.
 */
export function priceDraft(
  draft: ParcelDraft,
  route: ParcelRoute | undefined,
  { sizes, add_ons }: CounterParcelLists,
): (ParcelPrice & { cover_kobo: number }) | undefined {
  const size =
    draft.size === exactSizeCode
      ? findParcelSize(parseMeasures(draft), sizes)
      : sizes.find(({ code }) => code === draft.size)
  const declared_value_kobo = parseValue(draft)
  if (route === undefined || size === undefined || Number.isNaN(declared_value_kobo))
    return undefined
  const codes = [...listAddOns(draft), ...(draft.pick_up === doorCode ? [doorAddOns.pick_up] : [])]
  const chosen = add_ons.filter(({ code }) => codes.includes(code))
  return {
    ...priceParcel({ route, size, add_ons: chosen, declared_value_kobo }),
    cover_kobo: computeCover(declared_value_kobo, codes),
  }
}

/** Returns a sentence for each choice that is missing, by the field of the input. */
export function findDraftErrors(draft: ParcelDraft): Record<string, string> {
  const measures = Object.entries(parseMeasures(draft))
  const missing = draft.size === exactSizeCode ? measures.filter(([, sum]) => !(sum > 0)) : []
  const needsValue = findRequirements(draft).needs_value && !(parseValue(draft) > 0)
  return {
    ...(draft.to === '' && { 'quote.route': 'Choose where it goes.' }),
    ...(draft.pick_up === '' && { 'quote.pick_up.location': 'Choose where it is collected.' }),
    ...(draft.size === '' && { 'quote.size': 'Choose a size that fits.' }),
    ...Object.fromEntries(missing.map(([name]) => [`quote.${name}`, 'Fill this in.'])),
    ...(draft.type === '' && { 'quote.type': 'Choose what it is.' }),
    ...(Number.isNaN(parseValue(draft)) && {
      'quote.declared_value_kobo': 'Enter naira, like 25,000.',
    }),
    ...(needsValue && { 'quote.declared_value_kobo': 'Enter what it is worth, in naira.' }),
  }
}

/** Returns the input of the sale. */
export function makeWalkInInput(
  draft: ParcelDraft,
  sale: { shift: string; counter: string; route: string; total_kobo: number },
) {
  const { pick_up, address, note } = draft
  const end = pick_up === doorCode ? { at: 'door' } : { at: 'park', location: pick_up }
  return {
    shift: sale.shift,
    quote: {
      route: sale.route,
      ...(draft.size === exactSizeCode ? parseMeasures(draft) : { size: draft.size }),
      type: draft.type,
      add_ons: listAddOns(draft),
      declared_value_kobo: parseValue(draft),
      drop_off: { at: 'park', location: sale.counter },
      pick_up: end,
    },
    sender: { full_name: draft.sender_name, phone: draft.sender_phone },
    receiver: { full_name: draft.receiver_name, phone: draft.receiver_phone },
    contents: draft.contents,
    ...(note.trim() !== '' && { note }),
    pick_up: { ...end, ...(pick_up === doorCode && { address }) },
    nothing_prohibited: draft.nothing_prohibited,
    means: draft.means,
    total_kobo: sale.total_kobo,
  }
}
