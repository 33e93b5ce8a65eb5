import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { holdSeats, releaseHold, rescheduleBooking } from '#contract/bookings/endpoints'
import { computeDay, formatDay, formatTime } from '#lib/format'
import { sql } from '#server/db/sql'
import { aHold, aPaidBooking, makeTravellers } from '#tests/support/makers/bookings'
import { aUser } from '#tests/support/makers/people'
import { aBookingForPerson } from '#tests/support/makers/travels'
import { aTrip, sellAtCounter } from '#tests/support/makers/trips'
import { aClientWorld } from '#tests/client/fixtures/world'

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
  const { departs_at } = booking.trip
  return { reference, as, seats, later, departs_at, left: later.sellable.slice(-3) }
}

const keptTrip = () =>
  (
    JSON.parse(localStorage.getItem('next-trips') ?? '[]') as {
      seats: number[]
      departs_at: string
    }[]
  )[0]

const codes = () => screen.findAllByRole('img', { name: /^Ticket code of / })

test('a moved booking asks first, and the phone keeps the new ticket in the place of the old one', async () => {
  const { reference, left, departs_at } = await aSavedBooking()
  const seats = left.slice(0, 2)
  await pressButton('Move to another trip')
  await pressButton(`Move to seats ${seats.join(', ')}`)
  expect(screen.getByText(/can be moved only once/)).toBeDefined()
  await pressButton('No')
  expect(world.sent.filter((one) => one.startsWith('POST'))).toEqual([])
  await pressButton(`Move to seats ${seats.join(', ')}`)
  await pressButton('Yes, move')
  await waitFor(() => expect(keptTrip()?.seats).toEqual(seats))
  expect(await screen.findByText(/^Moved on/)).toHaveProperty(
    'textContent',
    expect.stringMatching(
      new RegExp(
        `, from the trip on ${formatDay(computeDay(departs_at))}, ${formatTime(departs_at)}\\.$`,
      ),
    ),
  )
  expect(screen.getByText('A booking can be moved only once.')).toBeDefined()

  world.goOffline()
  await world.open(`/ticket/${reference}`)
  const names = (await codes()).map((code) => code.getAttribute('aria-label'))
  expect(names).toEqual(seats.map((seat) => expect.stringMatching(new RegExp(`seat ${seat}$`))))
})

test('a move to a seat that was just sold says so, and asks for the seats that are left', async () => {
  const { later, left } = await aSavedBooking()
  const [first = 0, second = 0, third = 0] = left
  await pressButton('Move to another trip')
  await pressButton(`Move to seats ${first}, ${second}`)
  await sellAtCounter(world.db, later.trip_id, [first])
  await pressButton('Yes, move')
  expect(await screen.findByText(/was just taken|were just taken/)).toBeDefined()
  await screen.findByText(`Move to seats ${second}, ${third} of this trip?`, { exact: false })
  await pressButton('Yes, move')
  await waitFor(() => expect(keptTrip()?.seats).toEqual([second, third]))
})

test('a move goes to the seats that were picked, on the day that was chosen', async () => {
  const { left } = await aSavedBooking()
  const [first = 0, second = 0, third = 0] = left
  await pressButton('Move to another trip')
  expect((await screen.findByLabelText<HTMLSelectElement>('Day')).options).toHaveLength(1)
  await pressButton(`Move to seats ${first}, ${second}`)
  await hand.click(screen.getByText('Choose other seats'))
  await pressButton(`Seat ${third}`)
  await pressButton('Yes, move')
  await waitFor(() => expect(keptTrip()?.seats).toEqual([second, third]))
})

test('a move keeps the numbers of the seats where they are free', async () => {
  const trip = await aTrip(world.db)
  await aTrip(world.db, { operator_id: trip.operator_id, departs_in_hours: 75 })
  const seats = trip.sellable.slice(4, 6)
  const { booking, as } = await aPaidBooking(world.server, trip.id, seats)
  world.remember(booking.reference, { token: as.guest_token })
  await world.open(`/profile/trip?booking=${booking.reference}`)
  await pressButton('Move to another trip')
  expect(
    await screen.findByRole('button', { name: `Move to seats ${seats.join(', ')}` }),
  ).toBeDefined()
})

