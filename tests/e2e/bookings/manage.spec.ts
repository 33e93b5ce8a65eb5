import { formatNaira } from '#contract/money'
import { buyTwoSeats } from '#tests/e2e/fixtures/purchases'
import { ada, aPhoneNumber, chidi, dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'
import type { Page } from '@playwright/test'
import { phoneFormatMessage } from '#contract/phone'

async function openBooking(page: Page, reference: string, phone: string): Promise<void> {
  await page.goto('/profile/trip')
  await page.getByLabel('Reference').fill(reference)
  await page.getByLabel('Phone number of the booking').fill(phone)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
}

/** The code sent to a phone number by SMS. */
async function codeTo(page: Page, phone: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const sent = await page.request.get(`/sandbox/sms.json?to=${encodeURIComponent(phone)}`)
    code = /(\d{6}) is your Waka code to open/.exec(await sent.text())?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass()
  return code
}

/** Returns the kobo of the first amount in a text, such as `₦1,234.50`. */
function koboOf(text: string): number {
  const [, whole = '', rest = '00'] = /₦([\d,]+)(?:\.(\d\d))?/.exec(text) ?? []
  return Number(whole.replaceAll(',', '')) * 100 + Number(rest)
}

test('a booking opens on another phone by reference and phone, and by nothing else', async ({
  phone,
  aPhone,
}) => {
  const number = aPhoneNumber()
  const reference = await buyTwoSeats(phone.page, { phone: number })
  const { page } = await aPhone()
  await openBooking(page, reference, aPhoneNumber())
  await expect(page.getByText('No booking matches this reference and phone number.')).toBeVisible()
  await page.getByLabel('Phone number of the booking').fill('12')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText(phoneFormatMessage)).toBeVisible()

  const spoken = reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ')
  await openBooking(page, spoken, `+234${number.replaceAll(' ', '').slice(1)}`)
  // The state is visible immediately, the travellers only after the code.
  await expect(page.getByRole('heading', { name: 'Open it on this phone' })).toBeVisible()
  await expect(page.getByText(ada.full_name)).toBeHidden()
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('button', { name: /^Send again in \d+ seconds?$/ })).toBeDisabled()
  const code = await codeTo(page, `+234${number.replaceAll(' ', '').slice(1)}`)
  // The sent code and the typed text survive a reload.
  await page.getByLabel('Code').fill(code)
  await page.reload()
  await expect(page.locator('input[name=code]')).toHaveValue(code)
  await page.getByRole('button', { name: 'Open the booking' }).click()
  await expect(page.getByText(ada.full_name)).toBeVisible()
  await page.getByRole('link', { name: 'Show ticket' }).click()
  await expect(page.getByRole('article', { name: /^Ticket of/ })).toHaveCount(2)
})

test('one of two travellers cancels and gets what the preview said, to the kobo', async ({
  page,
}) => {
  const reference = await buyTwoSeats(page, { day: dayAhead(8) })
  await page.goto(`/profile/trip?booking=${reference}`)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const form = page.getByRole('region', { name: 'Cancel' })
  await form.getByRole('checkbox', { name: ada.full_name }).uncheck()
  const sum = form.locator('dl > div').last()
  await expect(sum).toContainText('You get back')
  const parts = await form.locator('dl > div:not(:last-child) dd').allInnerTexts()
  const refund = koboOf(await sum.locator('dd').innerText())
  const signed = parts.map((part) => (part.includes('−') ? -koboOf(part) : koboOf(part)))
  expect(signed.reduce((total, part) => total + part, 0)).toBe(refund)
  await form.getByRole('button', { name: `Cancel and get ${formatNaira(refund)} back` }).click()

  const refunds = page.getByRole('region', { name: 'Refunds' })
  await expect(refunds).toContainText(formatNaira(refund))
  await expect(page.getByText(`${chidi.full_name} (cancelled)`)).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(refunds).toContainText('refunded', { timeout: 2000 })
  }).toPass()
  await page.getByRole('link', { name: 'Show ticket' }).click()
  await expect(page.getByRole('article', { name: /^Ticket of/ })).toHaveCount(1)
  await expect(page.getByRole('article', { name: `Ticket of ${ada.full_name}` })).toBeVisible()
})

test('a booking moves to another trip once, and its old ticket is void', async ({ page }) => {
  const reference = await buyTwoSeats(page, { people: [ada], day: dayAhead(9) })
  const code = await page
    .getByRole('img', { name: /^Ticket code of/ })
    .locator('path')
    .getAttribute('d')
  await page.goto(`/profile/trip?booking=${reference}`)
  await page.getByRole('button', { name: 'Move to another trip' }).click()
  // On some days, every trip of this operator costs more, and a booking cannot move to a more expensive trip.
  const days = page.getByRole('combobox', { name: 'Day' })
  const moves = page.getByRole('button', { name: /^Move to seat/ })
  await expect(days).toBeVisible()
  for (const day of await days.locator('option').allTextContents()) {
    await days.selectOption(day)
    if ((await moves.count()) > 0) break
  }
  await moves.last().click()
  await page.getByRole('button', { name: 'Yes, move' }).click()
  await expect(page.getByRole('button', { name: 'Move to another trip' })).toBeHidden()
  await page.getByRole('link', { name: 'Show ticket' }).click()
  const moved = page.getByRole('img', { name: /^Ticket code of/ }).locator('path')
  await expect(moved).toHaveCount(1)
  await expect(moved).not.toHaveAttribute('d', code ?? '')
})

test('a whole booking is cancelled, and its ticket says so', async ({ page }) => {
  const reference = await buyTwoSeats(page, { day: dayAhead(10) })
  await page.goto(`/profile/trip?booking=${reference}`)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: /^Cancel and get ₦[\d,.]+ back$/ }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await page.goto(`/ticket/${reference}`)
  await expect(page.getByText(/This booking was cancelled/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the booking' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Ticket code of/ })).toHaveCount(0)
})
