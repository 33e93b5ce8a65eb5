import type { APIRequestContext, Page } from '@playwright/test'
import type { Charter } from '#contract/charters/trips/model'
import type { OperatorCharterRequest } from '#contract/charters/requests/model'
import type { CharterVehicle } from '#contract/charters/market/model'
import { operators } from '#demo/country/operators'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import { callApi } from '#tests/e2e/fixtures/purchases'
import { letCharterStart } from '#tests/e2e/fixtures/database'
import { aFreeVehicle } from './makers.ts'
import { aTestPerson, logInNewPerson, password } from '#tests/e2e/fixtures/people'
import {
  chooseListedDay,
  chooseListedPlace,
  approvePayment,
  type Channel,
  dayAhead,
  goToCheckout,
  type Provider,
} from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 180_000 })

/**
 * Makes two operators answer a request through their API; returns the name of the first, whose vehicle is free today as
 * well. The demo's stand-ins may answer, too.
 */
async function offerTwice(request: APIRequestContext, reference: string): Promise<string> {
  const today = `/charter-vehicles?city=lagos&seats=12&date=${dayAhead(0)}&per_page=100`
  const free = new Set((await callApi<CharterVehicle[]>(request, 'GET', today)).map(({ id }) => id))
  const path = '/operator/charter-requests'
  const bidders = []
  for (const { code, name } of operators) {
    const token = makeDemoOperatorKey(code)
    const list = `${path}?per_page=100`
    const seen = await callApi<OperatorCharterRequest[]>(request, 'GET', list, { token })
    const theirs = seen.find((one) => one.reference === reference)?.vehicles ?? []
    const vehicle = theirs.find(({ id }) => free.has(id)) ?? theirs[0]
    if (vehicle !== undefined) bidders.push({ name, token, vehicle })
  }
  const first = bidders.find(({ vehicle }) => free.has(vehicle.id))
  const second = bidders.find((one) => one !== first)
  if (first === undefined || second === undefined) throw new Error('too few vehicles fit')
  for (const { token, vehicle } of [first, second]) {
    const { id, hire_kobo } = vehicle
    const data = { vehicle_id: id, hire_kobo, terms: 'Fuel and tolls are included.' }
    await callApi(request, 'POST', `${path}/${reference}/offers`, { token, data })
  }
  return first.name
}

/** Returns a function that calls as the operator of a charter of this page's user. */
async function operatorOf(page: Page, reference: string) {
  const mine = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const { operator } = await callApi<Charter>(page.request, 'GET', `/charters/${reference}`, {
    token: mine,
  })
  const token = makeDemoOperatorKey(operator.code)
  return (method: 'POST' | 'PUT', path: string, data: unknown) =>
    callApi(page.request, method, `/operator/charters${path}`, { token, data })
}

async function pay(page: Page, provider: Provider, channel: Channel, title: string): Promise<void> {
  await goToCheckout(page, provider, channel)
  await approvePayment(page, channel)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveURL(/^[^?]+\/charter-marketplace\/confirm-payment\/success\?charter=/)
}

