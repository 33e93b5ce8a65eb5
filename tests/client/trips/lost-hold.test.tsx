import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { aHold } from '#tests/support/makers/bookings'
import { aUser } from '#tests/support/makers/people'
import { aReservation, aTripPaidAtPark } from '#tests/support/makers/reservations'
import { aTrip } from '#tests/support/makers/trips'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand } = world
const holding = 'POST /api/v1/waka/bookings'

const map = () => screen.findByRole('group', { name: /Seat map/ })
const seat = (number: number) =>
  screen.getByRole('button', { name: new RegExp(`^Seat ${number},`) })
const press = () => hand.click(screen.getByRole('button', { name: /^Hold seats?$/ }))
const unknown = () => screen.findByText(/we do not know yet whether your seats are held/)

async function openTrip() {
  const trip = await aTrip(world.db)
  await world.open(`/bookride/details?trip=${trip.id}&passengers=1`)
  await map()
  return { ...trip, mine: trip.sellable[0] ?? 0, other: trip.sellable[1] ?? 0 }
}

const bookingsOf = async (trip_id: string) =>
  (
    await sql<{ status: string; seats: number[] }>`
      select status, seats from booking where trip_id = ${trip_id} order by id`.execute(world.db)
  ).rows

test('when the answer to holding is lost, the same hold is asked for again and found', async () => {
  const trip = await openTrip()
  await hand.click(seat(trip.mine))
  world.loseAnswerOnce(holding)
  await press()
  await unknown()
  expect(screen.queryByText(/just taken/)).toBeNull()
  await screen.findByRole('region', { name: `Traveller on seat ${trip.mine}` })
  expect(await bookingsOf(trip.trip_id)).toEqual([{ status: 'held', seats: [trip.mine] }])
  expect(localStorage.getItem('hold-attempt')).toBeNull()
})

