import type { APIRequestContext, Page } from '@playwright/test'
import type { CounterSale, Shift } from '#contract/counter/model'
import type { CounterMovePreview } from '#contract/counter/moves'
import { decodeBase32, makeHotp, computeTotpStep } from '#server/platform/totp'
import { expectAccessible } from '#tests/e2e/fixtures/axe'
import { findCounterViolations, findDepartureOnSale, logInClerk } from '#tests/e2e/fixtures/counter'
import { runStatement } from '#tests/e2e/fixtures/database'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { callApi } from '#tests/e2e/fixtures/purchases'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

const people = ['Yetunde Alabi', 'Kayode Alabi']

/** Logs a clerk in on this page, with an open shift and a second step. Returns the token. */
async function logInProvenClerk(page: Page, request: APIRequestContext): Promise<string> {
  const token = await logInClerk(page)
  const { secret } = await callApi<{ secret: string }>(request, 'PUT', '/desk/second-factor', {
    token,
  })
  const code = makeHotp(decodeBase32(secret), computeTotpStep(Date.now() / 1000))
  await callApi(request, 'POST', '/desk/second-factor/proofs', { token, data: { code } })
  return token
}

/** Sells two seats for cash on a departure of a day. Returns the sale and where it can move. */
async function aSale(request: APIRequestContext, token: string, day: string) {
  const { shift } = await callApi<{ shift: Shift }>(request, 'GET', '/counter/shift', { token })
  const { trip } = await findDepartureOnSale(request, token, day, { seats: people.length })
  const free = trip.seats.filter(({ state }) => state === 'free')
  const passengers = people.map((full_name, index) => ({
    seat: free[index]?.number,
    full_name,
    gender: 'female',
    passenger_type: 'adult',
  }))
  const { reference } = await callApi<CounterSale>(
    request,
    'POST',
    `/counter/shifts/${shift.id}/sales`,
    {
      token,
      data: {
        trip_id: trip.id,
        passengers,
        means: 'cash',
        total_kobo: 2 * (trip.fare_kobo ?? 0),
      },
    },
  )
  const { options } = await callApi<CounterMovePreview>(
    request,
    'GET',
    `/counter/sales/${reference}/move`,
    { token },
  )
  return { reference, options }
}

/** Chooses a departure and as many seats as there are travellers. */
async function chooseSeats(page: Page, { id, service_date }: { id: string; service_date: string }) {
  await page.getByRole('button', { name: 'Choose a departure' }).click()
  await page.getByLabel('Day').selectOption(service_date)
  await page.getByLabel('Departure', { exact: true }).selectOption(id)
  const free = page.getByRole('button', { name: /^Seat \d+\b.*, free$/ })
  for (const _ of people) await free.last().click()
}

for (const [at, viewport] of [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
].entries())
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('a clerk moves one sale to a more expensive departure, and one to a cheaper, with new tickets', async ({
      page,
      faults,
    }) => {
      const { request } = page.context()
      const token = await logInProvenClerk(page, request)
      const dear = await aSale(request, token, dayAhead(5 + at))
      const target = dear.options.find(({ trip }) => trip.service_date > dayAhead(6 + at))?.trip
      if (target === undefined) throw new Error('there is no departure to move to')
      const setFare = (percent: number) =>
        runStatement('update trip set fare_percent = $2 where id = $1', [
          target.id.split('.')[0],
          percent,
        ])
      await setFare(130)
      await page.goto(`/desk/sales/${dear.reference}`)
      await chooseSeats(page, target)
      const move = page.getByRole('region', { name: 'Move' })
      await move.getByText('Card machine', { exact: true }).click()
      await expectAccessible(page, 'a sale that moves')
      await move.getByRole('button', { name: /^Move and take ₦/ }).click()
      await expect(move.getByRole('heading', { name: /^Move and take ₦.*\?$/ })).toBeFocused()
      await expect(move.getByText(`, from ${target.from.park.name}`)).toBeVisible()
      // The price changes while the clerk reads the question: nothing moves, and the choice stays.
      await setFare(140)
      await move.getByRole('button', { name: /^Yes, move and take ₦/ }).click()
      await expect(move.getByText(/^You would take ₦/)).toBeVisible()
      await expect(move.getByRole('radio', { name: 'Card machine' })).toBeChecked()
      await move.getByRole('button', { name: /^Move and take ₦/ }).click()
      await expectAccessible(page, 'the question before a move')
      await move.getByRole('button', { name: /^Yes, move and take ₦/ }).click()
      await expect(page.getByRole('heading', { name: /^Moved, and ₦.* taken$/ })).toBeVisible()
      await expectAccessible(page, 'a sale that has moved')
      await expect(page.locator('div:has(> dt:text-is("Ticket")) > dd')).toHaveCount(2)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('region', { name: /^Seat \d+$/ }).first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Done' })).toBeHidden()
      await page.emulateMedia({ media: 'screen' })
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Choose a departure' }).click()
      await expect(page.getByText(/^This booking was moved once already/)).toBeVisible()

      const cheap = await aSale(request, token, dayAhead(5 + at))
      await setFare(60)
      await page.goto(`/desk/sales/${cheap.reference}`)
      await chooseSeats(page, target)
      await page.getByRole('button', { name: /^Move and pay out ₦/ }).click()
      // The sale moves, but the answer is lost: the clerk sends the same again, also after the seats have loaded again.
      const isMove = (url: URL) => url.pathname.endsWith(`/${cheap.reference}/move`)
      await page.route(isMove, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        return route.abort()
      })
      const yes = page.getByRole('button', { name: /^Yes, move and pay out ₦/ })
      await yes.click()
      await expect(page.getByText(/^No network\. We do not know yet whether it was/)).toBeVisible()
      await page.waitForResponse((one) => one.url().includes(`/trips/${target.id}`))
      await page.unroute(isMove)
      allowFaults(faults, /net::ERR_FAILED/)
      await yes.click()
      await expect(page.getByRole('heading', { name: /^Moved\. Give ₦/ })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('button', { name: 'Print tickets' })).toBeVisible()
      await expect(page.locator('div:has(> dt:text-is("Ticket")) > dd')).toHaveCount(2)
      await expectAccessible(page, 'a sale with its tickets')
      await page.goto('/desk/sales')
      await expect(page.getByText(/^₦.* paid out$/)).toBeVisible()
      expect(await findCounterViolations()).toEqual([])
    })
  })
