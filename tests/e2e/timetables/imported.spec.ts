import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { aFeed, joinCsvLines } from '#tests/support/files/feeds'
import {
  ada,
  aPhoneNumber,
  continueToPayment,
  dayAhead,
  fillPassengers,
  goToCheckout,
  holdOnTrip,
  payAtCheckout,
} from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

const root = resolve(import.meta.dirname, '../../..')
const accra = resolve(root, '../shared/gtfs/accra-trotro-2016.zip')

/** A fare in a currency with an exchange rate, for the feed's second route. */
const fares = {
  'fare_attributes.txt': joinCsvLines(
    'fare_id,price,currency_type,payment_method,transfers',
    'F,10,CAD,0,0',
  ),
  'fare_rules.txt': joinCsvLines('fare_id,route_id', 'F,R2'),
}

/** Imports a feed into the running server's database, as its operator would. */
async function takeIn(file: string): Promise<string> {
  const words = ['server/commands/import.ts', file, '--extend', '--rate', 'CAD=95']
  const importing = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'], DATABASE_URL: '' },
  })
  let said = ''
  importing.stdout.on('data', (words) => (said += String(words)))
  importing.stderr.on('data', (words) => (said += String(words)))
  const [code] = (await once(importing, 'exit')) as [number]
  expect(code, said).toBe(0)
  return said
}

test('a trip of an imported timetable is searched, booked, paid and ticketed', async ({
  phone,
}) => {
  test.setTimeout(180_000)
  const isAccra = existsSync(accra)
  const said = await takeIn(isAccra ? accra : aFeed(fares))
  if (isAccra) expect(said).toMatch(/operators +91\n[^]*routes +651\n/)

  const { page, context } = phone
  const ask = async (path: string) =>
    ((await (await context.request.get(`/api/v1/waka${path}`)).json()) as { data: never }).data
  const day = dayAhead(2)
  const found = await aRoute(ask, day)
  await page.goto(`/bookride?from=${found.from}&to=${found.to}&date=${day}&passengers=1`)
  await page.getByRole('list', { name: 'Trips' }).getByRole('link').first().click()
  await holdOnTrip(page, 1)
  await fillPassengers(page, [ada], aPhoneNumber())
  await continueToPayment(page)
  await goToCheckout(page, 'Paystack', 'Card')
  await payAtCheckout(page, 'Card')
  await expect(page.getByRole('img', { name: /^Ticket code of/ })).toBeVisible()
})

/** Two motor parks of the feed with a fare between them on a day. */
async function aRoute(
  ask: (path: string) => Promise<never>,
  day: string,
): Promise<{ from: string; to: string }> {
  const parks = (await ask('/motor-parks?city=accra')) as { code: string }[]
  for (const { code } of parks) {
    const board = (await ask(`/motor-parks/${code}/departures`)) as Trip[]
    for (const { from, to } of board.slice(0, 3)) {
      const road = { from: from.park.code, to: to.park.code }
      const trips = (await ask(`/trips?from=${road.from}&to=${road.to}&date=${day}`)) as Trip[]
      if (trips.some((trip) => trip.fare_kobo !== null && trip.seats_left > 0)) return road
    }
  }
  throw new Error('No road of the feed is on sale.')
}

interface Trip {
  from: { park: { code: string } }
  to: { park: { code: string } }
  fare_kobo: number | null
  seats_left: number
}
