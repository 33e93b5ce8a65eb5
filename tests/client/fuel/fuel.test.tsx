import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exportProfile } from '#contract/profile/endpoints'
import { sql } from '#server/db/sql'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { choosePlace } from '#tests/client/fixtures/sheets'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld({ country: true })
const { db, hand, server, pressButton: press } = world

const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const choose = async (name: string) => hand.click(await screen.findByRole('radio', { name }))
const brand = async (name: string) => {
  const option = await screen.findByRole('option', { name })
  await hand.selectOptions(await field('Station'), option)
}

/** Starts what the app starts when it is idle; `open` only renders it. */
const watchOutbox = async () => (await import('#lib/outbox/sender')).watchOutbox()
const atField = { selector: '[id$="-error"]' }

/** Logs somebody in on this phone. */
async function here(): Promise<MadeUser> {
  const owner = await aUser(server)
  world.enter(owner)
  return owner
}

const reportsOf = async ({ as }: MadeUser) =>
  (await server.call(exportProfile, {}, { as })).data.fuel_reports

async function fillIn(naira: string): Promise<void> {
  await brand('Kola Energy')
  await hand.type(await field(/^Where/), 'Ogudu, by the bank')
  await hand.type(await field('Naira for a litre'), naira)
}

test('the cheapest brand of a state stands first, and the choice is remembered', async () => {
  await world.open('/fuel-price')
  const list = await screen.findByRole('region', { name: 'Petrol in Lagos' })
  const prices = within(list)
    .getAllByText(/^₦/)
    .map(({ textContent }) => Number(textContent?.replaceAll(/\D/g, '')))
  expect(prices.length).toBeGreaterThan(2)
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  expect(within(list).getAllByText(/ago.* · \d people$/).length).toBeGreaterThan(0)
  await choosePlace(hand, 'State', 'Kano')
  await choose('Diesel')
  await screen.findByRole('region', { name: 'Diesel in Kano' })
  await world.reload()
  await screen.findByRole('region', { name: 'Diesel in Kano' })
})

test('twelve weeks stand as a line, and as a table for who listens', async () => {
  await world.open('/fuel-price')
  const table = await screen.findByRole('table', { name: 'Petrol in Lagos, week by week' })
  expect(within(table).getAllByRole('row').length).toBeGreaterThanOrEqual(12)
  expect(screen.getByText(/^₦[\d,]+, ₦\d+ more than \d+ weeks ago\.$/)).toBeDefined()
})

test('a price is reported in a few taps and stands among those seen last', async () => {
  const owner = await here()
  await world.open('/fuel-price?report')
  await fillIn('₦868')
  await press('Send the price')
  await screen.findByText('Sent.')
  expect(await reportsOf(owner)).toMatchObject([
    { station: 'kola-energy', state: 'Lagos', place: 'Ogudu, by the bank', price_kobo: 86_800 },
  ])
  await hand.click(screen.getByRole('link', { name: 'See the prices' }))
  const newest = await screen.findByRole('region', { name: 'Latest reports' })
  await within(newest).findByText(/^Ogudu, by the bank ·/)
})

test('a slip of a digit is said at its field, and what was typed stays', async () => {
  await here()
  await world.open('/fuel-price?report')
  await fillIn('8680')
  await press('Send the price')
  await screen.findByText(/from ₦250 to ₦2,500\. Check the digits\./, atField)
  await waitFor(async () => expect(document.activeElement).toBe(await field('Naira for a litre')))
  await world.reload()
  await waitFor(async () => expect((await field('Naira for a litre')).value).toBe('8680'))
})

test('a price is checked when its field is left, not while it is typed', async () => {
  await here()
  await world.open('/fuel-price?report')
  await hand.type(await field('Naira for a litre'), '8680')
  expect(screen.queryByText(/Check the digits/, atField)).toBeNull()
  await hand.tab()
  await screen.findByText(/from ₦250 to ₦2,500\. Check the digits\./, atField)
  expect(screen.queryByText('Choose the brand on the sign.', atField)).toBeNull()
})

test('what was seen earlier keeps its time', async () => {
  const owner = await here()
  await world.open('/fuel-price?report')
  await fillIn('870')
  await choose('Earlier')
  await press('Send the price')
  await screen.findByText('Enter the time, like 14:30.', atField)
  const seen = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 5 * 3_600_000)
  const lagos = new Date(seen.getTime() + 3_600_000).toISOString().slice(11, 16)
  fireEvent.change(await field('At what time?'), { target: { value: lagos } })
  await press('Send the price')
  await screen.findByText('Sent.')
  expect(await reportsOf(owner)).toMatchObject([{ observed_at: seen.toISOString() }])
})

test('without a network a report waits in the list, and can be changed or deleted', async () => {
  const owner = await here()
  await world.open('/fuel-price?report')
  await brand('Kola Energy')
  world.goOffline()
  await fillIn('868')
  await press('Send the price')
  await screen.findByText('Saved on this phone. It is sent when the network is back.')
  await hand.click(screen.getByRole('link', { name: 'See the prices' }))
  const mine = () => screen.findByRole('list', { name: 'Your reports that are not sent yet' })
  await within(await mine()).findByText('Waiting to be sent')
  await within(await mine()).findByRole('link', { name: 'Change' })
  await world.pressWaiting('link', 'Change', () => expect(location.search).toMatch(/waiting=/))
  const price = await field('Naira for a litre')
  expect(price.value).toBe('868')
  await hand.clear(price)
  await hand.type(price, '873')
  await press('Send the price')
  await hand.click(await screen.findByRole('link', { name: 'See the prices' }))
  await within(await mine()).findByText(/^₦873 · /)
  expect(within(await mine()).getAllByRole('listitem')).toHaveLength(1)
  world.goOnline()
  await watchOutbox()
  await waitFor(async () => expect(await reportsOf(owner)).toMatchObject([{ price_kobo: 87_300 }]))
  await waitFor(() => expect(screen.queryByText('Waiting to be sent')).toBeNull())
})

