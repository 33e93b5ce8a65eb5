import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { joinWaitingList, listRouteAlerts, watchRoute } from '#contract/waitlist/endpoints'
import { sql } from '#server/db/sql'
import { runJob } from '#tests/support/server/jobs'
import { aCountry, aTrip } from '#tests/support/makers/trips'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { requestRoute, dayInLagos, fetchWaitlistEntries } from '#tests/support/makers/waitlist'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server, pressButton: press } = world
await aCountry(db)

/** Logs somebody in on this phone. */
async function here(): Promise<MadeUser> {
  const owner = await aUser(server)
  world.enter(owner)
  return owner
}

const mine = () => screen.findByRole('list', { name: 'Requests and waiting lists' })

test('who asks for the same road is shown, and joining is one tap', async () => {
  const other = await aUser(server)
  await requestRoute(server, other.as, { day: await dayInLagos(server, 6), travellers: 3 })
  await aTrip(db, { stops: ['lagos', 'jos'] })
  const owner = await here()
  await world.open(`/profile/travel-request/ask?from=lagos&to=jos&passengers=2`)
  const others = within(await screen.findByRole('list', { name: 'Others want this route' }))
  expect(await others.findByText('3 travellers')).toBeDefined()
  await hand.type(screen.getByLabelText(/^Highest fare for one traveller/), '12,500')
  await hand.click(others.getByRole('button', { name: 'Join them' }))
  const card = within(await mine())
  expect(await card.findByText(/^5 travellers want this\./)).toBeDefined()
  expect(card.getByText(/up to ₦12,500 each$/)).toBeDefined()
  await press('Leave the waiting list, Lagos to Jos')
  await press('Yes, leave it')
  expect(await card.findByText('You left')).toBeDefined()
  expect((await fetchWaitlistEntries(server, owner.as))[0]?.state).toBe('left')
})

test('a day that is not chosen is asked for, not spelt out', async () => {
  await here()
  await world.open('/profile/travel-request/ask?from=lagos&to=jos&date=')
  await press('Ask for this route')
  expect(await screen.findAllByText('Choose a date.', { selector: 'p' })).toHaveLength(2)
  expect(screen.queryByText(/^Enter the date/)).toBeNull()
})

test.each([
  ['a request', 'ask', 'Highest fare for one traveller, in naira'],
  ['an alert', 'watch', 'Naira for one adult, fees included'],
])('the fare of %s is checked when its field is left', async (_, path, label) => {
  await here()
  await world.open(`/profile/travel-request/${path}?from=lagos&to=jos`)
  await hand.type(await screen.findByLabelText(new RegExp(`^${label}`)), 'cheap')
  expect(screen.queryByText('Enter the price in naira, like 12,500.')).toBeNull()
  await hand.tab()
  expect(await screen.findByText('Enter the price in naira, like 12,500.')).toBeDefined()
})

test('offered seats stand with their clock, and are given to the next by leaving', async () => {
  const owner = await here()
  const trip = await aTrip(db, { seats_left: 0 })
  await server.call(joinWaitingList, { trip_id: trip.id, travellers: 1 }, { as: owner.as })
  await sql`delete from seat_claim where trip_id = ${trip.trip_id} and seat = ${trip.sellable[0] ?? 0}`.execute(
    db,
  )
  await runJob(server.host, 'queue.offer', { trip_id: trip.trip_id })
  await world.open('/profile/travel-request')
  const card = within(await mine())
  expect(await card.findByText('Seats held for you')).toBeDefined()
  expect((await card.findByRole('timer')).textContent).toMatch(/^(29|30):\d\d$/)
  expect(card.getByRole('link', { name: 'Take the seat' }).getAttribute('href')).toMatch(
    /^\/bookride\/passenger-details\?booking=/,
  )
  await press('Leave the waiting list, Lagos to Ibadan')
  await press('Yes, leave it')
  expect(await card.findByText('You left')).toBeDefined()
})

test('a sold-out departure leads to its waiting list', async () => {
  const owner = await here()
  const trip = await aTrip(db, { seats_left: 0 })
  await world.open(`/bookride/details?trip=${trip.id}`)
  await hand.click(await screen.findByRole('link', { name: 'Join the waiting list' }))
  await hand.click(await screen.findByRole('button', { name: 'Join the waiting list' }))
  expect(await screen.findByText('You are on the waiting list.')).toBeDefined()
  await waitFor(async () => expect(await fetchWaitlistEntries(server, owner.as)).toHaveLength(1))
  await world.reload()
  expect(await screen.findByText('You are on the waiting list.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Join the waiting list' })).toBeNull()
})

test('what is watched says what it found, and is removed', async () => {
  const owner = await here()
  const day = await dayInLagos(server, 4)
  const road = { from: 'lagos', to: 'yola', first_day: day, last_day: day }
  const watch = { ...road, kind: 'price' as const, below_kobo: 2_000_000, ways: ['email' as const] }
  await server.call(watchRoute, watch, { as: owner.as })
  await world.open('/profile/travel-request')
  const card = within(await screen.findByRole('listitem', { name: 'Watched: Lagos to Yola' }))
  expect(card.getByText(/₦20,000 or less/)).toBeDefined()
  await press('Remove Lagos to Yola')
  await press('Yes, remove it')
  await waitFor(async () =>
    expect((await server.call(listRouteAlerts, {}, { as: owner.as })).data).toEqual([]),
  )
})

test('who wants to be told by push alone is warned where this phone shows no notifications', async () => {
  await here()
  await world.open('/profile/travel-request/watch?from=lagos&to=jos')
  const warning = 'This browser or private window cannot show notifications.'
  expect(await screen.findByText(warning)).toBeDefined()
  expect(screen.getByText('We send you an email or SMS instead.')).toBeDefined()
  await hand.click(screen.getByRole('checkbox', { name: 'Email' }))
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
})
