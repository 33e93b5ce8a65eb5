import type { APIRequestContext, Page } from '@playwright/test'
import type { Booking } from '#contract/bookings/model'
import type { Ticket } from '#contract/tickets/model'
import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { findCounterViolations, sellAtAllParks } from '#tests/e2e/fixtures/counter'
import { expireHold, letTripLeaveSoon, makeMember, provePhone } from '#tests/e2e/fixtures/database'
import { logInNewPerson, signUpByCall } from '#tests/e2e/fixtures/people'
import { buySeatByCall, callApi, holdSeatByCall } from '#tests/e2e/fixtures/purchases'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

interface WalkIn {
  full_name: string
  gender: 'Female' | 'Male'
  baby?: string
}

const family: readonly WalkIn[] = [
  { full_name: 'Yetunde Alabi', gender: 'Female', baby: 'Temi Alabi' },
  { full_name: 'Kayode Alabi', gender: 'Male' },
  { full_name: 'Dayo Alabi', gender: 'Male' },
  { full_name: 'Bisi Alabi', gender: 'Female' },
]

/** Sells seats to walk-ins on the chosen departure. Returns the codes of their tickets. */
async function sell(page: Page, means: string, people: readonly WalkIn[]): Promise<string[]> {
  const free = page.getByRole('button', { name: /^Seat \d+, .*, free$/ })
  for (const _ of people) await free.first().click()
  for (const [at, { full_name, gender, baby }] of people.entries()) {
    const fields = page.getByRole('group', { name: /^Seat \d+$/ }).nth(at)
    await fields.getByLabel('Name', { exact: true }).fill(full_name)
    await fields.getByText(gender, { exact: true }).click()
    if (baby === undefined) continue
    await fields.getByText('Phone, address, baby').click()
    await fields.getByLabel('Name of a baby on the lap').fill(baby)
  }
  const sale = page.getByRole('region', { name: 'Sell' })
  await sale.getByText(means, { exact: true }).click()
  await page.getByRole('button', { name: /^Sell for ₦/ }).click()
  return readTickets(page, people.length)
}

/** Returns the codes of the tickets that were just sold, and goes on to the next sale. */
async function readTickets(page: Page, count: number): Promise<string[]> {
  const codes = page.locator('div:has(> dt:text-is("Ticket")) > dd')
  await expect(codes).toHaveCount(count)
  const found = await codes.allTextContents()
  await page.getByRole('button', { name: 'Next sale' }).click()
  return found
}

/** Reserves a seat of the trip that `nth` names, for somebody whose phone is verified. */
async function reserve(request: APIRequestContext, buyer: { day: string; full_name: string }) {
  const { member, session } = await signUpByCall({ request })
  await provePhone(member.email)
  const { token } = session
  const { reference } = await holdSeatByCall(request, { token, ...buyer })
  return callApi<Booking>(request, 'POST', `/bookings/${reference}/reservation`, { token })
}

for (const [at, viewport] of [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
].entries())
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })
    test.describe.configure({ timeout: 240_000 })

    test('a day at the counter: walk-ins, the web and a reservation on one bus, all boarded, and ₦500 missing', async ({
      page,
      aPhone,
      playwright,
      baseURL,
    }) => {
      const request = await playwright.request.newContext(baseURL ? { baseURL } : {})
      const day = dayAhead(18 + at)
      const online = await buySeatByCall(request, { day, full_name: 'Chiamaka Obi' })
      const { trip } = online.booking
      const [trip_id = ''] = trip.id.split('.')
      const manager = await signUpByCall({ request })
      await makeMember(manager.member.email, trip.operator.code, 'manager')
      const { token } = manager.session
      await callApi(request, 'PUT', '/counter/reservation-terms', {
        token,
        data: { lead_hours: 2 },
      })
      const kept = await reserve(request, { day, full_name: 'Amina Yusuf' })
      const lapsed = await reserve(request, { day, full_name: 'Sunday Okoro' })
      expect([kept.trip.id, lapsed.trip.id]).toEqual([trip.id, trip.id])
      await expireHold(lapsed.reference)

      const { member } = await logInNewPerson(page)
      await makeMember(member.email, trip.operator.code, 'counter')
      await page.goto('/desk/counter')
      await page.getByLabel('Cash in the drawer, ₦').fill('10,000')
      await page.getByRole('button', { name: 'Open my shift' }).click()
      await page.getByLabel('Day').fill(day)
      await sellAtAllParks(page)
      const departure = page.getByLabel('Departure')
      await departure.selectOption(
        (await departure.locator(`option[value^="${trip_id}."]`).first().getAttribute('value')) ??
          '',
      )
      await expectAccessible(page, 'the counter with a sale')
      const codes = [
        ...(await sell(page, 'Cash', [{ full_name: 'Musa Bello', gender: 'Male' }])),
        ...(await sell(page, 'Card machine', [{ full_name: 'Ngozi Umeh', gender: 'Female' }])),
        ...(await sell(page, 'Cash', family)),
      ]
      const search = page.getByLabel('Booking code or phone number')
      await search.fill(lapsed.reference)
      await page.getByRole('button', { name: 'Find' }).click()
      await expect(page.getByText('Not paid in time')).toBeVisible()
      await search.fill(kept.reference)
      await page.getByRole('button', { name: 'Find' }).click()
      await page.getByRole('button', { name: /^Take ₦/ }).click()
      codes.push(...(await readTickets(page, 1)))

      await letTripLeaveSoon(trip_id)
      const { guest_token = '', reference } = online.booking
      const bought = await callApi<Ticket[]>(request, 'GET', `/bookings/${reference}/tickets`, {
        guest_token,
      })
      codes.push(...bought.map(({ code }) => code))
      await boardAll(await aPhone(), { trip, trip_id, codes })

      await page.getByRole('button', { name: 'Close my shift' }).click()
      const due = await page
        .locator('div:has(> dt:text-is("Should be in the drawer")) > dd')
        .first()
        .textContent()
      const counted = Number(due?.replaceAll(/\D/g, '')) - 500
      await page.getByLabel('Cash that you counted, ₦').fill(String(counted))
      await page.getByLabel('Why ₦500 is missing').fill('Gave too much change')
      await page.getByRole('button', { name: 'Close it' }).click()
      await expect(page.getByRole('region', { name: 'Closed shift' })).toContainText(
        '₦500: Gave too much change',
      )
      expect(await findCounterViolations()).toEqual([])
      await request.dispose()
    })
  })

/** Boards everybody with the login of an attendant, and expects that nobody else is on the list. */
async function boardAll(
  { page }: { page: Page },
  { trip, trip_id, codes }: { trip: Booking['trip']; trip_id: string; codes: readonly string[] },
): Promise<void> {
  const { member } = await logInNewPerson(page)
  await makeMember(member.email, trip.operator.code, 'attendant')
  await page.goto(`/desk/departures/${trip_id}?day=${trip.service_date}`)
  await page.getByRole('link', { name: 'Board passengers' }).click()
  for (const code of codes) {
    await page.getByLabel('Ticket code or booking reference').fill(code)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Next ticket' }).click()
  }
  await page.goto(`/desk/departures?day=${trip.service_date}`)
  const departure = page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="/departures/${trip_id}"]`) })
  // Eight travellers with seats, and the baby.
  await expect(departure).toContainText('9 travellers, 9 aboard')
}
