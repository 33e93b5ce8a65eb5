import type { Page } from '@playwright/test'
import { buyTwoSeats } from '#tests/e2e/fixtures/purchases'
import { dayAhead, findTripsWithSeats } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

interface Move {
  from: string
  duration: number
}

/** Notes every animation that a script starts. Runs in the page, before its scripts. */
function noteMoves(): void {
  const moves: Move[] = []
  const start = Element.prototype.animate
  Element.prototype.animate = function (frames, options) {
    const [first] = frames as Keyframe[]
    const { duration } = options as { duration: number }
    moves.push({ from: String(first?.['transform']), duration })
    return start.call(this, frames, options)
  }
  Object.assign(globalThis, { moves })
}

/** Opens the last of the first three results, and returns what moved. */
async function openResult(page: Page): Promise<Move[]> {
  await page.addInitScript(noteMoves)
  const results = `/bookride?from=lagos&to=abuja&date=${dayAhead(3)}&passengers=1`
  // The screen of a trip is loaded once, so that the card finds its place at once.
  await page.goto(results)
  await findTripsWithSeats(page).first().getByRole('link').click()
  await expect(page.getByRole('button', { name: /^Seat \d/ }).first()).toBeVisible()
  await page.goBack()
  const list = findTripsWithSeats(page)
  await expect(list.nth(2)).toBeVisible()
  await page.evaluate(() => (globalThis as unknown as { moves: Move[] }).moves.splice(0))
  await list.nth(2).getByRole('link').click()
  // The tap counts while the card still moves.
  await page.getByRole('button', { name: 'Hold any seat' }).click()
  await page.waitForURL('**/bookride/passenger-details?booking=*')
  return page.evaluate(() => (globalThis as unknown as { moves: Move[] }).moves)
}

test('the card of a tapped result moves up to the head of its trip, and holds nothing up', async ({
  page,
}) => {
  const moves = await openResult(page)
  expect(moves.length).toBeGreaterThan(0)
  for (const { from, duration } of moves) {
    expect(Number(/, (-?[\d.]+)px\)/.exec(from)?.[1])).toBeGreaterThan(100)
    expect(duration).toBeLessThanOrEqual(250)
  }
})

/** How the ticket on the screen is animated. */
const tearOf = (page: Page) =>
  page
    .getByRole('article', { name: /^Ticket of/ })
    .first()
    .evaluate((ticket) => {
      const { animationName, animationDuration } = getComputedStyle(ticket)
      return { isTorn: /tear/.test(animationName), seconds: Number.parseFloat(animationDuration) }
    })

test('a paid ticket is torn off once, in a quarter of a second', async ({ page }) => {
  const reference = await buyTwoSeats(page)
  expect(await tearOf(page)).toEqual({ isTorn: true, seconds: 0.25 })
  await page.goto(`/ticket/${reference}`)
  expect((await tearOf(page)).isTorn).toBe(false)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('no card moves and no ticket is torn off', async ({ page }) => {
    expect(await openResult(page)).toEqual([])
    await buyTwoSeats(page)
    expect((await tearOf(page)).seconds).toBe(0)
  })
})
