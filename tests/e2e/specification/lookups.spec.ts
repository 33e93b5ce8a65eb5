import type { BrowserContext, Page } from '@playwright/test'
import type { Session } from '#contract/accounts/model'
import { watchCalls } from '#tests/e2e/fixtures/calls'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { findPlaceInput } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/visit'

const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)

/** The specification's names that are written so far, with the path that is requested for each. */
const names: [name: string, path: string][] = [
  ['user', '/v2/waka/profile/fetch/profile'],
  ['parcel-size', '/v1/waka/generals/parcels/sizes'],
  ['parcel-locations', '/v1/waka/generals/locations'],
  ['parcel-route', '/v1/waka/generals/parcels/routes'],
  ['parcel-type', '/v1/waka/generals/parcels/types'],
  ['parcel-addon', '/v1/waka/generals/parcels/add-ons'],
  ['vehicle-type', '/v1/waka/generals/vehicle-types'],
  ['fuel-stations', '/v1/waka/generals/fuel-stations'],
  ['fuel-monitor', '/v1/waka/fuel-monitors'],
  ['currency-type', '/v1/waka/generals/currencies'],
  ['service-type', '/v1/waka/generals/service-types'],
  ['announcements', '/v1/waka/announcements?per_page=10&page=1'],
]

test.describe('local storage key names', () => {
  let context: BrowserContext
  let page: Page
  let session: Session

  // One visit is enough to write all of these keys.
  test.beforeAll(async ({ browser }) => {
    context = await browser.newContext({ baseURL: process.env['E2E_URL'] ?? '' })
    page = await context.newPage()
    session = (await logInNewPerson(page)).session
    await page.goto('/')
  })
  test.afterAll(() => context.close())

  for (const [name, path] of names)
    test(`local storage key name: ${name}`, async () => {
      const headers = { Authorization: `Bearer ${session.token}` }
      const answer = await page.request.get(`/api${path}`, { headers })
      const { data } = (await answer.json()) as { data: unknown }
      await expect.poll(() => stored(page, name), { timeout: 20_000 }).toBe(JSON.stringify(data))
    })
})

test('lookup lists are cached in local storage, served from the cache first, then refreshed', async ({
  page,
}) => {
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/connections/routes', async (route) => {
    await held
    await route.continue()
  })
  const town = { kind: 'city', code: 'old', name: 'Oldtown', city: 'Oldtown', state: 'Lagos' }
  await page.goto('/online.txt')
  await page.evaluate(
    (list) => localStorage.setItem('connections', list),
    JSON.stringify({ from_cities: [town], to_cities: [town] }),
  )
  await page.goto('/')
  await page.getByRole('combobox', { name: 'From' }).pressSequentially('old')
  await expect(page.getByRole('option', { name: /Oldtown/ })).toBeVisible()
  answer()
  await expect(page.getByRole('option', { name: /Oldtown/ })).toHaveCount(0)
  await findPlaceInput(page).fill('lag')
  await expect(page.getByRole('option', { name: /Lagos/ }).first()).toBeVisible()
  expect(await stored(page, 'connections')).toContain('Lagos')
})

test('fallback cities: Abuja, Ibadan, Lagos, Port Harcourt', async ({ page, faults }) => {
  const calls = watchCalls(page)
  await page.route('**/api/**', (route) => route.abort())
  await page.goto('/')
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  const list = await page.locator('input[name=from]').getAttribute('list')
  const choices = page.locator(`datalist#${list} option`)
  expect(await choices.evaluateAll((all) => all.map((one) => one.textContent))).toEqual([
    'Abuja',
    'Ibadan',
    'Lagos',
    'Port Harcourt',
  ])
  allowFaults(faults, /net::ERR_FAILED/)
})
