import type { Locator, Page } from '@playwright/test'
import { makeClusterUrl, findCluster } from '#server/db/embedded-cluster'
import { openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import { aTrip, anOperator } from '#tests/support/makers/trips'
import {
  holdSeatByCall,
  buySeatByCall,
  storeProof,
  expectTicket,
} from '#tests/e2e/fixtures/purchases'
import { comparePictures, tolerated_pixels } from '#tests/e2e/fixtures/image-diff'
import { signUpByCall, storeLogin } from '#tests/e2e/fixtures/people'
import { addStyles, expectBaseline, drawScreen } from '#tests/e2e/fixtures/baselines'
import { listMisaligned } from '#tests/e2e/fixtures/left-edge'
import { fullBrowser } from '#tests/e2e/fixtures/full-browser'
import { expect, test } from '#tests/e2e/fixtures/world'

test.use({ launchOptions: fullBrowser })
test.beforeEach(({ context, baseURL }) =>
  context.addCookies([{ name: 'consent', value: 'yes', url: baseURL ?? '' }]),
)

const road = { from: 'dutse', to: 'jalingo' }
const name = 'Udala Motors'

/**
 * Makes two departures on a route that no other test uses, always the same number of days ahead in Lagos and at the
 * same hours; those of an earlier attempt have left.
 */
async function makeOwnRoute(): Promise<string> {
  const db = openDatabase(makeClusterUrl(findCluster(process.env['E2E_DATA_DIR'] ?? ''), 'waka'))
  try {
    const { rows } = await sql<{ id: string }>`select t.id from operator o
      join schedule s on s.operator_id = o.id join trip t on t.schedule_id = s.id where o.name = ${name}`.execute(
      db,
    )
    for (const { id } of rows)
      await sql`update trip set status = 'departed' where id = ${id}`.execute(db)
    const operator_id = await anOperator(db, { name })
    // Lagos is an hour ahead of UTC, so its next day begins at 23:00 UTC.
    const today = Math.floor((Date.now() + 3_600_000) / 86_400_000)
    const morning = (today + 3) * 24 + 5
    const now = Math.floor(Date.now() / 60_000) / 60
    const stops = [road.from, road.to]
    const trip = { operator_id, stops, minutes: 330, seats_left: 9 }
    await aTrip(db, { ...trip, departs_in_hours: morning + 2 - now, fare_kobo: 1_150_000 })
    return (await aTrip(db, { ...trip, departs_in_hours: morning - now })).date
  } finally {
    await db.destroy()
  }
}

test('a guest’s way from home to the ticket looks as it is kept', async ({ page, request }) => {
  const day = await makeOwnRoute()
  await page.goto('/')
  await expectBaseline(page, 'home')
  await page.goto(`/bookride?from=${road.from}&to=${road.to}&date=${day}`)
  const trips = page.getByRole('list', { name: 'Trips' }).getByRole('listitem')
  await expect(trips).toHaveCount(2)
  await expectBaseline(page, 'results')
  await trips.first().getByRole('link').first().click()
  const seat = page.getByRole('button', { name: /^Seat \d/ }).first()
  await expect(seat).toBeVisible()
  await expectBaseline(page, 'trip')
  await seat.evaluate((one) => scrollTo({ top: one.getBoundingClientRect().top + scrollY - 160 }))
  await expectBaseline(page, 'seats')
  const held = await holdSeatByCall(request, { ...road, day, named: false })
  const ready = await holdSeatByCall(request, { ...road, day })
  const paid = await buySeatByCall(request, { ...road, day })
  for (const one of [held, ready, paid]) await storeProof(page, one)
  await page.goto(`/bookride/passenger-details?booking=${held.reference}`)
  await expect(page.getByLabel('Address')).toBeVisible()
  await expectBaseline(page, 'passengers')
  await page.goto(`/bookride/pay?booking=${ready.reference}`)
  await expect(page.getByRole('button', { name: /^Pay ₦/ })).toBeVisible()
  await expectBaseline(page, 'pay')
  await page.goto(`/ticket/${paid.reference}`)
  await expectTicket(page)
  await expectBaseline(page, 'ticket', [page.getByRole('img', { name: /^Ticket code of/ })])
  await page.goto('/profile/trip')
  await expect(page.getByText(name).first()).toBeVisible()
  await expectBaseline(page, 'my-trips')
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const list = (page: Page, name: string) => page.getByRole('list', { name })

test('what everybody can open looks as it is kept', async ({ page }) => {
  /** Screens with the element that shows when they are complete, and a mask for what other tests may have changed. */
  const screens: readonly [name: string, path: string, whole: Locator, mask?: Locator][] = [
    ['track-parcel', '/track-parcel', button(page, 'Track')],
    ['request-parcel', '/customizeparcel', page.getByLabel('Weight (kg)')],
    ['support', '/support', page.getByText('Send an SMS').last()],
    ['fuel-price', '/fuel-price', page.locator('main ol'), page.locator('main ol')],
    ['reviews', '/reviews', page.getByLabel('Order'), page.locator('main li')],
    ['operators', '/brands?q=Iroko', list(page, 'Operators'), page.getByText(/^from ₦/)],
    ['charters', '/charter-marketplace?city=lagos&size=large', list(page, 'Vehicles')],
    ['community', '/community?kind=camp', list(page, 'Groups')],
    ['login', '/login', button(page, /Google/)],
  ]
  for (const [name, path, whole, mask] of screens) {
    await page.goto(path)
    await expect(whole, name).toBeVisible()
    await expectBaseline(page, name, mask === undefined ? [] : [mask])
  }
  await page.goto('/charter-marketplace?city=lagos&size=large')
  await list(page, 'Vehicles').getByRole('link').first().click()
  await page.waitForURL('**/browse_charter/**')
  await expect(page.getByText('See your price')).toBeVisible()
  await expectBaseline(page, 'vehicle')
})

test('what somebody new has looks as it is kept', async ({ page, context }) => {
  const id = crypto.randomUUID().slice(0, 8)
  const digits = String(Number.parseInt(id, 16) % 10_000_000).padStart(7, '0')
  const member = { full_name: 'Ifeoma Okafor', email: `ifeoma.${id}@people.example`, phone: '' }
  await storeLogin(
    page,
    (await signUpByCall(context, { ...member, e164: `+234704${digits}` })).session,
  )
  for (const name of ['wallet', 'profile'] as const) {
    await page.goto(name === 'profile' ? '/profile' : '/profile/wallet')
    await expect(
      page.getByText(name === 'profile' ? 'Where to next?' : 'See my points'),
    ).toBeVisible()
    await expectBaseline(page, name)
  }
})

test('a moved button, another colour, a cut text and a second left edge are found; the edge of a letter is not', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(button(page, /Google/)).toBeVisible()
  const before = await drawScreen(page)
  const planted = async (css: string) => {
    const undress = await addStyles(page, css)
    const { unlike } = await comparePictures(before, await drawScreen(page))
    await undress()
    return unlike
  }
  expect(await planted('')).toBe(0)
  expect(await planted('main form{transform:translate(.4px,.4px)}')).toBeLessThanOrEqual(
    tolerated_pixels,
  )
  expect(await planted('main label{text-shadow:0 0 1px #8884}')).toBeLessThanOrEqual(
    tolerated_pixels,
  )
  const found = {
    moved: await planted('main form button[type=submit]{position:relative;top:12px}'),
    recoloured: await planted('main form button[type=submit]{background:#0b7a3b!important}'),
    cut: await planted(
      'main label{display:inline-block;max-width:2.5em;overflow:hidden;height:1.5em}',
    ),
  }
  for (const [fault, unlike] of Object.entries(found))
    expect(unlike, fault).toBeGreaterThan(tolerated_pixels * 2)
  expect(await listMisaligned(page)).toEqual([])
  await addStyles(page, 'main p{margin-left:12px}')
  expect(await listMisaligned(page)).not.toEqual([])
})
