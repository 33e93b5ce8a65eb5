import type { BrowserContext, Page } from '@playwright/test'
import type { Payment } from '#contract/payments/model'
import {
  holdSeatByCall,
  callApi,
  type Purchase,
  type PurchaseOptions,
  payOnCheckoutPage,
  storeProof,
  expectTicket,
} from '#tests/e2e/fixtures/purchases'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import {
  chooseMethod,
  goToCheckout,
  expectThanks,
  waitUntilInstalled,
} from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

/** Words that must never describe a payment whose outcome is unknown. */
const sadWords = /declined|failed|not finished|cancelled|not paid/i

/** Holds seats with their travellers entered; the phone shows the payment methods. */
async function atPayment(page: Page, buyer: PurchaseOptions = {}): Promise<Purchase> {
  const held = await holdSeatByCall(page.context().request, buyer)
  if (!page.url().startsWith('http')) await page.goto('/online.txt')
  if (buyer.token === undefined) await storeProof(page, held)
  await page.goto(`/bookride/pay?booking=${held.reference}`)
  await expect(page.getByRole('group', { name: 'Ways to pay' })).toBeVisible()
  return held
}

const pendingOf = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('pending-payment') ?? '{}') as Record<string, string>,
  )

/** Simulates an empty battery: nothing more is written, and the app is closed. */
async function kill(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => undefined)
  await crashed
}

test('27: the payment is on the phone before the browser leaves for the company', async ({
  page,
}) => {
  const { reference } = await atPayment(page)
  const other = await page.context().newPage()
  await other.goto('/online.txt')
  const noted: Record<string, string>[] = []
  await page.context().route('**/sandbox/**/checkout/**', async (route) => {
    noted.push(await pendingOf(other))
    await route.continue()
  })
  await goToCheckout(page, 'Paystack', 'Card')
  expect(noted).toEqual([{ reference: expect.stringContaining(reference), booking: reference }])
})

test('27: killed on the company’s page and paid while the phone is off, the ticket is there after the next start', async ({
  phone,
  request,
}) => {
  const { reference } = await atPayment(phone.page)
  await goToCheckout(phone.page, 'Paystack', 'Card')
  const checkout = phone.page.url()
  await kill(phone.context, phone.page)
  await payOnCheckoutPage(request, checkout)

  const page = await phone.reopen()
  await page.goto('/')
  await expect(
    page.getByText('Your payment has landed. The ticket is saved on this phone.'),
  ).toBeVisible()
  expect(await pendingOf(page)).toEqual({})
  await page.getByRole('link', { name: /Your next trip/ }).click()
  await page.waitForURL(`/ticket/${reference}`)
  await expectTicket(page)
})

test('27: dropped on the way back from the company, nothing is called failed, and the network brings the ticket', async ({
  phone,
  request,
}) => {
  const { reference } = await atPayment(phone.page)
  await waitUntilInstalled(phone.page)
  await goToCheckout(phone.page, 'Paystack', 'Card')
  const payment = (await pendingOf(phone.page))['reference'] ?? ''
  await payOnCheckoutPage(request, phone.page.url())

  const page = await phone.reopen({ cut: true })
  await page.goto(`/bookride/pay?booking=${reference}&payment=${payment}`)
  await expect(
    page.getByText(`Payment ${payment}. If you have paid, the money is safe`),
  ).toBeVisible()
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(sadWords)
  await page.goto('/profile/trip')
  await expect(page.getByText('A payment is not settled yet.')).toBeVisible()
  expect((await pendingOf(page))['reference']).toBe(payment)

  const online = await phone.reopen()
  await online.goto(`/bookride/pay?booking=${reference}&payment=${payment}`)
  await expectThanks(online)
  await expectTicket(online)
})

