import type { Page } from '@playwright/test'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { buySeatByCall, bookUpToPayment, buyTwoSeats } from '#tests/e2e/fixtures/purchases'
import { letTripLeaveSoon } from '#tests/e2e/fixtures/database'
import {
  chooseListedPlace,
  ada,
  chidi,
  chooseListedDay,
  dayAhead,
  goToCheckout,
  holdGroupSeats,
  payAtCheckout,
  searchFor,
  waitUntilInstalled,
} from '#tests/e2e/fixtures/steps'
import { heading, logIn, open } from '#tests/e2e/fixtures/visit'
import { expect, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 120_000 })

test('axe finds nothing from the search to the hold', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: 'From' }).pressSequentially('la')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page, 'home with suggestions')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Search buses' }).click()
  await expect(page.getByText('Where do you want to go?')).toBeVisible()
  await expectAccessible(page, 'home with errors')
  await searchFor(page)
  await expect(page.getByRole('list', { name: 'Trips' })).toBeVisible()
  await expectAccessible(page, 'results')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectAccessible(page, 'filters')
  await page.keyboard.press('Escape')
  await page.getByRole('list', { name: 'Trips' }).getByRole('link').first().click()
  await page.locator('[data-seat][data-state="free"]').first().click()
  await expectAccessible(page, 'trip with a seat chosen')
  await page.getByRole('button', { name: 'Show as list' }).click()
  await expectAccessible(page, 'seats as a list')
  for (const [screen, address] of [
    ['empty results', `/bookride?from=calabar&to=sokoto&date=${dayAhead(3)}`],
    ['impossible search', `/bookride?from=lagos&to=lagos&date=${dayAhead(3)}`],
    ['no such trip', '/bookride/details?trip=nonsense'],
    ['not found', '/nowhere/at/all'],
    ['ride board', '/ride-board/motor-park/lagos-jibowu'],
    ['no ride board', '/ride-board/motor-park/nowhere'],
  ]) {
    await open(page, address ?? '')
    await expect(heading(page)).toBeVisible()
    await expectAccessible(page, screen ?? '')
  }
})

test('axe finds nothing from the hold to the ticket', async ({ page }) => {
  await page.goto(`/bookride?from=lagos&to=abuja&date=${dayAhead(14)}&passengers=2`)
  await holdGroupSeats(page)
  await page.getByRole('button', { name: /^Next: / }).click()
  await expect(page.getByText('Enter the full name as on the ID card.').first()).toBeVisible()
  await expectAccessible(page, 'passengers with errors')
  const reference = await bookUpToPayment(page, { day: dayAhead(14) })
  await expect(page.getByRole('group', { name: 'Ways to pay' })).toBeVisible()
  await expectAccessible(page, 'pay')
  await goToCheckout(page, 'Flutterwave', 'Bank transfer')
  await expectAccessible(page, 'test checkout')
  const checkout = page.url()
  await page.goto(`/bookride/pay?booking=${reference}`)
  await expect(page.getByRole('region', { name: 'Your payment' })).toBeVisible()
  await expectAccessible(page, 'pending payment')
  await page.goto('/profile/trip')
  await expectAccessible(page, 'my trips with a pending payment')
  await page.goto(checkout)
  await payAtCheckout(page, 'Bank transfer')
  await expectAccessible(page, 'thanks')
  await expect(page.getByRole('article', { name: /^Ticket of/ })).toHaveCount(2)
  await expectAccessible(page, 'ticket')
  await page
    .getByRole('button', { name: /^Show the code/ })
    .first()
    .click()
  await expectAccessible(page, 'ticket code big')
})

