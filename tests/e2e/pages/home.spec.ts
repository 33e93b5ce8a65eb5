import { dayAhead } from '#tests/e2e/fixtures/steps'
import { watchShifts } from '#tests/e2e/fixtures/layout'
import { expect, test } from '#tests/e2e/fixtures/world'

test('buses are found and looked at without any script', async ({ aPhone }) => {
  const { page } = await aPhone({ javaScriptEnabled: false })
  const day = dayAhead(4)
  await page.goto('/')
  await page.locator('[name=from]').fill('Lagos')
  await page.locator('[name=to]').fill('Port Harcourt')
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Travellers').selectOption('3')
  await page.getByRole('button', { name: 'Search buses' }).click()
  expect(new URL(page.url()).pathname).toBe('/bookride')
  const query = { from: 'Lagos', to: 'Port Harcourt', date: day, passengers: '3' }
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(query)
  await expect(page).toHaveTitle(/^Lagos to Port Harcourt, /)
  const trips = page.getByRole('list', { name: 'Trips' }).getByRole('listitem')
  await expect(trips.first()).toContainText('₦')
  await trips.first().getByRole('link').first().click()
  expect(new URL(page.url()).searchParams.get('passengers')).toBe('3')
  await expect(page.getByRole('heading', { name: 'Choose your seats' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Seat \d/ }).first()).toBeVisible()
})

test('letters typed before the script runs find their place once it does', async ({ page }) => {
  let start = () => undefined as void
  const held = new Promise<void>((resolve) => {
    start = resolve
  })
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'From' }).pressSequentially('lag')
  start()
  await expect(page.getByRole('option', { name: /Lagos/ }).first()).toBeVisible()
})

test('the search is alive while what stands around it has not come', async ({ page }) => {
  await page.route('**/assets/around-*.js', () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'From' }).pressSequentially('lag')
  await expect(page.getByRole('option', { name: /Lagos/ }).first()).toBeVisible()
})

test('a popular route on home moves nothing when it comes, and is one tap from the bus it tells of', async ({
  page,
}) => {
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/v1/waka/roads', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const below = page.getByRole('heading', { name: 'Cheap fares' })
  await expect(below).toBeVisible()
  const before = await below.boundingBox()
  answer()
  const popular = page.getByRole('navigation', { name: 'Popular routes' })
  await expect(popular.getByRole('link')).toHaveCount(6)
  expect(await below.boundingBox()).toEqual(before)
  const first = popular.getByRole('link').first()
  const fare = /₦[\d,.]+/.exec(await first.innerText())?.[0] ?? ''
  await first.click()
  await page.getByLabel('Sort by').selectOption('price')
  await expect(
    page.getByRole('list', { name: 'Trips' }).getByRole('listitem').first(),
  ).toContainText(fare)
})

test('the form stays in its place when the next trip of this phone appears above it', async ({
  page,
}) => {
  const tomorrow = Date.now() + 86_400_000
  await page.addInitScript((trip) => localStorage.setItem('next-trips', JSON.stringify([trip])), {
    reference: 'WK-234567',
    from: 'Lagos',
    to: 'Abuja',
    operator: 'Gurara Express',
    departs_at: new Date(tomorrow).toISOString(),
    zone: 'Africa/Lagos',
    seats: [3],
    tickets: [],
    saved_at: tomorrow - 86_400_000,
  })
  const readShift = await watchShifts(page)
  await page.goto('/')
  await expect(page.getByText('Your next trip')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Premium support' })).toBeVisible()
  expect(await readShift()).toBeLessThan(0.02)
})
