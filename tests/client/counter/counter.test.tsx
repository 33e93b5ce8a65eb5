import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findCounterSales, getOpenShift, sellAtCounter } from '#contract/counter/endpoints'
import { formatNaira } from '#contract/money'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { adultSeatKobo, anAllotment, aSaleInput, aShift } from '#tests/support/makers/counter'
import { setServiceDateToday } from '#tests/support/makers/departures'
import { aMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { today } from '#lib/format'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world

/** A departure of today, however late it is, and a clerk of its operator. */
async function aCounter() {
  const trip = await aTrip(server.db, { departs_in_hours: 1 })
  await setServiceDateToday(server.db, trip)
  const { operator_id } = trip
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  return { trip, operator_id, clerk }
}

const price = formatNaira(adultSeatKobo)

test('a clerk sells a seat to a walk-in with at most eight taps, from the open counter to the ticket', async () => {
  const { clerk } = await aCounter()
  await aShift(server, clerk.as)
  await openDesk(world, clerk, '/counter')
  let taps = 0
  const tap = async (target: HTMLElement) => {
    taps += 1
    await hand.click(target)
  }
  await tap(await screen.findByRole('button', { name: /^Seat 4\b/ }))
  const name = screen.getByLabelText('Name')
  await tap(name)
  await hand.keyboard('Musa Bello')
  await tap(screen.getByLabelText('Male'))
  await tap(screen.getByRole('button', { name: `Sell for ${price}` }))
  await screen.findByText(`Sold for ${price}`)
  expect(taps).toBeLessThanOrEqual(8)
  const ticket = within(screen.getByRole('region', { name: 'Seat 4' }))
  ticket.getByRole('img', { name: 'Ticket code of Musa Bello' })
  await press('Next sale')
  expect(await screen.findByRole('button', { name: /^Seat 4\b.*[Ss]old/ })).toBeDefined()
})

test('a shift is opened, counted and closed; a difference asks for its reason', async () => {
  const { clerk } = await aCounter()
  await openDesk(world, clerk, '/counter')
  await press('Open my shift')
  await hand.type(await screen.findByLabelText(/^Cash in the drawer/), '5000')
  await press('Open my shift')
  await press('Close my shift')
  await hand.type(screen.getByLabelText(/^Cash that you counted/), '4500')
  await hand.type(screen.getByLabelText('Why ₦500 is missing'), 'Too much change')
  await press('Close it')
  await screen.findByText('Shift closed')
  expect(screen.getByText(/Too much change/)).toBeDefined()
  expect((await server.call(getOpenShift, {}, { as: clerk.as })).data.shift).toBeNull()
})

test('a count that does not contain a sale of another phone asks for its reason', async () => {
  const { clerk, trip } = await aCounter()
  const shift = await aShift(server, clerk.as)
  await openDesk(world, clerk, '/counter')
  await press('Close my shift')
  await server.call(sellAtCounter, aSaleInput(shift.id, trip.id, [4]), { as: clerk.as })
  await hand.type(screen.getByLabelText(/^Cash that you counted/), '10000')
  await press('Close it')
  await screen.findByText(/must be in the drawer/)
  await hand.type(await screen.findByLabelText(`Why ${price} is missing`), 'On the other phone')
  await press('Close it')
  await screen.findByText('Shift closed')
})

test('a seat that is gone is said, and nothing that was typed is lost', async () => {
  const { clerk, trip } = await aCounter()
  await aShift(server, clerk.as)
  await openDesk(world, clerk, '/counter')
  await hand.click(await screen.findByRole('button', { name: /^Seat 4\b/ }))
  await hand.type(screen.getByLabelText('Name'), 'Musa Bello')
  await hand.click(screen.getByLabelText('Male'))
  await aPaidBooking(server, trip.id, [4])
  await press(`Sell for ${price}`)
  await screen.findByText(/Seat 4 was just taken/)
  await hand.click(await screen.findByRole('button', { name: /^Seat 5\b/ }))
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Musa Bello'),
  )
  await press(`Sell for ${price}`)
  await screen.findByText(`Sold for ${price}`)
})

/** Chooses a free seat and types the name of its traveller. */
async function typeName(name: string) {
  await hand.click(await screen.findByRole('button', { name: /^Seat 4\b/ }))
  await hand.type(screen.getByLabelText('Name'), name)
}

