import type { Ticket } from '#contract/tickets/model'
import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { letTripLeaveSoon, makeManager } from '#tests/e2e/fixtures/database'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { buySeatByCall, callApi } from '#tests/e2e/fixtures/purchases'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

test('a member opens the door of a bus from the desk, and checks a ticket without a network', async ({
  phone,
}) => {
  const { request } = phone.context
  const { booking, reference } = await buySeatByCall(request, {
    day: dayAhead(24),
    full_name: 'Adaeze Okonkwo',
  })
  const { guest_token = '', trip } = booking
  const path = `/bookings/${reference}/tickets`
  const [ticket] = await callApi<Ticket[]>(request, 'GET', path, { guest_token })
  const [trip_id = ''] = trip.id.split('.')
  await letTripLeaveSoon(trip_id)
  const { page } = phone
  const { member } = await logInNewPerson(page)
  await makeManager(member.email, trip.operator.code)
  await page.goto(`/desk/departures/${trip_id}?day=${trip.service_date}`)
  const board = page.getByRole('link', { name: 'Board passengers' })
  await expect(board).toBeVisible()
  await expectAccessible(page, 'the sheet of a departure')
  await board.click()
  await expect(page.getByRole('button', { name: 'Use the camera' })).toBeVisible()
  await expectAccessible(page, 'the door by login')

  await phone.cut(true)
  await page.reload()
  await page.getByLabel('Ticket code or booking reference').fill(ticket?.code ?? '')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const verdict = page.getByRole('dialog')
  await expect(verdict).toContainText('Adaeze Okonkwo')
  await verdict.getByRole('button', { name: 'Next ticket' }).click()
  await expect(page.getByText('1 check waits to be sent.')).toBeVisible()
  await phone.cut(false)
  await expect(page.getByText('1 check waits to be sent.')).toHaveCount(0)
})
