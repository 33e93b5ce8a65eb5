import type { Page } from '@playwright/test'
import { countViolation } from '#tests/e2e/fixtures/policy-violations'
import { expect, test } from '#tests/e2e/fixtures/world'

/** Checks that a deliberate violation was found, and removes it so that it does not fail the test. */
async function find(faults: string[], wanted: RegExp): Promise<void> {
  await expect.poll(() => faults.filter((fault) => wanted.test(fault)).length).toBe(1)
  countViolation('planted')
  faults.length = 0
}

const writeMarkup = (page: Page) =>
  page
    .evaluate(() => {
      document.body.innerHTML = '<b>planted</b>'
    })
    .catch(() => undefined)

test('a violation of Trusted Types that a test plants is found', async ({ page, faults }) => {
  await page.goto('/')
  await writeMarkup(page)
  await find(faults, /requires 'TrustedHTML' assignment/)
})

test('a style that a test plants is found, though the page reloads at once', async ({
  page,
  faults,
}) => {
  await page.goto('/about')
  await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'b { color: red }'
    document.head.append(style)
    location.reload()
  })
  await find(faults, /Content Security Policy directive 'style-src/)
})
