import type { OperatorDeparture } from '#contract/boarding/model'
import type { CounterMeans } from '#contract/counter/rules'
import type { ParcelRoute } from '#contract/lookups/model'
import {
  exactSizeOption,
  findDraftRequirements,
  listAllAddOns,
  parseDeclaredValue,
  parseMeasures,
  type ParcelLists,
  priceGoods,
  splitRouteName,
} from '#contract/parcels/choice'
import { serverNow } from '#lib/clock'

/** The value in place of the code of a counter if the parcel is delivered to the receiver's door. */
export const doorDeliveryOption = 'door'

/**
 * A parcel as a clerk types it. `to`: the code of a city. `pick_up`: the code of a counter, or `doorDeliveryOption`.
 * `size`: the code of a size, or `exactSizeOption`.
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

/** A route on which a counter can sell a parcel, the name of its destination, and the operator's next bus there. */
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

/** Returns the counters from which these departures can carry a parcel, each route with its earliest departure. */
export function listSellingCounters(
  { routes, locations }: ParcelLists,
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
      const [from, to] = splitRouteName(route)
      const bus =
        from === city &&
        here.find((one) => one.to === to || one.drop_offs?.some((stop) => stop.city === to))
      return bus ? [{ route, to, bus }] : []
    })
    return sellable.length === 0 ? [] : [{ code, name, routes: sellable }]
  })
}

/** Returns the price and the cover of a parcel, as `priceGoods` does. */
export const priceParcelDraft = (
  draft: ParcelDraft,
  route: ParcelRoute | undefined,
  lists: ParcelLists,
) =>
  priceGoods(
    draft,
    { route, doors: draft.pick_up === doorDeliveryOption ? ['pick_up'] : [] },
    lists,
  )

/** Returns a sentence for each choice that is missing in the draft, by field of the sale's input. */
export function findParcelDraftErrors(draft: ParcelDraft): Record<string, string> {
  const measures = Object.entries(parseMeasures(draft))
  const missing = draft.size === exactSizeOption ? measures.filter(([, sum]) => !(sum > 0)) : []
  const needsValue = findDraftRequirements(draft).needs_value && !(parseDeclaredValue(draft) > 0)
  return {
    ...(draft.to === '' && { 'quote.route': 'Choose where it goes.' }),
    ...(draft.pick_up === '' && { 'quote.pick_up.location': 'Choose where it is collected.' }),
    ...(draft.size === '' && { 'quote.size': 'Choose a size that fits.' }),
    ...Object.fromEntries(missing.map(([name]) => [`quote.${name}`, 'Fill this in.'])),
    ...(draft.type === '' && { 'quote.type': 'Choose what it is.' }),
    ...(Number.isNaN(parseDeclaredValue(draft)) && {
      'quote.declared_value_kobo': 'Enter naira, like 25,000.',
    }),
    ...(needsValue && { 'quote.declared_value_kobo': 'Enter what it is worth, in naira.' }),
  }
}

/** Returns the input of the sale of a parcel. */
export function makeParcelSaleInput(
  draft: ParcelDraft,
  sale: { shift: string; counter: string; route: string; total_kobo: number },
) {
  const { pick_up, address, note } = draft
  const end = pick_up === doorDeliveryOption ? { at: 'door' } : { at: 'park', location: pick_up }
  return {
    shift: sale.shift,
    quote: {
      route: sale.route,
      ...(draft.size === exactSizeOption ? parseMeasures(draft) : { size: draft.size }),
      type: draft.type,
      add_ons: listAllAddOns(draft),
      declared_value_kobo: parseDeclaredValue(draft),
      drop_off: { at: 'park', location: sale.counter },
      pick_up: end,
    },
    sender: { full_name: draft.sender_name, phone: draft.sender_phone },
    receiver: { full_name: draft.receiver_name, phone: draft.receiver_phone },
    contents: draft.contents,
    ...(note.trim() !== '' && { note }),
    pick_up: { ...end, ...(pick_up === doorDeliveryOption && { address }) },
    nothing_prohibited: draft.nothing_prohibited,
    means: draft.means,
    total_kobo: sale.total_kobo,
  }
}
