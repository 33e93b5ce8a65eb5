import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holdSeats, setPassengers } from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { aHold, makeTravellers } from '#tests/support/makers/bookings'
import { aTrip } from '#tests/support/makers/trips'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, hand, server } = world

/** A paid return trip of a guest, whose tickets are on this phone. */
async function aSavedReturnTrip() {
  const there = await aTrip(db, { departs_in_hours: 48 })
  const home = await aTrip(db, { stops: ['ibadan', 'lagos'], departs_in_hours: 99 })
  const { booking, as } = await aHold(server, there.id, there.sellable.slice(0, 1))
  const { reference: out, seats } = booking
  const input = { trip_id: home.id, seats: home.sellable.slice(1, 2), way_out: out }
  const { data: back } = await server.call(holdSeats, input, { as })
  await server.call(setPassengers, { reference: out, ...makeTravellers(seats) }, { as })
  const due = { purpose: 'booking', provider: 'paystack', reference: out } as const
  const { data: payment } = await server.call(startPayment, due, { as })
  await world.press(payment, 'approve')
  await world.doJobs()
  const proofs = { [out]: { token: as.guest_token }, [back.reference]: { token: back.guest_token } }
  localStorage.setItem('guest-proofs', JSON.stringify(proofs))
  await world.open(`/ticket/${out}`)
  await screen.findByRole('tab', { name: 'Outbound' })
  for (const reference of [out, back.reference])
    await waitFor(() =>
      expect(localStorage.getItem('next-trips')).toContain(`"reference":"${reference}"`),
    )
  return { back: back.reference, seats: { out: seats[0], back: back.seats[0] } }
}

const codeOf = (seat = 0) =>
  screen.findByRole('img', { name: new RegExp(`^Ticket code of .*, seat ${seat}$`) })

const chosenTab = () => screen.getByRole('tab', { selected: true }).textContent

test('a return ticket is turned over by tap or arrow key, also without a network', async () => {
  const { back, seats } = await aSavedReturnTrip()
  expect(await codeOf(seats.out)).toBeDefined()
  expect(screen.getByRole('tabpanel', { name: 'Outbound' })).toBeDefined()
  await hand.click(screen.getByRole('tab', { name: 'Return' }))
  expect(await codeOf(seats.back)).toBeDefined()
  expect(screen.getAllByRole('img', { name: /^Ticket code of / })).toHaveLength(1)

  world.goOffline()
  await world.open(`/ticket/${back}`)
  expect(await codeOf(seats.back)).toBeDefined()
  expect(chosenTab()).toBe('Return')
  screen.getByRole('tab', { name: 'Return' }).focus()
  await hand.keyboard('{ArrowLeft}')
  expect(await codeOf(seats.out)).toBeDefined()
  expect(chosenTab()).toBe('Outbound')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Outbound' }))
})

test('the short form of a return ticket is enough to turn it over', async () => {
  const { seats } = await aSavedReturnTrip()
  const { IDBFactory } = await import('fake-indexeddb')
  globalThis.indexedDB = new IDBFactory()
  world.goOffline()
  await world.reload()
  await hand.click(await screen.findByRole('tab', { name: 'Return' }))
  expect(await codeOf(seats.back)).toBeDefined()
})
