import { expect, test } from 'vitest'
import * as market from '#contract/charters/market/endpoints'
import * as requests from '#contract/charters/requests/endpoints'
import * as trips from '#contract/charters/trips/endpoints'
import { drivingKmPerDay } from '#contract/charters/market/rules'
import { maxOpenCharterRequests, offerHoldHours } from '#contract/charters/requests/rules'
import { charterDaysAhead, depositPercent, describeFuelAndTolls } from '#contract/charters/rules'
import {
  airportCancellationTiers,
  airportWaitMinutes,
  fullPaymentHours,
  balanceDueHours,
  charterHoldMinutes,
  findCharterTierAt,
  charterCancellationTiers,
  freeDateChangeHours,
  pickupDelayMinutes,
  maxDateChanges,
  maxUnpaidCharters,
} from '#contract/charters/trips/rules'
import { priceCharter, addFeeAndVat } from '#contract/charters/price'

const coach = {
  day_kobo: 18_000_000,
  km_kobo: 45_000,
  km_a_day: 150,
  least_kobo: 20_000_000,
  overnight_kobo: 1_500_000,
}

const total = (lines: readonly { amount_kobo: number }[]) =>
  lines.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)

test('the lines of a charter add up, with VAT on all of them', () => {
  const price = priceCharter(coach, { days: 3, km: 1494 })
  expect(price.lines.map(({ code, amount_kobo }) => [code, amount_kobo])).toEqual([
    ['days', 54_000_000],
    ['mileage', 1044 * 45_000],
    ['overnight', 3_000_000],
    ['service_fee', 5_199_000],
    ['vat', 8_188_425],
  ])
  expect(price.total_kobo).toBe(total(price.lines))
  expect(price.deposit_kobo).toBeLessThanOrEqual((price.total_kobo * depositPercent) / 100)
  expect(price.deposit_kobo % 100).toBe(0)
})

test('a short hire costs the minimum', () => {
  const { lines } = priceCharter(coach, { days: 1, km: 40 })
  expect(total(lines.filter(({ code }) => code === 'days' || code === 'least'))).toBe(20_000_000)
  const one = addFeeAndVat([{ code: 'transfer', label: 'Zone', amount_kobo: 2_500_000 }])
  expect(one.total_kobo).toBe(Math.round(2_625_000 * 1.075))
})

test('what is kept grows towards the start, and the deposit pays it while only that is there', () => {
  const kept = [400, 168, 167, 48, 47, 24, 23, -5].map((hours) => findCharterTierAt('days', hours))
  expect(kept.map(({ fee_percent }) => fee_percent)).toEqual([10, 10, 30, 30, 50, 50, 100, 100])
  expect(findCharterTierAt('airport', 25).fee_percent).toBe(0)
  expect(findCharterTierAt('airport', 5).code).toBe('closed')
  expect(findCharterTierAt('one_way', balanceDueHours).fee_percent).toBe(depositPercent)
  expect(charterCancellationTiers[0].from_hours).toBe(freeDateChangeHours)
  expect(airportCancellationTiers[0].from_hours * 60).toBeGreaterThan(airportWaitMinutes)
})

test('a transfer never says that its fuel or tolls are paid on the way', () => {
  for (const fuel_included of [true, false])
    expect(describeFuelAndTolls('airport', fuel_included)).toBe(
      'The price includes fuel and tolls.',
    )
  expect(describeFuelAndTolls('days', false)).toBe(
    'Fuel and tolls are extra: you pay them on the way.',
  )
  expect(describeFuelAndTolls('one_way', true)).toMatch(/includes fuel\. Tolls are extra/)
})

test('time is left between a hold, the balance and the start', () => {
  expect(fullPaymentHours).toBeGreaterThan(balanceDueHours)
  expect(offerHoldHours).toBeLessThanOrEqual(fullPaymentHours - balanceDueHours)
  expect(charterHoldMinutes).toBeGreaterThanOrEqual(30)
  expect(pickupDelayMinutes.international).toBeGreaterThan(pickupDelayMinutes.domestic)
  for (const most of [maxUnpaidCharters, maxOpenCharterRequests, maxDateChanges, charterDaysAhead])
    expect(most).toBeGreaterThan(1)
  expect(drivingKmPerDay).toBeGreaterThan(500)
})

const travellers = [
  market.listCharterVehicles,
  market.getCharterVehicle,
  market.listVehicleReviews,
  market.quoteCharter,
  market.listAirports,
  trips.bookCharter,
  trips.bookAirport,
  trips.listCharters,
  trips.getCharter,
  trips.getCharterContract,
  trips.previewCharterCancellation,
  trips.cancelCharter,
  trips.changeCharterDates,
  trips.changeCharterFlight,
  trips.reviewCharter,
  requests.createCharterRequest,
  requests.listCharterRequests,
  requests.getCharterRequest,
  requests.acceptCharterOffer,
  requests.withdrawCharterRequest,
]
const operators = [
  requests.listOperatorCharterRequests,
  requests.offerCharter,
  requests.listOperatorOffers,
  requests.withdrawCharterOffer,
  market.listOperatorVehicles,
  market.setVehicleDays,
  trips.listOperatorCharters,
  trips.setCharterDriver,
  trips.startCharter,
  trips.endCharter,
  trips.failCharter,
]

test('operators call under their own addresses with a key for charters, travellers never', () => {
  for (const call of operators) {
    expect(call.path).toMatch(/\/operator\/charter/)
    expect([call.access, call.scope]).toEqual(['operator', 'charters'])
  }
  for (const call of travellers) expect(['anyone', 'user']).toContain(call.access)
})
