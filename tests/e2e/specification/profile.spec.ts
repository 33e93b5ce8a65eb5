import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { heading } from '#tests/e2e/fixtures/visit'

let context: BrowserContext
let page: Page

// One login is enough for all pages below.
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ baseURL: process.env['E2E_URL'] ?? '' })
  page = await context.newPage()
  await logInNewPerson(page)
})
test.afterAll(() => context.close())

for (const [subpage, name] of [
  ['trip', 'My trips'],
  ['transaction', 'Transactions'],
  ['travel-request', 'Travel requests'],
  ['driver', 'Drivers'],
  ['changepassword', 'Password and devices'],
  ['wallet', 'Wallet'],
  ['rewards', 'Rewards'],
  ['referral', 'Invite friends'],
  ['messages', 'Messages'],
] as const)
  test(`profile subpage ${subpage}`, async () => {
    await page.goto('/profile')
    await page.locator(`main a[href="/profile/${subpage}"]`).first().click()
    await page.waitForURL(`/profile/${subpage}`)
    await expect(heading(page)).toHaveText(name)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
