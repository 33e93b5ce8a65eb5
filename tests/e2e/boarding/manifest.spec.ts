import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { makeManager } from '#tests/e2e/fixtures/database'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { buySeatByCall } from '#tests/e2e/fixtures/purchases'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

test('the passenger manifest is printed on A4, without what is only for the screen', async ({
  phone,
}) => {
  const { booking } = await buySeatByCall(phone.context.request, {
    day: dayAhead(24),
    full_name: 'Adaeze Okonkwo',
  })
  const [trip_id = ''] = booking.trip.id.split('.')
  const { page } = phone
  const { member } = await logInNewPerson(page)
  await makeManager(member.email, booking.trip.operator.code)
  await page.goto(`/desk/departures/${trip_id}`)
  await page.getByRole('link', { name: 'Passenger manifest' }).click()
  const passenger = page.getByRole('row', { name: /Adaeze Okonkwo/ })
  await expect(passenger).toBeVisible()
  await expectAccessible(page, 'the passenger manifest')

  await page.emulateMedia({ media: 'print' })
  await expect(passenger).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Desk' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sheets = [...pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)]
  expect(sheets.map(([, ...sides]) => sides.map((side) => Math.round(Number(side))))).toEqual([
    [842, 595],
  ])
})