test('a report that is sent while it is being changed is sent a second time only on request', async () => {
  const owner = await here()
  await world.open('/fuel-price?report')
  await brand('Kola Energy')
  world.goOffline()
  await fillIn('868')
  await press('Send the price')
  await hand.click(await screen.findByRole('link', { name: 'See the prices' }))
  await world.pressWaiting('link', 'Change', () => expect(location.search).toMatch(/waiting=/))
  const price = await field('Naira for a litre')
  await hand.clear(price)
  await hand.type(price, '873')
  world.goOnline()
  const answer = world.silenceAt('fuel-reports')
  await watchOutbox()
  const isSending = () => world.sent.some((asked) => /^POST .*fuel-reports$/.test(asked))
  await waitFor(() => expect(isSending()).toBe(true))
  await press('Send the price')
  await screen.findByText(/^It is being sent, as it was before you changed it\./)
  answer()
  await screen.findByText('This report was sent before you changed it.')
  expect(price.value).toBe('873')
  expect(await reportsOf(owner)).toMatchObject([{ price_kobo: 86_800 }])
  await press('Send the price')
  await waitFor(async () => expect(await reportsOf(owner)).toHaveLength(2))
})

test('who changes a report that may have arrived is told so', async () => {
  await here()
  await world.open('/fuel-price?report')
  await brand('Kola Energy')
  world.loseAnswerOnce('POST /api/v1/waka/fuel-reports')
  await fillIn('868')
  await press('Send the price')
  await hand.click(await screen.findByRole('link', { name: 'See the prices' }))
  await world.pressWaiting('link', 'Change', () => expect(location.search).toMatch(/waiting=/))
  await screen.findByText('This report may have arrived already.')
})

test('who is logged out may write it all; it is sent when they have logged in', async () => {
  await world.open('/fuel-price?report')
  await screen.findByText(/^A report needs an account\./)
  await fillIn('869')
  await press('Send the price')
  await screen.findByText('Saved on this phone. Log in to send it.')
  const owner = await here()
  await world.reload()
  await watchOutbox()
  await waitFor(async () => expect(await reportsOf(owner)).toMatchObject([{ price_kobo: 86_900 }]))
})

test('a report older than a day asks again: the price stays, the time must be said anew', async () => {
  const owner = await here()
  await world.open('/fuel-price?report')
  await brand('Kola Energy')
  world.goOffline()
  await fillIn('868')
  await press('Send the price')
  await screen.findByText('Saved on this phone. It is sent when the network is back.')
  world.phoneRunsAhead(25 * 3_600_000)
  await world.open('/fuel-price')
  await screen.findByText(/^More than a day old, so it was not sent\./)
  await hand.click(screen.getByRole('link', { name: 'Report a new price' }))
  expect((await field('Naira for a litre')).value).toBe('868')
  await press('Send the price')
  await screen.findByText('Say when you saw the price.', atField)
  expect(await reportsOf(owner)).toEqual([])
})

test('prices of the phone show without a network, with their age', async () => {
  await world.open('/fuel-price')
  await screen.findByRole('region', { name: 'Petrol in Lagos' })
  await screen.findByRole('region', { name: 'Latest reports' })
  world.goOffline()
  await world.reload()
  await screen.findByRole('region', { name: 'Petrol in Lagos' })
  const ages = await screen.findAllByText(/^No network\. Saved on this phone, as of /)
  expect(ages).toHaveLength(1)
  expect(ages[0]?.textContent).not.toContain('1970')
})

test('where nobody told a price it says so', async () => {
  await sql`delete from fuel_monitor where state_code = 'ZM' and fuel = 'cooking_gas'`.execute(db)
  await world.open('/fuel-price')
  await screen.findByRole('region', { name: 'Petrol in Lagos' })
  await choosePlace(hand, 'State', 'Zamfara')
  await choose('Cooking gas')
  await screen.findByText(
    'Nobody has reported a price of cooking gas in Zamfara yet. Be the first.',
  )
})

test.for([
  ['two days behind', -2],
  ['two days ahead', 2],
] as const)('a report just written is just written: the phone is %s', async ([, days]) => {
  world.phoneRunsAhead(days * 86_400_000)
  await here()
  await world.open('/fuel-price?report')
  await brand('Kola Energy')
  world.goOffline()
  await fillIn('868')
  await press('Send the price')
  await screen.findByText('Saved on this phone. It is sent when the network is back.')
  await world.open('/phone/outbox')
  expect(await screen.findByText(/written just now$/)).toBeDefined()
})

test('the first price of a state can be reported', async () => {
  await sql`delete from fuel_monitor where state_code = (select code from state where name = 'Kano')`.execute(
    db,
  )
  await here()
  await world.open('/fuel-price?report')
  await choosePlace(hand, 'State', 'Kano')
  expect((await field('State')).value).toBe('Kano')
})