const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test('travellers who were typed stay when they get off elsewhere, and when a parcel comes between', async () => {
  const trip = await aTrip(server.db, {
    departs_in_hours: 1,
    stops: ['lagos', 'ibadan', 'abuja'],
  })
  await setServiceDateToday(server.db, trip)
  const clerk = await aMember(server, { operator_id: trip.operator_id, role: 'counter' })
  await aShift(server, clerk.as)
  await openDesk(world, clerk, '/counter')
  await hand.selectOptions(await screen.findByLabelText('Where do you sell?'), 'All motor parks')
  await typeName('Musa Bello')
  await hand.click(screen.getByLabelText('They also travel back'))
  await hand.selectOptions(screen.getByLabelText('To'), 'Ibadan')
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  await hand.click(await screen.findByRole('button', { name: /^Seat 5\b/ }))
  expect(valueOf('Name')).toBe('Musa Bello')
  expect(screen.getByLabelText<HTMLInputElement>('They also travel back').checked).toBe(true)
  await hand.click(screen.getByLabelText('Parcel'))
  await hand.click(screen.getByLabelText('Seats'))
  await screen.findByLabelText('Name')
  expect(valueOf('Name')).toBe('Musa Bello')
  const to = screen.getByLabelText<HTMLSelectElement>('To')
  expect(to.selectedOptions[0]?.textContent).toBe('Ibadan')
})

test('a bus whose sale ends while the clerk types is not exchanged for the next one', async () => {
  const { clerk, operator_id, trip } = await aCounter()
  const next = await aTrip(server.db, { departs_in_hours: 2, operator_id })
  await setServiceDateToday(server.db, next)
  await aShift(server, clerk.as)
  await openDesk(world, clerk, '/counter')
  await typeName('Musa Bello')
  await sql`update trip set sales_closed_at = now() where id = ${trip.trip_id}::uuid`.execute(
    server.db,
  )
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await screen.findByText(/^This departure is no longer on sale\./)
  expect(valueOf('Departure')).toContain(trip.trip_id)
  await hand.selectOptions(screen.getByLabelText('Departure'), `${next.trip_id}.0`)
  await hand.click(await screen.findByRole('button', { name: /^Seat 7\b/ }))
  expect(valueOf('Name')).toBe('Musa Bello')
})

test('seats whose answer was lost are named until it is known, and are not sold twice', async () => {
  const { clerk } = await aCounter()
  const shift = await aShift(server, clerk.as)
  await openDesk(world, clerk, '/counter')
  await typeName('Musa Bello')
  await hand.click(screen.getByLabelText('Male'))
  world.loseAnswerOnce(`POST /api/v1/waka/counter/shifts/${shift.id}/sales`)
  await press(`Sell for ${price}`)
  await screen.findByText('We do not know yet whether these seats were sold.')
  await hand.click(screen.getByLabelText('Parcel'))
  await hand.click(screen.getByLabelText('Seats'))
  await screen.findByText(new RegExp(`^Musa Bello, seat 4, ${price}`))
  expect(screen.queryByLabelText('Name')).toBeNull()
  await press('Ask again')
  await screen.findByText(`Sold for ${price}`)
  expect((await server.call(getOpenShift, {}, { as: clerk.as })).data.shift?.sales).toBe(1)
  await press('Next sale')
  await hand.click(await screen.findByRole('button', { name: /^Seat 5\b/ }))
  expect(valueOf('Name')).toBe('')
})

test('a traveller who is typed while seats are being sold stays for the next sale', async () => {
  const { clerk } = await aCounter()
  const shift = await aShift(server, clerk.as)
  await openDesk(world, clerk, '/counter')
  await typeName('Musa Bello')
  await hand.click(screen.getByLabelText('Male'))
  const answer = world.silenceAt(`/counter/shifts/${shift.id}/sales`)
  await press(`Sell for ${price}`)
  await hand.type(screen.getByLabelText('Name'), ' Junior')
  answer()
  await screen.findByText(`Sold for ${price}`)
  await press('Next sale')
  await hand.click(await screen.findByRole('button', { name: /^Seat 5\b/ }))
  expect(valueOf('Name')).toBe('Musa Bello Junior')
})

test('the seat map says how it draws seats that are set aside, and only when there are some', async () => {
  const { clerk, trip } = await aCounter()
  const shift = await aShift(server, clerk.as)
  await openDesk(world, clerk, '/counter')
  await screen.findByRole('button', { name: /^Seat 4\b/ })
  expect(screen.queryByText('Sold or set aside')).toBeNull()
  await anAllotment(server, clerk.as, { shift: shift.id, trip_id: trip.id, seats: [4, 5] })
  await openDesk(world, clerk, '/counter')
  await screen.findByText('Sold or set aside')
  expect(screen.queryByText('Being booked')).toBeNull()
})

