import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listOperatorDepartures } from '#contract/boarding/endpoints'
import { sql } from '#server/db/sql'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aShift } from '#tests/support/makers/counter'
import { setServiceDateToday } from '#tests/support/makers/departures'
import { aMember, aSecondFactorMember } from '#tests/support/makers/members'
import { addDays, formatTime, today } from '#lib/format'
import { aTrip } from '#tests/support/makers/trips'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

/** A departure of today or tomorrow with two paid seats. */
async function aDeparture() {
  const trip = await aTrip(server.db, { departs_in_hours: 5 })
  return { trip, ...(await aPaidBooking(server, trip.id, trip.sellable.slice(0, 2))) }
}

test('an owner finds who travels, tells them of a delay, and is led to login codes before they cancel', async () => {
  const { trip, booking } = await aDeparture()
  const owner = await aMember(server, { operator_id: trip.operator_id, role: 'owner' })
  await openDesk(world, owner, `/departures?day=${trip.date}`)
  const card = within(await screen.findByRole('listitem', { name: /Lagos/ }))
  card.getByText(/2 travellers, 0 aboard/)
  const opened = card.getByRole('link').textContent
  await hand.click(card.getByRole('link'))
  expect(await screen.findAllByText(/Adaeze Okonkwo/)).toHaveLength(2)
  const title = screen.getByRole('heading', { level: 1 }).textContent
  expect(title.replace(', ', '')).toBe(opened)
  expect(screen.getAllByText(new RegExp(booking.reference))).toHaveLength(2)

  await press('Tell 1 booking')
  await screen.findByText('Change a delay, plate, driver or note first.')
  expect(world.sent.filter((sent) => sent.includes('/status'))).toEqual([])
  await hand.type(screen.getByLabelText(/^Delay in minutes/), 'soon')
  await press('Tell 1 booking')
  await screen.findByRole('textbox', { name: /^Delay in minutes/, description: /./ })
  await hand.clear(screen.getByLabelText(/^Delay in minutes/))
  await hand.type(screen.getByLabelText(/^Delay in minutes/), '40')
  await hand.type(screen.getByLabelText(/^Plate/), 'lsd 123 xy')
  await press('Tell 1 booking')
  const { departs_at, zone } = booking.trip
  const leaves = formatTime(new Date(Date.parse(departs_at) + 40 * 60_000).toISOString(), zone)
  const stored = `Stored: leaves at ${leaves}, LSD 123 XY. 1 booking told.`
  await screen.findByText(stored.replaceAll(/\s/g, ' '))
  // Nobody is notified of a driver.
  await hand.type(screen.getByLabelText(/^Driver’s name/), 'Musa Danjuma')
  screen.getByRole('button', { name: 'Store it' })

  await press('Cancel this departure')
  await screen.findByText(/^Cancelling a departure needs a code from an authenticator app/)
  expect(screen.queryByRole('button', { name: /^Cancel it/ })).toBeNull()
  await hand.click(screen.getByRole('link', { name: 'Set up login codes' }))
  await screen.findByRole('heading', { name: 'Set up login codes' })
})

test('a manager cancels a departure after a look at what it costs', async () => {
  const { trip } = await aDeparture()
  const manager = await aSecondFactorMember(server, {
    operator_id: trip.operator_id,
    role: 'manager',
  })
  await openDesk(world, manager, `/departures/${trip.trip_id}`)
  await press('Cancel this departure')
  await screen.findByText('2 in 1 paid bookings')
  await hand.type(screen.getByLabelText(/^Why/), 'The road is closed.')
  await hand.click(screen.getByRole('button', { name: /^Cancel it and refund ₦/ }))
  await screen.findByText('Cancelled')
  expect(screen.queryByRole('button', { name: 'Cancel this departure' })).toBeNull()
})

