import type { Page } from '@playwright/test'
import { product } from '#contract/product'
import { makeDemoOperatorKey } from '#server/db/demo-marks'
import { runStatement, cancelTrips } from '#tests/e2e/fixtures/database'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

const api = `/api/v1/${product.slug}`

interface RequestRow {
  id: string
  first_day: string
}

/** An operator offers a bus for a requested route and day. */
async function offer(page: Page, from: string, to: string, day: string): Promise<void> {
  const parkIn = async (city: string) => {
    const answer = await page.request.get(`${api}/motor-parks?city=${city}`)
    return ((await answer.json()) as { data: { code: string }[] }).data[0]?.code ?? ''
  }
  const asked = await page.request.get(`${api}/travel-requests?from=${from}&to=${to}`)
  const all = ((await asked.json()) as { data: RequestRow[] }).data
  const id = all.find(({ first_day }) => first_day === day)?.id ?? ''
  const departure = {
    from_park: await parkIn(from),
    to_park: await parkIn(to),
    leaves_at: `${day}T07:30`,
    minutes: 900,
    vehicle: 'hiace-15',
    fare_kobo: 4_800_000,
  }
  const answer = await page.request.post(`${api}/travel-requests/${id}/departures`, {
    headers: {
      authorization: `Bearer ${makeDemoOperatorKey('harmattan-lines')}`,
      'idempotency-key': crypto.randomUUID(),
    },
    data: { departure },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('a road nobody drives is asked for, its seats are offered and held, and leaving is one tap', async ({
  page,
}) => {
  await logInNewPerson(page)
  const day = dayAhead(6)
  await cancelTrips('yola', day)
  const mine = page.getByRole('list', { name: 'Requests and waiting lists' }).getByRole('listitem')

  await test.step('nothing is found, so they ask', async () => {
    await page.goto(`/bookride?from=lagos&to=yola&date=${day}&passengers=2`)
    await page.getByRole('link', { name: 'Ask for this route' }).click()
    await expect(page.getByLabel('Travellers')).toHaveValue('2')
    await page.getByRole('button', { name: 'Ask for this route' }).click()
    await expect(page.getByText('Sent.')).toBeVisible()
    await page.getByRole('link', { name: 'My travel requests' }).click()
    await expect(mine.first()).toContainText('Waiting')
  })

  await test.step('an operator offers, and the seats are theirs for half an hour', async () => {
    await offer(page, 'lagos', 'yola', day)
    await page.reload()
    await expect(mine.first()).toContainText('Seats held for you')
    await expect(mine.first().getByRole('timer')).toBeVisible()
    await mine.first().getByRole('link', { name: 'Take the seats' }).click()
    await page.waitForURL('/bookride/passenger-details?booking=*')
    await expect(page.getByRole('region', { name: /^Traveller on seat/ })).toHaveCount(2)
  })

  await test.step('they leave, once they have confirmed it', async () => {
    await page.goto('/profile/travel-request')
    await page.getByRole('button', { name: 'Leave the waiting list, Lagos to Yola' }).click()
    await page.getByRole('button', { name: 'Yes, leave it' }).click()
    await expect(mine.first()).toContainText('You left')
  })
})

test('a sold-out departure leads to its waiting list', async ({ page }) => {
  await logInNewPerson(page)
  const answer = await page.request.get(
    `${api}/trips?from=lagos&to=benin-city&date=${dayAhead(8)}&sort=departure`,
  )
  const { data } = (await answer.json()) as { data: { id: string; fare_kobo: number | null }[] }
  const trip = data.find(({ fare_kobo }) => fare_kobo !== null)?.id ?? ''
  const [trip_id, leg_from, leg_to] = trip.split('.')
  const sellAll = `insert into seat_claim (trip_id, seat, leg, block_id)
    select $1::uuid, seat, leg, gen_random_uuid() from generate_series($2::int, $3::int - 1) leg, generate_series(1, 80) seat
    on conflict do nothing`
  await runStatement(sellAll, [trip_id, leg_from, leg_to])
  await page.goto(`/bookride/details?trip=${trip}`)
  await page.getByRole('link', { name: 'Join the waiting list' }).click()
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByText('You are on the waiting list.')).toBeVisible()
  await page.getByRole('link', { name: 'My travel requests' }).click()
  const mine = page.getByRole('list', { name: 'Requests and waiting lists' }).getByRole('listitem')
  await expect(mine.first()).toContainText('Sold out. You are first in line.')
})