test('a list of sales that is cut says so', async () => {
  const { clerk, trip } = await aCounter()
  const shift = await aShift(server, clerk.as)
  await server.call(sellAtCounter, aSaleInput(shift.id, trip.id, [4]), { as: clerk.as })
  await openDesk(world, clerk, '/sales')
  await screen.findByRole('listitem', { name: /^Musa Bello/ })
  expect(screen.queryByText(/^Older sales are not listed/)).toBeNull()
  const { data } = await server.call(findCounterSales, {}, { as: clerk.as })
  const full = Array.from({ length: 100 }, (_, at) => ({ ...data[0], reference: `WK-${at}` }))
  world.answerOnce('GET /api/v1/waka/counter/sales', { data: full })
  await openDesk(world, clerk, '/sales')
  await screen.findByText(/^Older sales are not listed/)
})

test('who looks at the drawers of a day is told when shifts are left out', async () => {
  const { clerk, operator_id } = await aCounter()
  const shift = await aShift(server, clerk.as)
  const finance = await aMember(server, { operator_id, role: 'finance' })
  const full = Array.from({ length: 200 }, () => ({ ...shift, id: makeId() }))
  world.answerOnce(`GET /api/v1/waka/counter/shifts?date=${today()}`, { data: full })
  await openDesk(world, finance, '/drawers')
  await screen.findByText('Only the newest 200 shifts of this day are listed.')
  expect(screen.getAllByRole('listitem', { name: /^The shift of/ })).toHaveLength(200)
})

test('those who may see all drawers see whose shift is open, and a clerk does not', async () => {
  const { clerk, operator_id } = await aCounter()
  await aShift(server, clerk.as)
  const finance = await aMember(server, { operator_id, role: 'finance' })
  await openDesk(world, finance, '/drawers')
  await screen.findByRole('listitem', { name: `The shift of ${clerk.user.full_name}` })
  expect(screen.queryByRole('link', { name: 'Counter' })).toBeNull()
  await openDesk(world, clerk, '/counter')
  await screen.findByRole('heading', { name: 'My shift' })
  expect(screen.queryByRole('link', { name: 'Drawers' })).toBeNull()
})

test('a manager closes the drawer of a clerk who has left; who only looks at the drawers cannot', async () => {
  const { clerk, operator_id } = await aCounter()
  const shift = await aShift(server, clerk.as)
  const whose = `The shift of ${clerk.user.full_name}`
  const finance = await aMember(server, { operator_id, role: 'finance' })
  await openDesk(world, finance, '/drawers')
  await screen.findByRole('listitem', { name: whose })
  expect(screen.queryByRole('button', { name: 'Close this shift' })).toBeNull()
  await openDesk(world, await aMember(server, { operator_id, role: 'manager' }), '/drawers')
  await press('Close this shift')
  const counted = formatNaira(shift.expected_kobo).replace('₦', '')
  await hand.type(await screen.findByLabelText(/^Cash that you counted/), counted)
  await press('Close it')
  const card = within(await screen.findByRole('listitem', { name: whose }))
  expect(await card.findByText('Counted')).toBeDefined()
  expect(card.queryByText('Open now')).toBeNull()
})

test('a manager who closes the shift of a lost phone releases its seats there, and then counts', async () => {
  const { clerk, operator_id, trip } = await aCounter()
  const shift = await aShift(server, clerk.as)
  await anAllotment(server, clerk.as, { shift: shift.id, trip_id: trip.id, seats: [4, 5] })
  await openDesk(world, await aMember(server, { operator_id, role: 'manager' }), '/drawers')
  await press('Close this shift')
  const card = within(
    await screen.findByRole('region', { name: `Close the shift of ${clerk.user.full_name}` }),
  )
  await card.findByText('Seats are still set aside in this shift.')
  expect(card.queryByLabelText(/^Cash that you counted/)).toBeNull()
  await hand.click(card.getByRole('button', { name: 'Release' }))
  const dialog = within(await screen.findByRole('dialog'))
  await hand.click(dialog.getByRole('button', { name: 'Release' }))
  await card.findByLabelText(/^Cash that you counted/)
})

test('a clerk is offered the days on which a bus leads back, and reads at once that none does', async () => {
  const { clerk, operator_id } = await aCounter()
  await aShift(server, clerk.as)
  const chooseReturn = async () => {
    await openDesk(world, clerk, '/counter')
    await hand.click(await screen.findByRole('button', { name: /^Seat 4\b/ }))
    await hand.click(await screen.findByLabelText('They also travel back'))
  }
  await chooseReturn()
  await screen.findByText(/^No bus of yours goes from Ibadan to Lagos in the 14 days after/)
  const home = await aTrip(server.db, {
    operator_id,
    stops: ['ibadan', 'lagos'],
    departs_in_hours: 96,
  })
  await chooseReturn()
  const day = await screen.findByLabelText<HTMLSelectElement>('Day back')
  expect([...day.options].map(({ value }) => value)).toEqual([home.date])
  await screen.findByLabelText('Return departure')
})
