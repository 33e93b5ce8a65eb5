import type { ParcelRoute, ParcelSize } from '#contract/lookups/model'
import { findGoodsRequirements, type ParcelMeasures, findParcelSize } from '#contract/parcels/price'
import { parseNaira } from '#contract/money'
import { parseMeasure } from '#contract/quantities'
import { read } from '#lib/device'
import type { ParcelData } from './parcel-draft.ts'
import type { ParcelLists } from './parcel-lists.ts'

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

/** Returns the names of the two cities in a route's name. */
export const splitRouteName = ({ name }: ParcelRoute) => name.split(' – ') as [string, string]

/** Returns the custom measures in whole centimetres and grams, rounded up; undefined until all are typed. */
export function parseMeasures(parcel: ParcelData): ParcelMeasures | undefined {
  const [length_cm = 0, width_cm = 0, height_cm = 0, kg = 0] = [
    parcel.length,
    parcel.width,
    parcel.height,
    parcel.weight,
  ].map(parseMeasure)
  const measures = {
    length_cm: Math.ceil(length_cm),
    width_cm: Math.ceil(width_cm),
    height_cm: Math.ceil(height_cm),
    weight_grams: Math.ceil(kg * 1000),
  }
  return Object.values(measures).every((one) => one > 0) ? measures : undefined
}

/**
 * Returns the size that sets the price: the chosen one, or the one that fits the custom measures; undefined if there is
 * none.
 */
export function findChosenSize(parcel: ParcelData, { sizes }: ParcelLists): ParcelSize | undefined {
  if (parcel.size !== 'own') return sizes.find(({ code }) => code === parcel.size)
  const measures = parseMeasures(parcel)
  return measures && findParcelSize(measures, sizes)
}

/** Returns the declared value, in kobo; 0 if empty, NaN if it cannot be read. */
export const parseDeclaredValue = ({ value }: ParcelData) =>
  value.trim() === '' ? 0 : (parseNaira(value) ?? NaN)

const conditionsFor = (parcel: ParcelData) =>
  findGoodsRequirements(parcel.type, {
    declared_value_kobo: parseDeclaredValue(parcel),
    add_ons: parcel.add_ons,
  })

/** Returns the add-ons without which these goods are not accepted. */
export const listRequiredAddOns = (parcel: ParcelData) => conditionsFor(parcel).add_ons

/** Returns the chosen and the required add-ons, except those for delivery to or collection from a door. */
export const listAllAddOns = (parcel: ParcelData) => [
  ...new Set([...parcel.add_ons, ...listRequiredAddOns(parcel)]),
]

/** Returns whether a parcel needs a declared value. */
export const needsDeclaredValue = (parcel: ParcelData) => conditionsFor(parcel).needs_value