test('a trip that costs more says so and leads to what cancelling costs', async () => {
  const trip = await aTrip(world.db)
  const { operator_id } = trip
  await aTrip(world.db, { operator_id, departs_in_hours: 75, fare_kobo: 9_900_000 })
  const { booking, as } = await aPaidBooking(world.server, trip.id, trip.sellable.slice(0, 1))
  world.remember(booking.reference, { token: as.guest_token })
  await world.open(`/profile/trip?booking=${booking.reference}`)
  await pressButton('Move to another trip')
  await screen.findByText(/^You cannot move to a trip that costs more\./)
  expect(screen.queryByRole('button', { name: /^Move to seat/ })).toBeNull()
  await pressButton('See what cancelling costs')
  expect(await screen.findByRole('button', { name: /^Cancel and get/ })).toBeDefined()
})

test('why a move failed is said also where its trip is no way on any more', async () => {
  const { later, left } = await aSavedBooking()
  await pressButton('Move to another trip')
  await pressButton(`Move to seats ${left.slice(0, 2).join(', ')}`)
  await sellAtCounter(world.db, later.trip_id, left)
  await pressButton('Yes, move')
  expect(await screen.findByText(/^No other trip with enough seats/)).toBeDefined()
  expect(screen.getByText(/was just taken|were just taken/)).toBeDefined()
})

test('a move whose answer was lost is asked for again, and moves once', async () => {
  const { reference, left } = await aSavedBooking()
  const seats = left.slice(0, 2)
  world.loseAnswerOnce(`POST /api/v1/waka/bookings/${reference}/reschedule`)
  const mend = world.breakAt(`GET /api/v1/waka/bookings/${reference}`, 'verify_limit')
  await pressButton('Move to another trip')
  await pressButton(`Move to seats ${seats.join(', ')}`)
  await pressButton('Yes, move')
  expect(await screen.findByText(/do not know yet whether it was moved/)).toBeDefined()
  expect(keptTrip()?.seats).not.toEqual(seats)
  mend()
  await pressButton('Yes, move')
  await waitFor(() => expect(keptTrip()?.seats).toEqual(seats))
  const moves = world.sent.filter((one) => one.startsWith('POST') && one.includes(reference))
  expect(moves).toHaveLength(2)
})

test('a traveller whose move had no answer sees it, and has the new ticket on the phone', async () => {
  const { reference, left, departs_at } = await aSavedBooking()
  const seats = left.slice(0, 2)
  world.loseAnswerOnce(`POST /api/v1/waka/bookings/${reference}/reschedule`)
  await pressButton('Move to another trip')
  await pressButton(`Move to seats ${seats.join(', ')}`)
  await pressButton('Yes, move')
  expect(await screen.findByText(/^Moved on/)).toBeDefined()
  expect(screen.queryByText(/do not know yet whether it was moved/)).toBeNull()
  await waitFor(() => expect(keptTrip()?.seats).toEqual(seats))
  expect(keptTrip()?.departs_at).not.toBe(departs_at)
})

test('a traveller who left after a move without an answer has the new ticket once the booking is read', async () => {
  const { reference, as, left, later, departs_at } = await aSavedBooking()
  const seats = left.slice(0, 2)
  // The app was closed before the answer came.
  const wanted = { reference, trip_id: later.id, seats, refund_to: 'source' } as const
  expect((await world.server.call(rescheduleBooking, wanted, { as })).status).toBe(200)
  world.phoneRunsAhead(60_000)
  await world.reload()
  await screen.findByText(/^Moved on/)
  await waitFor(() => expect(keptTrip()?.seats).toEqual(seats))
  expect(keptTrip()?.departs_at).not.toBe(departs_at)
  world.goOffline()
  await world.reload()
  await screen.findByText(/^Moved on/)
  expect(keptTrip()?.seats).toEqual(seats)
})

test('when the network goes right after a move, no old ticket is left that would be believed', async () => {
  const { reference, left } = await aSavedBooking()
  await pressButton('Move to another trip')
  await pressButton(`Move to seats ${left.slice(0, 2).join(', ')}`)
  world.breakAt(`GET /api/v1/waka/bookings/${reference}/tickets`)
  await pressButton('Yes, move')
  await waitFor(() => expect(keptTrip()).toBeUndefined())
  world.goOffline()
  await world.open(`/ticket/${reference}`)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.queryByRole('img', { name: /^Ticket code of / })).toBeNull()
})

