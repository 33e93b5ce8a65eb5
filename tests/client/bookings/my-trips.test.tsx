import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cancelBooking, holdSeats, setPassengers } from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { formatNaira } from '#contract/money'
import { sql } from '#server/db/sql'
import { aHold, aPaidBooking, makeTravellers } from '#tests/support/makers/bookings'
import { aUser } from '#tests/support/makers/people'
import { aBookingForPerson } from '#tests/support/makers/travels'
import { aTrip } from '#tests/support/makers/trips'
import type { Caller } from '#tests/support/server/test-server'
import { aClientWorld } from '#tests/client/fixtures/world'

const world = await aClientWorld()
const { db, server } = world

/** Waits until the phone has stored a ticket, so that it stores nothing of this test during the next one. */
const waitForTicket = (reference: string) =>
  waitFor(() => expect(localStorage.getItem('next-trips')).toContain(`"reference":"${reference}"`))

const labels = async () => {
  await screen.findAllByRole('listitem', { name: / to / })
  return screen.getAllByRole('listitem', { name: / to / }).map((one) => one.ariaLabel)
}

/** Both directions, held by one traveller whose details are entered. */
async function aHeldReturnTrip(as: Caller) {
  const there = await aTrip(db, { departs_in_hours: 48 })
  const home = await aTrip(db, { stops: ['ibadan', 'lagos'], departs_in_hours: 99 })
  const out = await aHold(server, there.id, there.sellable.slice(0, 1), as)
  const { reference, seats } = out.booking
  const input = { trip_id: home.id, seats: home.sellable.slice(0, 1), way_out: reference }
  const back = await server.call(holdSeats, input, { as: out.as })
  await server.call(setPassengers, { reference, ...makeTravellers(seats) }, { as: out.as })
  if (back.status !== 200) throw new Error(back.text)
  return { out: out.booking, back: back.data, as: out.as }
}

test('an unpaid hold comes before trips that leave earlier, with its deadline and price', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const day = { departs_in_hours: 30 }
  const week = { departs_in_hours: 170 }
  const late = await aBookingForPerson(server, owner, { stops: ['jos', 'kano'], ...week })
  const soon = await aBookingForPerson(server, owner, { stops: ['uyo', 'calabar'], ...day })
  const trip = await aTrip(db, { departs_in_hours: 200 })
  const { booking } = await aHold(server, trip.id, trip.sellable.slice(0, 1), owner.as)
  const { reference, seats } = booking
  const named = await server.call(
    setPassengers,
    { reference, ...makeTravellers(seats) },
    { as: owner.as },
  )
  await world.open('/profile/trip')
  expect(await labels()).toEqual(['Lagos to Ibadan', 'Uyo to Calabar', 'Jos to Kano'])
  const [unpaid] = screen.getAllByRole('listitem', { name: / to / })
  const card = within(unpaid as HTMLElement)
  expect(card.getByRole('timer', { name: /^Seat held for \d+ minutes? / })).toBeDefined()
  const price = formatNaira(named.data.fare.total_kobo)
  expect(card.getByRole('link', { name: `Pay ${price}` }).getAttribute('href')).toBe(
    `/bookride/pay?booking=${reference}`,
  )
  for (const paid of [soon, late]) await waitForTicket(paid.reference)
})

