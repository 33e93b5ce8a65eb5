import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/fixtures/visit'

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const answer = (page: Page, name: 'Accept' | 'Reject') =>
  banner(page).getByRole('button', { name, exact: true }).click()
const consent = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'consent')

test('fixed at the bottom left', async ({ page }) => {
  const tabBar = 57
  for (const [width, screen, bar] of [
    [360, 640, tabBar],
    [1408, 800, 0],
  ] as const) {
    const height = screen - bar
    await page.setViewportSize({ width, height: screen })
    await page.goto('/')
    await expect(banner(page)).toBeVisible()
    const before = await banner(page).boundingBox()
    const { x, y, height: own } = before ?? { x: NaN, y: NaN, height: NaN }
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThanOrEqual(16)
    expect(height - y - own).toBeGreaterThanOrEqual(0)
    expect(height - y - own).toBeLessThanOrEqual(16)
    expect(own).toBeLessThanOrEqual(64)
    const search = await page.getByRole('button', { name: 'Search buses' }).boundingBox()
    expect((search?.y ?? y) + (search?.height ?? y)).toBeLessThanOrEqual(y)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    expect(await banner(page).boundingBox()).toEqual(before)
  }
})

test('the banner shows when no consent cookie exists', async ({ page, baseURL }) => {
  await page.goto('/')
  await expect(banner(page)).toBeVisible()
  expect(await consent(page)).toBeUndefined()
  for (const value of ['yes', 'no']) {
    await page.context().addCookies([{ name: 'consent', value, url: baseURL ?? '' }])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Premium support' })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
  }
  await page.context().clearCookies()
  await page.reload()
  await expect(banner(page)).toBeVisible()
})

for (const [name, value] of [
  ['Accept', 'yes'],
  ['Reject', 'no'],
] as const)
  test(`${name} stores consent=${value}`, async ({ page }) => {
    await page.goto('/')
    await answer(page, name)
    await expect.poll(async () => (await consent(page))?.value).toBe(value)
  })

test('either way the banner hides, and is not shown again', async ({ page }) => {
  for (const name of ['Accept', 'Reject'] as const) {
    await page.context().clearCookies()
    await page.goto('/')
    await answer(page, name)
    await expect(banner(page)).toHaveCount(0)
    for (const path of ['/', '/about']) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Premium support' })).toBeVisible()
      await expect(banner(page)).toHaveCount(0)
    }
  }
})

test('the cookie is same-site strict, lasts 365 days, with path /', async ({ page }) => {
  for (const name of ['Accept', 'Reject'] as const) {
    await page.context().clearCookies()
    await page.goto('/about')
    await answer(page, name)
    await expect(banner(page)).toHaveCount(0)
    const cookie = await consent(page)
    expect(cookie).toMatchObject({ name: 'consent', path: '/', sameSite: 'Strict' })
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(364.99)
    expect(days).toBeLessThanOrEqual(365)
  }
})
