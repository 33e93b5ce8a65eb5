import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { decideListing, listMyListings } from '#contract/businesses/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { recomputeDirectory, makeStaffApiKey } from '#server/rooms/operators'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { aReviewedBusiness } from '#tests/support/makers/businesses'
import { aUser } from '#tests/support/makers/people'
import { choosePlace } from '#tests/client/fixtures/sheets'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world

const quiet = await anOperator(db, { code: 'quiet-lines', name: 'Quiet Lines', rating: 3.1 })
const loud = await anOperator(db, { code: 'loud-lines', name: 'Loud Lines', rating: 4.8 })
const trip = await aTrip(db, { operator_id: loud, stops: ['lagos', 'ibadan'], amenities: ['wifi'] })
await aTrip(db, { operator_id: quiet, stops: ['kano', 'kaduna'] })
await inTransaction(db, recomputeDirectory)

const names = async () =>
  within(await screen.findByRole('list', { name: 'Operators' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent)

test('operators are found by name and by what is on board, and the address says so', async () => {
  await world.open('/brands')
  expect(await names()).toEqual(['Loud Lines', 'Quiet Lines'])
  await hand.selectOptions(await screen.findByLabelText('On board'), 'wifi')
  await waitFor(async () => expect(await names()).toEqual(['Loud Lines']))
  expect(location.search).toBe('?amenity=wifi')
  await world.open('/brands?q=quiet')
  expect(await names()).toEqual(['Quiet Lines'])
  await world.open('/brands?rating=5')
  await press('Show all operators')
  expect(await names()).toEqual(['Loud Lines', 'Quiet Lines'])
})

test('an operator’s own mark lies over its initials, which stay where data is saved', async () => {
  const logo = '/api/v1/waka/operators/loud-lines/marks/0123456789ab'
  await sql`update operator set logo = ${logo} where code = 'loud-lines'`.execute(db)
  const marks = async () => {
    await world.open('/brands?q=loud')
    const row = within(await screen.findByRole('list', { name: 'Operators' }))
    const svg = row.getByText('LL').parentElement
    return [...(svg?.querySelectorAll('image') ?? [])].map((one) => one.getAttribute('href'))
  }
  expect(await marks()).toEqual([logo])
  localStorage.setItem('saves-data', 'true')
  expect(await marks()).toEqual([])
})

test('an operator’s page leads to its roads, and invents no punctuality', async () => {
  await world.open('/brands/loud-lines')
  expect(await screen.findByRole('heading', { name: 'Loud Lines' })).toBeDefined()
  expect(screen.getByText(/^Not counted yet/)).toBeDefined()
  expect(screen.getByText(/not checked this operator’s licence yet/)).toBeDefined()
  const page = within(screen.getByRole('main'))
  expect(page.getByRole('link', { name: 'Charter' }).getAttribute('href')).toBe(
    '/charter-marketplace?operator=loud-lines',
  )
  await hand.click(screen.getByRole('link', { name: /Lagos .* Ibadan/ }))
  expect(await screen.findByRole('heading', { name: /Lagos .* Ibadan by bus/ })).toBeDefined()
  const buses = await screen.findByRole('link', { name: 'See buses of Loud Lines' })
  expect(buses.getAttribute('href')).toContain('from=lagos&to=ibadan&date=')
  expect(buses.getAttribute('href')).toContain('operator=loud-lines')
  expect(trip.from).toBe('lagos')
})

test.each([
  [1, '; 1 more was cancelled.'],
  [2, '; 2 more were cancelled.'],
])('an operator that had %i departures cancelled reads so', async (cancelled, words) => {
  await sql`update operator_card set counted = 40, on_time = 30, cancelled = ${cancelled}
    where operator_id = ${quiet}`.execute(db)
  localStorage.clear()
  await world.open('/brands/quiet-lines')
  const card = await screen.findByRole('region', { name: 'On time' })
  await waitFor(() => expect(card.textContent).toContain(words))
})

test('who writes to an operator logs in first, then talks with them', async () => {
  world.enter(await aUser(server))
  await world.open('/brands/loud-lines')
  await press('Message them')
  await waitFor(() => expect(location.pathname).toBe('/support'))
  expect(location.search).toMatch(/conversation_id=/)
})

test('an operator that was looked at opens again without a network', async () => {
  await world.open('/brands/quiet-lines')
  expect(await screen.findByRole('heading', { name: 'Quiet Lines' })).toBeDefined()
  world.goOffline()
  await world.open('/brands/quiet-lines')
  expect(await screen.findByRole('heading', { name: 'Quiet Lines' })).toBeDefined()
  await world.open('/brands/loud-lines-2')
  expect(await screen.findByText('You are offline.')).toBeDefined()
})

test('addresses of nobody say so and lead on', async () => {
  await world.open('/brands/nobody')
  expect(await screen.findByText('We could not find this operator.')).toBeDefined()
  await world.open('/businesses/nobody')
  expect(await screen.findByText('We could not find this business.')).toBeDefined()
  await world.open('/bookride/lagos-to-atlantis')
  expect(await screen.findByText('We have no bus on this route yet.')).toBeDefined()
})

test('a business is asked for, waits, and stands in the list once it is approved', async () => {
  const ada = await aUser(server)
  world.enter(ada)
  await world.open('/businesses/list-yours')
  await press('Ask us to list it')
  expect((await screen.findAllByText('Choose what it is.')).length).toBeGreaterThan(0)
  await hand.type(screen.getByLabelText(/^Name of the business/), 'Ada’s Lodge')
  await hand.selectOptions(screen.getByLabelText(/^What is it/), 'guest-house')
  await choosePlace(hand, /^City/, 'Lagos')
  await hand.type(screen.getByLabelText(/^Address/), '4 Park Lane, Jibowu')
  await hand.type(screen.getByLabelText(/^Phone/), '0803 123 4567')
  await hand.type(screen.getByLabelText(/^What do you offer/), 'Six rooms with a night guard.')
  await press('Ask us to list it')
  expect(await screen.findByText('Ada’s Lodge is waiting for our call.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Operator portal' })).toBeDefined()
  // The form that was sent is not there to be sent again; another business begins with an empty one.
  const thanks = await screen.findByRole('status', { name: 'Thank you. We will call you.' })
  expect(document.activeElement?.contains(thanks)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  expect(screen.queryByRole('button', { name: 'Ask us to list it' })).toBeNull()
  await press('List another business')
  expect(await screen.findByLabelText(/^Name of the business/)).toHaveProperty('value', '')
  expect(screen.queryByText('Thank you. We will call you.')).toBeNull()
  await world.open('/businesses')
  expect(await screen.findByText('Nothing matches all of these filters.')).toBeDefined()
  const [listing] = (await server.call(listMyListings, {}, { as: ada.as })).data
  const as = { token: await makeStaffApiKey(db, 'Directory', ['directory']) }
  const decision = { id: listing?.id ?? '', decision: 'list' } as const
  expect((await server.call(decideListing, decision, { as })).status).toBe(200)
  await world.open('/businesses?category=guest-house')
  const list = within(await screen.findByRole('list', { name: 'Businesses' }))
  await hand.click(list.getByRole('link', { name: 'Ada’s Lodge' }))
  expect(await screen.findByText('Mon–Sat, 8:00 AM–6:00 PM')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Call 0803 123 4567' })).toBeDefined()
})

test('who had a business listed answers its review on its page, once', async () => {
  const owner = await aUser(server)
  const { code } = await aReviewedBusiness(server, owner)
  world.enter(owner)
  await world.open(`/businesses/${code}`)
  await hand.type(await screen.findByLabelText(/Your answer/), 'Thank you. The gate stays open.')
  await press('Answer')
  const answer = await screen.findByText('Thank you. The gate stays open.', { selector: 'p' })
  expect(answer.closest('blockquote')?.textContent).toContain('Baobab Rooms answers')
  expect(screen.queryByLabelText(/Your answer/)).toBeNull()
})
