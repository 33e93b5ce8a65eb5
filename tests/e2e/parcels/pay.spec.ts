import { makeLongTag } from '#tests/e2e/fixtures/long'
import { waitForScreens } from '#tests/e2e/fixtures/installation'
import type { Page } from '@playwright/test'
import type { Parcel } from '#contract/parcels/model'
import { demoPeople } from '#demo/country/people'
import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { makeUnpaidParcel } from '#tests/e2e/fixtures/purchases'
import {
  approvePayment,
  type Channel,
  goToCheckout,
  type Provider,
} from '#tests/e2e/fixtures/steps'
import { logIn } from '#tests/e2e/fixtures/visit'
import { expect, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 90_000 })

/** Logs a person of the demo country in on this page, and makes an unpaid parcel of theirs. */
async function aParcelHere(page: Page): Promise<Parcel> {
  const { token } = await logIn(page, demoPeople[0])
  return makeUnpaidParcel(page.request, token, { to_door: true })
}

async function seePaid(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Paid\. Drop it off at /)
  await expect(page.getByText('The waybill is saved on this phone.')).toBeVisible()
}

const ways: [Provider, Channel][] = [
  ['Paystack', 'Card'],
  ['Flutterwave', 'Bank transfer'],
]

for (const [provider, channel] of ways)
  test(`a parcel is paid through ${provider}, and its waybill opens without a network${makeLongTag(provider === 'Paystack')}`, async ({
    phone,
  }) => {
    const { page } = phone
    const { tracking_id } = await aParcelHere(page)
    await page.goto(`/waybill/proceed?parcel=${tracking_id}`)
    await expect(page.getByText(/^Pay within 48 hours, by /)).toBeVisible()
    await goToCheckout(page, provider, channel)
    await approvePayment(page, channel)
    await seePaid(page)
    const waybill = (of: Page) => of.getByRole('article', { name: `Waybill ${tracking_id}` })
    await expect(waybill(page).getByText(tracking_id, { exact: true })).toBeVisible()

    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true)
    await waitForScreens(page, '/waybill/summary', '/waybill/success')
    const later = await phone.reopen({ cut: true })
    await later.goto(`/waybill/success?parcel=${tracking_id}`)
    await expect(waybill(later)).toBeVisible()
    await expect(later.getByText(/^\d{3} \d{3}$/)).toBeVisible()
    await expect(later.getByText(/^No network\. Saved on this phone, as of /)).toBeVisible()
  })

test('a declined card loses nothing: the other company takes the money', async ({ page }) => {
  const { tracking_id } = await aParcelHere(page)
  await page.goto(`/waybill/proceed?parcel=${tracking_id}`)
  await goToCheckout(page, 'Paystack', 'Card')
  await page.getByLabel('Card number').fill('4084 0800 0000 5408')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByRole('button', { name: 'Go back without paying' }).click()
  await expect(page.getByText('The payment was declined')).toBeVisible()
  await expectAccessible(page, 'declined payment of a parcel')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectAccessible(page, 'pay a parcel')
  await goToCheckout(page, 'Flutterwave', 'USSD')
  await approvePayment(page, 'USSD')
  await seePaid(page)
  await expectAccessible(page, 'paid parcel')
})

/** The dialog gets its name a moment after it opens. */
const seeDialog = (page: Page) => expect(page.getByRole('dialog')).toHaveAccessibleName(/./)

test('a parcel of mine is called off into the wallet, and nothing on its pages stands in the way', async ({
  page,
}) => {
  const { tracking_id } = await aParcelHere(page)
  await page.goto('/waybill/summary')
  await expect(page.getByRole('heading', { name: 'My parcels' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay', exact: true }).first()).toBeVisible()
  await expectAccessible(page, 'my parcels')
  await page.goto(`/waybill/proceed?parcel=${tracking_id}`)
  await page.getByRole('group', { name: 'Your wallet' }).getByRole('radio').check()
  await page.getByRole('button', { name: /^Pay ₦.* from your wallet$/ }).click()
  await seePaid(page)
  await page.getByRole('link', { name: 'See the parcel' }).click()
  await expect(page.getByText(/^Bring it to the counter, Jibowu.*, by /)).toBeVisible()
  await expectAccessible(page, 'a parcel of mine')
  await page.getByRole('button', { name: 'New PIN' }).click()
  await seeDialog(page)
  await expectAccessible(page, 'a new PIN?')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel parcel' }).click()
  await seeDialog(page)
  await expectAccessible(page, 'cancel it?')
  await page.getByRole('button', { name: /^Cancel parcel and get ₦.* back$/ }).click()
  await expect(page.getByText('Cancelled. It will not be sent.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refunds' })).toBeVisible()
})

test('money that lands while its sender looks elsewhere puts the waybill on the phone', async ({
  page,
}) => {
  const { tracking_id } = await aParcelHere(page)
  await page.goto(`/waybill/proceed?parcel=${tracking_id}`)
  await goToCheckout(page, 'Paystack', 'Card')
  const form = { act: 'card', card: '4084 0840 8408 4081' }
  await page.request.post(page.url(), { form, maxRedirects: 0 })
  await page.goto('/support')
  await expect(
    page.getByText('Your payment has landed. The waybill is saved on this phone.'),
  ).toBeVisible({ timeout: 30_000 })
  await page.goto(`/waybill/proceed?parcel=${tracking_id}`)
  await seePaid(page)
})
