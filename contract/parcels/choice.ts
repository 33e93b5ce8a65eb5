import type {
  ParcelAddOn,
  ParcelLocation,
  ParcelRoute,
  ParcelSize,
  ParcelType,
} from '#contract/lookups/model'
import { parseNaira } from '#contract/money'
import { parseMeasure } from '#contract/quantities'
import type { ParcelPrice } from './model.ts'
import {
  computeCover,
  doorAddOns,
  findGoodsRequirements,
  findParcelSize,
  type ParcelMeasures,
  priceParcel,
} from './price.ts'

/** The lists from which a parcel is chosen and priced. */
export interface ParcelLists {
  routes: readonly ParcelRoute[]
  locations: readonly ParcelLocation[]
  sizes: readonly ParcelSize[]
  types: readonly ParcelType[]
  add_ons: readonly ParcelAddOn[]
}

/** The value of a form's `size` if a person types the measures instead of choosing a size. */
export const exactSizeOption = 'own'

/**
 * The goods as people choose and type them: codes from our lists, measures in centimetres and kilograms, the value in
 * naira. `size`: the code of a size, or `exactSizeOption`. Empty until chosen.
 */
export interface GoodsDraft {
  size: string
  length: string
  width: string
  height: string
  weight: string
  type: string
  add_ons: readonly string[]
  value: string
}

/** Returns the two cities in a name such as `Lagos – Abuja`, in the same order. */
export const splitRouteName = ({ name }: ParcelRoute) => name.split(' – ') as [string, string]

/** Returns the typed measures in whole centimetres and grams, rounded up; NaN for those that cannot be read. */
export function parseMeasures({ length, width, height, weight }: GoodsDraft): ParcelMeasures {
  return {
    length_cm: Math.ceil(parseMeasure(length)),
    width_cm: Math.ceil(parseMeasure(width)),
    height_cm: Math.ceil(parseMeasure(height)),
    weight_grams: Math.ceil(parseMeasure(weight) * 1000),
  }
}

/** Returns the typed measures as `parseMeasures` does; undefined unless all can be read and are above 0. */
export function parseAllMeasures(goods: GoodsDraft): ParcelMeasures | undefined {
  const measures = parseMeasures(goods)
  return Object.values(measures).every((one) => one > 0) ? measures : undefined
}

/**
 * Returns the size that sets the price: the chosen one, or the one that fits the typed measures; undefined if there is
 * none.
 */
export function findChosenSize(
  goods: GoodsDraft,
  { sizes }: Pick<ParcelLists, 'sizes'>,
): ParcelSize | undefined {
  if (goods.size !== exactSizeOption) return sizes.find(({ code }) => code === goods.size)
  const measures = parseAllMeasures(goods)
  return measures && findParcelSize(measures, sizes)
}

/** Returns the declared value, in kobo; 0 if empty, NaN if it cannot be read. */
export const parseDeclaredValue = ({ value }: Pick<GoodsDraft, 'value'>): number =>
  value.trim() === '' ? 0 : (parseNaira(value) ?? NaN)

/** Returns the add-ons that these goods require, and whether they require a declared value. */
export const findDraftRequirements = (goods: GoodsDraft) =>
  findGoodsRequirements(goods.type, {
    declared_value_kobo: parseDeclaredValue(goods),
    add_ons: goods.add_ons,
  })

/** Returns the chosen and the required add-ons, except those for delivery to or collection from a door. */
export const listAllAddOns = (goods: GoodsDraft): string[] => [
  ...new Set([...goods.add_ons, ...findDraftRequirements(goods).add_ons]),
]

/**
 * Returns the price and the cover of a parcel by these lists; undefined without a route or size, or if the value cannot
 * be read. The server computes the price again. `doors`: which handovers are at a door.
 */
export function priceGoods(
  goods: GoodsDraft,
  way: { route: ParcelRoute | undefined; doors: readonly (keyof typeof doorAddOns)[] },
  lists: Pick<ParcelLists, 'sizes' | 'add_ons'>,
): (ParcelPrice & { cover_kobo: number }) | undefined {
  const { route, doors } = way
  const size = findChosenSize(goods, lists)
  const declared_value_kobo = parseDeclaredValue(goods)
  if (route === undefined || size === undefined || !Number.isFinite(declared_value_kobo))
    return undefined
  const codes = [...listAllAddOns(goods), ...doors.map((end) => doorAddOns[end])]
  const add_ons = lists.add_ons.filter(({ code }) => codes.includes(code))
  return {
    ...priceParcel({ route, size, add_ons, declared_value_kobo }),
    cover_kobo: computeCover(declared_value_kobo, codes),
  }
}
