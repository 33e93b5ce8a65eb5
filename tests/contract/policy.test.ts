import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundTiers, findRefundTierAt, describeCurrentFee } from '#contract/policy'
import { RefundTier } from '#contract/bookings/model'

const second = 1 / 3600

test.each([
  [720, 'day_before'],
  [24, 'day_before'],
  [24 - second, 'same_day'],
  [6, 'same_day'],
  [6 - second, 'late'],
  [1, 'late'],
  [1 - second, 'closed'],
  [0, 'closed'],
  [-5, 'closed'],
])('%d hours before departure the tier is %s', (hours, tier) => {
  expect(findRefundTierAt(hours).code).toBe(tier)
})

test('the fees are those the specification names: 10, 25, 50 and all', () => {
  expect(refundTiers.map((tier) => tier.fee_percent)).toEqual([10, 25, 50, 100])
  for (const tier of refundTiers.slice(0, 3))
    expect(tier.sentence).toContain(`${tier.fee_percent}%`)
})

test('waiting longer never makes cancelling cheaper, and every tier can go over the wire', () => {
  const hours = fc.double({ min: -100, max: 1000, noNaN: true })
  fc.assert(
    fc.property(hours, hours, (one, other) => {
      const [late, early] = [Math.min(one, other), Math.max(one, other)]
      expect(findRefundTierAt(late).fee_percent).toBeGreaterThanOrEqual(
        findRefundTierAt(early).fee_percent,
      )
      expect(RefundTier.safeParse(findRefundTierAt(one).code).success).toBe(true)
    }),
  )
})

test('what cancelling costs now is said once it is more than the policy says first', () => {
  expect([30, 24, 23.9, 6, 5.9, 1, 0.9, -1].map(describeCurrentFee)).toEqual([
    '',
    '',
    'Cancel now: we keep 25% and the booking fee.',
    'Cancel now: we keep 25% and the booking fee.',
    'Cancel now: we keep 50% and the booking fee.',
    'Cancel now: we keep 50% and the booking fee.',
    'Cancel now: no refund.',
    '',
  ])
})
