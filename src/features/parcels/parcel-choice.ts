import type { ParcelLists } from '#contract/parcels/choice'
import { read } from '#lib/device'
import type { ParcelData } from './parcel-draft.ts'

/** Returns the route between the two cities; undefined if there is none or a city is not chosen. */
export const findChosenRoute = ({ from, to }: ParcelData, { routes }: ParcelLists) =>
  routes.find((route) => route.from_city === from && route.to_city === to)

/** Returns the name of the counter at one end of the route; undefined for a door. */
export const findCounterName = (
  { at, location }: ParcelData['drop_off'],
  { locations }: ParcelLists,
) => (at === 'door' ? undefined : locations.find(({ code }) => code === location)?.name)

/** Returns the counter that is preselected in a city: the first of its list. */
export function chooseDefaultCounter(
  city: string,
  { locations }: ParcelLists,
): ParcelData['drop_off'] {
  return { at: 'park', location: locations.find((one) => one.city === city)?.code ?? '' }
}

/** Returns the initial values of the next parcel: the place where this phone's last one was handed in. */
export function findInitialParcelData({ routes, locations }: ParcelLists): Partial<ParcelData> {
  const { route, drop_off } = read('current_parcel_booking') ?? {}
  const from = routes.find(({ code }) => code === route?.code)?.from_city
  const isHere = locations.some(({ code }) => code === drop_off?.location)
  if (from === undefined || drop_off?.at !== 'park' || !isHere) return {}
  return { from, drop_off: { at: 'park', location: drop_off.location ?? '' } }
}
