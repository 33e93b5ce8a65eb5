import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aMember, aProvedMember } from '#tests/support/makers/members'
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

test('an owner finds who travels, tells them of a delay, and is led to a second step before they cancel', async () => {
  const { trip, booking } = await aDeparture()
  const owner = await aMember(server, { operator_id: trip.operator_id, role: 'owner' })
  await openDesk(world, owner, `/departures?day=${trip.date}`)
  const card = within(await screen.findByRole('listitem', { name: /Lagos/ }))
  card.getByText(/2 travellers, 0 aboard/)
  await hand.click(card.getByRole('link'))
  expect(await screen.findAllByText(/Adaeze Okonkwo/)).toHaveLength(2)
  expect(screen.getAllByText(new RegExp(booking.reference))).toHaveLength(2)

  await hand.type(screen.getByLabelText(/^Delay in minutes/), 'soon')
  await press('Tell them')
  await screen.findByRole('textbox', { name: /^Delay in minutes/, description: /./ })
  await hand.clear(screen.getByLabelText(/^Delay in minutes/))
  await hand.type(screen.getByLabelText(/^Delay in minutes/), '40')
  await hand.type(screen.getByLabelText(/^Plate/), 'lsd 123 xy')
  await press('Tell them')
  await screen.findByText(/^Stored: leaves at .*LSD 123 XY\. 1 booking told\.$/)

  await press('Cancel this departure')
  await screen.findByText(/needs a code from an authenticator app/)
  expect(screen.queryByRole('button', { name: /^Cancel it/ })).toBeNull()
  await hand.click(screen.getByRole('link', { name: 'Set up your second step' }))
  await screen.findByRole('heading', { name: 'Set up your second step' })
})

test('a manager cancels a departure after a look at what it costs', async () => {
  const { trip } = await aDeparture()
  const manager = await aProvedMember(server, { operator_id: trip.operator_id, role: 'manager' })
  await openDesk(world, manager, `/departures/${trip.trip_id}`)
  await press('Cancel this departure')
  await screen.findByText('2 in 1 paid bookings')
  await hand.type(screen.getByLabelText(/^Why/), 'The road is closed.')
  await hand.click(screen.getByRole('button', { name: /^Cancel it and refund ₦/ }))
  await screen.findByText('Cancelled')
  expect(screen.queryByRole('button', { name: 'Cancel this departure' })).toBeNull()
})

test('an attendant sees departures and travellers, and neither cancels nor tells', async () => {
  const { trip } = await aDeparture()
  const attendant = await aMember(server, { operator_id: trip.operator_id, role: 'attendant' })
  await openDesk(world, attendant, `/departures/${trip.trip_id}`)
  await screen.findAllByText(/Adaeze Okonkwo/)
  expect(screen.queryByRole('button', { name: 'Cancel this departure' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Tell them' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Members' })).toBeNull()
})
