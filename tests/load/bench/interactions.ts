import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { loadavg } from 'node:os'
import { watchIdle } from '#tests/e2e/fixtures/calls'
import { aFinger, type Finger, type Touch } from '#tests/e2e/fixtures/finger'
import { signUpByCall, storeLogin } from '#tests/e2e/fixtures/people'
import {
  openAndAccept,
  prepareTraveller,
  walkAddingReturn,
  walkAsGuest,
  walkSearchingReturn,
  walkSettingPin,
  walkToAirport,
  walkWithAccount,
  walkWithParcel,
} from '#tests/e2e/fixtures/walks'
import { findChromium, launchFlags } from '#tests/support/browser/chromium'
import type { Measurement } from './report.ts'

/** How long one interaction kept the person waiting, ms: 0 for less than the browser reports (16 ms). */
interface Interaction {
  walk: string
  name: string
  ms: number
}

const shown = 15

type Walk = (page: Page, slow: () => Promise<void>, finger: Finger) => Promise<void>

const logInNew = async (page: Page) =>
  storeLogin(page, (await signUpByCall(page.context())).session)

/** Each walk prepares its page first; `slow` then throttles the processor. */
const walks: Record<string, Walk> = {
  guest: async (page, slow, finger) => {
    await openAndAccept(page, '/')
    await slow()
    await walkAsGuest(page, finger)
  },
  account: async (page, slow, finger) => {
    await prepareTraveller(page)
    await openAndAccept(page, '/')
    await slow()
    await walkWithAccount(page, finger)
  },
  'return added': async (page, slow, finger) => {
    await prepareTraveller(page)
    await openAndAccept(page, '/')
    await slow()
    await walkAddingReturn(page, finger)
  },
  'return searched': async (page, slow, finger) => {
    await prepareTraveller(page)
    await openAndAccept(page, '/')
    await slow()
    await walkSearchingReturn(page, finger)
  },
  'first PIN': async (page, slow, finger) => {
    const token = await prepareTraveller(page, { has_pin: false })
    await slow()
    await walkSettingPin(page, finger, token)
  },
  parcel: async (page, slow, finger) => {
    await logInNew(page)
    await openAndAccept(page, '/send-parcel')
    await slow()
    await walkWithParcel(page, finger)
  },
  airport: async (page, slow, finger) => {
    await logInNew(page)
    await openAndAccept(page, '/charter-type')
    await slow()
    await walkToAirport(page, finger)
  },
}

/**
 * Measures the interactions of the walks whose taps are counted, as INP does: the longest event of each interaction
 * (tap, or letter typed) from the touch to the next frame. Taps are those of a touch screen, keys are pressed one by
 * one, and the processor of the page is 6 and 4 times slower than this machine's. The phone's own lists and clocks are
 * left out.
 */
export async function benchInteractions(origin: string, rounds: number): Promise<Measurement[]> {
  const executablePath = findChromium()
  if (executablePath === undefined) return [['INP', '', 'no Chromium']]
  const browser = await chromium.launch({ executablePath, args: launchFlags })
  try {
    const lines: Measurement[] = []
    for (const rate of [6, 4]) {
      const load = loadavg()[0] ?? 0
      const all: Interaction[] = []
      for (let round = 0; round < rounds; round += 1)
        for (const [walk, steps] of Object.entries(walks))
          all.push(...(await measureWalk(browser, { origin, walk, steps, rate })))
      lines.push(...summarize(all, rate, load))
    }
    return lines
  } finally {
    await browser.close()
  }
}

async function measureWalk(
  browser: Browser,
  { origin, walk, steps, rate }: { origin: string; walk: string; steps: Walk; rate: number },
): Promise<Interaction[]> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchInteractions)
    const session = await context.newCDPSession(page)
    const waitUntilIdle = watchIdle(page)
    const slow = async () => {
      await waitUntilIdle()
      await session.send('Emulation.setCPUThrottlingRate', { rate })
    }
    const found: Interaction[] = []
    await steps(page, slow, aFinger(measuredTouch(page, walk, found)))
    return found
  } finally {
    await context.close()
  }
}

/**
 * Makes a touch that taps as a finger does and presses each key, and adds the duration of each interaction to `found`.
 */
function measuredTouch(page: Page, walk: string, found: Interaction[]): Touch {
  const measure = async (name: string, act: () => Promise<void>) => {
    await page.evaluate(takeInteractions)
    await act()
    const all = await page.evaluate(takeInteractions)
    found.push(...all.map((ms) => ({ walk, name, ms })))
  }
  return {
    tap: async (place) => measure(await nameOf(place), () => place.tap()),
    type: async (place, words) => {
      const name = await nameOf(place)
      await measure(name, () => place.tap())
      await measure(`${name}, a letter`, () => place.pressSequentially(words, { delay: 60 }))
    },
  }
}

/** Returns the label or the text of a control, with `#` in place of numbers. */
const nameOf = (place: Locator) =>
  place.evaluate((element) =>
    (
      element.getAttribute('aria-label') ??
      (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined) ??
      element.textContent
    )
      .replaceAll(/[\d,]+/g, '#')
      .trim()
      .slice(0, 40),
  )

interface InteractionLog {
  longest: Map<number, number>
  take: () => void
}

/** Collects the longest event of each interaction. Runs in each page, before its scripts. */
function watchInteractions(): void {
  const longest = new Map<number, number>()
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      const { interactionId, duration } = entry as PerformanceEventTiming
      if (interactionId > 0)
        longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0))
    }
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  const options = { type: 'event', durationThreshold: 16, buffered: true }
  observer.observe(options)
  const take = () => add(observer.takeRecords())
  Object.assign(globalThis, { interactionLog: { longest, take } satisfies InteractionLog })
}

/**
 * Waits until the last interactions are painted. Returns how long each interaction since the last call took. Runs in
 * the page.
 */
async function takeInteractions(): Promise<number[]> {
  const { longest, take } = (globalThis as unknown as { interactionLog: InteractionLog })
    .interactionLog
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
  take()
  const all = [...longest.values()]
  longest.clear()
  return all
}

/** Returns the time below which 98 of 100 interactions are, and the slowest interactions by their names. */
function summarize(all: readonly Interaction[], rate: number, load: number): Measurement[] {
  const at = (share: number, values: readonly number[]) => {
    const sorted = values.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  }
  const every = all.map(({ ms }) => ms)
  const named = Map.groupBy(all, ({ walk, name }) => `${walk}: ${name}`)
  const slowest = [...named]
    .map(([name, group]) => ({ name, values: group.map(({ ms }) => ms) }))
    .map(({ name, values }) => ({ name, middle: at(0.5, values), most: Math.max(...values) }))
    .toSorted((a, b) => b.middle - a.middle)
    .slice(0, shown)
  return [
    [
      `INP at ${rate}× CPU, 98 of 100 interactions within`,
      rate === 6 ? '≤ 100 ms' : '',
      `${at(0.98, every)} ms`,
    ],
    ['  half · 75 · 90 of 100', '', [0.5, 0.75, 0.9].map((share) => at(share, every)).join(' · ')],
    ['  interactions; load of the machine before', '', `${every.length}; ${load.toFixed(1)}`],
    ...slowest.map(({ name, middle, most }): Measurement => [
      `  ${name}, middle · slowest`,
      '',
      `${middle} · ${most} ms`,
    ]),
  ]
}
