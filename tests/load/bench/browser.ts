import { chromium } from '@playwright/test'
import { bookOverTheWire, bytesOf, type Crossing } from '#tests/e2e/fixtures/wire'
import type { Line } from './report.ts'
import { builtIn, flows } from '#tests/support/browser/built-files'
import { findChromium, launchFlags } from '#tests/support/browser/chromium'

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** Bytes on the wire of what was built: brotli where there is one. tests/budgets gates the same sums. */
export function benchBytes(dist: string): Line[] {
  const built = builtIn(dist)
  return [
    ['home, critical bytes', '≤ 106 kB', kB(built.home)],
    [
      'tier 0 install, footer and dock included',
      '≤ 180 kB, ≤ 14 entries',
      `${kB(built.visit)}, ${built.install.length} entries`,
    ],
    ['the worker', '≤ 8 kB', kB(built.wire('sw.js'))],
    ...flowNames.map((name): Line => [
      `the flow ${name} after the first load`,
      '≤ 40 kB',
      kB(built.flow(name)),
    ]),
    ["Mantine's shared part, once", '≤ 60 kB', kB(built.mantine)],
    ['the app on disk', '≤ 2.5 MB', kB(built.disk)],
  ]
}

const flowNames = Object.keys(flows) as (keyof typeof flows)[]

/** Bytes on the wire of bookings with an installed app; tests/e2e/journeys/bytes.spec.ts gates the same sums. */
export async function benchBooking(origin: string): Promise<Line[]> {
  const executablePath = findChromium()
  const what = 'search → booked ticket, installed app'
  if (executablePath === undefined) return [[what, '', 'no Chromium']]
  const browser = await chromium.launch({ executablePath, args: launchFlags })
  const sum = (crossings: readonly Crossing[]) =>
    `${kB(bytesOf(crossings))} in ${crossings.length} answers`
  const aBooking = async (is_first: boolean) => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      locale: 'en-NG',
      timezoneId: 'Africa/Lagos',
    })
    const crossings = await bookOverTheWire(context, await context.newPage(), { is_first })
    await context.close()
    return crossings
  }
  try {
    const first = await aBooking(true)
    const further = await aBooking(false)
    return [
      [`${what}, the first time`, '≤ 130 kB', sum(first.ours)],
      [`${what}, further times`, '≤ 35 kB', sum(further.ours)],
      ["  left out: the payment company's page", '', sum(further.company)],
    ]
  } finally {
    await browser.close()
  }
}
