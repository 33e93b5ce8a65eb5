import { expect, test } from '@playwright/test'
import { makeLongTag } from '#tests/e2e/fixtures/long'
import { readMessageBodies, findAnyOperatorCode } from '#tests/e2e/fixtures/database'
import { killWhileSending } from '#tests/load/phones/outbox-kills'

for (const runs of [5, 14])
  test(`8: nothing is lost or doubled when tabs and browsers are killed ${runs} times while they send${makeLongTag(runs === 5)}`, async () => {
    test.setTimeout(300_000)
    const found = await killWhileSending({
      origin: process.env['E2E_URL'] ?? '',
      seed: 7,
      runs,
      operator: await findAnyOperatorCode(),
      bodies: readMessageBodies,
    })
    expect([found.lost, found.doubled], found.which.join('; ')).toEqual([0, 0])
    expect(found.taken_over, 'enough was taken over before the ends').toBeGreaterThan(0)
  })
