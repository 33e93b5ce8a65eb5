import type { Page } from '@playwright/test'
import { bookUpToPayment } from '#tests/e2e/fixtures/purchases'
import {
  ada,
  chidi,
  dayAhead,
  goToCheckout,
  payAtCheckout,
  waitUntilInstalled,
} from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

/** The height in px that a phone of 360 px width shows above its own bar. */
const fold = 560

/** The lower edge of each detail that is checked at boarding, for the traveller on the screen. */
async function endsOf(page: Page, name: string): Promise<Record<string, number>> {
  const stub = page.getByRole('article', { name: `Ticket of ${name}` })
  const parts = {
    code: stub.getByRole('img', { name: /^Ticket code of/ }),
    seat: stub.getByText('Seat', { exact: true }).locator('..'),
    time: stub.getByText('Leaves', { exact: true }).locator('..'),
    name: stub.getByText('Traveller', { exact: true }).locator('..'),
    park: stub.getByText('Motor park', { exact: true }).locator('..'),
  }
  const ends: Record<string, number> = {}
  for (const [part, place] of Object.entries(parts)) {
    await expect(place).toBeVisible()
    ends[part] = await place.evaluate((at) => Math.ceil(at.getBoundingClientRect().bottom))
  }
  return ends
}

test('code, seat, name, time and park of each traveller stand on the first screen, with and without a network', async ({
  phone,
}) => {
  const { page } = phone
  const reference = await bookUpToPayment(page, { day: dayAhead(16) })
  await goToCheckout(page, 'Paystack', 'Card')
  await payAtCheckout(page, 'Card')
  await expect(page.getByRole('article', { name: `Ticket of ${ada.full_name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tell me' })).toHaveCount(0)
  await page.goto(`/ticket/${reference}`)
  const seen = [await endsOf(page, ada.full_name)]

  const travellers = page.getByRole('group', { name: 'Travellers' })
  await expect(travellers).toContainText('1 of 2')
  await travellers.getByRole('button', { name: 'Next traveller' }).focus()
  await page.keyboard.press('Enter')
  await expect(travellers).toContainText('2 of 2')
  seen.push(await endsOf(page, chidi.full_name))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article', { name: /^Ticket of/ })).toHaveCount(2)
  await page.emulateMedia({ media: 'screen' })

  await waitUntilInstalled(page)
  const later = await phone.reopen({ cut: true })
  await later.goto(`/ticket/${reference}`)
  seen.push(await endsOf(later, ada.full_name))
  await later.getByRole('button', { name: 'Next traveller' }).tap()
  seen.push(await endsOf(later, chidi.full_name))
  for (const ends of seen)
    expect(Math.max(...Object.values(ends)), JSON.stringify(ends)).toBeLessThanOrEqual(fold)
})
