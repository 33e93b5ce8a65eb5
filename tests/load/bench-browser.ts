import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findTrips } from '#contract/trips'
import type { Db } from '#server/db/client'
import type { Line } from '#tests/load/report'
import { findChromium, launchFlags } from '#tests/support/chromium'
import { aPaidBooking } from '#tests/support/booked'
import { aTrip } from '#tests/support/makers'
import { aServer } from '#tests/support/server'

/** Bytes on the wire of what was built: brotli where there is one. tests/budgets gates the same sums. */
export function benchBytes(dist: string): Line[] {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  const wire = (name: string) =>
    statSync(join(dist, files.includes(`${name}.br`) ? `${name}.br` : name)).size
  const sum = (names: readonly string[]) =>
    `${(names.reduce((total, name) => total + wire(name), 0) / 1000).toFixed(1)} kB`
  const home = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = [...home.matchAll(/<(?:script|link)[^>]*(?:src|href)="\/(assets\/[^"]+)"/g)]
  const worker = readFileSync(join(dist, 'sw.js'), 'utf8')
  const listed = [...worker.matchAll(/\{[^{}]*?["`]?url["`]?:["`]([^"`]+)["`][^{}]*\}/g)]
  const install = listed.map(([, url = '']) => url)
  const app = files.filter((name) => /\.(?:html|js|css)$/.test(name))
  return [
    [
      'home, critical bytes',
      '≤ 100 kB',
      sum(['index.html', ...first.map(([, name = '']) => name)]),
    ],
    [
      'tier 0 install',
      '≤ 170 kB, ≤ 12 entries',
      `${sum([...install, 'sw.js'])}, ${install.length} entries`,
    ],
    ['whole app', '≤ 330 kB', sum(app)],
  ]
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo']

/** Lighthouse on a phone for the four screens, and the start page on a very slow one. */
export async function benchPages(db: Db, origin: string): Promise<Line[]> {
  const executablePath = findChromium()
  if (executablePath === undefined) return [['Lighthouse', '≥ 98 / 100 / 100 / 100', 'no Chromium']]
  const port = 4298
  const browser = await chromium.launch({
    executablePath,
    args: [...launchFlags, `--remote-debugging-port=${port}`],
  })
  try {
    const lines: Line[] = []
    for (const [name, path] of await pages(db)) {
      const audit = await lighthouse(origin + path, { port, output: 'json', logLevel: 'error' })
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

async function pages(db: Db): Promise<[name: string, path: string][]> {
  const trip = await aTrip(db)
  const server = await aServer(db)
  const { booking } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
  const found = await server.call(findTrips, { from: trip.from, to: trip.to, date: trip.date })
  await server.close()
  const search = `from=${trip.from}&to=${trip.to}&date=${trip.date}`
  return [
    ['/', '/'],
    ['/bookride', `/bookride?${search}`],
    ['/bookride/details', `/bookride/details?trip=${found.data[0]?.id ?? trip.id}`],
    ['/ticket', `/ticket/${booking.reference}?phone=%2B2348031234567`],
  ]
}
