import { watchIdle } from '#tests/e2e/fixtures/calls'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { waitUntilComplete } from '#tests/e2e/fixtures/storage'
import { expect, test } from '#tests/e2e/fixtures/world'
import { findOnScreen, makeStoredScreens } from './screens.ts'

test.use({ installed: true })

const minute_ms = 60_000
const spans = [
  ['3 minutes', 3 * minute_ms, /\b[34] minutes ago/],
  ['3 hours', 180 * minute_ms, /\b3 hours ago/],
  ['3 days', 4320 * minute_ms, /\b3 days ago/],
] as const

/** Requests that the network swallows: all except the app's own files, which this phone stores. */
const swallowed = /^(?!.*\/assets\/)/

/** Every run checks each screen after one of the spans; the long run checks all of them. */
for (const [when, isAfter] of [
  ['after 3 minutes, 3 hours or 3 days', (span: number, screen: number) => screen % 3 === span],
  ['after 3 minutes, 3 hours and 3 days @long', () => true],
] as const)
  test(`each of 14 screens says how old it is, on a network that swallows everything, ${when}`, async ({
    phone: { page, network },
    faults,
  }) => {
    test.setTimeout(300_000)
    const screens = await makeStoredScreens(page)
    expect(screens).toHaveLength(14)
    const visited: Record<string, number> = {}
    const atRest = watchIdle(page)
    for (const [name, path, seen] of screens)
      await test.step(`${name}, with a network`, async () => {
        await page.goto(path)
        await expect.soft(findOnScreen(page, seen), name).toBeVisible()
        await atRest()
        visited[name] = Date.now()
      })
    await waitUntilComplete(page)
    network.lie('silence')
    await page.clock.install()
    const hasLoaded = watchIdle(page, swallowed)
    for (const [nth, [words, span, said]] of spans.entries())
      for (const [name, path, seen] of screens.filter((_, screen) => isAfter(nth, screen)))
        await test.step(`${name}, ${words} later`, async () => {
          await page.clock.setSystemTime((visited[name] ?? 0) + span + 5000)
          await page.goto(path)
          await expect.soft(findOnScreen(page, seen), `${name} is there`).toBeVisible()
          // Advancing the clock is faster than the phone, so first wait until nothing but the network is pending.
          await hasLoaded()
          let waited = 0
          const isSaid = async () => {
            if (await page.locator('main').getByText(said).first().isVisible()) return true
            await page.clock.runFor(1000)
            waited += 1
            return false
          }
          await expect.soft
            .poll(isSaid, { message: `${name} says "${words} ago"`, intervals: [50] })
            .toBe(true)
          expect.soft(waited, `${name} says so within 8 s`).toBeLessThanOrEqual(9)
          await expect(page.locator('main').getByText(/just now/), name).toHaveCount(0)
        })
    allowFaults(faults, /net::ERR_|Failed to fetch/)
  })
