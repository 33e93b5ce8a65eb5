import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findTrips } from '#contract/trips'
import type { Db } from '#server/db/client'
import { bookOverTheWire, bytesOf, type Crossing } from '#tests/e2e/support/wire'
import type { Line } from '#tests/load/report'
import { builtIn, flows } from '#tests/support/built'
import { findChromium, launchFlags } from '#tests/support/chromium'
import { aPaidBooking } from '#tests/support/booked'
import { aTrip } from '#tests/support/makers'
import { aServer } from '#tests/support/server'

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

/** Bytes on the wire of bookings with an installed app; tests/e2e/bytes.spec.ts gates the same sums. */
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

const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** Lighthouse on a phone for the four screens, and the start page on a very slow one. */
export async function benchPages(db: Db, origin: string): Promise<Line[]> {
  const executablePath = findChromium()
  if (executablePath === undefined) return [['Lighthouse', '≥ 98 / 100 / 100 / 100', 'no Chromium']]
  const port = 4298
  // Lighthouse opens its pages in the browser's own profile: what a phone keeps must be written there.
  const browser = await chromium.launchPersistentContext('', {
    executablePath,
    args: [...launchFlags, `--remote-debugging-port=${port}`],
  })
  try {
    const lines: Line[] = []
    for (const audited of await pages(db)) {
      const { name, path } = audited
      await prepare(browser, origin, audited)
      const audit = await lighthouse(origin + path, {
        port,
        output: 'json',
        logLevel: 'error',
        clearStorageTypes: [...clearStorageTypes],
      })
      const score = (category: string) =>
        Math.round((audit?.lhr.categories[category]?.score ?? 0) * 100)
      const scores = categories.map(score)
      lines.push([`Lighthouse mobile, ${name}`, '≥ 98 / 100 / 100 / 100', scores.join(' / ')])
      const wrong = Object.values(audit?.lhr.audits ?? {}).filter(
        (one) =>
          one.scoreDisplayMode === 'error' ||
          (one.scoreDisplayMode === 'binary' && one.score === 0),
      )
      if (wrong.length > 0) lines.push(['  not met', '', wrong.map(({ id }) => id).join(', ')])
    }
    const throttling = {
      rttMs: 400,
      throughputKbps: 400,
      requestLatencyMs: 400,
      downloadThroughputKbps: 400,
      uploadThroughputKbps: 400,
      cpuSlowdownMultiplier: 6,
    }
    const slow = await lighthouse(origin, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance'],
      clearStorageTypes: [...clearStorageTypes, 'local_storage'],
      throttling,
    })
    const seconds = (audit: string) =>
      `${((slow?.lhr.audits[audit]?.numericValue ?? 0) / 1000).toFixed(1)} s`
    lines.push(['LCP at 400 kbps, 400 ms, 6× CPU', '≤ 1.9 s', seconds('largest-contentful-paint')])
    lines.push(['interactive there', '≤ 4.5 s', seconds('interactive')])
    return lines
  } finally {
    await browser.close()
  }
}

/** What Lighthouse empties before it looks: all but local storage, where the proof of a booking stands. */
const clearStorageTypes = [
  'file_systems',
  'shader_cache',
  'service_workers',
  'cache_storage',
  'indexeddb',
] as const

interface Audited {
  name: string
  path: string
  /** A role and name that only the page meant has: a page that says why it is empty is no figure. */
  shows: readonly ['button' | 'img' | 'link', RegExp | string]
  /** The booking this phone owns, and the token that proves it. */
  owns?: { reference: string; token: string }
}

/** Sees that the page is the one meant, then leaves a phone that has nothing but its proof. */
async function prepare(browser: BrowserContext, origin: string, { path, shows, owns }: Audited) {
  const page = await browser.newPage()
  const keepProof = async () => {
    await page.goto(`${origin}/robots.txt`)
    await page.evaluate(
      (proofs) => {
        localStorage.clear()
        localStorage.setItem('guest-proofs', proofs)
      },
      JSON.stringify(owns === undefined ? {} : { [owns.reference]: { token: owns.token } }),
    )
  }
  await keepProof()
  await page.goto(origin + path)
  await page.getByRole(shows[0], { name: shows[1] }).first().waitFor()
  await keepProof()
  await page.close()
}

/** A trip to search for and to look at, and a booking with its ticket. */
async function pages(db: Db): Promise<Audited[]> {
  const trip = await aTrip(db)
  const server = await aServer(db)
  const { booking, as } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
  const found = await server.call(findTrips, { from: trip.from, to: trip.to, date: trip.date })
  await server.close()
  const search = `from=${trip.from}&to=${trip.to}&date=${trip.date}`
  const { reference } = booking
  const [first] = found.data
  if (first === undefined) throw new Error('the trip to look at is not found')
  return [
    { name: '/', path: '/', shows: ['button', /^Search/] },
    { name: '/bookride', path: `/bookride?${search}`, shows: ['link', first.operator.name] },
    {
      name: '/bookride/details',
      path: `/bookride/details?trip=${first.id}`,
      shows: ['button', /^Seat \d/],
    },
    {
      name: '/ticket',
      path: `/ticket/${reference}`,
      shows: ['img', /^Ticket code of /],
      owns: { reference, token: as.guest_token },
    },
  ]
}
