import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aPaidBooking } from '#tests/support/booked'
import { aTrip } from '#tests/support/makers'
import { aClientWorld } from './world.tsx'

const world = await aClientWorld()
const { hand, pressButton } = world

/** A paid booking of two whose tickets are on this phone, with another trip of the operator to move to. */
async function aSavedBooking() {
  const trip = await aTrip(world.db)
  const { operator_id } = trip
  const later = await aTrip(world.db, { operator_id, departs_in_hours: 75, seats_left: 3 })
  const seats = trip.sellable.slice(0, 2)
  const { booking, as } = await aPaidBooking(world.server, trip.id, seats)
  const { reference } = booking
  world.remember(reference, { token: as.guest_token })
  await world.open(`/thanks-for-booking?booking=${reference}`)
  await screen.findByText('The ticket is saved on this phone.')
  await world.open(`/profile/trip?booking=${reference}`)
  return { reference, seats, later, left: later.sellable.slice(-3) }
}

const keptTrip = () =>
  (JSON.parse(localStorage.getItem('next-trips') ?? '[]') as { seats: number[] }[])[0]

const codes = () => screen.findAllByRole('img', { name: /^Ticket code of / })

test('a moved booking asks first, and the phone keeps the new ticket in the place of the old one', async () => {
  const { reference, left } = await aSavedBooking()
  const seats = left.slice(0, 2)
  await pressButton('Move to another trip')
  await pressButton(`Move to seat ${seats.join(', ')}`)
  expect(screen.getByText(/can be moved only once/)).toBeDefined()
  await pressButton('No')
  expect(world.sent.filter((one) => one.startsWith('POST'))).toEqual([])
  await pressButton(`Move to seat ${seats.join(', ')}`)
  await pressButton('Yes, move')
  await waitFor(() => expect(keptTrip()?.seats).toEqual(seats))

  world.goOffline()
  await world.open(`/ticket/${reference}`)
  const names = (await codes()).map((code) => code.getAttribute('aria-label'))
  expect(names).toEqual(seats.map((seat) => expect.stringMatching(new RegExp(`seat ${seat}$`))))
})

test('when the network goes right after a move, no old ticket is left that would be believed', async () => {
  const { reference, left } = await aSavedBooking()
  await pressButton('Move to another trip')
  await pressButton(`Move to seat ${left.slice(0, 2).join(', ')}`)
  world.breakAt(`GET /api/v1/waka/bookings/${reference}/tickets`)
  await pressButton('Yes, move')
  await waitFor(() => expect(keptTrip()).toBeUndefined())
  world.goOffline()
  await world.open(`/ticket/${reference}`)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.queryByRole('img', { name: /^Ticket code of / })).toBeNull()
})

test('the seat of who does not travel any more is not on the phone any more', async () => {
  const { reference, seats } = await aSavedBooking()
  await pressButton('Cancel')
  const form = within(await screen.findByRole('region', { name: 'Cancel' }))
  await hand.click(form.getByRole('checkbox', { name: new RegExp(`^Seat ${seats[0]}:`) }))
  await pressButton(/^Cancel and get/)
  await waitFor(() => expect(keptTrip()?.seats).toEqual([seats[0]]))
  world.goOffline()
  await world.open(`/ticket/${reference}`)
  expect(await codes()).toHaveLength(1)
})