test('a bus for a wedding: asked for by a stranger, offered, paid in two parts, driven and reviewed', async ({
  page,
}) => {
  const { request } = page
  const member = aTestPerson()
  const standing = page.getByRole('region', { name: 'Status' }).getByRole('status').first()

  await test.step('what it is for leads to the request', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Charter', exact: true }).click()
    await page.getByRole('radio', { name: 'Wedding' }).check()
    await chooseListedPlace(page, 'Starts in (optional)', 'Lagos')
    await chooseListedPlace(page, 'Goes to (optional)', 'Ibadan')
    await chooseListedDay(page, 'First day (optional)', dayAhead(37))
    await page.getByLabel('Travellers').fill('12')
    await page.getByRole('link', { name: 'Ask operators for offers' }).click()
    await expect(page.getByLabel('What is it for?')).toHaveValue('wedding')
    await expect(page.getByLabel('Travellers')).toHaveValue('12')
    await page.getByLabel('Where to pick you up').fill('5 Allen Avenue, Ikeja')
    await page.getByLabel('Name', { exact: true }).fill(member.full_name)
    await page.getByLabel('Phone', { exact: true }).fill(member.phone)
    await page.getByRole('button', { name: 'Ask for offers' }).click()
  })

  await test.step('signed up on the way, it is sent, and two offers come', async () => {
    await page.getByLabel('Full name').fill(member.full_name)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Join Waka', exact: true }).click()
    await page.waitForURL('**/charter-request/success?request=*')
    const reference = new URL(page.url()).searchParams.get('request') ?? ''
    const name = await offerTwice(request, reference)
    await page.reload()
    await expect(page.getByRole('table', { name: 'Side by side' })).toBeVisible()
    await page
      .getByRole('listitem', { name: `Offer of ${name}` })
      .getByRole('button', { name: /^Accept ₦/ })
      .click()
  })

  await test.step('one is accepted and its deposit paid', async () => {
    await page.getByRole('button', { name: /^Accept and pay ₦/ }).click()
    await page.waitForURL('**/charter-marketplace/confirm-payment?charter=*')
    await pay(page, 'Paystack', 'Card', 'Deposit paid. Your vehicle is booked.')
    await page.getByRole('link', { name: 'See the charter' }).click()
    await expect(standing).toHaveText('Booked, balance to pay')
  })

  await test.step('the balance is paid at the other company', async () => {
    await page.getByRole('link', { name: 'Pay', exact: true }).click()
    await pay(page, 'Flutterwave', 'Bank transfer', 'Paid. Your vehicle is booked.')
    await page.getByRole('link', { name: 'See the charter' }).click()
    await expect(standing).toHaveText('Booked and paid')
  })

  const reference = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const operator = await operatorOf(page, reference)
  const card = page.getByRole('region', { name: `Driver of ${reference}` })
  const code = (name: string) => card.getByRole('img', { name }).innerText()

  await test.step('the driver is named, and begins and ends it with the codes', async () => {
    const plate = 'KJA-482XB'
    const driver = { name: 'Musa Danladi', phone: '+2348035550101', plate }
    await operator('PUT', `/${reference}/driver`, driver)
    await page.goto('/profile/driver')
    await expect(card).toContainText(plate)
    await letCharterStart(reference)
    await operator('POST', `/${reference}/start`, { code: await code('Start code') })
    await page.goto(`/profile/charters/${reference}`)
    await expect(standing).toHaveText('On the road')
    await operator('POST', `/${reference}/end`, { code: await code('End code') })
    await page.reload()
    await expect(standing).toHaveText('Finished')
  })

  await test.step('it is reviewed', async () => {
    await page.getByRole('radio', { name: '5 stars: Very good' }).check()
    await page.getByLabel('What should others know?').fill('On time, clean, and a calm driver.')
    await page.getByRole('button', { name: 'Send the review' }).click()
    await expect(page.getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
  })
})

test('a vehicle of the marketplace is booked at once, with its deposit through the other company', async ({
  page,
}) => {
  await logInNewPerson(page)
  const vehicle = await aFreeVehicle(page.request, { ahead: 44, size: 'small' })
  const road = `city=lagos&to=ibadan&date=${dayAhead(44)}&seats=3`
  await page.goto(`/charter-marketplace/browse_charter/${vehicle.id}?${road}`)
  await page.getByRole('link', { name: 'Book it' }).click()
  await page.getByLabel('Where to pick you up').fill('12 Bourdillon Road')
  await page.getByRole('button', { name: /^Book and pay ₦/ }).click()
  await page.waitForURL('**/charter-marketplace/confirm-payment?charter=*')
  await pay(page, 'Flutterwave', 'Card', 'Deposit paid. Your vehicle is booked.')
})
