import { getOpenShift } from '#contract/counter/endpoints'
import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { findDepartureOnSale, sellAtAllParks } from '#tests/e2e/fixtures/counter'
import { makeManager } from '#tests/e2e/fixtures/database'
import { signUpByCall, storeLogin } from '#tests/e2e/fixtures/people'
import { callApi } from '#tests/e2e/fixtures/purchases'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'

/** Sells the first seat that is left. */
async function sellNextSeat({ page }: Phone, name: string, gender: string): Promise<void> {
  await page.getByRole('group', { name: 'Seats that are left' }).getByRole('button').first().click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByText(gender, { exact: true }).click()
  await page.getByRole('button', { name: /^Sold for ₦/ }).click()
  await expect(page.getByRole('img', { name: `Ticket code of ${name}` })).toBeVisible()
}

test('a clerk sets seats aside, sells them without a network, and the drawer counts each once', async ({
  phone,
}) => {
  const { page, context } = phone
  const { member, session } = await signUpByCall(context)
  await makeManager(member.email, 'harmattan-lines')
  await storeLogin(page, session)
  await page.goto('/desk/counter')
  await page.getByLabel('Cash in the drawer, ₦').fill('5000')
  await page.getByRole('button', { name: 'Open my shift' }).click()
  // Late in the evening, no bus of today is on sale.
  const day = dayAhead(1)
  const { key } = await findDepartureOnSale(context.request, session.token, day, { seats: 3 })
  await page.getByLabel('Day', { exact: true }).fill(day)
  await sellAtAllParks(page)
  await page.getByLabel('Departure', { exact: true }).selectOption(key)
  await page.getByRole('button', { name: 'Set seats aside for this phone' }).click()
  for (const _ of [1, 2, 3])
    await page
      .getByRole('button', { name: /^Seat \d+\b.*, free$/ })
      .first()
      .click()
  await expectAccessible(page, 'seats to set aside')
  await page.getByRole('button', { name: 'Set 3 seats aside' }).click()
  await expect(page.getByText('This screen opens without a network.')).toBeVisible({
    timeout: 30_000,
  })
  await expectAccessible(page, 'seats of this phone')

  await phone.cut(true)
  await page.reload()
  await sellNextSeat(phone, 'Musa Bello', 'Male')
  await expect(page.getByText(/^Sold without a network/)).toBeVisible()
  await expectAccessible(page, 'a ticket sold without a network')
  await page.emulateMedia({ media: 'print' })
  const ticket = page.getByRole('region', { name: /^Seat / })
  await expect(ticket).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next sale' })).toBeHidden()
  // The paper of a thermal printer is 58 mm wide, of which it prints 48 mm: 181 px.
  expect((await ticket.boundingBox())?.width).toBeLessThanOrEqual(182)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Next sale' }).click()
  await sellNextSeat(phone, 'Ngozi Ade', 'Female')
  const reopened = await phone.reopen({ cut: true })
  await reopened.goto('/desk/counter')
  await reopened.getByRole('link', { name: 'Sell seats of this phone' }).click()
  await expect(reopened.getByText('2 sales wait to be sent.')).toBeVisible()
  await expect(reopened.getByText('This screen opens without a network.')).toBeVisible()
  await expectAccessible(reopened, 'sales that wait')

  await phone.cut(false)
  await expect(reopened.getByText('2 sales wait to be sent.')).toBeHidden({ timeout: 60_000 })
  await expect(reopened.getByText('Reported')).toHaveCount(2)
  const { shift } = await callApi<{ shift: { sales: number } }>(
    phone.context.request,
    'GET',
    getOpenShift.path.replace('/v1/{p}', ''),
    { token: session.token },
  )
  expect(shift.sales).toBe(2)
})
