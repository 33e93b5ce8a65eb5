import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdSeats, listBookings, getBooking } from '#contract/bookings/endpoints'
import { getBusiness, listBusinesses } from '#contract/businesses/endpoints'
import {
  getCharterVehicle,
  listCharterVehicles,
  listVehicleReviews,
} from '#contract/charters/market/endpoints'
import type { Output } from '#contract/endpoint'
import { getGroup, listGroups } from '#contract/communities/endpoints'
import { listFuelMonitors, reportFuelPrice } from '#contract/fuel/endpoints'
import { getOperator, listOperators } from '#contract/operators/endpoints'
import { listOperatorScores, listReviews } from '#contract/reviews/endpoints'
import { getRewards, listPoints } from '#contract/rewards/endpoints'
import { fromPriceDays } from '#contract/sale'
import {
  findTrips,
  getMotorPark,
  getRoute,
  getTrip,
  listDepartures,
  listMotorParks,
  listPopularRoutes,
} from '#contract/trips/endpoints'
import {
  getWalletBalance,
  listWalletMonths,
  listWalletTransactions,
} from '#contract/wallet/endpoints'
import type { ListedTrip } from '#contract/trips/model'
import { seedHistories } from '#demo/histories'
import { inTransaction } from '#server/db/client'
import { recomputeDirectory } from '#server/rooms/operators'
import { testDatabase } from '#tests/support/database/test-database'
import { aDemoPerson, aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

/** Reads from both screens what two screens of the demo country show, and compares it. */

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

beforeAll(async () => {
  await seedHistories(db, server.host.config)
  await inTransaction(db, recomputeDirectory)
})

const inDays = (count: number) =>
  new Date(Date.now() + 3_600_000 + count * 86_400_000).toISOString().slice(0, 10)

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const directory = async () => (await call(listOperators, { per_page: 100 })).data

/** The cheapest fare that a search for this day shows, of one operator if it is named. */
async function cheapest(from: string, to: string, date: string, operator?: string) {
  const { data } = await call(findTrips, {
    from,
    to,
    date,
    sort: 'price',
    ...(operator !== undefined && { operator: [operator] }),
  })
  return data[0]?.fare_kobo ?? null
}

test('an operator in the directory, on its page and among the reviews is the same', async () => {
  const scores = (await call(listOperatorScores, {})).data
  for (const card of await directory()) {
    const page = (await call(getOperator, { code: card.code })).data
    expect(page, card.name).toMatchObject(card)
    const score = scores.find(({ code }) => code === card.code)
    expect([score?.name, score?.average], card.name).toEqual([card.name, card.rating])
    const { meta } = await call(listReviews, { operator: card.code, sort: 'newest' })
    expect([meta.average, meta.stars], card.name).toEqual([card.rating, score?.stars])
    expect(card.reviews, card.name).toBe(sum(meta.stars))
  }
})

test('an operator’s price on a route is the same on its page, on the route’s page and in the search', async () => {
  for (const { code, name, price_from_kobo } of await directory()) {
    const { road_list, roads } = (await call(getOperator, { code })).data
    const prices = road_list.flatMap((road) => road.price_from_kobo ?? [])
    if (road_list.length === roads)
      expect(price_from_kobo, name).toBe(prices.length > 0 ? Math.min(...prices) : null)
    for (const { from, to, price_from_kobo: price } of road_list.slice(0, 3)) {
      const about = `${name}, ${from.name} to ${to.name}`
      const route = (await call(getRoute, { from: from.code, to: to.code })).data
      const own = route.operators.find((one) => one.code === code)
      expect(own?.fare_from_kobo ?? null, about).toBe(price)
      if (own?.fare_from_date)
        expect(await cheapest(from.code, to.code, own.fare_from_date, code), about).toBe(price)
    }
  }
})

test('a route’s price from is the cheapest seat of its days: in the week strip, the search and on home', async () => {
  for (const road of (await call(listPopularRoutes, {})).data) {
    const [from, to] = [road.from.code, road.to.code]
    const about = `${road.from.name} to ${road.to.name}`
    const route = (await call(getRoute, { from, to })).data
    expect([route.fare_from_kobo, route.fare_from_date], about).toEqual([
      road.fare_from_kobo,
      road.date,
    ])
    const of = route.operators.flatMap(({ fare_from_kobo }) => fare_from_kobo ?? [])
    expect(route.fare_from_kobo, about).toBe(Math.min(...of))
    expect(await cheapest(from, to, road.date), about).toBe(road.fare_from_kobo)
    const days = new Map<string, number | null>()
    for (const date of [inDays(4), inDays(11)]) {
      const { meta } = await call(findTrips, { from, to, date })
      for (const day of meta.week) days.set(day.date, day.fare_kobo)
    }
    expect(days.size, about).toBe(fromPriceDays)
    const least = Math.min(...[...days.values()].flatMap((fare) => fare ?? []))
    expect(least, about).toBe(road.fare_from_kobo)
    expect(days.get(road.date), about).toBe(least)
  }
})

/** Compares a trip on its page with its card, which counts the seats that others hold. */
function expectSameTrip(trip: Output<typeof getTrip>, { seats_held, ...card }: ListedTrip) {
  expect(trip).toMatchObject(card)
  expect(trip.seats.filter(({ state }) => state === 'held')).toHaveLength(seats_held)
}

test('a trip in the results is the trip on its page, seat by seat and line by line', async () => {
  const { data, meta } = await call(findTrips, { from: 'lagos', to: 'abuja', date: inDays(2) })
  expect(data.length).toBeGreaterThan(3)
  expect(meta.facets.least_fare_kobo).toBe(await cheapest('lagos', 'abuja', inDays(2)))
  const operators = await directory()
  for (const card of data) {
    const trip = (await call(getTrip, { id: card.id })).data
    expectSameTrip(trip, card)
    // A full trip has no fare: nothing can be bought, so its page has no fare lines.
    expect(sum(trip.fare_lines.map(({ amount_kobo }) => amount_kobo))).toBe(card.fare_kobo ?? 0)
    expect(trip.seats.filter(({ state }) => state === 'free')).toHaveLength(card.seats_left)
    for (const seat of trip.seats.filter(({ state }) => state === 'free'))
      expect(seat.fare_kobo).toBe(card.fare_kobo)
    const { code, name, rating, reviews } = card.operator
    expect(operators.find((one) => one.code === code)).toMatchObject({ name, rating, reviews })
  }
})

test('a motor park and its board say what the trip says', async () => {
  const { data: parks } = await call(listMotorParks, { city: 'lagos' })
  for (const park of parks.slice(0, 3)) {
    expect((await call(getMotorPark, { park: park.code })).data).toEqual(park)
    for (const card of (await call(listDepartures, { park: park.code })).data.slice(0, 4)) {
      const trip = (await call(getTrip, { id: card.id })).data
      expectSameTrip(trip, card)
      expect(trip.from_park).toEqual(park)
    }
  }
})

test('what is held costs what the trip said, and has one deadline', async () => {
  const ada = await aUser(server)
  const { data } = await call(findTrips, { from: 'lagos', to: 'abuja', date: inDays(3) })
  const trip = data.find(({ seats_left }) => seats_left >= 2)
  const seats = (await call(getTrip, { id: trip?.id ?? '' })).data.seats
    .filter(({ state }) => state === 'free')
    .slice(0, 2)
    .map(({ number }) => number)
  const held = (await call(holdSeats, { trip_id: trip?.id ?? '', seats }, { as: ada.as })).data
  expect(held.fare.total_kobo).toBe((trip?.fare_kobo ?? 0) * 2)
  const { reference, hold_expires_at } = held
  const again = (await call(getBooking, { reference }, { as: ada.as })).data
  const listed = (await call(listBookings, { state: 'upcoming' }, { as: ada.as })).data
  for (const one of [again, ...listed.filter((it) => it.reference === reference)]) {
    expect(one).toMatchObject({ reference, hold_expires_at, fare: held.fare })
    expect(one.trip).toMatchObject({ id: trip?.id, operator: trip?.operator })
  }
  expect(listed).toHaveLength(1)
})

test('businesses, charter vehicles and groups are the same in their list and on their page', async () => {
  for (const card of (await call(listBusinesses, { per_page: 20 })).data) {
    expect((await call(getBusiness, { code: card.code })).data).toMatchObject(card)
    const { meta } = await call(listReviews, { business: card.code, sort: 'newest' })
    expect([meta.average, sum(meta.stars)], card.name).toEqual([card.rating, card.reviews])
  }
  for (const card of (await call(listCharterVehicles, {})).data) {
    const page = (await call(getCharterVehicle, { id: card.id })).data
    expect(page).toMatchObject(card)
    const { data, meta } = await call(listVehicleReviews, { id: card.id })
    expect(meta.total, card.name).toBe(card.reviews)
    expect(page.latest_reviews[0], card.name).toEqual(data[0])
  }
  for (const card of (await call(listGroups, { per_page: 12 })).data)
    expect((await call(getGroup, { group: card.code })).data).toEqual(card)
})

test('one more report of a fuel price never leaves fewer people beside it', async () => {
  const before = (await call(listFuelMonitors, {})).data
  const busy = before.toSorted((a, b) => b.people - a.people).slice(0, 6)
  const who = await aUser(server)
  for (const { station, state, fuel, price_kobo } of busy) {
    const seen = { station, state, fuel, price_kobo, observed_at: new Date().toISOString() }
    expect((await call(reportFuelPrice, seen, { as: who.as })).status).toBe(200)
  }
  const after = (await call(listFuelMonitors, {})).data
  for (const one of busy)
    expect(after.find(({ id }) => id === one.id)?.people, one.station).toBe(one.people + 1)
})

test('a wallet, its statement and its months are one sum, and points are theirs', async () => {
  const as = await aDemoPerson(server, 0)
  const { balance_kobo } = (await call(getWalletBalance, {}, { as })).data
  const moves = (await call(listWalletTransactions, {}, { as })).data
  const months = (await call(listWalletMonths, {}, { as })).data
  expect(moves[0]?.balance_kobo).toBe(balance_kobo)
  expect(sum(moves.map(({ amount_kobo }) => amount_kobo))).toBe(balance_kobo)
  expect(sum(months.map(({ in_kobo, out_kobo }) => in_kobo - out_kobo))).toBe(balance_kobo)
  const { points } = (await call(getRewards, {}, { as })).data
  expect((await call(listPoints, {}, { as })).data[0]?.balance).toBe(points)
})
