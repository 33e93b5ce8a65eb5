import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sellAtCounter } from '#contract/counter/endpoints'
import type { Role } from '#contract/members/rules'
import { formatTime } from '#lib/format'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aHold, aPaidBooking } from '#tests/support/makers/bookings'
import { aSaleInput, aShift } from '#tests/support/makers/counter'
import { aMember } from '#tests/support/makers/members'
import { boardTickets } from '#tests/support/makers/travels'
import { aTrip, sellAtCounter as setAside } from '#tests/support/makers/trips'
import { openDesk } from '#tests/client/fixtures/open-desk'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand, server } = world

afterEach(() => vi.useRealTimers())

/** A departure, its seats in each state, and a member of its operator. */
async function aSheet(role: Role) {
  const trip = await aTrip(server.db, { departs_in_hours: 5 })
  const [aboard = 0, sold = 0, held = 0, aside = 0, free = 0] = trip.sellable
  const { booking } = await aPaidBooking(server, trip.id, [aboard, sold], { infant_name: 'Tobi' })
  await boardTickets(server.db, booking.reference, [aboard])
  const { booking: hold } = await aHold(server, trip.id, [held])
  await setAside(server.db, trip.trip_id, [aside])
  const member = await aMember(server, { operator_id: trip.operator_id, role })
  const openSheet = (search = '') => openDesk(world, member, `/departures/${trip.trip_id}${search}`)
  return { trip, booking, hold, openSheet, member, seats: { aboard, sold, held, aside, free } }
}

const seat = (number: number) =>
  screen.findByRole('button', { name: new RegExp(`^Seat ${number},`) })

const countCalls = (path: string) => world.sent.filter((call) => call.includes(path)).length

test('the sheet shows who sits where, by sign and by name, to eyes and to screen readers', async () => {
  const { trip, booking, hold, openSheet, seats } = await aSheet('attendant')
  await openSheet()
  const names = [
    [seats.aboard, '✓', / aboard, Adaeze Okonkwo \w and baby Tobi$/],
    [seats.sold, '×', / sold, not aboard, Adaeze Okonkwo \w$/],
    [seats.held, '…', / held, not paid$/],
    [seats.aside, '■', / set aside$/],
    [seats.free, '', / free$/],
  ] as const
  for (const [number, mark, name] of names) {
    const button = await seat(number)
    expect(button.getAttribute('aria-label')).toMatch(name)
    expect(button.textContent).toBe(`${number}${mark}`)
  }
  const total = trip.sellable.length
  screen.getByText(`${total - 4} free of ${total} seats · 2 sold, 1 held, 1 set aside`)
  screen.getByText('Tap a seat to see who sits there.')
  // Two people, as in the list of departures and at the door: the baby has no seat.
  const people = screen.getByText('Aboard', { selector: 'dt' }).nextElementSibling
  expect(people?.textContent).toBe('2')

  await hand.click(await seat(seats.sold))
  const said = within(await screen.findByRole('status'))
  said.getByText(`Seat ${seats.sold}`)
  said.getByText(new RegExp(`Lagos Park → Ibadan Park · ${booking.reference}`))
  await hand.click(await seat(seats.held))
  const until = formatTime(hold.hold_expires_at ?? '', hold.trip.zone).replaceAll(/\s/g, ' ')
  said.getByText(`Free again at ${until} if nobody pays.`)
})

test('arrow keys walk through the bus, and space shows who sits there', async () => {
  const { openSheet } = await aSheet('attendant')
  await openSheet()
  const bus = await screen.findByRole('group', { name: /^Seats, front of the bus first/ })
  const stops = within(bus).getAllByRole('button')
  const reachable = stops.filter((button) => button.tabIndex === 0)
  expect(reachable).toHaveLength(1)
  act(() => reachable[0]?.focus())
  await hand.keyboard('{ArrowDown} ')
  const here = document.activeElement
  expect(here).not.toBe(reachable[0])
  expect(here?.getAttribute('aria-pressed')).toBe('true')
})

test('list and sheet are loaded again every half minute', async () => {
  const { trip, openSheet, member, seats } = await aSheet('counter')
  const total = trip.sellable.length
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  await openSheet()
  await seat(seats.free)
  await setAside(server.db, trip.trip_id, [seats.free])
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  await screen.findByRole('button', { name: new RegExp(`^Seat ${seats.free},.* set aside$`) })
  await screen.findByText(new RegExp(`^${total - 5} free of`))

  await openDesk(world, member, `/departures?day=${trip.date}`)
  await screen.findByText(new RegExp(`^${total - 5} free of`))
  await setAside(server.db, trip.trip_id, trip.sellable.slice(-1))
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  await screen.findByText(new RegExp(`^${total - 6} free of`))
})

test('a clerk opens the passenger manifest, which names and counts what is missing, and is loaded once', async () => {
  const { trip, openSheet, seats } = await aSheet('counter')
  const key = await anOperatorKey(server, trip.operator_id)
  const shift = await aShift(server, key)
  await server.call(sellAtCounter, aSaleInput(shift.id, trip.id, [seats.free]), { as: key })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  await openSheet(`?park=${trip.from_park}`)
  await hand.click(await screen.findByRole('link', { name: 'Passenger manifest' }))
  await screen.findByRole('heading', { name: 'Passenger manifest' })
  await screen.findByText(
    'Missing: plate, driver, phone of 1 passenger, address of 1 passenger, next of kin of 1 passenger',
  )
  screen.getByText('3 passengers and 1 baby on a lap')
  const [, first, , third] = screen.getAllByRole('row')
  for (const text of ['0803 123 4567', '12 Allen Avenue, Ikeja', 'Chidi Okonkwo, 0803 987 6543'])
    within(first as HTMLElement).getByText(text)
  within(first as HTMLElement).getByText('and baby Tobi')
  for (const text of ['Phone missing', 'Address missing', 'Next of kin missing'])
    within(third as HTMLElement).getByText(text)

  await act(() => vi.advanceTimersByTimeAsync(60_000))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(countCalls('/legal-manifest')).toBe(1)

  const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await hand.click(screen.getByRole('button', { name: 'Print' }))
  expect(printed).toHaveBeenCalledTimes(1)
  await hand.click(screen.getByRole('link', { name: 'Back to the departure' }))
  await screen.findByRole('heading', { name: 'Travellers' })
  expect(location.search).toBe(`?park=${trip.from_park}`)
})

test('an attendant is not offered the manifest, and its address shows them the sheet', async () => {
  const { openSheet } = await aSheet('attendant')
  await openSheet('?view=manifest')
  await screen.findByRole('heading', { name: 'Travellers' })
  expect(screen.queryByRole('link', { name: 'Passenger manifest' })).toBeNull()
  expect(countCalls('/legal-manifest')).toBe(0)
})
