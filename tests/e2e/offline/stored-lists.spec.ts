import type { Page } from '@playwright/test'
import { runStatement } from '#tests/e2e/fixtures/database'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { waitUntilComplete } from '#tests/e2e/fixtures/storage'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'

const prices = (page: Page) => page.getByRole('region', { name: /^Petrol in/ })
const skew = (page: Page) =>
  page.evaluate(() => Math.abs(Number(localStorage.getItem('clock-skew') ?? 0)))

/** Opens the prices once, and waits for everything that loads automatically. */
async function withPrices({ page }: Phone): Promise<void> {
  await page.goto('/fuel-price')
  await expect(prices(page)).toBeVisible()
  await waitUntilComplete(page)
  await expect.poll(() => page.evaluate(isKept)).toBe(true)
}

const isKept = async () =>
  (await caches.match(/* list */ `${location.origin}/api/v1/waka/fuel-monitors`)) !== undefined

/** Sets the time of every list that the service worker stores to `then`, and empties local storage. */
async function keepFrom(page: Page, then: number): Promise<void> {
  await page.evaluate(async (date) => {
    const cache = await caches.open('lookups-v1')
    for (const request of await cache.keys()) {
      const kept = await cache.match(request)
      const headers = new Headers(kept?.headers)
      headers.set('date', date)
      if (kept) await cache.put(request, new Response(await kept.arrayBuffer(), { headers }))
    }
    localStorage.removeItem('fuel-monitor')
    localStorage.removeItem('lists-told-at')
  }, new Date(then).toUTCString())
}

const day_ms = 86_400_000

test('prices that the service worker had kept are shown at once and refreshed in the same visit', async ({
  phone,
}) => {
  await withPrices(phone)
  const { page } = phone
  const fresh = await phone.context.newPage()
  for (const isMirrored of [true, false]) {
    const naira = isMirrored ? 4321 : 5432
    await runStatement('update fuel_monitor set price_kobo = $1', [naira * 100])
    // The server answers from memory for a second.
    await expect
      .poll(async () => (await phone.context.request.get('/api/v1/waka/fuel-monitors')).text())
      .toContain(`"price_kobo":${naira * 100}`)
    if (!isMirrored) await keepFrom(page, Date.now() - 7 * day_ms)
    await fresh.goto('/fuel-price')
    await expect(
      prices(fresh)
        .getByText(`₦${naira.toLocaleString('en')}`)
        .first(),
    ).toBeVisible()
  }
  expect(await skew(fresh)).toBeLessThan(3000)
})

test('week-old prices say that they are a week old on a network that swallows everything, and set no clock', async ({
  phone,
  faults,
}) => {
  await withPrices(phone)
  const { page, network } = phone
  await keepFrom(page, Date.now() - 7 * day_ms)
  network.lie('silence')
  await page.clock.install()
  for (const visit of ['first', 'second']) {
    await page.goto('/fuel-price')
    await expect(prices(page), visit).toBeVisible()
    const age = page.getByText(/Saved on this phone, as of .+ \(7 days ago\)/)
    const isSaid = async () => (await age.isVisible()) || (await page.clock.runFor(1000), false)
    await expect.poll(isSaid, { intervals: [50] }).toBe(true)
    expect(await skew(page), visit).toBe(0)
  }
  network.lie(undefined)
  await page.goto('/fuel-price')
  await expect(prices(page)).toBeVisible()
  await expect(page.getByText(/Saved on this phone, as of/)).toBeHidden()
  allowFaults(faults, /net::ERR_|Failed to fetch/)
})

test('what somebody between us held for five minutes sets no clock and counts as five minutes old', async ({
  phone: { page, network },
}) => {
  network.hold(300, /^\/api\/v1\/waka\/(fuel|generals|connections|banners|announcements)/)
  await page.goto('/fuel-price')
  await expect(prices(page)).toBeVisible()
  const toldAt = () =>
    page.evaluate(() => {
      const told = JSON.parse(localStorage.getItem('lists-told-at') ?? '{}') as {
        fuel_monitors?: number
      }
      return Math.round((Date.now() - (told.fuel_monitors ?? 0)) / 10_000)
    })
  await expect.poll(toldAt).toBe(30)
  expect(await skew(page)).toBeLessThan(3000)
})

test('lists that the browser itself keeps are asked for again, and set no clock', async ({
  phone: { page, network },
}) => {
  // Every answer must come from the server: no worker stores anything here.
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new Error('none here'))
  })
  await page.goto('/fuel-price')
  await expect(prices(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = network.asked('/fuel-monitors')
  await page.reload()
  await expect(prices(page)).toBeVisible()
  await expect.poll(() => network.asked('/fuel-monitors')).toBeGreaterThan(before)
  expect(await skew(page)).toBeLessThan(3000)
})

test('icons are there without a network, and addresses that end like files open the app', async ({
  phone,
}) => {
  await withPrices(phone)
  let { page } = phone
  const icons = ['/icon-192.png', '/icon-512.png', '/icon-maskable-512.png', '/icon.svg']
  const there = (on: Page) =>
    on.evaluate(
      (paths) =>
        Promise.all(
          paths.map((path) =>
            fetch(path).then(
              (answer) => `${answer.status} ${answer.headers.get('content-type') ?? ''}`,
              () => 'nothing',
            ),
          ),
        ),
      icons,
    )
  const whole = ['200 image/png', '200 image/png', '200 image/png', '200 image/svg+xml']
  await phone.cut(true)
  expect(await there(page)).toEqual(whole)
  page = await phone.reopen({ cut: true })
  for (const address of ['/brands/abc.xx', '/blog/what-is.new', '/a.b/c.d']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
  }
  expect(await there(page)).toEqual(whole)
  const script = await page.evaluate(() =>
    fetch('/assets/none-abcdef.js').then(
      (answer) => answer.headers.get('content-type'),
      () => 'nothing',
    ),
  )
  expect(script, 'a file that is not there is no page').toBe('nothing')
  await expect(page.goto('/robots.txt'), 'a real file is no page').rejects.toThrow('ERR_')
})
