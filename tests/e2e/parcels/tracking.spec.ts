import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { findAnyParcel } from '#tests/e2e/fixtures/database'
import { expect, test } from '#tests/e2e/fixtures/world'

test('axe finds nothing wrong with parcels on their way, in trouble and at the counter', async ({
  page,
}) => {
  test.setTimeout(120_000)
  for (const state of ['pending_payment', 'lost', 'ready_for_pickup', 'in_transit'] as const) {
    await page.goto(`/track-parcel?id=${await findAnyParcel(state)}`)
    await expect(page.getByRole('list', { name: 'Route of this parcel' })).toBeVisible()
    await page.evaluate(readOn)
    await expect(page.getByRole('img', { name: / on the map of Nigeria$/ })).toBeVisible()
    await expectAccessible(page, `a parcel that is ${state}`)
  }
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Parcels on their way' })).toBeVisible()
  await expectAccessible(page, 'home with parcels')
})

/** Scrolls down the page as a reader does: a map is drawn once it is visible. Runs in the page. */
async function readOn(): Promise<void> {
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
    scrollTo(0, y)
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
  }
}

test('a parcel is followed by keyboard alone, and a mistyped id leads back to its field', async ({
  page,
}) => {
  await page.goto('/track-parcel')
  const field = page.getByRole('textbox')
  await expect(page.getByRole('heading', { name: 'Track a parcel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await page.keyboard.type('7K3M9')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/This is not a waybill number\./)
  await expect(field).toBeFocused()
  await expectAccessible(page, 'track with an error')
  await field.fill(await findAnyParcel('delivered'))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Delivered: /).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Parcels on this phone' })).toBeVisible()
})
