import type { Page } from '@playwright/test'
import { holdSeatByCall, storeProof } from '#tests/e2e/fixtures/purchases'
import { runStatement } from '#tests/e2e/fixtures/database'
import {
  ada,
  chidi,
  dayAhead,
  fillPassengers,
  holdGroupSeats,
  searchFor,
  findTravellerRegions,
  waitUntilInstalled,
} from '#tests/e2e/fixtures/steps'
import { setPhoneClock } from '#tests/e2e/fixtures/phone-clock'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

test('4: a search of before opens without a network with its age; another one says what to do', async ({
  phone,
}) => {
  const day = dayAhead(8)
  await searchFor(phone.page, { day })
  await expect(phone.page.getByRole('list', { name: 'Trips' })).toBeVisible()
  const results = phone.page.url()
  await phone.page.getByRole('list', { name: 'Trips' }).getByRole('link').first().click()
  await expect(phone.page.locator('[data-seat][data-state="free"]').first()).toBeVisible()
  const trip = phone.page.url()
  await waitUntilInstalled(phone.page)

  const page = await phone.reopen({ cut: true })
  await setPhoneClock(page, Date.now() + 3 * 3_600_000)
  await page.goto(results)
  await expect(
    page.getByRole('list', { name: 'Trips' }).getByRole('listitem').first(),
  ).toBeVisible()
  await expect(
    page.getByText(/^No network\. Saved on this phone, as of .+ \(3 hours ago\)\./),
  ).toBeVisible()
  await expect(page.getByText('Fares and seats may have changed since then.')).toBeVisible()

  await page.goto(trip)
  await page.locator('[data-seat][data-state="free"]').first().click()
  await expect(
    page.getByText('Holding seats needs a network. What you choose stays on this phone.'),
  ).toBeVisible()
  await page.getByRole('button', { name: /^Hold seats?$/ }).click()
  await expect(page.getByText(/^No network\. Your seats are not held yet\./)).toBeVisible()

  await page.goto(`/bookride?from=kano&to=kaduna&date=${day}`)
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').locator('a[href^="tel:"]')).toBeVisible()
  await expect(page.getByRole('main').locator('a[href^="sms:"]')).toBeVisible()
})

/** Fills in the form of a held booking; works without a network as well. */
async function writtenOffline(page: Page): Promise<void> {
  await fillPassengers(page, [ada], '0803 555 0001')
}

test('5: a form filled in without a network is there when it is back, and nothing was paid', async ({
  phone,
}) => {
  const { reference, booking } = await held(phone.page)
  await waitUntilInstalled(phone.page)
  await phone.cut(true)
  await writtenOffline(phone.page)
  await phone.page.getByRole('button', { name: /to payment$/ }).click()
  await expect(
    phone.page.getByText(/^No network\. Your details stay on this phone\./),
  ).toBeVisible()
  await phone.cut(false)
  const posts: string[] = []
  phone.page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await phone.page.reload()
  await expect(findTravellerRegions(phone.page).first().getByLabel('Full name')).toHaveValue(
    ada.full_name,
  )
  await expect(phone.page.getByLabel('Your phone')).toHaveValue('0803 555 0001')
  await phone.page.getByRole('button', { name: /to payment$/ }).click()
  await phone.page.waitForURL(`**/bookride/pay?booking=${reference}`)
  await expect(phone.page.getByText('How do you want to pay?').first()).toBeVisible()
  expect(posts.filter((path) => path.endsWith('/payments'))).toEqual([])
  expect(booking.status).toBe('held')
})

async function held(page: Page) {
  const one = await holdSeatByCall(page.context().request, { named: false })
  await page.goto('/online.txt')
  await storeProof(page, one)
  await page.goto(`/bookride/passenger-details?booking=${one.reference}`)
  await expect(findTravellerRegions(page)).toHaveCount(1)
  return one
}

test('5: seats chosen without a network are priced anew when it is back, and nothing is held by itself', async ({
  phone,
}) => {
  const { page } = phone
  await page.goto(`/bookride?from=lagos&to=abuja&date=${dayAhead(15)}&passengers=1`)
  await page.getByRole('list', { name: 'Trips' }).getByRole('link').first().click()
  await expect(page.locator('[data-seat][data-state="free"]').first()).toBeVisible()
  const id = new URL(page.url()).searchParams.get('trip')?.split('.')[0]
  await waitUntilInstalled(page)
  await phone.cut(true)
  await page.reload()
  await page.locator('[data-seat][data-state="free"]').first().click()
  const mine = page.locator('[data-seat][data-state="mine"]')
  const seat = await mine.getAttribute('data-seat')

  const dearer = 'update trip set fare_percent = fare_percent + $2 where id = $1'
  await runStatement(dearer, [id, 50])
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(request.url())
  })
  await phone.cut(false)
  await setPhoneClock(page, Date.now() + 3_600_000)
  await page.reload()
  await expect(page.getByText(/^The fare is ₦[\d,.]+ a seat now\.$/)).toBeVisible()
  await expect(page.getByText(/^It was ₦[\d,.]+ when you chose\./)).toBeVisible()
  await expect(mine).toHaveAttribute('data-seat', seat ?? '')
  expect(posts.filter((url) => url.endsWith('/bookings'))).toEqual([])
  await runStatement(dearer, [id, -50])
})

test('5: seats chosen on a trip that has left meanwhile are not sold; the screen says so', async ({
  page,
}) => {
  const day = dayAhead(13)
  await page.goto(`/bookride?from=lagos&to=abuja&date=${day}&passengers=1`)
  await page.getByRole('list', { name: 'Trips' }).getByRole('link').first().click()
  await page.locator('[data-seat][data-state="free"]').first().click()
  const id = new URL(page.url()).searchParams.get('trip')?.split('.')[0]
  await runStatement(`update trip set status = 'departed' where id = $1`, [id])
  await setPhoneClock(page, Date.now() + 60_000)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Not on sale' })).toBeDisabled()
  await runStatement(`update trip set status = 'scheduled' where id = $1`, [id])
})

test('5: what is typed in one tab is there in the other, and a sent form leaves no draft', async ({
  page,
}) => {
  await page.goto(`/bookride?from=lagos&to=abuja&date=${dayAhead(14)}&passengers=2`)
  await holdGroupSeats(page)
  await fillPassengers(page, [ada, chidi], '0803 555 0002')
  await page.locator(':focus').blur()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(findTravellerRegions(other).nth(1).getByLabel('Full name')).toHaveValue(
    chidi.full_name,
  )
  await other.getByRole('button', { name: /to payment$/ }).click()
  await other.waitForURL('**/bookride/pay?*')
  await page.reload()
  await expect(page.getByLabel('Your phone')).toHaveValue(/803 ?555 ?0002$/)
})
