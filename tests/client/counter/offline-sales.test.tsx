import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { cancelTrip } from '#contract/bookings/endpoints'
import {
  closeShift,
  getOpenShift,
  listAllotments,
  releaseAllottedSeats,
} from '#contract/counter/endpoints'
import { formatNaira } from '#contract/money'
import { getTrip } from '#contract/trips/endpoints'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { adultSeatKobo, aShift } from '#tests/support/makers/counter'
import { setServiceDateToday } from '#tests/support/makers/departures'
import { aMember } from '#tests/support/makers/members'
import { aTrip } from '#tests/support/makers/trips'

const world = await aClientWorld()
const { hand, server, pressButton: press } = world
const price = formatNaira(adultSeatKobo)

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

/** A departure of today, and a clerk of its operator with an open shift. */
async function aCounter(departs_in_hours = 4) {
  const trip = await aTrip(server.db, { departs_in_hours })
  await setServiceDateToday(server.db, trip)
  const { operator_id } = trip
  const clerk = await aMember(server, { operator_id, role: 'counter' })
  const shift = await aShift(server, clerk.as)
  return { trip, operator_id, clerk, shift }
}
type Counter = Awaited<ReturnType<typeof aCounter>>

/** Chooses seats at the desk, and sets them aside for this phone. */
async function setAside({ clerk }: Counter, seats: readonly number[]): Promise<void> {
  await openDesk(world, clerk, '/counter')
  await press('Set seats aside for this phone')
  for (const seat of seats)
    await hand.click(await screen.findByRole('button', { name: new RegExp(`^Seat ${seat}\\b`) }))
  await press(/^Set \d seats? aside$/)
}

const findSeat = (seat: number) => screen.findByRole('button', { name: `Seat ${seat}` })

/** Sells a seat on the phone. */
async function sell(seat: number, name = 'Musa Bello'): Promise<void> {
  await hand.click(await findSeat(seat))
  await hand.type(screen.getByLabelText('Name'), name)
  await hand.click(screen.getByLabelText('Male'))
  await press(`Sold for ${price}`)
}

const findTicket = async (seat: number) =>
  within(await screen.findByRole('region', { name: `Seat ${seat}` }))

const fetchShift = async ({ clerk }: Counter) =>
  (await server.call(getOpenShift, {}, { as: clerk.as })).data.shift

async function fetchSeatStates({ trip }: Counter) {
  const { data } = await server.call(getTrip, { id: trip.id }, {})
  return new Map(data.seats.map(({ number, state }) => [number, state]))
}

const expectSales = (counter: Counter, sales: number) =>
  waitFor(async () => expect((await fetchShift(counter))?.sales).toBe(sales))

test('seats are set aside with a network, and sold without one with at most eight taps', async () => {
  const counter = await aCounter()
  await setAside(counter, [4, 5])
  await findSeat(4)
  expect(location.pathname).toBe('/counter')
  expect((await fetchSeatStates(counter)).get(4)).not.toBe('free')
  world.goOffline()
  await world.reload()
  let taps = 0
  const tap = async (target: HTMLElement) => {
    taps += 1
    await hand.click(target)
  }
  await tap(await findSeat(4))
  await tap(screen.getByLabelText('Name'))
  await hand.keyboard('Musa Bello')
  await tap(screen.getByLabelText('Male'))
  expect(document.querySelector('svg[role="img"]')).toBeNull()
  await tap(screen.getByRole('button', { name: `Sold for ${price}` }))
  const ticket = await findTicket(4)
  ticket.getByRole('img', { name: 'Ticket code of Musa Bello' })
  ticket.getByText(/^Sold without a network/)
  expect(taps).toBeLessThanOrEqual(8)
  await press('Next sale')
  await sell(5, 'Ngozi Ade')
  await findTicket(5)
  await world.reload()
  await screen.findByText('2 sales wait to be sent.')
  screen.getByText('No seats are left on this phone.')
  expect((await fetchShift(counter))?.sales).toBe(0)
  world.goOnline()
  await expectSales(counter, 2)
  await waitFor(() => expect(screen.queryByText(/to be sent/)).toBeNull())
  expect((await fetchShift(counter))?.taken).toContainEqual({
    means: 'cash',
    amount_kobo: 2 * adultSeatKobo,
  })
})

