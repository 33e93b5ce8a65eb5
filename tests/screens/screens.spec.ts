import { randomUUID } from 'node:crypto'
import type { Invoice } from '#contract/invoices/model'
import { demoDeskPeople, demoFactorSecret, demoPassword, demoPeople } from '#demo/country/people'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import { decodeBase32, makeHotp, computeTotpStep } from '#server/platform/totp'
import { expect } from '@playwright/test'
import * as bought from '#tests/e2e/fixtures/purchases'
import { aCharterToPay, aFreeVehicle } from '#tests/e2e/charters/makers'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { logIn } from '#tests/e2e/fixtures/visit'
import { drawScreens, type Screen, test } from './screenshots.ts'

const day = dayAhead(3)
const results = `/bookride?from=lagos&to=abuja&date=${day}`
const named = (...paths: string[]): Screen[] =>
  paths.map((path) => [path.slice(1).replaceAll(/\W+/g, '-'), path])

test.beforeEach(({ context, baseURL }) =>
  context.addCookies([{ name: 'consent', value: 'yes', url: baseURL ?? '' }]),
)

test('a guest books a trip', async ({ page, request }) => {
  await drawScreens(page, '1 guest', [
    ['00 home', '/'],
    ['01 results', results],
    ['02 no results', `/bookride?from=calabar&to=sokoto&date=${day}`],
    ['03 impossible search', `/bookride?from=lagos&to=lagos&date=${day}`],
    ['04 trip', results, (at) => at.locator('a[href*="/bookride/details"]').first().click()],
    ['05 no such trip', '/bookride/details?trip=nonsense'],
  ])
  const held = await bought.holdSeatByCall(request, { named: false })
  const ready = await bought.holdSeatByCall(request)
  await bought.storeProof(page, held)
  await bought.storeProof(page, ready)
  const { reference } = await bought.openBoughtTicket(page)
  await drawScreens(page, '1 guest', [
    ['10 passengers', `/bookride/passenger-details?booking=${held.reference}`],
    ['11 pay', `/bookride/pay?booking=${ready.reference}`],
    ['12 home with unfinished', '/'],
    ['13 thanks', `/thanks-for-booking?booking=${reference}`],
    ['14 ticket', `/ticket/${reference}`],
    ['15 share', `/ticket/${reference}/share`],
    ['16 my trips', '/profile/trip'],
    ['17 booking', `/profile/trip?booking=${reference}`],
    ['18 open a booking', '/profile/trip?booking=00000000000'],
  ])
})

test('a guest reads', async ({ page }) => {
  await drawScreens(page, '2 reading', [
    ...named('/bookride/lagos-to-abuja', '/ride-board/motor-park/lagos-jibowu', '/brands'),
    ...named('/brands/iroko-transit', '/businesses', '/businesses/list-yours', '/reviews'),
    ...named('/write-a-review', '/ride-board/motor-park/lagos-jibowu/write-a-review', '/nysc'),
    ...named('/nysc?camp=camp-oy', '/community', '/community/city-lagos', '/fuel-price'),
    ...named(
      '/fuel-price?report',
      '/about',
      '/terms',
      '/privacy',
      '/blog',
      '/info-center',
      '/support',
    ),
    ...named(
      '/login',
      '/signup',
      '/forgotten-password',
      '/verify',
      '/counter',
      '/phone',
      '/phone/outbox',
    ),
    ...named('/nowhere', '/charter-type', '/charter-marketplace', '/charter-airport'),
    ...named('/charter-request', '/charter-marketplace?seats=80&size=small', '/track-parcel'),
    ...named('/track-parcel?id=00000000000', '/send-parcel', '/customizeparcel', '/request-parcel'),
    ...named('/request-parcel/proceed', '/request-parcel/almostthere', '/api/docs'),
    ['article', '/blog', (at) => at.locator('main li a').first().click()],
    ['business', '/businesses', (at) => at.locator('main li a').first().click()],
  ])
})

const own = ['details', 'travellers', 'settings', 'privacy', 'driver', 'wallet', 'wallet/add']
const more = ['wallet/pin', 'transaction', 'rewards', 'referral', 'changepassword', 'messages']
const last = ['trip', 'charters', 'invoices', 'travel-request', 'travel-request/ask']
const profile = ['', ...[...own, ...more, ...last].map((name) => `/${name}`)].map(
  (name) => `/profile${name}`,
)

test('somebody new', async ({ page }) => {
  await logInNewPerson(page)
  await drawScreens(page, '3 new', named(...profile, '/track-parcel'))
})

test('somebody who travels', async ({ page, request }) => {
  const { token } = await logIn(page, demoPeople[0])
  await bought.openBoughtTicket(page, { token })
  const waiting = await bought.makeUnpaidParcel(request, token, { to_door: true })
  const { tracking_id } = await bought.aPaidParcel(request, token)
  const vehicle = await aFreeVehicle(request)
  const road = `city=${vehicle.home.code}&to=benin-city&date=${dayAhead(30)}`
  const charter = await aCharterToPay(request, token, vehicle)
  const invoice = await request.post('/api/v1/waka/operator/invoices', {
    headers: {
      authorization: `Bearer ${makeDemoOperatorKey('harmattan-lines')}`,
      'idempotency-key': randomUUID(),
    },
    data: {
      title: 'Choir bus to Epe',
      customer: { name: 'Ada Okafor', email: demoPeople[0].email },
      lines: [{ label: 'Hiace, a day', quantity: 1, unit_kobo: 4_000_000, vat: 'standard' }],
      due_on: dayAhead(5),
    },
  })
  const { data } = (await invoice.json()) as { data: Invoice }
  const vehicleAt = `/charter-marketplace/browse_charter/${vehicle.id}?${road}`
  await drawScreens(page, '4 traveller', [
    ['home', '/'],
    ...named(...profile),
    ['parcel to pay', `/waybill/proceed?parcel=${waiting.tracking_id}`],
    ['waybill', `/waybill/success?parcel=${tracking_id}`],
    ['waybill summary', `/waybill/summary?parcel=${tracking_id}`],
    ['parcel tracked', `/track-parcel?id=${tracking_id}`],
    ['charter vehicle', vehicleAt],
    ['charter book', `${vehicleAt}&step=book`],
    ['charter pay', `/charter-marketplace/confirm-payment?charter=${charter.reference}`],
    ['charter', `/profile/charters/${charter.reference}`],
    ['invoice', `/invoice-checkout?reference=${data.reference}`],
    ['talk', '/profile/messages', (at) => at.locator('main li a').first().click()],
  ])
})

test('no answer', async ({ page }) => {
  await logInNewPerson(page)
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await drawScreens(page, '5 no answer', [
    ...named('/', '/profile/wallet', '/profile/trip', '/fuel-price', '/brands', '/blog'),
    ['results', results],
  ])
})

test('the desk', async ({ page }) => {
  await page.goto('/desk')
  await drawScreens(page, '6 desk', [['log in', '/desk']])
  await page.getByLabel('Email or phone').fill(demoDeskPeople[1].email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const code = page.getByLabel('Code from your app, or a recovery code')
  await code.fill(makeHotp(decodeBase32(demoFactorSecret), computeTotpStep(Date.now() / 1000)))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
  await drawScreens(page, '6 desk', [
    ...named(
      '/desk',
      '/desk/claims',
      '/desk/businesses',
      '/desk/moderation',
      '/desk/members',
      '/desk/log',
    ),
    ['talk', '/desk', (at) => at.locator('main li a').first().click()],
  ])
})