test('one’s own seat is not called taken while nobody knows whether it is held', async () => {
  const trip = await openTrip()
  await hand.click(seat(trip.mine))
  world.loseAnswerOnce(holding)
  await press()
  await unknown()
  // The seats are loaded again after a failure: the server now says that this one is held.
  await waitFor(() =>
    expect(world.sent.filter((sent) => sent.startsWith('GET /api/v1/waka/trips/'))).toHaveLength(2),
  )
  expect(seat(trip.mine).getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByText(/just taken/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Ask again' })).toBeDefined()
})

test('the app is closed before the answer: opened again, it finds the hold and makes no second one', async () => {
  const trip = await openTrip()
  await hand.click(seat(trip.mine))
  world.loseAnswerOnce(holding)
  await press()
  await unknown()
  await world.reload()
  await screen.findByRole('region', { name: `Traveller on seat ${trip.mine}` })
  expect(await bookingsOf(trip.trip_id)).toEqual([{ status: 'held', seats: [trip.mine] }])
})

test('who picks other seats after the lost answer holds those alone', async () => {
  const trip = await openTrip()
  await hand.click(seat(trip.mine))
  world.loseAnswerOnce(holding)
  await press()
  await unknown()
  await hand.click(seat(trip.other))
  await press()
  await screen.findByRole('region', { name: `Traveller on seat ${trip.other}` })
  const live = (await bookingsOf(trip.trip_id)).filter(({ status }) => status === 'held')
  expect(live).toEqual([{ status: 'held', seats: [trip.mine, trip.other] }])
})

test('a call that never arrived, and whose seat somebody else took, says so in the end', async () => {
  const trip = await openTrip()
  await hand.click(seat(trip.mine))
  world.loseServer()
  await press()
  await unknown()
  await aHold(world.server, trip.id, [trip.mine])
  world.goOnline()
  expect(
    await screen.findByText(`Seat ${trip.mine} was just taken by somebody else. Pick again.`),
  ).toBeDefined()
  expect(localStorage.getItem('hold-attempt')).toBeNull()
})

test('the next person who logs in on the phone does not hold the seats of the one before', async () => {
  world.enter(await aUser(world.server))
  const trip = await openTrip()
  await hand.click(seat(trip.mine))
  world.loseServer()
  await press()
  await unknown()
  const attempt = localStorage.getItem('hold-attempt') ?? ''
  expect(attempt).toContain(trip.id)
  // The first login ended automatically, so nothing was deleted.
  const { storeUser } = await import('#lib/session')
  const next = await aUser(world.server)
  storeUser(next.user)
  expect(localStorage.getItem('hold-attempt')).toBeNull()
  // Even if a copy stays, as when a tab writes it late, the next person does not get it.
  localStorage.setItem('hold-attempt', attempt)
  world.enter(next)
  world.goOnline()
  await world.reload()
  await map()
  expect(screen.getByRole('button', { name: 'Hold any seat' })).toBeDefined()
  expect(seat(trip.mine).getAttribute('aria-pressed')).toBe('false')
  expect(await bookingsOf(trip.trip_id)).toEqual([])
})

const holds = () => world.sent.filter((sent) => sent === holding)
const leave = async () => {
  await hand.click(screen.getByRole('link', { name: 'Other trips' }))
  await waitFor(() => expect(location.pathname).toBe('/bookride'))
}
const comeBack = async () => {
  history.back()
  await map()
}

test('a seat that was given up is not held when the page is opened again', async () => {
  const trip = await openTrip()
  await hand.click(seat(trip.mine))
  world.loseServer()
  await press()
  await unknown()
  await hand.click(seat(trip.mine))
  world.goOnline()
  await leave()
  await comeBack()
  await waitFor(() => expect(seat(trip.mine).getAttribute('aria-pressed')).toBe('false'))
  await world.reload()
  await map()
  await waitFor(() => expect(seat(trip.mine).getAttribute('aria-pressed')).toBe('false'))
  expect(holds()).toHaveLength(1)
  expect(await bookingsOf(trip.trip_id)).toEqual([])
})

test('who left the page without an answer is asked before the hold is made again', async () => {
  const trip = await openTrip()
  await hand.click(seat(trip.mine))
  world.loseAnswerOnce(holding)
  await press()
  await unknown()
  await leave()
  await comeBack()
  const again = await screen.findByRole('button', { name: 'Ask again' })
  await waitFor(() => expect(seat(trip.mine).getAttribute('aria-pressed')).toBe('true'))
  await world.reload()
  await map()
  expect(holds()).toHaveLength(1)
  expect(again.isConnected).toBe(false)
  await hand.click(await screen.findByRole('button', { name: 'Ask again' }))
  await screen.findByRole('region', { name: `Traveller on seat ${trip.mine}` })
  expect(await bookingsOf(trip.trip_id)).toEqual([{ status: 'held', seats: [trip.mine] }])
})

test('who has left for other trips when the answer comes stays there, and reads that the seat is held', async () => {
  const trip = await openTrip()
  await hand.click(seat(trip.mine))
  const answer = world.silenceAt(holding.replace('POST ', ''))
  await press()
  await leave()
  answer()
  await screen.findByText(/^Your seat is held: /)
  expect(location.pathname).toBe('/bookride')
  await world.open('/')
  const link = await screen.findByRole('link', { name: /^Your seat is held.*Finish paying/ })
  expect(link.getAttribute('href')).toMatch(/^\/bookride\/passenger-details\?booking=/)
})

test('other seats whose answer comes after leaving are those to finish, since the first were released', async () => {
  const trip = await openTrip()
  const page = location.pathname + location.search
  await hand.click(seat(trip.mine))
  await press()
  await screen.findByRole('region', { name: `Traveller on seat ${trip.mine}` })
  const first = new URLSearchParams(location.search).get('booking') ?? ''
  await world.open(page)
  await map()
  await hand.click(seat(trip.other))
  const answer = world.silenceAt(holding.replace('POST ', ''))
  await press()
  await leave()
  answer()
  await screen.findByText(/^Your seats? (is|are) held: /)
  await world.open('/')
  const link = await screen.findByRole('link', { name: /Finish paying/ })
  expect(link.getAttribute('href')).not.toContain(first)
})

test('seats held after leaving are named by their reference if another trip waits to be paid', async () => {
  const first = await openTrip()
  await hand.click(seat(first.mine))
  await press()
  await screen.findByRole('region', { name: `Traveller on seat ${first.mine}` })
  const waiting = new URLSearchParams(location.search).get('booking') ?? ''
  const trip = await openTrip()
  await hand.click(seat(trip.mine))
  const answer = world.silenceAt(holding.replace('POST ', ''))
  await press()
  await leave()
  answer()
  await screen.findByText(/^Your seat is held: .* Reference: \w+\.$/)
  await world.open('/')
  const link = await screen.findByRole('link', { name: /Finish paying/ })
  expect(link.getAttribute('href')).toContain(waiting)
})

test('a reservation stays the booking to finish when other seats of its bus are held after leaving', async () => {
  const trip = await aTripPaidAtPark(world.server)
  const person = await aUser(world.server)
  const [reserved = 0, other = 0] = trip.sellable
  const { reference } = await aReservation(world.server, trip.id, [reserved], person.as)
  world.enter(person)
  await world.open(`/profile/trip?booking=${reference}`)
  await waitFor(() => expect(localStorage.getItem('unpaid-booking')).toContain(reference))
  await world.open(`/bookride/details?trip=${trip.id}&passengers=1`)
  await map()
  await hand.click(seat(other))
  const answer = world.silenceAt(holding.replace('POST ', ''))
  await press()
  await leave()
  answer()
  await screen.findByText(/^Your seat is held: .* Reference: \w+\.$/)
  await world.open('/')
  const link = await screen.findByRole('link', { name: /Pay at the park/ })
  expect(link.getAttribute('href')).toContain(reference)
})