test('axe finds nothing after the ticket', async ({ page }) => {
  const reference = await buyTwoSeats(page, { people: [ada, chidi], day: dayAhead(15) })
  const words = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  const link = /https?:\/\/\S+\/t\/\w+/.exec(decodeURIComponent(words ?? ''))?.[0] ?? ''
  await page.goto('/profile/trip')
  await expect(page.getByRole('link', { name: 'Show ticket' })).toBeVisible()
  await expectAccessible(page, 'my trips')
  await page.goto(`/profile/trip?booking=${reference}`)
  await page.getByRole('button', { name: 'Move to another trip' }).click()
  await expect(page.getByRole('button', { name: /^Move to seat/ }).first()).toBeVisible()
  await expectAccessible(page, 'manage and move')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Cancel and get/ })).toBeVisible()
  await expectAccessible(page, 'cancel')
  await page.getByRole('button', { name: /^Cancel and get/ }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toBeVisible()
  await expectAccessible(page, 'cancelled')
  await page.goto(`/profile/trip?booking=00000000000`)
  await expect(page.getByLabel('Reference')).toBeVisible()
  await expectAccessible(page, 'open a booking')
  await page.goto(link)
  await expectAccessible(page, 'shared ticket')
  await page.goto('/api/docs')
  await expectAccessible(page, 'the calls')
})

async function chooseParcel(page: Page): Promise<void> {
  await chooseListedPlace(page, 'From', 'Lagos')
  await chooseListedPlace(page, 'To', 'Abuja')
  await chooseListedPlace(page, 'Drop-off counter', 0)
  await chooseListedPlace(page, 'Pick-up counter', 0)
  await page.getByRole('radio', { name: /^Medium/ }).check()
  await page.getByLabel('Kind of goods').selectOption({ label: 'Glass and other fragile goods' })
}

/** Enters the contents, the sender and the receiver of a parcel, and continues. */
async function describeParcel(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Contents' }).fill('Twelve glasses')
  await page.getByRole('checkbox', { name: /^My parcel contains none of these/ }).check()
  for (const [label, words] of [
    ['Your name', 'Ngozi Obi'],
    ['Your phone', '0803 123 4567'],
    ['Receiver’s name', 'Musa Bello'],
    ['Receiver’s phone', '0805 123 4567'],
  ] as const)
    await page.getByLabel(label).fill(words)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Opens screens by their URLs, each once its heading is there. */
async function seeScreens(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await open(page, address)
    await expect(heading(page)).toBeVisible()
    await expectAccessible(page, address)
  }
}

