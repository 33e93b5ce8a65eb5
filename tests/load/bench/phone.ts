import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openBoughtTicket } from '#tests/e2e/fixtures/purchases'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { throttleNetwork } from '#tests/e2e/fixtures/throttle'
import { buildVersions, serveVersions } from '#tests/e2e/updates/versions'
import {
  measureBookingBytes,
  sumBytes,
  type WireAnswer,
  recordWire,
} from '#tests/e2e/fixtures/wire'
import type { Measurement } from './report.ts'
import { findChromium, launchFlags } from '#tests/support/browser/chromium'

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const ms = (value: number) => `${Math.round(value)} ms`
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Measures what an installed app costs and how fast it opens again, in a Chromium as wide as a phone. */
export async function benchPhone(origin: string): Promise<Measurement[]> {
  if (findChromium() === undefined) return [['on the phone', '', 'no Chromium']]
  return [
    ...(await onAPhone(origin, install)),
    ...(await onAPhone(origin, launches)),
    ...(await onAPhone(origin, booking)),
    ...(await offline(origin)),
    ...(await update(origin)),
  ]
}

async function launch(folder: string, origin: string, isCut = false): Promise<BrowserContext> {
  const executablePath = findChromium()
  return chromium.launchPersistentContext(folder, {
    ...(executablePath && { executablePath }),
    args: [
      ...launchFlags,
      ...(isCut ? ['--proxy-server=127.0.0.1:9', '--proxy-bypass-list=<-loopback>'] : []),
    ],
    baseURL: origin,
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    serviceWorkers: 'allow',
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  })
}

type Measure = (context: BrowserContext, page: Page) => Promise<Measurement[]>

async function onAPhone(origin: string, measure: Measure): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'waka-phone-'))
  const context = await launch(folder, origin)
  try {
    return await measure(context, context.pages()[0] ?? (await context.newPage()))
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Measures the installation of the service worker on a slow network, after a page was opened. Then measures how much
 * storage the whole app uses.
 */
const install: Measure = async (context, page) => {
  const worker = context.waitForEvent('serviceworker')
  await page.goto('/')
  await worker
  const free = await throttleNetwork(context, page, 'em3g')
  const started = Date.now()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 60_000,
  })
  const took = Date.now() - started
  await free()
  await waitUntilInstalled(page)
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)
  return [
    ['tier 0 install at 400 kbps, 400 ms, page and worker slowed', '≤ 10 s', ms(took)],
    ['whole app on disk, lists and kept answers included', '≤ 2.5 MB', kB(used)],
  ]
}

const isData = ({ url }: WireAnswer) => url.pathname.startsWith('/api/')

/** Measures what an app downloads when it is opened again with a network, and then left open for ten minutes. */
const launches: Measure = async (context, page) => {
  await page.goto('/')
  await waitUntilInstalled(page)
  await page.goto('about:blank')
  const again = await recordWire(context, page)
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('button', { name: 'Search buses' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(5000)
  await page.waitForLoadState('networkidle')
  const launched = again.length
  for (let minute = 0; minute < 10; minute += 1) await page.clock.runFor(60_000)
  await page.waitForLoadState('networkidle')
  const [first, idle] = [again.slice(0, launched), again.slice(launched)]
  return [
    ['repeat launch, files', '≤ 1 kB', kB(sumBytes(first.filter((one) => !isData(one))))],
    ['repeat launch, with data', '≤ 6 kB', kB(sumBytes(first))],
    ['idle for ten minutes', '≤ 5 kB', kB(sumBytes(idle))],
  ]
}

const booking: Measure = async (context, page) => {
  const { ours } = await measureBookingBytes(context, page, { saves_data: true })
  return [['search → booked ticket, data saver on', '≤ 35 kB', kB(sumBytes(ours))]]
}

/**
 * Measures how fast the app and a ticket open on a phone without a network and with a sixth of this processor.
 * Alternates with an empty page from the same disk.
 */
async function offline(origin: string): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'waka-phone-'))
  const empties: number[] = []
  const paints: number[] = []
  const codes: number[] = []
  try {
    const empty = join(folder, 'empty.html')
    await writeFile(empty, '<!doctype html><html lang="en"><title>Empty</title><p>Nothing.')
    const before = await launch(folder, origin)
    const bought = before.pages()[0] ?? (await before.newPage())
    const { reference } = await openBoughtTicket(bought)
    await waitUntilInstalled(bought)
    await before.close()
    for (let time = 0; time < 5; time += 1) {
      await onSlowPhone(folder, origin, async (page) => {
        await page.goto(pathToFileURL(empty).href)
        empties.push(await page.evaluate(firstPaint))
      })
      await onSlowPhone(folder, origin, async (page) => {
        await page.goto('/')
        paints.push(await page.evaluate(firstPaint))
        await page.goto(`/ticket/${reference}`, { waitUntil: 'commit' })
        codes.push(await page.evaluate(waitForTicketCode))
      })
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const against = (values: number[]) => {
    const times = median(values) / median(empties)
    return `${times.toFixed(1)} × (${ms(median(values))})`
  }
  return [
    ['empty page from the disk, first paint at 6× CPU, median of 5', '', ms(median(empties))],
    ['offline relaunch, first paint, times the empty page', '≤ 1.5 ×', against(paints)],
    ['offline, ticket QR on screen, times the empty page', '≤ 4 ×', against(codes)],
  ]
}

async function onSlowPhone(folder: string, origin: string, measure: (page: Page) => Promise<void>) {
  const context = await launch(folder, origin, true)
  const page = context.pages()[0] ?? (await context.newPage())
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await measure(page)
  await context.close()
}

/** Returns the ms from the start of the navigation to the first contentful paint. Runs in the page. */
function firstPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const paint = list.getEntriesByName('first-contentful-paint')[0]
      if (paint !== undefined) resolve(paint.startTime)
    }).observe({ type: 'paint', buffered: true })
  })
}

/** Returns the ms from the start of the navigation until the ticket's code is painted. Runs in the page. */
function waitForTicketCode(): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('svg[role="img"][aria-label^="Ticket code of"]') === null)
        requestAnimationFrame(look)
      else requestAnimationFrame(() => resolve(performance.now()))
    }
    look()
  })
}

/** Measures all bytes of an update after one word of one screen has changed. */
async function update(origin: string): Promise<Measurement[]> {
  const versions = await buildVersions(2)
  const releases = await serveVersions(versions, origin)
  try {
    return await onAPhone(releases.url, async (_, page) => {
      await page.goto('/')
      await waitUntilInstalled(page)
      await releases.release(2)
      const before = releases.bytes()
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        await registration.update()
        while (registration.waiting === null) await new Promise((done) => setTimeout(done, 50))
      })
      return [['update after a change in one screen', '≤ 20 kB', kB(releases.bytes() - before)]]
    })
  } finally {
    await releases.close()
  }
}
