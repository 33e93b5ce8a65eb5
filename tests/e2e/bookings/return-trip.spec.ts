import {
  ada,
  aPhoneNumber,
  chidi,
  continueToPayment,
  dayAhead,
  fillPassengers,
  goToCheckout,
  holdGroupSeats,
  payAtCheckout,
} from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

test('a way back is added to held seats, paid at once with them, and cancelled by itself', async ({
  page,
}) => {
  await page.goto(`/bookride?from=lagos&to=abuja&date=${dayAhead(3)}&passengers=2`)
  const out = await holdGroupSeats(page)
  const summary = page.getByRole('complementary')
  await page.getByRole('link', { name: 'Add the return trip' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Abuja → Lagos')
  await expect(page.getByText('Choose the return trip')).toBeVisible()
  await expect(page.getByText(/^Outbound:/)).toContainText('Seats')
  expect(await holdGroupSeats(page)).toBe(out)

  await expect(page.getByRole('button', { name: 'Continue without the return trip' })).toBeVisible()
  await fillPassengers(page, [ada, chidi], aPhoneNumber())
  await continueToPayment(page)
  for (const way of ['Outbound', 'Return'])
    await expect(summary.getByRole('region', { name: way })).toBeVisible()
  const both = (await summary.getByText(/^Both ways/).innerText()).replace(/^\D+/, '')
  await expect(page.getByRole('button', { name: `Pay ₦${both}` })).toBeVisible()
  await goToCheckout(page, 'Paystack', 'Card')
  await payAtCheckout(page, 'Card')

  await page.getByRole('link', { name: 'Ticket for the return trip' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Abuja', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Return', selected: true })).toBeVisible()
  // Two pagers, of directions and of travellers, are above the ticket. Even so, all details that are checked at
  // boarding are above the phone's own bar.
  const park = page.getByText('Motor park', { exact: true }).first().locator('..')
  const end = await park.evaluate((line) => line.getBoundingClientRect().bottom)
  expect(end).toBeLessThanOrEqual(560)
  await page.getByRole('tab', { name: 'Outbound' }).click()
  await expect(page.getByText('Lagos', { exact: true }).first()).toBeVisible()

  await page.goto(`/profile/trip?booking=${out}`)
  await page.getByRole('link', { name: 'See the return trip' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText(/^This cancels the return trip only/)).toBeVisible()
  await page.getByRole('button', { name: /^Cancel and get ₦/ }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'See the outbound trip' }).click()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
})