test('a cancellation whose sum has changed is refused with the new sum, and one without an answer is not said to be undone', async () => {
  const { trip } = await aDeparture()
  const manager = await aSecondFactorMember(server, {
    operator_id: trip.operator_id,
    role: 'manager',
  })
  await openDesk(world, manager, `/departures/${trip.trip_id}`)
  await press('Cancel this departure')
  await screen.findByText('2 in 1 paid bookings')
  await aPaidBooking(server, trip.id, trip.sellable.slice(2, 3))
  await press(/^Cancel it and refund ₦/)
  await screen.findByText(/Look at it again before you continue/)
  await screen.findByText('3 in 2 paid bookings')
  world.loseAnswerOnce(`POST /api/v1/waka/trips/${trip.trip_id}/cancellation`)
  await press(/^Cancel it and refund ₦/)
  await screen.findByText(/^No network. We do not know yet whether it was cancelled/)
  await press(/^Cancel it and refund ₦/)
  await screen.findByText('Cancelled')
})

test('a manager gives a departure another vehicle after a look at who moves and what it costs', async () => {
  const trip = await aTrip(server.db, { departs_in_hours: 5, vehicle: 'coach-49' })
  const seats = trip.sellable.slice(-2)
  const { booking } = await aPaidBooking(server, trip.id, seats)
  const manager = await aSecondFactorMember(server, {
    operator_id: trip.operator_id,
    role: 'manager',
  })
  await openDesk(world, manager, `/departures/${trip.trip_id}`)
  await press('Another vehicle')
  const choice = await screen.findByLabelText('Vehicle that goes instead')
  expect(within(choice).queryByRole('option', { name: /49/ })).toBeNull()
  await hand.selectOptions(choice, 'hiace-15')
  const changes = within(await screen.findByRole('list', { name: 'Seats that change' }))
  expect(changes.getAllByRole('listitem')).toHaveLength(2)
  changes.getByLabelText(`Seat ${seats[0]}`)
  await hand.type(screen.getByLabelText(/^Why/), 'Our coach broke down.')
  await press('Change the vehicle')
  await screen.findByText(/^The vehicle is changed/)
  expect(await world.doJobs()).toEqual([])
  const { rows } = await sql<{ seats: number }>`
    select count(*)::int as seats from ticket k join booking b on b.id = k.booking_id
    where b.reference = ${booking.reference} and k.status = 'valid' and k.seat <> all (${seats}::int[])`.execute(
    server.db,
  )
  expect(rows).toEqual([{ seats: 2 }])
})

