import { readStoredRows } from '#tests/support/browser/stored-rows'
import {
  ada,
  aPhoneNumber,
  chidi,
  dayAhead,
  fillPassengers,
  holdGroupSeats,
  findTravellerRegions,
  openFormSection,
} from '#tests/e2e/fixtures/steps'
import { holdSeatByCall, storeProof } from '#tests/e2e/fixtures/purchases'
import { expect, test } from '#tests/e2e/fixtures/world'
import type { Page } from '@playwright/test'
import { phoneFormatMessage } from '#contract/phone'

async function halfFilled(page: Page): Promise<string> {
  await page.goto(`/bookride?from=lagos&to=abuja&date=${dayAhead(11)}&passengers=2`)
  const reference = await holdGroupSeats(page)
  await fillPassengers(page, [ada, chidi], '0803 555')
  const second = findTravellerRegions(page).nth(1)
  await openFormSection(second)
  await openFormSection(second.locator('details'))
  await second.getByRole('checkbox', { name: /^Same address/ }).uncheck()
  await second.getByLabel(/^Address/).fill('5 Zik Avenue, Enu')
  return reference
}

async function expectWholeDraft(page: Page): Promise<void> {
  const [first, second] = [findTravellerRegions(page).nth(0), findTravellerRegions(page).nth(1)]
  await expect(first.getByLabel('Full name')).toHaveValue(ada.full_name)
  await expect(first.getByLabel('Female')).toBeChecked()
  await expect(second.getByLabel('Full name')).toHaveValue(chidi.full_name)
  await expect(second.getByLabel('Male', { exact: true })).toBeChecked()
  await expect(second.getByLabel(/^Address/)).toHaveValue('5 Zik Avenue, Enu')
  await expect(page.getByLabel('Your phone')).toHaveValue('0803 555')
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com')
  const kin = page.getByRole('region', { name: 'Next of kin' })
  await expect(kin.getByLabel('Full name')).toHaveValue('Ngozi Okonkwo')
  await expect(kin.getByLabel('Relationship to traveller')).toHaveValue('sibling')
}

test('a reload in the middle of the form loses nothing', async ({ page }) => {
  await halfFilled(page)
  await page.reload()
  await expectWholeDraft(page)
})

test('a browser that was killed in the middle of the form loses nothing', async ({ phone }) => {
  const reference = await halfFilled(phone.page)
  // A killed browser writes nothing more: the draft must be stored already.
  await expect
    .poll(() => draftOf(phone.page, `passengers-${reference}`))
    .toContain('5 Zik Avenue, Enu')
  const session = await phone.context.newCDPSession(phone.page)
  const crashed = phone.page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  const page = await phone.reopen()
  await page.goto(`/bookride/passenger-details?booking=${reference}`)
  await expectWholeDraft(page)
})

test('seats that were chosen and not held yet are still chosen after a reload', async ({
  page,
}) => {
  await page.goto(`/bookride?from=lagos&to=abuja&date=${dayAhead(12)}&passengers=2`)
  await page.getByRole('list', { name: 'Trips' }).getByRole('link').first().click()
  await page.locator('[data-seat][data-state="free"]').first().click()
  const mine = page.locator('[data-seat][data-state="mine"]')
  const seat = await mine.getAttribute('data-seat')
  await page.reload()
  await expect(mine).toHaveAttribute('data-seat', seat ?? '')
})

test('what is wrong is said beside its field, and what was right stays', async ({ page }) => {
  await page.goto(`/bookride?from=lagos&to=abuja&date=${dayAhead(12)}&passengers=2`)
  await holdGroupSeats(page)
  await fillPassengers(page, [ada, chidi], '0803 12')
  await openFormSection(findTravellerRegions(page).nth(0))
  await findTravellerRegions(page).nth(0).getByLabel('Full name').fill('')
  await page.getByRole('button', { name: /to payment$/ }).click()
  await expect(findTravellerRegions(page).nth(0).getByLabel('Full name')).toBeFocused()
  await expect(page.getByText(phoneFormatMessage)).toBeVisible()
  await expect(findTravellerRegions(page).nth(1).getByLabel('Full name')).toHaveValue(
    chidi.full_name,
  )
  await findTravellerRegions(page).nth(0).getByLabel('Full name').fill('Ọlábísí Adé́bọ̀wálé')
  await page.getByLabel('Your phone').fill(aPhoneNumber())
  await page.getByRole('button', { name: /to payment$/ }).click()
  await page.waitForURL('**/bookride/pay?*')
})

test('the form of one traveller is at most 1,300 px high, and of four 1,900', async ({ page }) => {
  for (const [people, most] of [
    [[ada], 1300],
    [[ada, chidi, ada, chidi], 1900],
  ] as const) {
    const held = await holdSeatByCall(page.context().request, { named: false, people })
    await page.goto('/online.txt')
    await storeProof(page, held)
    await page.goto(`/bookride/passenger-details?booking=${held.reference}`)
    await expect(findTravellerRegions(page)).toHaveCount(people.length)
    await expect(findTravellerRegions(page).first().getByLabel('Address')).toBeVisible()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height, `${people.length} at 360 px`).toBeLessThanOrEqual(most)
  }
})

/** The entry of this name in the drafts database, as text. */
async function draftOf(page: Page, name: string): Promise<string> {
  const drafts = await page.evaluate(readStoredRows, 'drafts-guest')
  return JSON.stringify(drafts.find(({ key }) => key === name) ?? '')
}