test('each card is one link to its booking with one action', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const { reference } = await aBookingForPerson(server, owner)
  await world.open('/profile/trip')
  const card = within(await screen.findByRole('listitem', { name: 'Lagos to Ibadan' }))
  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/profile/trip?booking=${reference}`,
    `/ticket/${reference}`,
  ])
  await waitForTicket(reference)
})

test('both directions of a return trip are on one card, paid with one button', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const trip = { stops: ['jos', 'kano'], departs_in_hours: 60 }
  const other = await aBookingForPerson(server, owner, trip)
  const { out, back } = await aHeldReturnTrip(owner.as)
  await world.open('/profile/trip')
  expect(await labels()).toEqual(['Lagos to Ibadan and back', 'Jos to Kano'])
  const card = within(screen.getByRole('listitem', { name: 'Lagos to Ibadan and back' }))
  expect(card.getAllByText(/^(Outbound|Return) · /)).toHaveLength(2)
  expect(card.getAllByText('Held, not paid')).toHaveLength(1)
  const targets = card.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(targets).toEqual([
    `/profile/trip?booking=${out.reference}`,
    `/profile/trip?booking=${back.reference}`,
    `/bookride/pay?booking=${out.reference}`,
  ])
  await waitForTicket(other.reference)
})

test('a return trip on the phone is one card with a ticket for each direction', async () => {
  const { out, back, as } = await aHeldReturnTrip({ device_id: crypto.randomUUID() })
  const input = { purpose: 'booking', provider: 'paystack', reference: out.reference } as const
  const { data: payment } = await server.call(startPayment, input, { as })
  await world.press(payment, 'approve')
  await world.doJobs()
  const proofs = {
    [out.reference]: { token: as.guest_token },
    [back.reference]: { token: back.guest_token },
  }
  localStorage.setItem('guest-proofs', JSON.stringify(proofs))
  await world.open(`/thanks-for-booking?booking=${out.reference}`)
  await screen.findByText('The ticket is saved on this phone.')
  await waitForTicket(back.reference)
  world.goOffline()
  await world.open('/profile/trip')
  expect(await labels()).toEqual(['Lagos to Ibadan and back'])
  const tickets = screen.getAllByRole('link', { name: /ticket$/ })
  expect(tickets.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Outbound ticket', `/ticket/${out.reference}`],
    ['Return ticket', `/ticket/${back.reference}`],
  ])
})

/** A ticket that a guest bought on this phone, with which somebody then logs in who has no trip yet. */
async function aGuestTicket() {
  const trip = await aTrip(db, { stops: ['uyo', 'calabar'], departs_in_hours: 30 })
  const { booking, as } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1))
  const { reference } = booking
  localStorage.setItem('guest-proofs', JSON.stringify({ [reference]: { token: as.guest_token } }))
  await world.open(`/thanks-for-booking?booking=${reference}`)
  await waitForTicket(reference)
  const owner = await aUser(server)
  world.enter(owner)
  return owner
}

test('a guest’s ticket stands among the trips of the account, in the order of departure', async () => {
  const owner = await aGuestTicket()
  const week = { stops: ['jos', 'kano'], departs_in_hours: 170 }
  const { reference } = await aBookingForPerson(server, owner, week)
  await world.open('/profile/trip')
  await screen.findByRole('listitem', { name: 'Jos to Kano' })
  expect(await labels()).toEqual(['Uyo to Calabar', 'Jos to Kano'])
  await waitForTicket(reference)
})

test('a cancelled trip stands in its own list only', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const { reference, seats } = await aBookingForPerson(server, owner)
  await server.call(cancelBooking, { reference, seats, refund_to: 'wallet' }, { as: owner.as })
  world.remember(reference, { phone: '+2348031234567' })
  await world.open('/profile/trip')
  await screen.findByText('You have no upcoming trips.')
  expect(world.sent.filter((one) => one.endsWith(`/bookings/${reference}`))).toEqual([])
  await world.hand.click(screen.getByRole('radio', { name: 'Cancelled' }))
  expect(await labels()).toEqual(['Lagos to Ibadan'])
})

test('without a network, the tickets on the phone come before what is not saved', async () => {
  await aGuestTicket()
  world.goOffline()
  await world.open('/profile/trip')
  const notSaved = await screen.findByText('You are offline.')
  const ticket = screen.getByRole('listitem', { name: 'Uyo to Calabar' })
  expect(ticket.compareDocumentPosition(notSaved)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a list of trips that is cut at a hundred says so', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const { reference } = await aBookingForPerson(server, owner)
  await sql`insert into booking select copy.* from booking b, generate_series(1, 101) n,
    jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'reference', gen_random_uuid()::text || n,
      'status', 'completed', 'payable_id', null, 'paid_kobo', 0)) copy
    where b.reference = ${reference}`.execute(db)
  await world.open('/profile/trip')
  await world.hand.click(await screen.findByRole('radio', { name: 'Past' }))
  expect(await screen.findByText('Only the latest 100 trips are listed.')).toBeDefined()
  expect(screen.getAllByRole('listitem', { name: / to / })).toHaveLength(100)
  await world.hand.click(screen.getByRole('radio', { name: 'Upcoming' }))
  await waitFor(() => expect(screen.getAllByRole('listitem', { name: / to / })).toHaveLength(1))
  expect(screen.queryByText(/trips are listed\.$/)).toBeNull()
  await waitForTicket(reference)
})

test('a hold that this phone counted to zero without a network is not called held any more', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const trip = await aTrip(db)
  const { booking } = await aHold(server, trip.id, trip.sellable.slice(0, 1), owner.as)
  await world.open('/profile/trip')
  expect(await screen.findByText('Held, not paid')).toBeDefined()
  await world.open(`/profile/trip?booking=${booking.reference}`)
  expect(await screen.findByText('Held, not paid')).toBeDefined()
  world.goOffline()
  world.phoneRunsAhead(20 * 3_600_000)
  for (const path of ['/profile/trip', `/profile/trip?booking=${booking.reference}`]) {
    await world.open(path)
    expect(await screen.findByText('Not paid in time')).toBeDefined()
    expect(screen.queryByText('Held, not paid')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Release the seats?$/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Book again' })).toBeDefined()
  }
})

test('when the time to pay ends while money is under way, nobody is told to book again', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const trip = await aTrip(db)
  const seats = trip.sellable.slice(0, 1)
  const { booking, as } = await aHold(server, trip.id, seats, owner.as)
  const { reference } = booking
  const travellers = { reference, ...makeTravellers(seats) }
  const { data } = await server.call(setPassengers, travellers, { as })
  const due = { purpose: 'booking', reference, due_kobo: data.fare.total_kobo } as const
  const way = { provider: 'paystack', channel: 'card' } as const
  const started = await server.call(startPayment, { ...due, ...way }, { as })
  expect(started.status).toBe(200)
  await world.open('/profile/trip')
  expect(await screen.findByText('Waiting for the payment')).toBeDefined()
  await world.open(`/profile/trip?booking=${reference}`)
  expect(await screen.findByText('Waiting for the payment')).toBeDefined()
  world.goOffline()
  world.phoneRunsAhead(20 * 3_600_000)
  for (const path of ['/profile/trip', `/profile/trip?booking=${reference}`]) {
    await world.open(path)
    expect(await screen.findByRole('link', { name: 'See the payment' })).toBeDefined()
    expect(screen.getByText('Waiting for the payment')).toBeDefined()
    expect(screen.getByText(/^If you have paid, you get the ticket or a full refund/)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Book again' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Release the seats?$/ })).toBeNull()
  }
})

test('a payment that only this phone knows of keeps a stored hold from being called unpaid', async () => {
  const owner = await aUser(server)
  world.enter(owner)
  const trip = await aTrip(db)
  const { booking } = await aHold(server, trip.id, trip.sellable.slice(0, 1), owner.as)
  const { reference } = booking
  await world.open(`/profile/trip?booking=${reference}`)
  expect(await screen.findByText('Held, not paid')).toBeDefined()
  localStorage.setItem('pending-payment', JSON.stringify({ reference, booking: reference }))
  world.goOffline()
  world.phoneRunsAhead(20 * 3_600_000)
  await world.reload()
  expect(await screen.findByText('Waiting for the payment')).toBeDefined()
  expect(screen.queryByText('Not paid in time')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Book again' })).toBeNull()
})
