import { expireHold, sellToOthers } from '#tests/e2e/fixtures/database'
import { bookUpToPayment } from '#tests/e2e/fixtures/purchases'
import { dayAhead, goToCheckout, payAtCheckout, expectThanks } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

const declined = '4084 0800 0000 5408'

test('a declined card loses no seat: the other company takes the money', async ({ page }) => {
  await bookUpToPayment(page)
  const seats = await page.getByText(/^.* · Seats \d+, \d+ · /).innerText()
  await goToCheckout(page, 'Paystack', 'Card')
  await page.getByLabel('Card number').fill(declined)
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await expect(page.getByRole('alert')).toContainText('Declined by the bank')
  await page.getByRole('button', { name: 'Go back without paying' }).click()

  await expect(page.getByText('The payment was declined')).toBeVisible()
  await expect(page.getByText('Your seats are kept')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(seats)).toBeVisible()
  await goToCheckout(page, 'Flutterwave', 'USSD')
  await payAtCheckout(page, 'USSD')
})

test('who leaves the payment page without paying comes back through their trips', async ({
  page,
}) => {
  await bookUpToPayment(page)
  await goToCheckout(page, 'Paystack', 'Bank transfer')
  await page.goto('/profile/trip')
  await expect(page.getByText('A payment is not settled yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Has my payment landed?' }).click()
  await expect(
    page.getByText(/^(Waiting for your payment|The payment was not finished)$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await goToCheckout(page, 'Paystack', 'Card')
  await payAtCheckout(page, 'Card')
  await page.goto('/profile/trip')
  await expect(page.getByRole('link', { name: 'Show ticket' })).toBeVisible()
  await expect(page.getByText('A payment is not settled yet.')).toBeHidden()
})

test('a payment made after the browser died becomes a ticket', async ({ phone, aPhone }) => {
  const reference = await bookUpToPayment(phone.page)
  await goToCheckout(phone.page, 'Flutterwave', 'USSD')
  const checkout = phone.page.url()
  await phone.context.close()

  const bank = await aPhone()
  await bank.page.goto(checkout)
  await bank.page.getByText('How Waka is told').click()
  await bank.page.getByLabel('Webhook').selectOption('never')
  await bank.page.getByRole('button', { name: 'Approve on the phone' }).click()
  await bank.page.waitForURL('**/bookride/pay?*')
  await bank.context.close()

  const page = await phone.reopen()
  await page.goto('/profile/trip')
  const asking = page.getByRole('link', { name: 'Has my payment landed?' })
  const ticket = page.getByRole('link', { name: 'Show ticket' })
  // Our server also asks the company on its own, and may have done so first.
  await expect(asking.or(ticket).first()).toBeVisible()
  if (await asking.isVisible()) {
    await asking.click()
    await expectThanks(page)
  }
  await page.goto(`/ticket/${reference}`)
  await expect(page.getByRole('article', { name: /^Ticket of/ })).toHaveCount(2)
})

test('money that comes late buys other seats of the same bus, with a way out for free', async ({
  page,
}) => {
  const reference = await bookUpToPayment(page, { day: dayAhead(5) })
  await goToCheckout(page, 'Paystack', 'Card')
  await expireHold(reference)
  await sellToOthers(reference)
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await expectThanks(page)
  await expect(
    page.getByText(/Your payment came after the hold ended, so you now have seat/),
  ).toBeVisible()
  await expect(page.getByText(/cancel for free until/)).toBeVisible()
})

test('money that comes when the bus is full goes back by itself', async ({ page }) => {
  await page.clock.install()
  const reference = await bookUpToPayment(page, { day: dayAhead(6), nth: 1 })
  await goToCheckout(page, 'Flutterwave', 'Card')
  await expireHold(reference)
  await sellToOthers(reference, { all: true })
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await expect(page.getByText('Your money is on its way back')).toBeVisible()
  await expect(
    page.getByText(/came after the seats were gone. All of it is being refunded/),
  ).toBeVisible()
  await page.clock.fastForward('00:15')
  await page.getByRole('link', { name: 'Choose seats again' }).click()
  await expect(page.getByText('This departure is sold out.')).toBeVisible()
})

test('the seats go back on sale when nobody pays, and the screen says so', async ({ page }) => {
  await page.clock.install()
  const reference = await bookUpToPayment(page, { day: dayAhead(7) })
  await expireHold(reference)
  await sellToOthers(reference)
  await page.clock.fastForward('10:00')
  await expect(page.getByText(/the seats went back on sale/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose seats again' })).toBeVisible()
})
