import { formatKilos } from '#contract/quantities'
import type { ParcelAddOn, ParcelSize, ParcelType } from '#contract/lookups/model'
import {
  computeChargeableGrams,
  findGoodsRequirements,
  doorAddOns,
  fullCoverAddOnCode,
  maxSideCm,
  maxParcelGrams,
  findParcelSize,
  type ParcelMeasures,
} from '#contract/parcels/price'
import type { ParcelQuoteInput } from '#contract/parcels/model'

/** One sentence for each wrong field, by the field's name. */
export type FieldErrors = Record<string, string>

/** The chargeable size and weight of a parcel. */
export interface ChargeableSize {
  size: ParcelSize
  grams: number
  /** Length, width and height in centimetres, if the sender gave them. */
  measures: [number, number, number] | null
}

/** Returns the size for a named size or given measures. Adds errors to `fields`. */
export function findChargeableSize(
  input: ParcelQuoteInput,
  sizes: readonly ParcelSize[],
  fields: FieldErrors,
): ChargeableSize | undefined {
  const own = Object.keys(given(input)).length > 0
  if (input.size !== undefined && own)
    fields['size'] = 'Choose a size or enter the exact size, not both.'
  else if (input.size !== undefined) {
    const size = sizes.find((one) => one.code === input.size)
    if (size !== undefined) return { size, grams: size.weight_grams, measures: null }
    fields['size'] = 'This size does not exist. Choose another.'
  } else if (own) return ownBulk(input, sizes, fields)
  else fields['size'] = 'Choose a size, or enter the exact size.'
  return undefined
}

const measureNames = ['length_cm', 'width_cm', 'height_cm', 'weight_grams'] as const

const given = (input: ParcelQuoteInput) =>
  Object.fromEntries(
    measureNames.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  ) as Partial<ParcelMeasures>

function ownBulk(
  input: ParcelQuoteInput,
  sizes: readonly ParcelSize[],
  fields: FieldErrors,
): ChargeableSize | undefined {
  const some = given(input)
  const { length_cm, width_cm, height_cm, weight_grams } = some
  if (
    length_cm === undefined ||
    width_cm === undefined ||
    height_cm === undefined ||
    weight_grams === undefined
  ) {
    for (const name of measureNames) if (some[name] === undefined) fields[name] = 'Fill this in.'
    return undefined
  }
  const measures = { length_cm, width_cm, height_cm, weight_grams }
  const grams = computeChargeableGrams(measures)
  const size = findParcelSize(measures, sizes)
  if (size !== undefined) return { size, grams, measures: [length_cm, width_cm, height_cm] }
  for (const name of ['length_cm', 'width_cm', 'height_cm'] as const) {
    if (measures[name] > maxSideCm) fields[name] = `No side may be longer than ${maxSideCm} cm.`
  }
  if (grams > maxParcelGrams) {
    const most = formatKilos(maxParcelGrams)
    fields['weight_grams'] =
      weight_grams > maxParcelGrams
        ? `Buses take parcels up to ${most}.`
        : `By its volume this counts as ${formatKilos(Math.ceil(grams / 1000) * 1000)}. Buses take up to ${most}.`
  }
  return undefined
}

/**
 * Returns the chosen add-ons and those of pick-up and delivery at a door, in the list's order. Adds errors to `fields`.
 */
export function findAddOns(
  input: ParcelQuoteInput,
  addOns: readonly ParcelAddOn[],
  fields: FieldErrors,
): ParcelAddOn[] {
  const doors: readonly string[] = Object.values(doorAddOns)
  for (const [index, code] of input.add_ons.entries()) {
    if (doors.includes(code))
      fields[`add_ons.${index}`] = 'Choose door service under drop-off or pick-up instead.'
    else if (!addOns.some((one) => one.code === code))
      fields[`add_ons.${index}`] = 'This add-on does not exist.'
  }
  const chosen = new Set<string>(input.add_ons)
  for (const end of ['drop_off', 'pick_up'] as const)
    if (input[end].at === 'door') chosen.add(doorAddOns[end])
  return addOns.filter((one) => chosen.has(one.code))
}

/** Messages for a missing add-on that the goods require. */
const missing: Record<string, string> = {
  fragile: 'Add fragile handling: we do not carry fragile goods without it.',
  [fullCoverAddOnCode]: 'Add cover for the full value: we do not carry this without it.',
}

/** Returns the kind of goods. Adds violated conditions to `fields`. */
export function findGoodsType(
  input: ParcelQuoteInput,
  types: readonly ParcelType[],
  fields: FieldErrors,
): ParcelType | undefined {
  const type = types.find((one) => one.code === input.type)
  if (type === undefined) fields['type'] = 'This kind of goods does not exist. Choose another.'
  const { add_ons, needs_value } = findGoodsRequirements(input.type, input)
  for (const code of add_ons)
    if (!input.add_ons.includes(code)) fields['add_ons'] = missing[code] ?? `Take ${code}.`
  if (needs_value && input.declared_value_kobo === 0)
    fields['declared_value_kobo'] = 'Enter what it is worth, in naira.'
  return type
}
