import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getBooking } from '#contract/bookings/endpoints'
import { setReservationTerms } from '#contract/counter/endpoints'
import { formatNaira } from '#contract/money'
import { formatDayTime } from '#lib/format'
import { aUser, type UserOptions } from '#tests/support/makers/people'
import { aReservableHold, aReservation, aTripPaidAtPark } from '#tests/support/makers/reservations'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { pressButton: press, server } = world

/** Opens the payment step of a logged-in person’s held seat, on a bus whose operator takes cash. */
async function openPay(options?: UserOptions) {
  const trip = await aTripPaidAtPark(server)
  const person = await aUser(server, options)
  const booking = await aReservableHold(server, trip.id, [1], person.as)
  world.enter(person)
  await world.open(`/bookride/pay?booking=${booking.reference}`)
  await screen.findByRole('region', { name: 'How do you want to pay?' })
  return { trip, person, reference: booking.reference }
}

test('a traveller chooses cash at the park, and the phone shows code, park and deadline, also offline', async () => {
  const { person, reference } = await openPay()
  await press('Reserve, and pay at the park')
  await screen.findByText('Reserved, not paid')
  const { data } = await server.call(getBooking, { reference }, { as: person.as })
  const until = formatDayTime(data.hold_expires_at ?? '', data.trip.zone).replaceAll('\u00a0', ' ')
  const price = formatNaira(data.fare.total_kobo)
  const pay = `Pay ${price} at ${data.from_park.name} before ${until}`
  await screen.findByText(pay)
  expect(screen.getByText(/^Say this code at the counter/).textContent).toContain(reference)
  expect(screen.getByRole('timer').textContent).toMatch(/^6 h$|^5 h 5\d\smin$/)

  world.goOffline()
  await world.open(`/profile/trip?booking=${reference}`)
  await screen.findByText(pay)
})

test('a reservation is in My trips with its time, and is released there', async () => {
  const trip = await aTripPaidAtPark(server)
  const person = await aUser(server)
  const { reference } = await aReservation(server, trip.id, [1], person.as)
  world.enter(person)
  await world.open('/profile/trip')
  await screen.findByText('Reserved, not paid')
  expect(screen.getByText('Seat reserved for')).toBeDefined()
  await world.open(`/profile/trip?booking=${reference}`)
  await press(/^Release the seats?$/)
  await press('Yes, release')
  await screen.findByText('Cancelled')
  expect(screen.queryByText(/^Say this code/)).toBeNull()
})

test('a reservation can still be paid online', async () => {
  const trip = await aTripPaidAtPark(server)
  const person = await aUser(server)
  const { reference, fare } = await aReservation(server, trip.id, [1], person.as)
  world.enter(person)
  await world.open(`/profile/trip?booking=${reference}`)
  const pay = await screen.findByRole('link', {
    name: `Pay ${formatNaira(fare.total_kobo)} online`,
  })
  await world.hand.click(pay)
  await screen.findByRole('region', { name: 'How do you want to pay?' })
  expect(screen.queryByRole('button', { name: 'Reserve, and pay at the park' })).toBeNull()
})

test('who has not verified their phone is told so, with the way to do it', async () => {
  await openPay({ proved: false })
  await press('Reserve, and pay at the park')
  await screen.findByText(/only for people with a verified phone number/)
  const link = screen.getByRole('link', { name: 'Verify my phone' })
  expect(link.getAttribute('href')).toBe('/profile/details')
})

test('cash at the park is offered only where the operator takes it', async () => {
  const { trip, reference } = await openPay()
  await screen.findByRole('region', { name: 'Pay cash at the park' })
  await server.call(setReservationTerms, { lead_hours: null }, { as: trip.operator })
  await press('Reserve, and pay at the park')
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Pay cash at the park' })).toBeNull(),
  )
  await world.open(`/bookride/pay?booking=${reference}`)
  await screen.findByRole('region', { name: 'How do you want to pay?' })
  expect(screen.queryByRole('region', { name: 'Pay cash at the park' })).toBeNull()
})
