import { describe, expect, test } from 'vitest'
import { findTrips, getTrip } from '#contract/trips/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { findSellableByWireId } from '#server/rooms/trips'
import { aCountryForFeeds } from './timetable-world.ts'
import { aMoroccoLikeFeed, joinCsvLines, type FeedText } from '#tests/support/files/feeds'
import { aServer } from '#tests/support/server/test-server'

const { db, standing, bring } = await aCountryForFeeds()

const v1 = (price: string, currency = 'NGN'): FeedText => ({
  'fare_attributes.txt': joinCsvLines(
    'fare_id,price,currency_type',
    'ok,500,NGN',
    `f,${price},${currency}`,
  ),
  'fare_rules.txt': joinCsvLines('fare_id,route_id', 'f,R1', 'ok,R2'),
})
const v2 = (amount: string): FeedText => ({
  'fare_products.txt': joinCsvLines('fare_product_id,amount,currency', `p,${amount},NGN`),
  'fare_leg_rules.txt': joinCsvLines('fare_product_id', 'p'),
})

/** The first trip the day after tomorrow, from the search and from its own page. */
async function firstTrip(from: string, to: string) {
  const server = await aServer(db)
  const { rows: days } = await sql<{ day: string }>`
    select to_char(lagos_today() + 2, 'YYYY-MM-DD') as day`.execute(db)
  const query = { passengers: 1, sort: 'price' as const, page: 1 }
  const found = await server.call(findTrips, { from, to, date: days[0]?.day ?? '', ...query })
  const detail = await server.call(getTrip, { id: found.data[0]?.id ?? '' })
  await server.close()
  return { status: found.status, trip: found.data[0], seat: detail.data.fare_lines[0]?.amount_kobo }
}

describe('fares', () => {
  test.each([
    [
      '999,999,999 times a rate',
      v1('999999999', 'USD'),
      'fare_attributes.txt line 3: "999999999 USD"',
    ],
    ['999,999,999 naira', v1('999999999'), 'fare_attributes.txt line 3: "999999999 NGN"'],
    ['₦0.01', v1('0.01'), 'fare_attributes.txt line 3: "0.01 NGN"'],
    ['₦9.99', v1('9.99'), 'fare_attributes.txt line 3: "9.99 NGN"'],
    ['₦0.01 of a leg', v2('0.01'), 'fare_products.txt line 2: "0.01 NGN"'],
    ['999,999,999 of a leg', v2('999999999'), 'fare_products.txt line 2: "999999999 NGN"'],
  ])('of %s are refused with their line', async (_, changes, says) => {
    const before = await standing()
    const words = `${says}: a fare must come to between ₦10 and ₦5,000,000`
    await expect(bring(changes, { rates: { USD: 999_999 } })).rejects.toThrow(words)
    expect(await standing()).toEqual(before)
  })

  test('the least and the most that a seat may cost are found by a search', async () => {
    for (const [price, kobo] of [
      ['10', 1000],
      ['5000000', 500_000_000],
    ] as const) {
      await bring(v1(price))
      expect(await firstTrip('lagos', 'accra')).toMatchObject({ status: 200, seat: kobo })
    }
  })

  test('a fare out of range cannot stand in the database', async () => {
    await bring(v1('500'))
    const set = (amount: number) =>
      sql`update schedule set flat_fare_kobo = ${amount} where feed_key = 'A'`.execute(db)
    await expect(set(500_000_001)).rejects.toThrow('schedule_fare_in_range')
    await expect(set(999)).rejects.toThrow('schedule_fare_in_range')
    await expect(
      sql`insert into fare select id, 0, 1, 9007199254740993 from schedule where feed_key = 'A'`.execute(
        db,
      ),
    ).rejects.toThrow('fare_in_range')
  })

  test('a fare of a timetable is sold as it is, one of our own model in whole ₦50', async () => {
    await bring(v1('1237'))
    expect((await firstTrip('lagos', 'accra')).seat).toBe(123_700)
    await sql`update schedule set feed_id = null, feed_key = null`.execute(db)
    expect((await firstTrip('lagos', 'accra')).seat).toBe(125_000)
  })

  test('a fare with kobo is sold in whole naira, so that a share of it is the same to everybody', async () => {
    await bring(v1('1294.99'))
    const { trip, seat } = await firstTrip('lagos', 'accra')
    expect(seat).toBe(129_400)
    // A clerk's phone computes what a child pays from the displayed fare, and the server from this one.
    expect((await findSellableByWireId(db, trip?.id ?? ''))?.seat_fare_kobo).toBe(seat)
  })
})

/** Returns the distance in kilometres of every imported schedule, by its key in the feed. */
async function distances(of: Db) {
  const { rows: found } = await sql<{ key: string; km: number | null }>`
    select feed_key as key, distance_km as km from schedule order by feed_key`.execute(of)
  return Object.fromEntries(found.map(({ key, km }) => [key, km]))
}

describe('the distance of an imported trip', () => {
  const feed = aMoroccoLikeFeed()
  const times = String(feed['stop_times.txt'])
  /**
   * Returns the feed with `shape_dist_traveled` from Casablanca through Settat to Marrakech, in units of `unitKm`
   * kilometres.
   */
  const told = (unitKm: number) => {
    const at = [0, 72, 240]
    const lines = times.trim().split('\n')
    const more = lines.map((line, nth) => {
      if (nth === 0) return `${line},shape_dist_traveled`
      return line.startsWith('T0,') ? `${line},${(at[nth - 1] ?? 0) / unitKm}` : `${line},`
    })
    return { ...feed, 'stop_times.txt': joinCsvLines(...more) }
  }
  const shaped = (...points: string[]): FeedText => ({
    ...feed,
    'trips.txt': String(feed['trips.txt'])
      .replace('trip_id', 'trip_id,shape_id')
      .replace('T0', 'T0,S'),
    'shapes.txt': joinCsvLines('shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence', ...points),
  })

  test('is that of its stops times that of roads where nothing else is told', async () => {
    await bring(feed)
    // 66 + 156 km in straight lines between the stops.
    expect(await distances(db)).toMatchObject({ T0: 283, T4: 210 })
    const { trip } = await firstTrip('casablanca', 'marrakech')
    expect(trip?.distance_km).toBe(283)
    const part = await firstTrip('casablanca', 'settat')
    expect(part.trip?.distance_km).toBe(142)
  })

  test.each([
    ['metres', 0.001],
    ['kilometres', 1],
    ['feet', 0.0003048],
  ])('is told by shape_dist_traveled in %s', async (_, unitKm) => {
    await bring(told(unitKm))
    expect(await distances(db)).toMatchObject({ T0: 240, T4: 210 })
  })

  test('is not what shape_dist_traveled tells when no road is so long', async () => {
    await bring(told(17))
    expect(await distances(db)).toMatchObject({ T0: 283 })
  })

  test('is the length of its shape, if that is a road between its stops', async () => {
    const road = [
      'S,33.590,-7.590,1',
      'S,33.000,-7.000,2',
      'S,32.996,-7.617,3',
      'S,31.630,-8.015,10',
    ]
    await bring(shaped(...road))
    expect(await distances(db)).toMatchObject({ T0: 299 })
    await bring(shaped('S,33.590,-7.590,1', 'S,33.590,-7.591,2'))
    expect(await distances(db)).toMatchObject({ T0: 283 })
  })

  test('is unknown, not 1, where nobody told it', async () => {
    await bring(feed)
    await sql`update schedule set distance_km = null`.execute(db)
    expect((await firstTrip('casablanca', 'marrakech')).trip?.distance_km).toBeNull()
  })
})
