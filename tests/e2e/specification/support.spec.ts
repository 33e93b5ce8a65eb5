import type { Page } from '@playwright/test'
import { product } from '#contract/product'
import { supportBusiness, makeConversationNumber } from '#contract/support/rules'
import {
  fulfilCall,
  api,
  expect,
  heading,
  logIn,
  runClockUntil,
  stopClock,
  test,
} from '#tests/e2e/fixtures/visit'

const button = (page: Page) => page.getByRole('button', { name: 'Premium support' })
const chat = (page: Page) => page.locator(`a[href^="${product.whatsapp}"]`).last()
const conversations = api('/v1/{product}/conversations')
const failure = 'Failed to start support chat. Please try again.'

test.describe('with a mouse', () => {
  test.use({ hasTouch: false })

  test("the floating support button is labelled 'Premium support'", async ({ page }) => {
    await page.goto('/')
    await expect(button(page)).toBeVisible()
    await button(page).hover()
    await expect(button(page).getByText('Premium support', { exact: true })).toBeInViewport({
      ratio: 1,
    })
  })

  test('it expands on hover', async ({ page }) => {
    await page.goto('/')
    await expect(button(page)).toBeVisible()
    const width = async () => (await button(page).boundingBox())?.width ?? Number.NaN
    const alone = await width()
    expect(alone).toBeLessThan(60)
    await button(page).hover()
    await expect.poll(width).toBeGreaterThan(alone + 80)
    await page.mouse.move(0, 0)
    await expect.poll(width).toBe(alone)
    await button(page).focus()
    await expect.poll(width).toBeGreaterThan(alone + 80)
  })

  test('an external messaging-chat link to the support number, opened in a new tab, also exists', async ({
    page,
  }) => {
    await page.goto('/about')
    await expect(chat(page)).toBeHidden()
    await button(page).hover()
    await expect(chat(page)).toBeVisible()
    await expect(chat(page)).toHaveAttribute('target', '_blank')
    const { origin, pathname } = new URL((await chat(page).getAttribute('href')) ?? '')
    expect(origin).not.toBe(new URL(page.url()).origin)
    expect(pathname.slice(1)).toBe(product.phone.e164.slice(1))
  })
})

test('it appears after a 1 second delay', async ({ page }) => {
  await stopClock(page)
  await page.goto('/about')
  // Its place is reserved without a delay.
  await runClockUntil(page, () => page.locator('[data-support]').isVisible())
  await page.clock.runFor(900)
  await expect(button(page)).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(button(page)).toBeVisible()
})

test('it is hidden on /profile/messages', async ({ page }) => {
  await logIn(page)
  await page.goto('/profile')
  await expect(button(page)).toBeVisible()
  await page.getByRole('link', { name: /^Messages/ }).click()
  await expect(heading(page)).toHaveText('Messages')
  await expect(button(page)).toHaveCount(0)
  await page.goBack()
  await expect(button(page)).toBeVisible()
})

test('it starts a support chat: POST conversations with business_id leads to /support?conversation_id={id}', async ({
  page,
}) => {
  await logIn(page)
  await page.goto('/about')
  const [response] = await Promise.all([page.waitForResponse(conversations), button(page).click()])
  expect(response.request().method()).toBe('POST')
  expect(response.request().postDataJSON()).toEqual({ business_id: supportBusiness })
  const { data } = (await response.json()) as { data: { id: string } }
  expect(data.id).not.toBe('')
  await expect(page).toHaveURL(`/support?conversation_id=${data.id}`)
  await expect(page.getByText(makeConversationNumber(data.id), { exact: true })).toBeVisible()
})

test('/support takes a conversation_id query parameter', async ({ page }) => {
  await page.goto('/support?conversation_id=0199aa00-0000-7000-8000-000000000001')
  await expect(heading(page)).toHaveText('Support')
  await expect(page.getByText('The number of this conversation: 000001')).toBeVisible()
})

test("401: message 'Please login to access support', go to /login", async ({ page }) => {
  await page.goto('/about')
  const [response] = await Promise.all([page.waitForResponse(conversations), button(page).click()])
  expect(response.status()).toBe(401)
  await expect(page).toHaveURL(/\/login(\?|$)/)
  await expect(page.getByText('Please login to access support', { exact: true })).toBeVisible()
})

test(`otherwise: message '${failure}'`, async ({ page, faults }) => {
  for (const status of [404, 500]) {
    await logIn(page)
    await page.goto('/about')
    await page.route(conversations, (route) => fulfilCall(route, status, { code: 'unexpected' }))
    await button(page).click()
    await expect(page.getByText(failure, { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/about')
    await page.unroute(conversations)
  }
  faults.length = 0
})

test('a response that lacks a conversation id is treated as a failure', async ({ page }) => {
  await logIn(page)
  await page.goto('/about')
  await page.route(conversations, (route) => fulfilCall(route, 201, { data: {} }))
  await button(page).click()
  await expect(page.getByText(failure, { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/about')
})
