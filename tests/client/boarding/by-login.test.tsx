import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { listOperatorDepartures } from '#contract/boarding/endpoints'
import { listTickets } from '#contract/tickets/endpoints'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { chooseDay } from '#tests/client/fixtures/sheets'
import { aClientWorld } from '#tests/client/fixtures/world'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { anOperatorKey, fetchManifestSeats } from '#tests/support/makers/boarding'
import { aMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aTrip } from '#tests/support/makers/trips'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

/** A bus with two paid seats, and an attendant of its operator. */
async function aBus(full_name = 'Ngozi Bello') {
  const trip = await aTrip(server.db, { departs_in_hours: 5 })
  const paid = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 2))
  const { reference } = paid.booking
  const { data } = await server.call(listTickets, { reference }, { as: paid.as })
  const [one, two] = data
  if (one === undefined || two === undefined) throw new Error('two seats were paid')
  const { operator_id } = trip
  const attendant = await aMember(server, { operator_id, role: 'attendant', full_name })
  return { trip, one, two, attendant }
}
type Bus = Awaited<ReturnType<typeof aBus>>

/** Saves a key of the bus's operator on this phone, and its lists of that day. Returns the key. */
async function saveListsByKey({ trip }: Pick<Bus, 'trip'>): Promise<string> {
  const { token } = await anOperatorKey(server, trip.operator_id)
  await world.open('/verify')
  await hand.click(await screen.findByLabelText(/^Your company’s key/))
  await hand.paste(token)
  await press('Save the key')
  await chooseDay(hand, 'Day', trip.date)
  await press(/^Save/)
  await screen.findByText(/list saved/)
  return token
}

/** Goes from the list of departures to the bus, and follows its link to the door. */
async function boardFromDesk({ trip, attendant }: Pick<Bus, 'trip' | 'attendant'>): Promise<void> {
  await openDesk(world, attendant, `/departures?day=${trip.date}`)
  const card = within(await screen.findByRole('listitem', { name: /Lagos/ }))
  await hand.click(card.getByRole('link'))
  const link = await screen.findByRole('link', { name: 'Board passengers' })
  await world.open(link.getAttribute('href') ?? '')
}

const atDoor = () => screen.findByRole('button', { name: 'Use the camera' })

/** Types a ticket’s code, and returns the verdict. */
async function check(text: string): Promise<string> {
  const field = screen.getByLabelText('Ticket code or booking reference')
  await hand.clear(field)
  await hand.click(field)
  await hand.paste(text)
  await hand.click(screen.getByRole('button', { name: 'Check' }))
  const dialog = await screen.findByRole('dialog')
  const verdict = dialog.textContent ?? ''
  await hand.click(within(dialog).getByRole('button', { name: 'Next ticket' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  return verdict
}

const setRole = ({ user }: Bus['attendant'], role: string) =>
  sql`update member set role = ${role} where person_id = ${user.id}`.execute(server.db)

test('an attendant boards passengers by their login, without a network too, and the log says that it was they', async () => {
  const bus = await aBus()
  await boardFromDesk(bus)
  await atDoor()
  screen.getByText('0 of 2')
  world.goOffline()
  expect(await check(bus.one.payload)).toMatch(/^Valid.*Let in\./)
  await world.reload()
  await atDoor()
  expect(await check(bus.two.code)).toMatch(/^Valid/)
  expect(await check(bus.one.payload)).toMatch(/^Already used/)
  screen.getByText('3 checks wait to be sent.')
  world.goOnline()
  await waitFor(() => expect(screen.queryByText(/wait to be sent/)).toBeNull())
  const key = await anOperatorKey(server, bus.trip.operator_id)
  const seats = await fetchManifestSeats(server, bus.trip.trip_id, key)
  expect(seats.map(({ status }) => status)).toEqual(['used', 'used'])
  const { rows } = await sql<{ scans: number; acts: number }>`
    select (select count(*)::int from boarding_scan s where s.member_id = m.id and s.key_id is null) as scans,
      (select count(*)::int from audit_entry a where a.member_id = m.id and a.act = 'reportBoardingScans') as acts
    from member m where m.person_id = ${bus.attendant.user.id}`.execute(server.db)
  expect(rows[0]?.scans).toBe(3)
  expect(rows[0]?.acts).toBeGreaterThan(0)
})

/** Follows the link back to the desk. */
async function returnToDesk({ attendant }: Pick<Bus, 'attendant'>): Promise<void> {
  const link = await screen.findByRole('link', { name: 'Back to the desk' })
  await openDesk(world, attendant, (link.getAttribute('href') ?? '').replace(/^\/desk/, ''))
}

test('the door leads back to the desk: to its bus, and from the choice of a bus to the day', async () => {
  const bus = await aBus()
  await boardFromDesk(bus)
  await atDoor()
  await returnToDesk(bus)
  const link = await screen.findByRole('link', { name: 'Board passengers' })
  await screen.findByRole('navigation', { name: 'Desk' })
  await world.open(link.getAttribute('href') ?? '')
  await atDoor()
  await press('Another bus')
  await screen.findByText(/list saved/)
  await returnToDesk(bus)
  await screen.findByRole('heading', { name: 'Departures' })
  await screen.findByRole('listitem', { name: /Lagos/ })
})

test('a bus that did not load leads back to the desk, and a phone with a key of its own never there', async () => {
  const bus = await aBus()
  world.enter(bus.attendant)
  world.goOffline()
  await world.open(`/verify?trip=${bus.trip.trip_id}&day=${bus.trip.date}&park=`)
  await screen.findByText(/^No network/)
  const link = screen.getByRole('link', { name: 'Back to the desk' })
  expect(link.getAttribute('href')).toBe(
    `/desk/departures/${bus.trip.trip_id}?day=${bus.trip.date}&park=`,
  )
  world.goOnline()
  await saveListsByKey(bus)
  expect(screen.queryByRole('link', { name: 'Back to the desk' })).toBeNull()
  await hand.click(screen.getByText(/list saved/))
  await atDoor()
  expect(screen.queryByRole('link', { name: 'Back to the desk' })).toBeNull()
})

test('the door names the time to which its bus is delayed', async () => {
  const bus = await aBus()
  await sql`update trip set delay_minutes = 20 where id = ${bus.trip.trip_id}`.execute(server.db)
  await boardFromDesk(bus)
  await atDoor()
  const heading = screen.getByRole('heading', { name: /, now .* to Ibadan$/ })
  const [planned = ''] = heading.textContent.split(',')
  expect(document.body.textContent.split(planned)).toHaveLength(2)
})

test('the checks of an attendant with a very long name in Adlam are recorded', async () => {
  const bus = await aBus(`Musa ${'𞤀'.repeat(37)}`)
  await boardFromDesk(bus)
  await atDoor()
  expect(await check(bus.one.payload)).toMatch(/^Valid/)
  await waitFor(() => expect(screen.queryByText(/waits to be sent/)).toBeNull())
  const { rows } = await sql<{ by: string }>`select s.checked_by as by from boarding_scan s
    join member m on m.id = s.member_id where m.person_id = ${bus.attendant.user.id}`.execute(
    server.db,
  )
  expect(rows).toEqual([{ by: `Musa ${'𞤀'.repeat(27)}` }])
})

test('a member who may no longer board loses the saved list, and keeps the checks that are not sent', async () => {
  const bus = await aBus()
  await boardFromDesk(bus)
  await atDoor()
  world.goOffline()
  await check(bus.one.payload)
  await setRole(bus.attendant, 'agent')
  world.goOnline()
  await screen.findByText('Your login may not check tickets.')
  expect(screen.queryByText(/Adaeze/)).toBeNull()
  world.goOffline()
  await world.reload()
  await screen.findByText(/^No network/)
  expect(screen.queryByRole('button', { name: 'Use the camera' })).toBeNull()
  await setRole(bus.attendant, 'attendant')
  world.goOnline()
  await press('Try again')
  await atDoor()
  await waitFor(() => expect(screen.queryByText(/waits to be sent/)).toBeNull())
  screen.getByText('1 of 2')
})

test('a logout at the desk warns of checks that are not sent, and takes the lists along', async () => {
  const bus = await aBus()
  await boardFromDesk(bus)
  await atDoor()
  world.goOffline()
  await check(bus.one.payload)
  await openDesk(world, bus.attendant, '/departures')
  world.goOnline()
  await press('Log out')
  await screen.findByText('1 waiting to be sent')
  await press('Delete and log out')
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
  await waitFor(() => expect(location.pathname).toBe('/'))
  world.enter(bus.attendant)
  world.goOffline()
  await world.open(`/verify?trip=${bus.trip.trip_id}&day=${bus.trip.date}`)
  await screen.findByText(/^No network/)
  expect(screen.queryByText(/to be sent/)).toBeNull()
})

test('a phone’s own key is in use again after the member who boarded by their login has stopped', async () => {
  const bus = await aBus()
  const token = await saveListsByKey(bus)
  await boardFromDesk(bus)
  await atDoor()
  await press('Another bus')
  await press('Stop on this phone')
  await hand.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }))
  await screen.findByText(new RegExp(`Key ${token.slice(0, 9)}`))
  screen.getByText(/list saved/)
})

