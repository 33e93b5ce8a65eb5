import type { APIRequestContext, Page } from '@playwright/test'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'
import { readStoredRows } from '#tests/support/browser/stored-rows'

test.use({ installed: true })

const hour_ms = 3_600_000
const brand = 'Kola Energy'

/** A place that nobody else in this run has named. */
const somePlace = () => `Ojota ${crypto.randomUUID().slice(0, 8)}`

const mine = (page: Page) =>
  page.getByRole('list', { name: 'Your reports that are not sent yet' }).getByRole('listitem')

/** A phone whose owner is logged in and that has stored the list of brands. */
async function aPhoneOfSomebody(phone: Phone): Promise<void> {
  await logInNewPerson(phone.page)
  await phone.page.goto('/fuel-price?report')
  await expect(phone.page.getByRole('option', { name: brand })).toBeAttached()
  await expect
    .poll(() => phone.page.evaluate(() => localStorage.getItem('fuel-monitor') ?? ''))
    .toContain('Lagos')
  await waitUntilInstalled(phone.page)
}

async function report(page: Page, place: string, naira: string): Promise<void> {
  await page.goto('/fuel-price?report')
  await page.getByLabel('Station').selectOption({ label: brand })
  await page.getByLabel('Where?').fill(place)
  await page.getByLabel('Naira for a litre').fill(naira)
  await page.getByRole('button', { name: 'Send the price' }).click()
}

interface ReportRow {
  place: string | null
  price_kobo: number
  observed_at: string
}

/** The reports on the server for a place. */
async function readReports(request: APIRequestContext, place: string): Promise<ReportRow[]> {
  const answer = await request.get('/api/v1/waka/fuel-reports?state=Lagos&fuel=petrol')
  const { data } = (await answer.json()) as { data: ReportRow[] }
  return data.filter((one) => one.place === place)
}

test('7: a fuel price reported without a network is sent later with the time it was seen', async ({
  phone,
}) => {
  await aPhoneOfSomebody(phone)
  const place = somePlace()
  await phone.cut(true)
  const before = Date.now()
  await report(phone.page, place, '868')
  await expect(
    phone.page.getByText('Saved on this phone. It is sent when the network is back.'),
  ).toBeVisible()
  const after = Date.now()
  await phone.page.getByRole('link', { name: 'See the prices' }).click()
  await expect(mine(phone.page)).toContainText('Waiting to be sent')
  await expect(phone.page.getByRole('region', { name: 'Petrol in Lagos' })).toContainText(brand)

  const page = await phone.reopen()
  await page.goto('/fuel-price')
  await expect(page.getByRole('region', { name: 'Latest reports' })).toContainText(place)
  await expect(mine(page)).toHaveCount(0)
  const told = await readReports(phone.context.request, place)
  expect(told).toMatchObject([{ price_kobo: 86_800 }])
  const seen = Date.parse(told[0]?.observed_at ?? '')
  // The phone knows the server's clock to within two seconds.
  expect(seen).toBeGreaterThan(before - 2500)
  expect(seen).toBeLessThan(after + 2500)
})

test('7: a report older than a day asks again instead of being sent', async ({ phone }) => {
  await aPhoneOfSomebody(phone)
  const place = somePlace()
  await phone.cut(true)
  await report(phone.page, place, '871')
  await expect(phone.page.getByText(/^Saved on this phone\. It is sent/)).toBeVisible()

  const late = await phone.reopen({ cut: true })
  await late.clock.install({ time: Date.now() + 25 * hour_ms })
  await late.goto('/fuel-price')
  await expect(mine(late)).toContainText('More than a day old, so it was not sent.')
  await expect
    .poll(async () => JSON.stringify(await late.evaluate(readStoredRows, 'outbox-')))
    .toContain('needs_you')

  const page = await phone.reopen()
  await page.goto('/fuel-price')
  await expect(mine(page)).toContainText('More than a day old, so it was not sent.')
  expect(await readReports(phone.context.request, place)).toEqual([])
  await mine(page).getByRole('link', { name: 'Report a new price' }).click()
  await expect(page.getByLabel('Naira for a litre')).toHaveValue('871')
  await page.getByText('Just now').click()
  await page.getByRole('button', { name: 'Send the price' }).click()
  await expect(page.getByText('Sent.', { exact: true })).toBeVisible()
  expect(await readReports(phone.context.request, place)).toMatchObject([{ price_kobo: 87_100 }])
})
