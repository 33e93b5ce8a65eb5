import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeChargeableGrams,
  computeCover,
  parcelFeeKobo,
  priceParcel,
  findParcelSize,
} from '#contract/parcels/price'
import type { ParcelPrice } from '#contract/parcels/model'

const sizes = [
  { name: 'Sack', weight_grams: 50_000, price_percent: 400 },
  { name: 'Envelope', weight_grams: 1000, price_percent: 60 },
  { name: 'Small', weight_grams: 5000, price_percent: 100 },
]
const size = { name: 'Small', price_percent: 100 }
const carton = { code: 'carton', name: 'Strong carton', price_kobo: 80_000 }
const door = { code: 'door_delivery', name: 'Brought to the door', price_kobo: 350_000 }
const cover = { code: 'full_cover', name: 'Cover for the whole value', price_kobo: 20_000 }

const amounts = ({ lines }: ParcelPrice) => lines.map((line) => [line.code, line.amount_kobo])

describe('the price', () => {
  test('is carriage, add-ons, our fee and VAT on all but the cover', () => {
    const price = priceParcel({
      route: { base_kobo: 400_000 },
      size,
      add_ons: [carton, cover, door],
      declared_value_kobo: 10_000_000,
    })
    expect(amounts(price)).toEqual([
      ['carriage', 400_000],
      ['add_on', 80_000],
      ['cover', 100_000],
      ['door', 350_000],
      ['service_fee', 15_000],
      // 7.5 % of 845,000.
      ['vat', 63_375],
    ])
    expect(price.total_kobo).toBe(1_008_375)
  })

  test('carriage is a share of the road’s, in whole naira', () => {
    const of = (price_percent: number) =>
      priceParcel({
        route: { base_kobo: 270_100 },
        size: { name: 'Envelope', price_percent },
        add_ons: [],
        declared_value_kobo: 0,
      }).lines[0]
    expect(of(60)).toEqual({ code: 'carriage', label: 'Carriage, envelope', amount_kobo: 162_100 })
    expect(of(200)?.amount_kobo).toBe(540_200)
  })

  test('cover costs one percent, and never less than its least price', () => {
    const premium = (declared_value_kobo: number) =>
      priceParcel({ route: { base_kobo: 1 }, size, add_ons: [cover], declared_value_kobo }).lines[1]
        ?.amount_kobo
    expect([premium(100), premium(2_000_000), premium(2_000_001)]).toEqual([20_000, 20_000, 20_001])
  })

  test('its lines are whole kobo and sum up to it, whatever is sent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.subarray([carton, door, cover]),
        fc.integer({ min: 0, max: 500_000_000 }),
        (base_kobo, price_percent, add_ons, declared_value_kobo) => {
          const { lines, total_kobo } = priceParcel({
            route: { base_kobo },
            size: { name: 'Any', price_percent },
            add_ons,
            declared_value_kobo,
          })
          expect(lines.every(({ amount_kobo }) => Number.isSafeInteger(amount_kobo))).toBe(true)
          expect(lines.reduce((sum, line) => sum + line.amount_kobo, 0)).toBe(total_kobo)
          expect(lines.find(({ code }) => code === 'service_fee')?.amount_kobo).toBe(parcelFeeKobo)
        },
      ),
    )
  })
})

describe('own measures', () => {
  const box = (length_cm: number, weight_grams: number) => ({
    length_cm,
    width_cm: 30,
    height_cm: 20,
    weight_grams,
  })

  test('are charged by weight or by volume, whichever is more', () => {
    expect(computeChargeableGrams(box(50, 1000))).toBe(6000)
    expect(computeChargeableGrams(box(50, 9000))).toBe(9000)
  })

  test('count as the smallest size that holds them, up to a long side and a sack', () => {
    expect(findParcelSize(box(41, 800), sizes)?.name).toBe('Small')
    expect(findParcelSize(box(5, 900), sizes)?.name).toBe('Envelope')
    expect(findParcelSize(box(50, 5001), sizes)?.name).toBe('Sack')
    expect(findParcelSize(box(50, 50_001), sizes)).toBeUndefined()
    expect(findParcelSize({ ...box(151, 900), width_cm: 1, height_cm: 1 }, sizes)).toBeUndefined()
  })
})

test('without cover at most ₦20,000 is paid, with it all that was declared', () => {
  expect(computeCover(1_000_000, [])).toBe(1_000_000)
  expect(computeCover(9_000_000, ['carton'])).toBe(2_000_000)
  expect(computeCover(9_000_000, ['full_cover'])).toBe(9_000_000)
})
