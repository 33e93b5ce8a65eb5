import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeAdultTotal,
  bookingFeeVatKobo,
  priceFare,
  computeFareShare,
  Fare,
} from '#contract/fare'
import { bookingFeeKobo, insuranceKobo } from '#contract/money'

const adult = { label: 'Adult', fare_percent: 100 }
const child = { label: 'Child', fare_percent: 70 }
const fare = fc.integer({ min: 0, max: 100_000_000 })
const parkFee = fc.integer({ min: 0, max: 1_000_000 })
const seats = fc.array(fc.constantFrom(adult, child, { label: 'Infant', fare_percent: 10 }), {
  minLength: 1,
  maxLength: 6,
})

test('two adults and a child see every line they pay', () => {
  const { lines, total_kobo } = priceFare(850_000, 20_000, [adult, child, adult], true)
  expect(
    lines.map(({ code, label, quantity, amount_kobo }) => [code, label, quantity, amount_kobo]),
  ).toEqual([
    ['seat', 'Adult', 2, 1_700_000],
    ['seat', 'Child', 1, 595_000],
    ['park_fee', 'Park fee', 3, 60_000],
    ['booking_fee', 'Booking fee', 3, 60_000],
    ['vat', 'VAT 7.5% on the booking fee', 3, 4500],
    ['insurance', 'Travel insurance', 3, 150_000],
  ])
  expect(total_kobo).toBe(2_569_500)
})

test('the fare shown is the fare paid: one adult pays what every card and list says', () => {
  fc.assert(
    fc.property(fare, parkFee, (seat_fare_kobo, park_fee_kobo) => {
      const paid = priceFare(seat_fare_kobo, park_fee_kobo, [adult], false).total_kobo
      expect(computeAdultTotal(seat_fare_kobo, park_fee_kobo)).toBe(paid)
    }),
  )
})

test('every fare is the sum of its lines, each line is quantity times price, all of it fits the wire', () => {
  fc.assert(
    fc.property(fare, parkFee, seats, fc.boolean(), (kobo, park, who, insured) => {
      const told = priceFare(kobo, park, who, insured)
      expect(told.lines.reduce((sum, line) => sum + line.amount_kobo, 0)).toBe(told.total_kobo)
      for (const line of told.lines) expect(line.amount_kobo).toBe(line.unit_kobo * line.quantity)
      const seatLines = told.lines.filter((line) => line.code === 'seat')
      expect(seatLines.reduce((sum, line) => sum + line.quantity, 0)).toBe(who.length)
      expect(Fare.safeParse(told).success).toBe(true)
    }),
  )
})

test('insurance costs the same for each seat and only when it was asked for', () => {
  fc.assert(
    fc.property(fare, parkFee, seats, (kobo, park, who) => {
      const without = priceFare(kobo, park, who, false)
      const insured = priceFare(kobo, park, who, true)
      expect(insured.total_kobo - without.total_kobo).toBe(insuranceKobo * who.length)
      expect(without.lines.some((line) => line.code === 'insurance')).toBe(false)
    }),
  )
})

test('nobody pays kobo for a seat, and a smaller share is never dearer', () => {
  fc.assert(
    fc.property(fare, fc.integer({ min: 0, max: 100 }), (kobo, percent) => {
      const share = computeFareShare(kobo, percent)
      expect(share % 100).toBe(0)
      expect(share).toBeLessThanOrEqual((kobo * percent) / 100)
      expect(computeFareShare(kobo, Math.max(0, percent - 1))).toBeLessThanOrEqual(share)
    }),
  )
})

test('without a park fee there is no line for one, and the fee carries 7.5% VAT', () => {
  expect(priceFare(100_000, 0, [adult], false).lines.map((line) => line.code)).toEqual([
    'seat',
    'booking_fee',
    'vat',
  ])
  expect(bookingFeeVatKobo).toBe(bookingFeeKobo * 0.075)
})
