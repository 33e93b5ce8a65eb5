import { expect, test } from 'vitest'
import type { Parcel } from '#contract/parcels/model'
import { describeParcelNextStep } from '#src/features/parcels/next-step.ts'

test('of a bus that should have left long ago it is not said that it leaves', () => {
  const stepAt = (hours: number) => {
    const departs_at = new Date(Date.now() + hours * 3_600_000).toISOString()
    return describeParcelNextStep({
      tracking: { state: 'received' },
      planned: { departs_at, zone: 'Africa/Lagos' },
    } as unknown as Parcel)
  }
  expect(stepAt(3)).toMatch(/^Nothing to do\. Its bus leaves at /)
  expect(stepAt(-3)).toMatch(
    /^Its bus was due to leave at .*\. Nobody has scanned it on board yet\.$/,
  )
})
