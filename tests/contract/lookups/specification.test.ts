import { expect, test } from 'vitest'
import { charterVehicleSizes as charterSizes } from '#contract/charters/market/rules'
import { vehicleSizes } from '#contract/lookups/rules'
import { amenities } from '#contract/trips/rules'
import { amenityLabels } from '#src/features/trips/labels.ts'

test('vehicle sizes are small, medium and large', () => {
  expect(vehicleSizes).toEqual(['small', 'medium', 'large'])
  expect(charterSizes).toEqual(vehicleSizes)
})

test('amenities include wifi and air conditioning, each with a label', () => {
  expect(amenities).toEqual(expect.arrayContaining(['wifi', 'ac']))
  expect([amenityLabels.wifi, amenityLabels.ac]).toEqual(['Wi-Fi', 'Air conditioning'])
})
