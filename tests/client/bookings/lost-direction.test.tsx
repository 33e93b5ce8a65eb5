import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holdSeats, setPassengers } from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { aHold, makeTravellers } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { sellToOthers } from '#tests/support/worlds/payments'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, server } = world

test('who paid too late for one direction of a return trip reads which is lost, and sees one ticket', async () => {
  const there = await aTrip(db, { departs_in_hours: 48 })
  const home = await aTrip(db, { stops: ['ibadan', 'lagos'], departs_in_hours: 99 })
  const { booking, as } = await aHold(server, there.id, there.sellable.slice(0, 1))
  const { reference: out, seats } = booking
  const input = { trip_id: home.id, seats: home.sellable.slice(1, 2), way_out: out }
  const { data: back } = await server.call(holdSeats, input, { as })
  await server.call(setPassengers, { reference: out, ...makeTravellers(seats) }, { as })
  const due = { purpose: 'booking', provider: 'paystack', reference: out } as const
  const { data: payment } = await server.call(startPayment, due, { as })
  await sellToOthers(db, home.trip_id, home.sellable)
  await world.press(payment, 'approve')
  await world.doJobs()
  const proofs = { [out]: { token: as.guest_token }, [back.reference]: { token: back.guest_token } }
  localStorage.setItem('guest-proofs', JSON.stringify(proofs))
  await world.open(`/thanks-for-booking?booking=${out}`)
  await screen.findByText('The seats of the return trip were gone.')
  expect(screen.getByText(/You can cancel this way for free for 48 hours/)).toBeDefined()

  await world.open(`/ticket/${out}`)
  await screen.findByRole('img', { name: /^Ticket code of / })
  expect(screen.queryByRole('tab', { name: 'Return' })).toBeNull()
})
