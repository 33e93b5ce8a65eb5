import { openBoughtTicket, expectTicket } from '#tests/e2e/fixtures/purchases'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import {
  reportDeparture,
  waitForNotification,
  listNotifications,
  tapNotification,
  addPushService,
} from '#tests/e2e/fixtures/push'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { readAllStoredData } from '#tests/e2e/fixtures/storage'
import { fullBrowser } from '#tests/e2e/fixtures/full-browser'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'

test.use({ launchOptions: fullBrowser })

const told = '✓ This phone tells you if this bus is late or cancelled.'

/** A ticket on a phone that has notifications about its bus. */
async function aTicketWithPush(phone: Phone, buyer: { token?: string } = {}) {
  const push = await addPushService(phone)
  const bought = await openBoughtTicket(phone.page, buyer)
  await waitUntilInstalled(phone.page)
  await phone.page.getByRole('button', { name: 'Tell me' }).click()
  await expect(phone.page.getByText(told)).toBeVisible()
  expect(push.service.listens).toBe(true)
  return { ...push, ...bought }
}

test('a delay pushed to a phone without a network shows on the ticket', async ({ phone }) => {
  const { page } = phone
  const { booking, reference, sent, deliver } = await aTicketWithPush(phone)
  await reportDeparture(page, booking, {
    delay_minutes: 40,
    plate: 'KJA-123XY',
    note: 'Tyre burst at Ibafo.',
  })
  const news = await sent(1)
  await phone.cut(true)
  await deliver(news)

  await expect(page.getByText(/^Delayed 40 min, now \d+:\d\d\s[AP]M$/)).toBeVisible()
  await expect(page.getByText('KJA-123XY')).toBeVisible()
  await expect(page.getByText('Tyre burst at Ibafo.')).toBeVisible()
  await waitForNotification(page, () => deliver(news))
  await expect
    .poll(() => listNotifications(page))
    .toEqual([{ title: 'Lagos to Abuja: 40 min late', body: news.body, tag: reference }])

  // The state is stored on the phone, not only displayed; and an older state does not change it.
  await deliver({
    ...news,
    trip: { ...news.trip, delay_minutes: 5 },
    server_time: '2026-01-01T00:00:00.000Z',
  })
  await page.reload()
  await expectTicket(page)
  await expect(page.getByText(/^Delayed 40 min, now/)).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Your next trip.+\(40 min late\)/ })).toBeVisible()
})

test('a cancellation pushed while the app is closed has the ticket say so when it opens offline', async ({
  phone,
}) => {
  const { booking, reference, deliver, sent } = await aTicketWithPush(phone)
  await reportDeparture(phone.page, booking, { delay_minutes: 10 })
  const news = await sent(1)
  await phone.page.goto('/online.txt')
  await deliver({
    ...news,
    kind: 'cancelled',
    trip: { ...news.trip, status: 'operator_cancelled' },
    server_time: new Date(Date.now() + 1000).toISOString(),
  })
  const page = await phone.reopen({ cut: true })
  await page.goto(`/ticket/${reference}`)
  await expect(
    page.getByText('This booking was cancelled. The ticket is no longer valid.'),
  ).toBeVisible()
  await expect(page.getByRole('img', { name: /^Ticket code of/ })).toBeHidden()
})

test('a tap on the notification opens the ticket in the window that is open @long', async ({
  phone,
}) => {
  const { page, context } = phone
  const { booking, reference, deliver, sent } = await aTicketWithPush(phone)
  await reportDeparture(page, booking, { delay_minutes: 25 })
  const news = await sent(1)
  await page.goto('/support')
  await deliver(news)
  await waitForNotification(page, () => deliver(news))
  await tapNotification(context)
  await expect(page).toHaveURL(`/ticket/${reference}`)
  await expect(page.getByText(/^Delayed 25 min, now/)).toBeVisible()
  await expect.poll(() => listNotifications(page)).toEqual([])
})

test('a logout ends the news and takes those away that are shown', async ({ phone }) => {
  const { page } = phone
  await page.goto('/online.txt')
  const { session } = await logInNewPerson(page)
  const { booking, reference, deliver, sent, service } = await aTicketWithPush(phone, session)
  await reportDeparture(page, booking, { delay_minutes: 35 })
  const news = await sent(1)
  await deliver(news)
  await waitForNotification(page, () => deliver(news))
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => service.listens).toBe(false)
  await expect.poll(() => listNotifications(page)).toEqual([])
  expect(await readAllStoredData(page)).not.toContain(reference)
})

test('a phone is asked about a booking once, and not where it cannot be @long', async ({
  phone,
  aPhone,
}) => {
  const { page } = phone
  await addPushService(phone)
  await openBoughtTicket(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('Tell me if this bus is late or cancelled')).toBeHidden()
  await page.reload()
  await expectTicket(page)
  await expect(page.getByRole('button', { name: 'PDF' })).toBeVisible()
  await expect(page.getByText('Tell me if this bus is late or cancelled')).toBeHidden()

  const private_window = await aPhone()
  await private_window.context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager')
  })
  await openBoughtTicket(private_window.page)
  await expect(
    private_window.page.getByText(/cannot tell you when the app is closed/),
  ).toBeVisible()
})