test('27: the network comes back while the app is open: the payment is looked after wherever the traveller is', async ({
  phone,
  request,
}) => {
  await atPayment(phone.page)
  await goToCheckout(phone.page, 'Paystack', 'Card')
  const checkout = phone.page.url()
  await phone.page.goto('/profile/trip')
  await waitUntilInstalled(phone.page)
  await phone.cut(true)
  await phone.page.reload()
  await expect(phone.page.getByText('A payment is not settled yet.')).toBeVisible()
  await payOnCheckoutPage(request, checkout)
  await phone.cut(false)
  await expect(phone.page.getByText(/^Your payment has landed\./)).toBeVisible({ timeout: 20_000 })
  await expect(phone.page.getByRole('link', { name: 'Show ticket' })).toBeVisible()
})

test('27: a status that nobody answers is unknown and never failed', async ({ page, faults }) => {
  const { reference } = await atPayment(page)
  await goToCheckout(page, 'Paystack', 'Card')
  const { reference: payment = '' } = await pendingOf(page)
  await page.context().route('**/api/v1/waka/payments/**', (route) => route.abort())
  await page.goto(`/bookride/pay?booking=${reference}`)
  await expect(page.getByText(`Payment ${payment}.`)).toBeVisible()
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('main')).not.toContainText(sadWords)
  allowFaults(faults, /net::ERR_FAILED/)
})

test('17, 27: paid from the wallet with the answer lost, it is neither called unpaid nor paid twice', async ({
  page,
  faults,
}) => {
  const { session } = await logInNewPerson(page)
  const { request } = page.context()
  // If the stream reported the payment, the phone would continue automatically.
  await page.context().route('**/api/v1/waka/events*', (route) => route.abort())
  const { token } = session
  const top = await callApi<Payment>(request, 'POST', '/payments', {
    data: { purpose: 'wallet', provider: 'paystack', channel: 'card', amount_kobo: 10_000_000 },
    token,
  })
  await payOnCheckoutPage(request, top.authorization_url ?? '')
  await callApi(request, 'POST', `/payments/${top.reference}/verify`, { token })
  const { reference } = await atPayment(page, { token, to: 'ibadan' })
  let isLost = true
  await page.context().route('**/api/v1/waka/payments', async (route) => {
    const response = await route.fetch()
    await (isLost ? route.abort() : route.fulfill({ response }))
  })
  await page.getByRole('radio', { name: /^Wallet/ }).check()
  await page.getByRole('button', { name: /from your wallet$/ }).click()
  await expect(page.getByText(/^No network, so we do not know yet whether/)).toBeVisible()
  isLost = false
  await page.getByRole('button', { name: /from your wallet$/ }).click()
  await expectThanks(page)
  const { balance_kobo } = await callApi<{ balance_kobo: number }>(
    request,
    'GET',
    '/wallet/balance',
    {
      token,
    },
  )
  const booking = await callApi<{ fare: { total_kobo: number } }>(
    request,
    'GET',
    `/bookings/${reference}`,
    { token },
  )
  expect(balance_kobo).toBe(10_000_000 - booking.fare.total_kobo)
  allowFaults(faults, /net::ERR_FAILED/)
})

test('27: the company’s answer is lost: the same tap again goes to the same payment', async ({
  page,
  faults,
}) => {
  const { reference } = await atPayment(page)
  const keys = new Set<string | undefined>()
  const made = new Set<string>()
  let isLost = true
  await page.context().route(/\/v1\/waka\/payments\?/, async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    made.add(((await response.json()) as { data: Payment }).data.reference)
    await (isLost ? route.abort() : route.fulfill({ response }))
  })
  await chooseMethod(page, 'Paystack', 'Card')
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await expect(page.getByText(/^No network. Nothing was paid./)).toBeVisible()
  isLost = false
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await page.waitForURL('**/sandbox/**/checkout/**')
  expect([keys.size, made.size]).toEqual([1, 1])
  expect([...made][0]).toContain(reference)
  allowFaults(faults, /net::ERR_FAILED/)
})
