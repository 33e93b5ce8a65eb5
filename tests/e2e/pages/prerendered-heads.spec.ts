import type { APIRequestContext } from '@playwright/test'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

for (const [address, name] of [
  ['/fuel-price', 'Fuel prices'],
  ['/reviews', 'Reviews'],
  ['/send-parcel', 'Send a parcel'],
  ['/login', 'Log in'],
] as const)
  test(`the head of ${address} stands before its script, and stays where it is`, async ({
    page,
  }) => {
    let letFirst: () => void = () => undefined
    let letGo: () => void = () => undefined
    const heldFirst = new Promise<void>((resolve) => (letFirst = resolve))
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const first = /\/assets\/(?:main|vendor|rolldown-runtime|kit)-/
    await page.route(/\/assets\/.*/, async (route) => {
      await (first.test(route.request().url()) ? heldFirst : held)
      await route.fallback()
    })
    await page.goto(address, { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1, name })
    await expect(page).toHaveTitle(new RegExp(`^${name} – `))
    await expect(heading).toBeVisible()
    const prerendered = await heading.boundingBox()
    letFirst()
    // The rendered app has a skip link past the navigation; the prerendered page has none.
    await expect(page.locator('a[href="#main"]')).toBeAttached()
    await expect(page.locator('main [aria-busy="true"]')).toBeVisible()
    expect(await heading.boundingBox()).toEqual(prerendered)
    letGo()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await heading.boundingBox()).toEqual(prerendered)
  })

/** Pages that everybody can open, and what each shows once it is complete. */
const publicPages = [
  ['/', 'Popular routes'],
  [`/bookride?from=lagos&to=abuja&date=${dayAhead(3)}&passengers=1`, 'Filters'],
  ['/fuel-price', 'Week by week'],
  ['/reviews', /\d+ reviews?/],
  ['/track-parcel', 'Track a parcel'],
  ['/send-parcel', 'Send a parcel'],
  ['/info-center', 'I made a mistake in a name. What now?'],
  ['/brands', 'Iroko Transit'],
  ['/businesses', /./],
  ['/nysc', 'No night travel'],
  ['/community', /./],
  ['/blog', /./],
  ['/bookride/lagos-to-abuja', /./],
  ['/ride-board/motor-park/lagos-jibowu', /./],
  ['/bookride/details', 'Pick a seat for me'],
] as const

async function aTripToOpen(request: APIRequestContext): Promise<string> {
  const found = await request.get(`/api/v1/waka/trips?from=lagos&to=abuja&date=${dayAhead(3)}`)
  const { data } = (await found.json()) as { data: { id: string }[] }
  return `/bookride/details?trip=${data[0]?.id}`
}

/**
 * What the page's window records for a test: each element that was the largest for a while, and all prerendered
 * elements.
 */
interface PaintRecord {
  largest: (Element | undefined)[]
  prerendered: Set<Element | undefined>
}

const twoFrames = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

for (const [address, whole] of publicPages)
  test(`the largest thing on ${address.replace(/\?.*/, '')} is prerendered`, async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 823 })
    await page.addInitScript(() => {
      const seen = window as unknown as PaintRecord
      seen.largest = []
      new PerformanceObserver((list) => {
        for (const { element } of list.getEntries() as (PerformanceEntry & { element?: Element })[])
          seen.largest.push(element)
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    const at = address === '/bookride/details' ? await aTripToOpen(page.request) : address
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await held
      await route.fallback()
    })
    await page.goto(at, { waitUntil: 'commit' })
    const countLargest = () =>
      page.evaluate(() => (window as unknown as PaintRecord).largest.length)
    await expect.poll(countLargest).toBeGreaterThan(0)
    // Waits until the whole page has arrived and is painted; its scripts are still held back.
    await page.waitForFunction(() => document.readyState !== 'loading')
    await page.evaluate(twoFrames)
    await page.evaluate(() => {
      ;(window as unknown as PaintRecord).prerendered = new Set(document.querySelectorAll('*'))
    })
    letGo()
    await expect(page.locator('main').getByText(whole).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Premium support' })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const drawn = await page.evaluate(() => {
      const { largest, prerendered } = window as unknown as PaintRecord
      return largest.filter((one) => !prerendered.has(one)).map((one) => one?.textContent)
    })
    expect(drawn).toEqual([])
  })
