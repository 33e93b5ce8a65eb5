import type { Page } from '@playwright/test'
import {
  fulfilCall,
  api,
  expect,
  logIn,
  runClockUntil,
  stopClock,
  test,
} from '#tests/e2e/fixtures/visit'

const conversations = api('/v1/{product}/conversations')
const snackbars = (page: Page) => page.getByText('Failed to start support chat.')

/** Makes the server refuse to start a chat; each attempt shows a snackbar. */
async function makeSnackbars(page: Page, count: number): Promise<void> {
  await page.route(conversations, (route) => fulfilCall(route, 404, { code: 'not_found' }))
  for (let made = 1; made <= count; made += 1) {
    const refused = page.waitForResponse(conversations)
    await page.getByRole('button', { name: 'Premium support' }).click()
    await refused
    await expect(page.getByRole('button', { name: 'Premium support' })).toHaveAttribute(
      'aria-busy',
      'false',
    )
  }
}

test('notification display defaults: at most 3 snackbars', async ({ page }) => {
  await logIn(page)
  await page.goto('/about')
  await makeSnackbars(page, 5)
  await expect(snackbars(page)).toHaveCount(3)
})

test('notification display defaults: auto-hide 5000 ms', async ({ page }) => {
  await logIn(page)
  await stopClock(page)
  await page.goto('/about')
  await runClockUntil(page, () => page.getByRole('button', { name: 'Premium support' }).isVisible())
  await makeSnackbars(page, 1)
  await runClockUntil(page, () => snackbars(page).isVisible())
  await page.clock.runFor(4900)
  await expect(snackbars(page)).toBeVisible()
  await page.clock.runFor(100)
  await runClockUntil(page, async () => (await snackbars(page).count()) === 0)
})

test('toasts at top-right', async ({ page }) => {
  await logIn(page)
  for (const width of [360, 1408]) {
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/about')
    await makeSnackbars(page, 1)
    await expect(snackbars(page)).toBeVisible()
    const toast = page.getByRole('alert').filter({ has: snackbars(page) })
    const gaps = async () => {
      const box = (await toast.boundingBox()) ?? { x: NaN, y: NaN, width: NaN }
      return [box.y, width - box.x - box.width]
    }
    await expect.poll(async () => Math.max(...(await gaps()))).toBeLessThanOrEqual(24)
    expect(Math.min(...(await gaps()))).toBeGreaterThanOrEqual(0)
    await page.unroute(conversations)
  }
})
