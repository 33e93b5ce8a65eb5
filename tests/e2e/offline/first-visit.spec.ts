import type { Page } from '@playwright/test'
import { makeLongTag } from '#tests/e2e/fixtures/long'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

const menu = /^\/assets\/(main|vendor|rolldown-runtime)-[\w-]{8}\.js$/

for (const [lie, about] of [
  ['reset', /^\/assets\/main-[\w-]{8}\.js$/],
  ['reset', menu],
  ['bad_gateway', /^\/assets\/vendor-[\w-]{8}\.js$/],
] as const)
  test(`a script of the first page that fails (${lie} ${about.source}) is loaded again${makeLongTag(about === menu)}`, async ({
    phone: { page, network },
    faults,
  }) => {
    network.lie(lie, about)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByText(/the rest of this page is still coming/)).toBeVisible()
    const form = page.getByRole('search').or(page.locator('form')).first()
    await expect(form).toHaveAttribute('action', '/bookride')
    network.lie(undefined)
    await page.getByRole('button', { name: 'Menu' }).click({ trial: true })
    await expect(async () => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('button', { name: 'Close' })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 40_000 })
    await expect(page.getByText(/the rest of this page is still coming/)).toBeHidden()
    allowFaults(faults, /net::ERR_|Failed to|integrity|502/)
  })

/** Opens home and fills in its form before any script has run. */
async function typeSearch(page: Page): Promise<void> {
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('input[name=from]').fill('Lagos')
  await page.locator('input[name=to]').fill('Abuja')
  await page.getByLabel('Day').fill(dayAhead(3))
}

test('what somebody typed meanwhile is neither lost nor in the way', async ({
  phone: { page, network },
  faults,
}) => {
  network.lie('reset', menu)
  await typeSearch(page)
  await expect(page.getByText(/the rest of this page is still coming/)).toBeVisible()
  network.lie(undefined)
  await expect(page.locator('input[name=from]')).toHaveValue('Lagos')
  await page.getByRole('button', { name: 'Search buses' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Abuja')
  allowFaults(faults, /net::ERR_|Failed to|integrity/)
})

test('without its scripts the form of the first page searches as plain HTML', async ({
  phone: { page, network },
  faults,
}) => {
  network.lie('reset', menu)
  await typeSearch(page)
  await page.getByRole('button', { name: 'Search buses' }).click()
  await expect(page).toHaveURL(/\/bookride\?from=Lagos&to=Abuja/)
  network.lie(undefined)
  await page.goto('/online.txt')
  allowFaults(faults, /net::ERR_|Failed to|integrity/)
})

test('the worker keeps the page that the first visit downloaded, and asks only whether it is the newest', async ({
  phone: { page, network },
}) => {
  await page.goto('/')
  await waitUntilInstalled(page)
  const pages = network.requests.filter(({ path }) => /^\/(?:index\.html)?$/.test(path))
  const conditions = pages.map(({ headers }) => headers['if-none-match'])
  expect(conditions).toEqual([undefined, expect.stringMatching(/^W?\/?"/)])
})
