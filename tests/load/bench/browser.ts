import { chromium } from '@playwright/test'
import { measureBookingBytes, sumBytes, type WireAnswer } from '#tests/e2e/fixtures/wire'
import type { Measurement } from './report.ts'
import { readBuild, listBudgets } from '#tests/support/browser/built-files'
import { findChromium, launchFlags } from '#tests/support/browser/chromium'

const kB = (value: number) => (value < 1000 ? `${value}` : `${(value / 1000).toFixed(1)} kB`)

/** Returns the bytes of the build on the wire: brotli where available. tests/budgets checks the same sums. */
export const benchBytes = (dist: string): Measurement[] =>
  listBudgets(readBuild(dist)).map(({ what, is, most }) => [what, `≤ ${kB(most)}`, kB(is)])

/**
 * Returns the bytes on the wire of bookings with an installed app. tests/e2e/journeys/bytes.spec.ts checks the same
 * sums.
 */
export async function benchBooking(origin: string): Promise<Measurement[]> {
  const executablePath = findChromium()
  const what = 'search → booked ticket, installed app'
  if (executablePath === undefined) return [[what, '', 'no Chromium']]
  const browser = await chromium.launch({ executablePath, args: launchFlags })
  const sum = (crossings: readonly WireAnswer[]) =>
    `${kB(sumBytes(crossings))} in ${crossings.length} answers`
  const aBooking = async (is_first: boolean) => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      locale: 'en-NG',
      timezoneId: 'Africa/Lagos',
    })
    const crossings = await measureBookingBytes(context, await context.newPage(), { is_first })
    await context.close()
    return crossings
  }
  try {
    const first = await aBooking(true)
    const further = await aBooking(false)
    return [
      [`${what}, the first time`, '≤ 150 kB', sum(first.ours)],
      [`${what}, further times`, '≤ 35 kB', sum(further.ours)],
      ["  left out: the payment company's page", '', sum(further.company)],
    ]
  } finally {
    await browser.close()
  }
}
