import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { aCharterToPay, aFreeVehicle } from './makers.ts'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { heading, open } from '#tests/e2e/fixtures/visit'
import { expect, test } from '#tests/e2e/fixtures/world'

test.describe.configure({ timeout: 180_000 })

test('axe finds nothing on the way to a hired vehicle', async ({ page }) => {
  const { session } = await logInNewPerson(page)
  await page.goto('/charter-type')
  await page.getByRole('radio', { name: 'Wedding' }).check()
  await expectAccessible(page, 'what a vehicle is for')
  const see = async (screens: readonly string[]) => {
    for (const screen of screens) {
      await open(page, screen)
      await expect(heading(page)).toBeVisible()
      await expectAccessible(page, screen)
    }
  }
  await see([
    '/charter-marketplace',
    `/charter-marketplace?city=lagos&date=${dayAhead(30)}`,
    '/charter-marketplace?seats=80&size=small',
    '/charter-airport',
    '/charter-request',
    '/profile/charters',
  ])
  const vehicle = await aFreeVehicle(page.request)
  const road = `city=${vehicle.home.code}&to=benin-city&date=${dayAhead(30)}`
  await see([
    `/charter-marketplace/browse_charter/${vehicle.id}?${road}`,
    `/charter-marketplace/browse_charter/${vehicle.id}?${road}&step=book`,
  ])
  await page.goto('/charter-request')
  await page.getByRole('button', { name: 'Ask for offers' }).click()
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
  await expectAccessible(page, 'request with errors')
  const charter = await aCharterToPay(page.request, session.token, vehicle)
  const paying = '/charter-marketplace/confirm-payment'
  await see([`${paying}?charter=${charter.reference}`, `/profile/charters/${charter.reference}`])
})
