import type { ParcelAddOn, ParcelRoute, ParcelSize } from '#contract/lookups/model'
import { vatPercent } from '#contract/money'
import type { ParcelLine, ParcelPrice } from './model.ts'

/** Our service fee for a parcel, in kobo before VAT. */
export const parcelFeeKobo = 15_000

/** The cover of any parcel, in kobo, limited by its declared value. */
export const basicCoverKobo = 2_000_000

/** The value in kobo above which a parcel needs full cover. */
const maxWithoutCoverKobo = 50_000_000

/** The add-on that covers the whole declared value. The list of add-ons shows its lowest price. */
export const fullCoverAddOnCode = 'full_cover'

export const coverPercent = 1

/** Add-ons that a quote adds for collection from or delivery to a door. */
export const doorAddOns = { drop_off: 'door_pick_up', pick_up: 'door_delivery' } as const

export const maxParcelGrams = 50_000

export const maxSideCm = 150

/** Cubic centimetres that count as a kilogram, as usual for road carriers. */
const cubicCmPerKg = 5000

/** Returns the chargeable weight in grams: the larger of actual weight and weight by volume. */
export function computeChargeableGrams({
  length_cm,
  width_cm,
  height_cm,
  weight_grams,
}: ParcelMeasures): number {
  return Math.max(weight_grams, Math.ceil((length_cm * width_cm * height_cm * 1000) / cubicCmPerKg))
}

/**
 * Returns the size whose price applies to individual measures; undefined if no bus carries a parcel of these measures.
 */
export function findParcelSize<Size extends Pick<ParcelSize, 'weight_grams'>>(
  measures: ParcelMeasures,
  sizes: readonly Size[],
): Size | undefined {
  const { length_cm, width_cm, height_cm } = measures
  if (Math.max(length_cm, width_cm, height_cm) > maxSideCm) return undefined
  const grams = computeChargeableGrams(measures)
  return sizes
    .toSorted((a, b) => a.weight_grams - b.weight_grams)
    .find((size) => size.weight_grams >= grams)
}

/** Returns the cover for loss or damage, in kobo. */
export function computeCover(declared_value_kobo: number, add_ons: readonly string[]): number {
  return add_ons.includes(fullCoverAddOnCode)
    ? declared_value_kobo
    : Math.min(basicCoverKobo, declared_value_kobo)
}

/**
 * Returns the price of a parcel in kobo, computed in the same way on phone and server. VAT applies to everything but
 * the cover, since insurance premiums are exempt. The carriage is in whole naira.
 */
export function priceParcel(parcel: {
  route: Pick<ParcelRoute, 'base_kobo'>
  size: Pick<ParcelSize, 'name' | 'price_percent'>
  /** The chosen add-ons, and those for doors. */
  add_ons: readonly Pick<ParcelAddOn, 'code' | 'name' | 'price_kobo'>[]
  declared_value_kobo: number
}): ParcelPrice {
  const { route, size, add_ons, declared_value_kobo } = parcel
  const carriage: ParcelLine = {
    code: 'carriage',
    label: `Carriage, ${size.name.toLowerCase()}`,
    amount_kobo: Math.round((route.base_kobo * size.price_percent) / 10_000) * 100,
  }
  const doors: readonly string[] = Object.values(doorAddOns)
  const added = add_ons.map((one): ParcelLine => {
    if (one.code === fullCoverAddOnCode) {
      const premium = Math.ceil((declared_value_kobo * coverPercent) / 100)
      return { code: 'cover', label: one.name, amount_kobo: Math.max(one.price_kobo, premium) }
    }
    const line = doors.includes(one.code) ? 'door' : 'add_on'
    return { code: line, label: one.name, amount_kobo: one.price_kobo }
  })
  const fee: ParcelLine = { code: 'service_fee', label: 'Service fee', amount_kobo: parcelFeeKobo }
  const before = [carriage, ...added, fee]
  const taxed = sum(before.filter((line) => line.code !== 'cover'))
  const vat: ParcelLine = {
    code: 'vat',
    label: `VAT ${vatPercent}%`,
    amount_kobo: Math.round((taxed * vatPercent) / 100),
  }
  const all = [...before, vat]
  return { lines: all, total_kobo: sum(all) }
}

const sum = (lines: readonly ParcelLine[]) =>
  lines.reduce((total, line) => total + line.amount_kobo, 0)

/**
 * Returns the part of the price, in kobo, that is not refunded after a counter has accepted the parcel: our fee with
 * VAT.
 */
export function computeNonRefundableKobo(lines: readonly ParcelLine[]): number {
  const fee_kobo = sum(lines.filter((line) => line.code === 'service_fee'))
  return fee_kobo + Math.round((fee_kobo * vatPercent) / 100)
}

/** Returns the add-ons that goods require, and whether the goods require a declared value (kobo). */
export function findGoodsRequirements(
  type: string,
  { declared_value_kobo, add_ons }: { declared_value_kobo: number; add_ons: readonly string[] },
): { add_ons: string[]; needs_value: boolean } {
  const isPrecious = type === 'certificates' || type === 'high_value'
  const needsCover = isPrecious || declared_value_kobo > maxWithoutCoverKobo
  return {
    add_ons: [
      ...(type === 'fragile' ? ['fragile'] : []),
      ...(needsCover ? [fullCoverAddOnCode] : []),
    ],
    needs_value: type === 'electronics' || needsCover || add_ons.includes(fullCoverAddOnCode),
  }
}

export interface ParcelMeasures {
  length_cm: number
  width_cm: number
  height_cm: number
  weight_grams: number
}
