import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateByWeight, formatNaira, parseNaira } from '#contract/money'

const amount = fc.integer({ min: 0, max: 1_000_000_000_000 })
const weights = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { minLength: 1, maxLength: 12 })

const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)

test.each([
  [0, '₦0'],
  [5, '₦0.05'],
  [50, '₦0.50'],
  [99_900, '₦999'],
  [100_000, '₦1,000'],
  [1_250_000, '₦12,500'],
  [1_250_001, '₦12,500.01'],
  [100_000_000_000, '₦1,000,000,000'],
  [-250_050, '−₦2,500.50'],
])('%i kobo are written %s', (kobo, written) => {
  expect(formatNaira(kobo)).toBe(written)
})

test('naira loses no kobo: what is written reads back as the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (kobo) => {
      const [whole = '', rest = '0'] = formatNaira(kobo).replaceAll(/[₦,]/g, '').split('.')
      const size = Number(whole.replace('−', '')) * 100 + Number(rest)
      expect(whole.startsWith('−') ? -size : size).toBe(kobo)
    }),
  )
})

test('the parts of a split sum to the whole, to the kobo', () => {
  fc.assert(
    fc.property(amount, weights, (whole, shares) => {
      const parts = allocateByWeight(whole, shares)
      expect(parts).toHaveLength(shares.length)
      expect(sum(parts)).toBe(whole)
    }),
  )
})

test('no part is a kobo or more away from its exact share, none is below zero', () => {
  fc.assert(
    fc.property(
      amount,
      weights.filter((shares) => sum(shares) > 0),
      (whole, shares) => {
        const all = BigInt(sum(shares))
        allocateByWeight(whole, shares).forEach((part, at) => {
          expect(part).toBeGreaterThanOrEqual(0)
          const off = BigInt(part) * all - BigInt(whole) * BigInt(shares[at] ?? 0)
          expect(off < all && off > -all).toBe(true)
        })
      },
    ),
  )
})

test('who weighs nothing gets nothing, and equal weights differ by one kobo at most', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 6 }), (whole, people) => {
      const parts = allocateByWeight(whole, [0, ...Array.from({ length: people }, () => 7)])
      const [nobody, ...others] = parts
      expect(nobody).toBe(0)
      expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(1)
    }),
  )
})

test('with no weight at all the first part is the whole', () => {
  expect(allocateByWeight(1001, [0, 0, 0])).toEqual([1001, 0, 0])
})

test.each([
  ['₦12,500', 1_250_000],
  ['N868.50', 86_850],
  ['NGN 12 500', 1_250_000],
  [' 1234.5 ', 123_450],
  ['12.', 1200],
  ['.5', 50],
  ['0', 0],
])('%s is %i kobo', (text, kobo) => {
  expect(parseNaira(text)).toBe(kobo)
})

test.each(['', '.', '-5', '1.2.3', '1e9', '12.345', '9'.repeat(13), 'five', '₦'])(
  '%j is no sum',
  (text) => {
    expect(parseNaira(text)).toBeUndefined()
  },
)