test('when the answer to a cancellation is lost, its ticket leaves the phone with the next word about it', async () => {
  const { reference } = await aSavedBooking()
  await pressButton('Cancel')
  world.loseAnswerOnce(`POST /api/v1/waka/bookings/${reference}/cancellation`)
  await pressButton(/^Cancel and get/)
  expect(await screen.findByText('Cancelled')).toBeDefined()
  await waitFor(() => expect(keptTrip()).toBeUndefined())
  world.goOffline()
  await world.open(`/ticket/${reference}`)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.queryByRole('img', { name: /^Ticket code of / })).toBeNull()
})

test('what a guest has cancelled stays in My trips, with the money that goes back, also without a network', async () => {
  const { reference } = await aSavedBooking()
  await pressButton('Cancel')
  await pressButton(/^Cancel and get/)
  await screen.findByText('Cancelled')
  await hand.click(within(screen.getByRole('main')).getByRole('link', { name: 'My trips' }))
  const trip = async () => within(await screen.findByRole('listitem', { name: 'Lagos to Ibadan' }))
  expect((await trip()).getByText('Cancelled')).toBeDefined()
  expect((await trip()).getByText(/refund requested, usually within/)).toBeDefined()
  expect((await trip()).queryByRole('link', { name: 'Show ticket' })).toBeNull()
  world.goOffline()
  await world.reload()
  await hand.click((await trip()).getByRole('link', { name: 'Lagos → Ibadan' }))
  expect(await screen.findByText('Cancelled')).toBeDefined()
  expect(location.search).toBe(`?booking=${reference}`)
})