test('a bus that has left is neither delayed, cancelled nor given another vehicle, and the desk says so', async () => {
  const { trip } = await aDeparture()
  await sql`update trip set status = 'departed' where id = ${trip.trip_id}`.execute(server.db)
  const manager = await aSecondFactorMember(server, {
    operator_id: trip.operator_id,
    role: 'manager',
  })
  await openDesk(world, manager, `/departures/${trip.trip_id}`)
  await screen.findByText(/^This bus has left/)
  for (const name of [/^Tell /, 'Another vehicle', 'Cancel this departure'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a clerk closes the sales of a departure at once, and opens them again', async () => {
  const { trip } = await aDeparture()
  const clerk = await aMember(server, { operator_id: trip.operator_id, role: 'counter' })
  await openDesk(world, clerk, `/departures/${trip.trip_id}`)
  await press('Close sales')
  await screen.findByRole('heading', { name: 'Sales closed' })
  await world.open(`/bookride/details?trip=${trip.id}`)
  await screen.findByText(/^Sales closed: the operator sells no more seats/)
  await world.open(`/bookride?from=${trip.from}&to=${trip.to}&date=${trip.date}`)
  await screen.findByText('Sales closed')
  await openDesk(world, clerk, `/departures?day=${trip.date}`)
  await screen.findByText(/^Sales closed ·/)
  await openDesk(world, clerk, `/departures/${trip.trip_id}`)
  await press('Open sales')
  await screen.findByRole('heading', { name: 'On sale' })
})

test('a departure whose sale has ended by itself is neither said nor offered to be on sale', async () => {
  const trip = await aTrip(server.db, { departs_in_hours: 1 })
  await setServiceDateToday(server.db, trip)
  const clerk = await aMember(server, { operator_id: trip.operator_id, role: 'counter' })
  await aShift(server, clerk.as)
  await openDesk(world, clerk, '/departures')
  await screen.findByText(/^On sale ·/)
  await sql`update trip set sales_close_at = now() - interval '1 minute' where id = ${trip.trip_id}`.execute(
    server.db,
  )
  await openDesk(world, clerk, '/departures')
  await screen.findByText(/^Sales closed ·/)
  await openDesk(world, clerk, '/counter')
  await screen.findByText(/^No more departures on sale today/)
})

test('a day with more departures than are listed says so', async () => {
  const { trip } = await aDeparture()
  const owner = await aMember(server, { operator_id: trip.operator_id, role: 'owner' })
  const { data } = await server.call(listOperatorDepartures, { date: trip.date }, { as: owner.as })
  const full = Array.from({ length: 500 }, (_, position) => ({ ...data[0], position }))
  const question = `GET /api/v1/waka/operator/departures?date=${trip.date}`
  world.answerOnce(question, { data: full })
  await openDesk(world, owner, `/departures?day=${trip.date}`)
  await screen.findByText(/^Only the first 500 departures of this day are listed/)
  // The park is asked for at the server, so its departures are not among the first 500 of all parks.
  await screen.findByRole('option', { name: 'Lagos Park' })
  await hand.selectOptions(screen.getByLabelText('Motor park'), trip.from_park)
  await waitFor(() => expect(screen.queryByText(/^Only the first 500/)).toBeNull())
  expect(await screen.findAllByRole('listitem', { name: /Lagos/ })).toHaveLength(1)
  expect(world.sent).toContain(`${question}&park=${trip.from_park}`)
})

test('a clerk reaches departures that the list of the day leaves out by their motor park', async () => {
  const trip = await aTrip(server.db, { departs_in_hours: 5 })
  const { operator_id } = trip
  const back = await aTrip(server.db, {
    operator_id,
    stops: ['ibadan', 'lagos'],
    departs_in_hours: 5,
  })
  for (const one of [trip, back]) await setServiceDateToday(server.db, one)
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  await aShift(server, clerk.as)
  const { data } = await server.call(listOperatorDepartures, { date: today() }, { as: clerk.as })
  const full = Array.from({ length: 500 }, (_, position) => ({
    ...data[0],
    position,
    park: { code: 'jibowu', name: 'Jibowu', city: 'Lagos' },
  }))
  world.answerOnce(`GET /api/v1/waka/operator/departures?date=${today()}&coming=1`, { data: full })
  await openDesk(world, clerk, '/counter')
  const expectDepartures = (count: number) =>
    waitFor(() =>
      expect(within(screen.getByLabelText('Departure')).getAllByRole('option')).toHaveLength(count),
    )
  const park = await screen.findByLabelText('Where do you sell?')
  await hand.selectOptions(park, 'All motor parks')
  await expectDepartures(500)
  await hand.selectOptions(park, 'Lagos Park')
  await expectDepartures(1)
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: addDays(today(), 3) } })
  await screen.findByText('No departures on sale on this day.')
})

test('a day without departures from the chosen motor park says so, and shows no code', async () => {
  const { trip } = await aDeparture()
  const owner = await aMember(server, { operator_id: trip.operator_id, role: 'owner' })
  const day = addDays(trip.date, 40)
  await openDesk(world, owner, `/departures?day=${day}&park=${trip.from_park}`)
  await screen.findByText('No departures from this park on this day.')
  const field = screen.getByLabelText<HTMLSelectElement>('Motor park')
  expect(field.selectedOptions[0]?.textContent).toBe('This park')
})

