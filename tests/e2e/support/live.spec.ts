import type { Page } from '@playwright/test'
import { reloadUntilStreaming } from '#tests/e2e/fixtures/calls'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

const bubbles = (page: Page) => page.getByRole('log', { name: 'Messages' }).locator('li[data-side]')

test('an answer stands on the phone when it is written, and one sees that one was read', async ({
  phone: { page },
}) => {
  await logInNewPerson(page)
  await page.goto('/support')
  await waitUntilInstalled(page)
  const stream = await reloadUntilStreaming(page)
  expect(stream.fromServiceWorker(), 'it would keep an older worker alive').toBe(false)
  await page.getByLabel('Your message').fill('Where is my bag?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page).toHaveURL(/\?conversation_id=/)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/messages/.test(request.url()) && request.method() === 'GET') asked.push(request.url())
  })
  // The demo's stand-in reads and answers within seconds; a phone without a stream checks only twice a minute.
  await expect(bubbles(page).filter({ hasText: 'Where is my bag?' })).toContainText('Read', {
    timeout: 25_000,
  })
  // The message, the automatic answer, and that of a person.
  await expect(bubbles(page)).toHaveCount(3, { timeout: 25_000 })
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length).toBeLessThan(10)
})

test('a finger leaves the support button closed, so that it covers no tab', async ({
  phone: { page },
}) => {
  await page.goto('/about')
  const button = page.getByRole('button', { name: 'Premium support' })
  await button.hover()
  expect((await button.boundingBox())?.width).toBeLessThan(60)
  await expect(page.getByRole('link', { name: 'Chat on WhatsApp' })).toBeHidden()
})

test('nothing lies over the message field, even while the support button is hovered', async ({
  phone: { page },
}) => {
  await logInNewPerson(page)
  await page.goto('/support')
  const button = page.getByRole('button', { name: 'Premium support' })
  await button.hover()
  await page.getByLabel('Your message').click({ trial: true, position: { x: 8, y: 8 } })
  await page.getByRole('button', { name: 'Add a photo or reference' }).click({ trial: true })
  await expect(page.getByRole('link', { name: 'Chat on WhatsApp' })).toBeHidden()
})