test('seats that were released unpaid are no trip, and what is known of them is not asked for again', async () => {
  const { reference: paid, as: payer } = await aSavedBooking()
  await pressButton('Cancel')
  await pressButton(/^Cancel and get/)
  await screen.findByText('Cancelled')
  const trip = await aTrip(world.db, { stops: ['jos', 'kano'] })
  const { booking, as } = await aHold(world.server, trip.id, trip.sellable.slice(0, 1))
  await world.server.call(releaseHold, { reference: booking.reference }, { as })
  const proofs = {
    [paid]: { token: payer.guest_token },
    [booking.reference]: { token: as.guest_token },
  }
  localStorage.setItem('guest-proofs', JSON.stringify(proofs))
  await world.open('/profile/trip')
  const { openStore } = await import('#lib/device/store')
  await waitFor(async () => {
    const kept = (await openStore('answers').entries()).map(([name]) => name)
    for (const one of Object.keys(proofs)) expect(kept.join()).toContain(one)
  })
  world.phoneRunsAhead(60_000)
  world.sent.length = 0
  await world.reload()
  await waitFor(() => expect(world.sent).toContain(`GET /api/v1/waka/bookings/${paid}`))
  await screen.findByRole('listitem', { name: 'Lagos to Ibadan' })
  expect(screen.queryByRole('listitem', { name: 'Jos to Kano' })).toBeNull()
  expect(world.sent).not.toContain(`GET /api/v1/waka/bookings/${booking.reference}`)
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

test('one traveller cancels without choosing who, and reads once that others paid', async () => {
  const trip = await aTrip(world.db)
  const [seat = 0] = trip.sellable
  const { booking, as } = await aPaidBooking(world.server, trip.id, [seat])
  world.enter(await aUser(world.server))
  world.remember(booking.reference, { token: as.guest_token })
  await world.open(`/profile/trip?booking=${booking.reference}`)
  await pressButton('Cancel')
  const form = within(await screen.findByRole('region', { name: 'Cancel' }))
  expect(form.getByRole('heading', { name: 'Cancel this booking' })).toBeDefined()
  await form.findByRole('button', { name: /^Cancel and get/ })
  expect(form.queryByRole('checkbox')).toBeNull()
  expect(form.getAllByText(/goes back the way/)).toHaveLength(1)
  expect(form.getByText(/This was not paid with your account\./)).toBeDefined()
})

test('who cancels so that only a child would travel reads it before the button', async () => {
  const trip = await aTrip(world.db)
  const seats = trip.sellable.slice(0, 2)
  const passengers = makeTravellers(seats).passengers.map((one) =>
    one.seat === seats[1] ? { ...one, passenger_type: 'child' } : one,
  )
  const { booking, as } = await aPaidBooking(world.server, trip.id, seats, { passengers })
  world.remember(booking.reference, { token: as.guest_token })
  await world.open(`/profile/trip?booking=${booking.reference}`)
  await pressButton('Cancel')
  const form = within(await screen.findByRole('region', { name: 'Cancel' }))
  await form.findByRole('button', { name: /^Cancel and get/ })
  expect(form.queryByText('Only a child would travel.')).toBeNull()
  await hand.click(form.getByRole('checkbox', { name: new RegExp(`^Seat ${seats[1]}:`) }))
  expect(await form.findByText('Only a child would travel.')).toBeDefined()
  await hand.click(form.getByRole('checkbox', { name: new RegExp(`^Seat ${seats[1]}:`) }))
  await hand.click(form.getByRole('checkbox', { name: new RegExp(`^Seat ${seats[0]}:`) }))
  expect(form.queryByText('Only a child would travel.')).toBeNull()
})

test.for([
  ['out', 1],
  ['back', 2],
] as const)(
  'both ways of a return trip are released though the answer about the trip %s is lost, by %i presses',
  async ([way, presses]) => {
    const there = await aTrip(world.db)
    const { booking: out, as } = await aHold(world.server, there.id, there.sellable.slice(0, 1))
    const home = await aTrip(world.db, { stops: ['ibadan', 'lagos'], departs_in_hours: 99 })
    const asked = { trip_id: home.id, seats: home.sellable.slice(0, 1), way_out: out.reference }
    const { data: back } = await world.server.call(holdSeats, asked, { as })
    const both = [out.reference, back.reference]
    localStorage.setItem(
      'guest-proofs',
      JSON.stringify({
        [out.reference]: { token: as.guest_token },
        [back.reference]: { token: back.guest_token },
      }),
    )
    world.loseAnswerOnce(`DELETE /api/v1/waka/bookings/${{ out, back }[way].reference}`)
    await world.open(`/profile/trip?booking=${out.reference}`)
    await pressButton(/^Release the seats?$/)
    await pressButton('Yes, release')
    if (presses === 2) {
      await screen.findByText(/^No network\./)
      await pressButton('Yes, release')
    }
    await waitFor(async () => {
      const { rows } = await sql<{ status: string }>`select status from booking
        where reference in (${both[0]}, ${both[1]})`.execute(world.db)
      expect(rows).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
    })
    await screen.findByText('Cancelled')
  },
)

/** Makes a paid booking of this phone's user, and returns its reference. */
async function anOwnBooking() {
  const owner = await aUser(world.server)
  world.enter(owner)
  return (await aBookingForPerson(world.server, owner)).reference
}

const listedTrip = async () =>
  within(await screen.findByRole('listitem', { name: 'Lagos to Ibadan' }))

const chooseList = async (name: string) => hand.click(await screen.findByRole('radio', { name }))

test('a trip that was cancelled here is cancelled in the saved lists, though the network goes at once', async () => {
  const reference = await anOwnBooking()
  await world.open('/profile/trip')
  expect((await listedTrip()).getByText('Paid')).toBeDefined()
  await chooseList('Cancelled')
  expect(await screen.findByText('You have no cancelled trips.')).toBeDefined()
  // The lists are on the phone only, not in memory.
  await world.open(`/profile/trip?booking=${reference}`)
  await pressButton('Cancel')
  await pressButton(/^Cancel and get/)
  await screen.findByText('Cancelled')
  world.goOffline()
  await waitFor(() => expect(keptTrip()).toBeUndefined())
  await world.open('/profile/trip')
  expect(await screen.findByText('You have no upcoming trips.')).toBeDefined()
  await chooseList('Cancelled')
  expect((await listedTrip()).getByText('Cancelled')).toBeDefined()
  expect(screen.queryByText('Paid')).toBeNull()
})

test('seats that were released here leave the saved list', async () => {
  const owner = await aUser(world.server)
  world.enter(owner)
  const trip = await aTrip(world.db)
  const { booking } = await aHold(world.server, trip.id, trip.sellable.slice(0, 1), owner.as)
  await world.open('/profile/trip')
  await hand.click((await listedTrip()).getByRole('link', { name: 'Lagos → Ibadan' }))
  await pressButton(/^Release the seats?$/)
  await pressButton('Yes, release')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Yes, release' })).toBeNull())
  world.goOffline()
  await world.open('/profile/trip')
  expect(await screen.findByText('You have no upcoming trips.')).toBeDefined()
  expect(booking.status).toBe('held')
})