test('a departure that the timetable no longer has is neither said nor offered to be on sale', async () => {
  const trip = await aTrip(server.db, { departs_in_hours: 5 })
  await setServiceDateToday(server.db, trip)
  await sql`update trip set withdrawn_at = now() where id = ${trip.trip_id}`.execute(server.db)
  const clerk = await aMember(server, { operator_id: trip.operator_id, role: 'counter' })
  await aShift(server, clerk.as)
  await openDesk(world, clerk, '/departures')
  await screen.findByText(/^No longer in your timetable ·/)
  await openDesk(world, clerk, `/departures/${trip.trip_id}`)
  await screen.findByText(/^This departure is no longer in your timetable/)
  expect(screen.queryByRole('button', { name: /sales/ })).toBeNull()
  await openDesk(world, clerk, '/counter')
  await screen.findByText(/^No more departures on sale today/)
})

test('what was reported of a departure is in its list, on its sheet and in the form, and can be taken back', async () => {
  const { trip } = await aDeparture()
  const owner = await aMember(server, { operator_id: trip.operator_id, role: 'owner' })
  await openDesk(world, owner, `/departures/${trip.trip_id}`)
  const type = async (label: RegExp, text: string) => {
    const field = await screen.findByLabelText(label)
    await hand.clear(field)
    await hand.type(field, text)
  }
  await type(/^Delay in minutes/, '60')
  await type(/^Plate/, 'LSD 123 XY')
  await type(/^Driver’s name/, 'Musa Danjuma')
  await type(/^Driver’s phone/, '0803 555 6677')
  await type(/^Note/, 'A flat tyre.')
  await press('Tell 1 booking')
  const factOf = (name: string) =>
    screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
  await waitFor(() => expect(factOf('Note')).toBe('A flat tyre.'))
  expect(factOf('Leaves')).toMatch(/, now /)
  expect(factOf('Plate')).toBe('LSD 123 XY')
  expect(factOf('Driver')).toMatch(/^Musa Danjuma, .*803/)
  await openDesk(world, owner, `/departures?day=${trip.date}`)
  await screen.findByRole('listitem', { name: /, now .*Lagos/ })

  await openDesk(world, owner, `/departures/${trip.trip_id}`)
  const note = await screen.findByLabelText<HTMLTextAreaElement>(/^Note/)
  expect(note.value).toBe('A flat tyre.')
  for (const label of [/^Delay in minutes/, /^Plate/, /^Driver’s name/, /^Driver’s phone/, /^Note/])
    await hand.clear(screen.getByLabelText(label))
  await press('Tell 1 booking')
  await waitFor(() => expect(factOf('Plate')).toBe('Not given yet'))
  for (const gone of ['Note', 'Driver'])
    expect(screen.queryByText(gone, { selector: 'dt' })).toBeNull()
  expect(factOf('Leaves')).not.toMatch(/, now /)
})

test('a note that is typed while a reported delay is loaded again stays', async () => {
  const { trip } = await aDeparture()
  const owner = await aMember(server, { operator_id: trip.operator_id, role: 'owner' })
  await openDesk(world, owner, `/departures/${trip.trip_id}`)
  await hand.type(await screen.findByLabelText(/^Delay in minutes/), '60')
  const loads = () => world.sent.filter((sent) => sent.endsWith('/manifest')).length
  const before = loads()
  const answer = world.silenceAt('/manifest')
  await press('Tell 1 booking')
  await waitFor(() => expect(loads()).toBeGreaterThan(before))
  await hand.type(screen.getByLabelText(/^Note/), 'A flat tyre.')
  answer()
  await screen.findByText(/, now /)
  expect(screen.getByLabelText(/^Note/)).toHaveProperty('value', 'A flat tyre.')
})

test('an attendant sees departures and travellers, and neither cancels nor tells', async () => {
  const { trip } = await aDeparture()
  const attendant = await aMember(server, { operator_id: trip.operator_id, role: 'attendant' })
  await openDesk(world, attendant, `/departures/${trip.trip_id}`)
  await screen.findAllByText(/Adaeze Okonkwo/)
  expect(screen.queryByRole('button', { name: 'Cancel this departure' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Another vehicle' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Tell / })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Members' })).toBeNull()
})