test('a request whose answer is lost is repeated, and the seats are set aside once', async () => {
  const counter = await aCounter()
  world.loseAnswerOnce(`POST /api/v1/waka/counter/shifts/${counter.shift.id}/allotments`)
  await setAside(counter, [4])
  await screen.findByText(/We do not know yet whether the seats were set aside/)
  await world.open('/counter')
  await findSeat(4)
  const { data } = await server.call(listAllotments, {}, { as: counter.clerk.as })
  expect(data.map(({ left }) => left)).toEqual([[4]])
})

test('a report whose answer is lost is sent again, and counts once', async () => {
  const counter = await aCounter()
  await setAside(counter, [4])
  await findSeat(4)
  const [allotment] = (await server.call(listAllotments, {}, { as: counter.clerk.as })).data
  world.loseAnswerOnce(
    `POST /api/v1/waka/counter/shifts/${counter.shift.id}/allotments/${allotment?.id}/sales`,
  )
  await sell(4)
  await findTicket(4)
  await expectSales(counter, 1)
  await world.reload()
  await screen.findByText('Reported')
  expect((await fetchShift(counter))?.sales).toBe(1)
})

test('two quick taps sell once, and a second tab cannot sell the same seat', async () => {
  const counter = await aCounter()
  await setAside(counter, [4])
  await hand.click(await findSeat(4))
  await hand.type(screen.getByLabelText('Name'), 'Musa Bello')
  await hand.click(screen.getByLabelText('Male'))
  world.goOffline()
  await hand.dblClick(screen.getByRole('button', { name: `Sold for ${price}` }))
  await findTicket(4)
  const one = await import('#src/features/counter/allotments.ts')
  const [entry] = await one.listStoredAllotments()
  const [sale] = entry?.sales ?? []
  if (entry === undefined || sale === undefined) throw new Error('the seat is sold')
  expect(entry.sales).toHaveLength(1)
  await one.changeAllotment(entry.id, (kept) => kept && { ...kept, sales: [] })
  await world.open('/counter')
  const other = await import('#src/features/counter/allotments.ts')
  expect(other.sellOnPhone).not.toBe(one.sellOnPhone)
  const answers = await Promise.all(
    [one, other].map((tab) => tab.sellOnPhone(entry.id, crypto.randomUUID(), sale.input)),
  )
  expect(new Set(answers)).toEqual(new Set(['taken', undefined]))
  expect((await other.listStoredAllotments())[0]?.sales).toHaveLength(1)
})

test('a seat that was released and sold to somebody else is said with name, seat and sum', async () => {
  const counter = await aCounter()
  await setAside(counter, [4])
  await findSeat(4)
  world.goOffline()
  await sell(4)
  await findTicket(4)
  const { operator_id, clerk, trip } = counter
  const manager = await aMember(server, { operator_id, role: 'manager' })
  const [allotment] = (await server.call(listAllotments, {}, { as: clerk.as })).data
  const back = { id: allotment?.id ?? '', seats: [4] }
  await server.call(releaseAllottedSeats, back, { as: manager.as })
  await aPaidBooking(server, trip.id, [4])
  await press('Next sale')
  world.goOnline()
  const notice = within(
    await screen.findByRole('alert', { name: `Not accepted: Musa Bello, seat 4, ${price}` }),
  )
  notice.getByText(/released at the office, and somebody else has or holds it\./)
  notice.getByRole('button', { name: 'Send again' })
  await world.reload()
  await screen.findByText(/^Not accepted: Musa Bello/)
  await press('Refunded')
  await waitFor(() => expect(screen.queryByText(/^Not accepted: /)).toBeNull())
  screen.getByText('Not accepted')
})

