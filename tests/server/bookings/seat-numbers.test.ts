import { expect, test } from 'vitest'
import {
  getDepartureSeats,
  getManifest,
  listOperatorDepartures,
} from '#contract/boarding/endpoints'
import { previewVehicleChange } from '#contract/bookings/endpoints'
import { findTrips, getTrip } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aHold, aPaidBooking, expireHold } from '#tests/support/makers/bookings'
import { boardTickets } from '#tests/support/makers/travels'
import { aTrip, type MadeTrip, sellAtCounter } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)

/** Returns the seat counts of a trip from a search, from its page, and from the desk's list, sheet and plan. */
async function seenOf(trip: MadeTrip) {
  const as = await anOperatorKey(server, trip.operator_id)
  const { from, to, date } = trip
  const { data: found } = await server.call(findTrips, { from, to, date })
  const card = found.find(({ id }) => id === trip.id)
  const { data: page } = await server.call(getTrip, { id: trip.id })
  const { data: list } = await server.call(listOperatorDepartures, { date }, { as })
  const { data: sheet } = await server.call(getManifest, { id: trip.trip_id }, { as })
  const { data: plan } = await server.call(getDepartureSeats, { id: trip.trip_id }, { as })
  const drawn = (state: string) => plan.seats.filter((seat) => seat.state === state).length
  const seats = (state: string) => page.seats.filter((seat) => seat.state === state).length
  return {
    as,
    card: { total: card?.vehicle.seats, free: card?.seats_left, held: card?.seats_held },
    page: {
      total: seats('free') + seats('held') + seats('sold'),
      free: seats('free'),
      held: seats('held'),
      taken: seats('sold'),
    },
    list: list.find(({ trip_id }) => trip_id === trip.trip_id)?.seat_counts,
    sheet: sheet.trip.seat_counts,
    plan: plan.seat_counts,
    drawn: {
      total: plan.seats.length - drawn('blocked'),
      free: drawn('free'),
      held: drawn('held'),
      sold: drawn('sold'),
      blocked: drawn('set_aside'),
    },
  }
}

test.each([
  ['a 15-seater', 'hiace-15', { counter: 3, held: 2, gone: 1, sold: 4 }],
  ['a coach', 'coach-49', { counter: 9, held: 5, gone: 2, sold: 6 }],
  ['a full Sienna', 'sienna', { counter: 2, held: 1, gone: 0, sold: 3 }],
] as const)('the seats of %s have the same numbers everywhere', async (_, vehicle, are) => {
  const trip = await aTrip(db, { vehicle, departs_in_hours: 4 })
  const rest = [...trip.sellable]
  const next = (count: number) => rest.splice(0, count)
  await sellAtCounter(db, trip.trip_id, next(are.counter))
  if (are.held > 0) await aHold(server, trip.id, next(are.held))
  if (are.gone > 0) {
    const { booking } = await aHold(server, trip.id, next(are.gone))
    await expireHold(server, booking.reference)
  }
  const { booking } = await aPaidBooking(server, trip.id, next(are.sold))
  const total = trip.sellable.length
  const free = total - are.counter - are.held - are.sold
  const counts = { total, free, held: are.held, sold: are.sold, blocked: are.counter }

  const expectSame = async () => {
    const { as, card, page, ...desk } = await seenOf(trip)
    expect(card).toEqual({ total, free, held: are.held })
    expect(page).toEqual({ total, free, held: are.held, taken: are.sold + are.counter })
    expect(desk).toEqual({ list: counts, sheet: counts, plan: counts, drawn: counts })
    return as
  }
  const as = await expectSame()
  const ask = { id: trip.trip_id, vehicle: 'coach-59' }
  const { data: preview } = await server.call(previewVehicleChange, ask, { as })
  expect(preview.keep + preview.reseated + preview.refunded).toBe(are.sold)
  expect(preview.blocked).toBe(are.counter)

  await boardTickets(db, booking.reference)
  await expectSame()
})

test('a seat that is sold for one leg only is free to nobody who passes it', async () => {
  const trip = await aTrip(db, { stops: ['lagos', 'ibadan', 'ilorin'], departs_in_hours: 4 })
  const [first = 0, second = 0] = trip.sellable
  await sellAtCounter(db, trip.trip_id, [first], 1)
  await sql`insert into seat_claim (trip_id, seat, leg, block_id)
    values (${trip.trip_id}, ${second}, 1, gen_random_uuid())`.execute(db)
  const { card, list, sheet, plan, drawn } = await seenOf(trip)
  const total = trip.sellable.length
  expect(card).toEqual({ total, free: total - 2, held: 0 })
  const counts = { total, free: total - 2, held: 0, sold: 0, blocked: 2 }
  for (const seen of [list, sheet, plan, drawn]) expect(seen).toEqual(counts)
})

test('the plan of a bus says what each seat is, and from a later motor park only what matters from there', async () => {
  const trip = await aTrip(db, {
    stops: ['lagos', 'ibadan', 'ilorin'],
    departs_in_hours: 4,
    vehicle: 'coach-49',
  })
  const as = await anOperatorKey(server, trip.operator_id)
  const [aside = 0, held = 0, sold = 0, free = 0] = trip.sellable
  await sellAtCounter(db, trip.trip_id, [aside], 2)
  const { booking } = await aHold(server, trip.id, [held])
  await aPaidBooking(server, `${trip.trip_id}.0.1`, [sold])
  const seen = async (park?: string) => {
    const ask = { id: trip.trip_id, ...(park !== undefined && { park }) }
    const { data } = await server.call(getDepartureSeats, ask, { as })
    const seats = new Map(data.seats.map((seat) => [seat.number, seat]))
    return {
      ...data,
      stateOf: [aside, held, sold, free].map((seat) => seats.get(seat)?.state),
      seats,
    }
  }
  const whole = await seen()
  expect(whole.from).toEqual({ position: 0, park: 'Lagos Park' })
  expect(whole.stateOf).toEqual(['set_aside', 'held', 'sold', 'free'])
  expect(whole.seats.get(held)?.held_until).toBe(booking.hold_expires_at)
  expect(whole.seats.get(sold)?.held_until).toBeNull()
  const kept = [...whole.seats.values()].filter(({ state }) => state === 'blocked')
  expect(kept.map(({ number }) => trip.sellable.includes(number))).not.toContain(true)

  const later = await seen('ibadan-test-park')
  expect(later.from).toEqual({ position: 1, park: 'Ibadan Park' })
  expect(later.stateOf).toEqual(['set_aside', 'held', 'free', 'free'])
  // A bus that leaves late in the evening reaches its second stop after midnight.
  const next = new Date(Date.parse(trip.date) + 86_400_000).toISOString().slice(0, 10)
  const days = await Promise.all(
    [trip.date, next].map((date) => server.call(listOperatorDepartures, { date }, { as })),
  )
  const second = days.flatMap(({ data }) => data).find(({ position }) => position === 1)
  expect(second?.seat_counts).toEqual(later.seat_counts)
  expect((await seen('no-such-park')).from.position).toBe(0)
})