test('a bus that does not leave on the day of the link leads to the buses of that day', async () => {
  const bus = await aBus()
  world.enter(bus.attendant)
  await world.open(`/verify?trip=${bus.trip.trip_id}&day=2026-01-05`)
  await screen.findByText('This bus does not leave on 5 Jan 2026.')
  await hand.click(screen.getByRole('link', { name: 'Choose a bus' }))
  await screen.findByText(/^Day/)
})

test('a login that may not check tickets deletes nothing that this phone’s key has stored', async () => {
  const bus = await aBus()
  const token = await saveListsByKey(bus)
  world.enter(await aMember(server, { operator_id: bus.trip.operator_id, role: 'finance' }))
  await world.open(`/verify?trip=${bus.trip.trip_id}&day=${bus.trip.date}`)
  await screen.findByText('Your login may not check tickets.')
  await world.open('/verify')
  await screen.findByText(/list saved/)
  screen.getByText(new RegExp(`Key ${token.slice(0, 9)}`))
})

test('a member opens the screen without the desk and checks with their login; a traveller is told that they may not', async () => {
  const bus = await aBus()
  world.enter(await aUser(server))
  await world.open('/verify')
  await press('Check tickets with my login')
  await screen.findByText('Your login may not check tickets.')
  world.enter(bus.attendant)
  await world.open('/verify')
  await press('Check tickets with my login')
  await chooseDay(hand, 'Day', bus.trip.date)
  await press(/^Save/)
  await hand.click(await screen.findByText(/list saved/))
  await atDoor()
})

test('a bus that the list of a busy day leaves out is found by the motor park of the link', async () => {
  const { trip, attendant } = await aBus()
  const { date, from_park: code } = trip
  const { data } = await server.call(listOperatorDepartures, { date }, { as: attendant.as })
  const park = { code: 'jibowu', name: 'Jibowu', city: 'Lagos' }
  const full = Array.from({ length: 500 }, () => ({ ...data[0], trip_id: makeId(), park }))
  world.answerOnce(`GET /api/v1/waka/operator/departures?date=${date}`, { data: full })
  world.enter(attendant)
  await world.open(`/verify?trip=${trip.trip_id}&day=${date}&park=${code}`)
  await atDoor()
  screen.getByText('0 of 2')
})
