import { expect, test } from 'vitest'
import { formatCount, formatKilos, formatKm, formatNumber, pluralize } from '#contract/quantities'

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

test('numbers are grouped by thousands, and what is measured has its unit', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567')
  expect([formatKm(540), formatKilos(2500), formatKilos(500)]).toEqual([
    '540 km',
    '2.5 kg',
    '0.5 kg',
  ])
})