test('a bus that was cancelled meanwhile is said', async () => {
  const counter = await aCounter()
  await setAside(counter, [4])
  await findSeat(4)
  world.goOffline()
  await sell(4)
  const { operator_id, trip } = counter
  const key = await anOperatorKey(server, operator_id)
  const { status } = await server.call(cancelTrip, { id: trip.trip_id }, { as: key })
  expect(status).toBe(200)
  await press('Next sale')
  world.goOnline()
  await screen.findByText('The bus was cancelled. Refund the money.')
})

test('with a network, a sale that is refused at once is not drawn as sold, and ends with its seats', async () => {
  const counter = await aCounter()
  await setAside(counter, [4])
  await findSeat(4)
  const { operator_id, trip, clerk } = counter
  const key = await anOperatorKey(server, operator_id)
  await server.call(cancelTrip, { id: trip.trip_id }, { as: key })
  await sell(4)
  await screen.findByText('The bus was cancelled. Refund the money.')
  expect(screen.queryByText(/^Sold for/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  await press('Refunded')
  await waitFor(() => expect(screen.queryByText(/^Not accepted: /)).toBeNull())
  // The shift can be closed, since nothing is set aside any more.
  await waitFor(async () =>
    expect((await server.call(listAllotments, {}, { as: clerk.as })).data).toEqual([]),
  )
})

test('a sale of a shift that was closed is reported in the next one', async () => {
  const counter = await aCounter()
  await setAside(counter, [4])
  await findSeat(4)
  world.goOffline()
  await sell(4)
  await press('Next sale')
  const { operator_id, clerk, shift } = counter
  const manager = await aMember(server, { operator_id, role: 'manager' })
  const [allotment] = (await server.call(listAllotments, {}, { as: clerk.as })).data
  await server.call(
    releaseAllottedSeats,
    { id: allotment?.id ?? '', seats: [4] },
    { as: manager.as },
  )
  const counted = { id: shift.id, counted_kobo: shift.expected_kobo }
  expect((await server.call(closeShift, counted, { as: clerk.as })).status).toBe(200)
  world.goOnline()
  await screen.findByText(/^The shift in which it was sold is closed/)
  await press('Send again')
  await screen.findByText('You have no open shift.')
  await aShift(server, clerk.as)
  await press('Send again')
  await expectSales(counter, 1)
  await waitFor(() => expect(screen.queryByText(/^Not accepted: /)).toBeNull())
})

test('seats are released without a network: they leave this phone at once, and go back on sale later', async () => {
  const counter = await aCounter()
  await setAside(counter, [4, 5])
  await findSeat(4)
  world.goOffline()
  await hand.click(await findSeat(5))
  await press('Release seat 5')
  await hand.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release' }),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Seat 5' })).toBeNull())
  await sell(4)
  world.goOnline()
  await expectSales(counter, 1)
  await waitFor(async () => expect((await fetchSeatStates(counter)).get(5)).toBe('free'))
})

test('after its time the phone sells nothing more, and releases what is left', async () => {
  const counter = await aCounter()
  await setAside(counter, [4])
  await findSeat(4)
  world.goOffline()
  await world.reload()
  await findSeat(4)
  const past = new Date(Date.now() - 60_000).toISOString()
  const { changeAllotment, listStoredAllotments } =
    await import('#src/features/counter/allotments.ts')
  const [entry] = await listStoredAllotments()
  await changeAllotment(
    entry?.id ?? '',
    (one) =>
      one && {
        ...one,
        ...(one.allotment && { allotment: { ...one.allotment, sell_until: past } }),
      },
  )
  await screen.findByText(/^This phone sold these seats until/)
  expect(screen.queryByRole('button', { name: 'Seat 4' })).toBeNull()
  world.goOnline()
  await waitFor(async () => expect((await fetchSeatStates(counter)).get(4)).toBe('free'))
  await screen.findByText('No seats are left on this phone.')
})

