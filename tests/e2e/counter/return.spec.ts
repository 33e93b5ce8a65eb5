import { expectAccessible } from '#tests/e2e/fixtures/axe'
import {
  findCounterViolations,
  findDepartureOnSale,
  openCounter,
} from '#tests/e2e/fixtures/counter'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

const people = ['Yetunde Alabi', 'Kayode Alabi']

for (const viewport of [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('a clerk sells two seats there and back, for one price, with four tickets', async ({
      page,
    }) => {
      const { request } = page.context()
      const [day, dayBack] = [dayAhead(19), dayAhead(20)]
      const token = await openCounter(page, day)
      const out = await findDepartureOnSale(request, token, day, {
        seats: people.length,
        isWanted: ({ park, to }) => park.city === 'Abuja' && to === 'Lagos',
      })
      const home = await findDepartureOnSale(request, token, dayBack, {
        seats: people.length,
        isWanted: ({ park, to }) => park.city === 'Lagos' && to === 'Abuja',
      })
      await page.getByLabel('Departure', { exact: true }).selectOption(out.key)
      const free = /^Seat \d+\b.*, free$/
      const maps = page.getByLabel(/^Seat map/)
      for (const _ of people) await maps.first().getByRole('button', { name: free }).first().click()
      for (const [at, full_name] of people.entries()) {
        const fields = page.getByRole('group', { name: /^Seat \d+$/ }).nth(at)
        await fields.getByLabel('Name', { exact: true }).fill(full_name)
        await fields.getByText('Female', { exact: true }).click()
      }
      await page.getByLabel('They also travel back').check()
      await expect(page.getByRole('button', { name: /^Sell for ₦/ })).toBeHidden()
      await page.getByLabel('Day back').selectOption(dayBack)
      await page.getByLabel('Return departure').selectOption(home.trip.id)
      for (const _ of people) await maps.nth(1).getByRole('button', { name: free }).last().click()
      await expect(page.getByRole('group', { name: 'Return trip', exact: true })).toContainText(
        'Day back',
      )
      await expect(page.getByText(/^Kayode Alabi: seat \d+ there, seat \d+ back$/)).toBeVisible()
      await expectAccessible(page, 'a sale there and back')
      await page.getByRole('button', { name: /^Sell for ₦/ }).click()
      await expect(page.locator('div:has(> dt:text-is("Ticket")) > dd')).toHaveCount(4)
      await expectAccessible(page, 'a return trip that was sold')
      await page.getByRole('button', { name: 'Next sale' }).click()
      await expect(page.getByText('Tickets, 2 sales')).toBeVisible()
      expect(await findCounterViolations()).toEqual([])
    })
  })