test('axe finds nothing on the way into an account', async ({ page }) => {
  await seeScreens(page, ['/login', '/signup', '/forgotten-password'])
  for (const [address, button] of [
    ['/login', 'Log in'],
    ['/signup', 'Join Waka'],
    ['/forgotten-password', 'Send the code'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
    await expectAccessible(page, `${address} with errors`)
  }
})

test('axe finds nothing in an account', async ({ page }) => {
  await logIn(page)
  const profile = ['details', 'travellers', 'settings', 'privacy', 'travel-request', 'driver']
  const money = ['wallet', 'wallet/add', 'wallet/pin', 'transaction', 'rewards', 'referral']
  const more = ['changepassword', 'messages', 'trip', 'travel-request/ask', 'travel-request/watch']
  await seeScreens(page, [
    '/profile',
    ...[...profile, ...money, ...more].map((name) => `/profile/${name}`),
  ])
  await page.goto('/profile/messages')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible()
  await expectAccessible(page, 'conversation')
})

test('axe finds nothing on the pages to read', async ({ page }) => {
  await seeScreens(page, ['/', '/info-center', '/about', '/terms', '/privacy'])
  await seeScreens(page, ['/blog', '/support', '/nowhere'])
  await seeScreens(page, ['/reviews', '/reviews?operator=iroko-transit', '/write-a-review'])
  await seeScreens(page, ['/brands', '/brands/iroko-transit', '/bookride/lagos-to-abuja'])
  await seeScreens(page, ['/businesses', '/businesses?category=food', '/businesses/list-yours'])
  await page.goto('/blog')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await page.waitForURL('/blog/*')
  await expectAccessible(page, 'article')
})

test('axe finds nothing on what the phone keeps and sends later', async ({ phone }) => {
  const { page } = phone
  const park = 'lagos-mile-2'
  await logIn(page)
  await seeScreens(page, ['/phone', '/phone/outbox', '/fuel-price', '/fuel-price?report'])
  await seeScreens(page, ['/nysc?camp=camp-oy', '/community', '/community/city-lagos'])
  await seeScreens(page, [`/reviews?park=${park}`, `/ride-board/motor-park/${park}/write-a-review`])
  await page.getByRole('button', { name: 'Send the review' }).click()
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
  await expectAccessible(page, 'review with errors')
  await waitUntilInstalled(page)
  await page.goto('/support')
  await phone.cut(true)
  await page.getByLabel('Your message').fill('Is there a seat to Ogbomosho?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(/Waiting for the network$/)).toBeVisible()
  await expectAccessible(page, 'message that waits')
  await page.getByRole('link', { name: '1 waiting to be sent' }).click()
  await expect(page.getByText('Waiting for the network')).toBeVisible()
  await expectAccessible(page, 'list of what waits')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete this?' })).toBeVisible()
  await expectAccessible(page, 'deleting what waits')
})

test('axe finds nothing on the way of a parcel to its payment', async ({ phone }) => {
  const { page } = phone
  await seeScreens(page, ['/request-parcel', '/customizeparcel'])
  await logIn(page)
  await page.goto('/send-parcel')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Choose a city.')).toBeVisible()
  await expectAccessible(page, 'parcel with nothing chosen')
  await chooseParcel(page)
  await expect(page.getByText(/^This price holds until/)).toBeVisible()
  await expectAccessible(page, 'price of a parcel')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
  await expectAccessible(page, 'details of a parcel with errors')
  await describeParcel(page)
  await expect(page.getByText(/^This price holds until/)).toBeVisible()
  await expectAccessible(page, 'last look at a parcel')
  await waitUntilInstalled(page)
  await phone.cut(true)
  await page.getByRole('button', { name: 'Send this parcel' }).click()
  await expect(page.getByText(/^Saved on this phone/)).toBeVisible()
  await expectAccessible(page, 'parcel that waits')
})

test('axe finds nothing where a sender says who they are', async ({ page }) => {
  await page.goto('/send-parcel')
  await chooseParcel(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await describeParcel(page)
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
  const steps = ['proceed', 'loginscreen', 'signupscreen', 'almostthere']
  await seeScreens(
    page,
    steps.map((step) => `/request-parcel/${step}`),
  )
})

test('axe finds nothing at the door of a bus', async ({ page }) => {
  const { booking, reference } = await buySeatByCall(page.context().request)
  const { trip } = booking
  await letTripLeaveSoon(trip.id.split('.')[0] ?? '')
  await seeScreens(page, ['/counter', '/verify'])
  await page.getByLabel('Your company’s key').fill(makeDemoOperatorKey(trip.operator.code))
  await page.getByRole('button', { name: 'Save the key' }).click()
  await chooseListedDay(page, 'Day', trip.service_date)
  const bus = page.locator(`button[data-trip="${trip.id.split('.')[0] ?? ''}"]`)
  await page.getByLabel('Park', { exact: true }).selectOption(trip.from.park.code)
  await expect(bus).toBeVisible()
  await expectAccessible(page, 'buses without lists')
  await page.getByRole('button', { name: /^Save / }).click()
  await expect(page.getByText('list not saved yet')).toHaveCount(0)
  await expectAccessible(page, 'buses with lists')
  await bus.click()
  await page.getByText(/^Passengers: /).click()
  await expectAccessible(page, 'door of a bus')
  const code = page.getByLabel('Ticket code or booking reference')
  for (const [written, verdict] of [
    [reference, 'Valid'],
    [reference, 'Already used'],
  ] as const) {
    await code.fill(written)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('heading')).toHaveText(verdict)
    await expectAccessible(page, `verdict: ${verdict}`)
    await page.getByRole('button', { name: 'Next ticket' }).click()
  }
})
