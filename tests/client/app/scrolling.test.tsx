import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { hand } = world

/** Returns a function that says whether the page was scrolled to its top since that function's last call. */
function toTop() {
  const scroll = vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined)
  return () => {
    const asked = scroll.mock.calls.filter(([left, top]) => left === 0 && top === 0).length
    scroll.mockClear()
    return asked > 0
  }
}

/** Opens My trips as a guest with one paid booking; returns its reference. */
async function openMyTrips() {
  const trip = await aTrip(world.db)
  const { booking, as } = await aPaidBooking(world.server, trip.id, trip.sellable.slice(0, 1))
  world.remember(booking.reference, { token: as.guest_token })
  await world.open(`/thanks-for-booking?booking=${booking.reference}`)
  await screen.findByText('The ticket is saved on this phone.')
  await world.open('/profile/trip')
  return booking.reference
}

const bookingLink = () => screen.findByRole('link', { name: 'Lagos → Ibadan' })

test('a booking opened from My trips begins at its top, and so does My trips opened from it', async () => {
  const reference = await openMyTrips()
  const isAtTop = toTop()
  await hand.click(await bookingLink())
  await screen.findByRole('region', { name: 'The booking' })
  expect(location.search).toBe(`?booking=${reference}`)
  expect(isAtTop()).toBe(true)
  await hand.click(within(screen.getByRole('main')).getByRole('link', { name: 'My trips' }))
  await bookingLink()
  expect(location.search).toBe('')
  expect(isAtTop()).toBe(true)
})

test('a step back leaves the place to the browser', async () => {
  await openMyTrips()
  await hand.click(await bookingLink())
  await screen.findByRole('region', { name: 'The booking' })
  const isAtTop = toTop()
  history.back()
  await bookingLink()
  expect(isAtTop()).toBe(false)
  // `isAtTop` looks only at what happened since its last call.
  await hand.click(await bookingLink())
  await screen.findByRole('region', { name: 'The booking' })
  expect(isAtTop()).toBe(true)
})

test('a filter and another day replace the address, and the list keeps its place', async () => {
  const trip = await aTrip(world.db, { stops: ['uyo', 'calabar'], amenities: ['ac'] })
  await world.open(`/bookride?from=uyo&to=calabar&date=${trip.date}`)
  await screen.findByRole('list', { name: 'Trips' })
  const isAtTop = toTop()
  await hand.selectOptions(screen.getByLabelText('Sort by'), 'price')
  await waitFor(() => expect(location.search).toContain('sort=price'))
  await hand.click(screen.getAllByRole('link', { name: /No trip$/ })[0] ?? document.body)
  await screen.findByText(/^No trip from Uyo to Calabar on /)
  expect(isAtTop()).toBe(false)
  await hand.click((await screen.findAllByRole('link', { name: /1 trip from/ }))[0] as HTMLElement)
  await screen.findByRole('list', { name: 'Trips' })
  expect(isAtTop()).toBe(true)
})