test('a seat that the office released is no longer sold on the phone that hears of it', async () => {
  const counter = await aCounter()
  await setAside(counter, [4])
  await findSeat(4)
  const { operator_id, clerk } = counter
  const manager = await aMember(server, { operator_id, role: 'manager' })
  const [allotment] = (await server.call(listAllotments, {}, { as: clerk.as })).data
  const back = { id: allotment?.id ?? '', seats: [4] }
  await server.call(releaseAllottedSeats, back, { as: manager.as })
  await world.reload()
  await screen.findByText('No seats are left on this phone.')
})

test('a shift with seats set aside does not close, and says which; finance sees them, a manager releases them', async () => {
  const counter = await aCounter()
  await setAside(counter, [4, 5])
  await findSeat(4)
  await openDesk(world, counter.clerk, '/counter')
  await press('Close my shift')
  await screen.findByText('Seats are still set aside in this shift.')
  screen.getByText(/: 4, 5$/)
  expect(screen.getByRole('link', { name: 'Sell or release them' }).getAttribute('href')).toBe(
    '/counter',
  )
  // Counting would be in vain.
  expect(screen.queryByRole('button', { name: 'Close it' })).toBeNull()
  const { operator_id } = counter
  const finance = await aMember(server, { operator_id, role: 'finance' })
  await openDesk(world, finance, '/drawers')
  await screen.findByText('Seats set aside for phones')
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
  const manager = await aMember(server, { operator_id, role: 'manager' })
  await openDesk(world, manager, '/drawers')
  await press('Release')
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/not reported yet will be refused at the door/)
  await hand.click(dialog.getByRole('button', { name: 'Release' }))
  await waitFor(async () => expect((await fetchSeatStates(counter)).get(4)).toBe('free'))
})

test('a logout asks first while seats or sales of this phone are open', async () => {
  const counter = await aCounter()
  await setAside(counter, [4])
  await findSeat(4)
  await openDesk(world, counter.clerk, '/counter')
  await press('Log out')
  await screen.findByText('1 waiting to be sent')
})

test('sales stay on the phone while the login has ended, and are reported after the next one', async () => {
  const counter = await aCounter()
  await setAside(counter, [4])
  await findSeat(4)
  world.goOffline()
  await sell(4)
  await findTicket(4)
  localStorage.setItem('token', 'ended')
  world.goOnline()
  await press('Next sale')
  await screen.findByText('You are no longer logged in.')
  screen.getByText('1 sale waits to be sent.')
  expect((await fetchShift(counter))?.sales).toBe(0)
  world.enter(counter.clerk)
  await world.open('/')
  // The app runs this in an idle moment of any screen.
  const { listIdleWork } = await import('#lib/room')
  const report = listIdleWork().find(({ where }) => where === 'counter_waits')
  expect(localStorage.getItem('counter-waits')).toBe('true')
  await report?.work(new QueryClient())
  await expectSales(counter, 1)
})

test('a kind of traveller pays its share of the fare that was stored, for several seats at once', async () => {
  const counter = await aCounter()
  await setAside(counter, [4, 5])
  await findSeat(4)
  world.goOffline()
  await hand.click(await findSeat(4))
  await hand.click(await findSeat(5))
  const [one, two] = ['Seat 4', 'Seat 5'].map((name) => within(screen.getByRole('group', { name })))
  for (const [fields, name] of [
    [one, 'Musa Bello'],
    [two, 'Ngozi Ade'],
  ] as const) {
    await hand.type(fields?.getByLabelText('Name') ?? document.body, name)
    await hand.click(fields?.getByLabelText('Female') ?? document.body)
  }
  await hand.selectOptions(screen.getAllByLabelText('Traveller type')[1] as HTMLElement, 'child')
  const sold = screen.getByRole('button', { name: /^Sold for ₦/ })
  expect(sold.textContent).not.toBe(`Sold for ${formatNaira(2 * adultSeatKobo)}`)
  await hand.click(sold)
  await findTicket(5)
  world.goOnline()
  await expectSales(counter, 1)
  expect(screen.queryByText(/^Not accepted/)).toBeNull()
})
