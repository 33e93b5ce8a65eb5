import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNaira, parseNaira } from '#contract/money'
import {
  formatBytes,
  formatCount,
  formatKilos,
  formatKm,
  formatNumber,
  formatRating,
  formatSeats,
  formatStars,
  parseCount,
  parseMeasure,
  pluralize,
} from '#contract/quantities'

test('a count has its word in the singular for one and in the plural for all else', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'seat'))).toEqual([
    '0 seats',
    '1 seat',
    '2 seats',
  ])
  expect(formatCount(3, 'baby', 'babies')).toBe('3 babies')
  expect(formatCount(1200, 'review')).toBe('1,200 reviews')
  expect([pluralize(1, 'was', 'were'), pluralize(2, 'was', 'were')]).toEqual(['was', 'were'])
})

test('seats are named by their numbers, at the beginning of a sentence with a capital', () => {
  expect([formatSeats([3]), formatSeats([3, 4])]).toEqual(['seat 3', 'seats 3, 4'])
  expect([formatSeats([3], 'Seat'), formatSeats([3, 4], 'Seat')]).toEqual(['Seat 3', 'Seats 3, 4'])
})

test('numbers are grouped by thousands, and what is measured has its unit', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567')
  expect([formatKm(540), formatKm(1120), formatKilos(2500), formatKilos(1_200_000)]).toEqual([
    '540 km',
    '1,120 km',
    '2.5 kg',
    '1,200 kg',
  ])
  expect([0, 1, 12_000, 999_499, 999_500, 1_049_999, 2_100_000].map(formatBytes)).toEqual([
    '0 kB',
    '1 kB',
    '12 kB',
    '1,000 kB',
    '1 MB',
    '1 MB',
    '2.1 MB',
  ])
  expect([formatStars(4), formatStars(4.25), formatRating(4.3, 1200)]).toEqual([
    '4.0',
    '4.3',
    '★\u00a04.3 (1,200)',
  ])
})

test('a number reads as English writes it, with at most three decimals', () => {
  const english = new Intl.NumberFormat('en')
  const thousandths = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })
  fc.assert(
    fc.property(thousandths, (value) => {
      expect(formatNumber(value)).toBe(english.format(value))
      expect(formatNumber(value / 1000)).toBe(english.format(value / 1000))
    }),
  )
})

test.each([
  ['2.5', 2.5],
  ['2,5', 2.5],
  ['0,500', 0.5],
  ['2.500', 2.5],
  ['40', 40],
  ['12.', 12],
  ['.5', 0.5],
  ['1 200', 1200],
  ['1\u202f200,75', 1200.75],
  ['1,200.75', 1200.75],
  ['1.200,75', 1200.75],
])('the measure %j is %d', (text, value) => {
  expect(parseMeasure(text)).toBe(value)
})

test('a measure that is one number in English and another in French is asked for again', () => {
  expect([parseMeasure('2,500'), parseMeasure('12,000')]).toEqual([NaN, NaN])
})

test.each([
  ['40', 40],
  ['1,200', 1200],
  ['1 200', 1200],
  ['1.200.000', 1_200_000],
  ['3.0', 3],
])('the count %j is %d', (text, value) => {
  expect(parseCount(text)).toBe(value)
})

test.each(['', '.', ',', '2,5', '2.5', '1,2,3', '1.2.3', '12,34,567', '1e3', '-4', 'three', '٣'])(
  '%j is no count',
  (text) => {
    expect(parseCount(text)).toBeNaN()
  },
)

test.each([
  ['5000,50', 500_050],
  ['12,500', 1_250_000],
  ['1.250.000', 125_000_000],
  ['12.500,50', 1_250_050],
  ['1,25', 125],
])('the sum %j is %d kobo', (text, kobo) => {
  expect(parseNaira(text)).toBe(kobo)
})

test.each(['12.500', '1,2500', '12,50,000', '1,234.567'])(
  'the sum %j is asked for again',
  (text) => {
    expect(parseNaira(text)).toBeUndefined()
  },
)

test('what is written reads back as the same', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), (count) => {
      expect(parseCount(formatNumber(count))).toBe(count)
      expect(parseNaira(formatNaira(count))).toBe(count)
    }),
  )
})
