import { describe, expect, test } from 'vitest'
import { aCountryForFeeds } from './timetable-world.ts'
import { joinCsvLines, type FeedText } from '#tests/support/files/feeds'

const { bring, scheduleOf } = await aCountryForFeeds()

/**
 * Returns the fares of a schedule by its key in the feed. Trip A: Jibowu (zone west) 0 · Circle (middle) 1 · Tema
 * (east) 2 · Kaneshie (east) 3; no entry at 1 and 3, no exit at 0.
 */
const fares = async (key: string) => {
  const schedule = await scheduleOf(key)
  return { flat: schedule?.flat ?? null, pairs: schedule?.fares ?? null }
}

const zoned = (...rules: string[]): FeedText => ({
  'fare_attributes.txt': joinCsvLines(
    'fare_id,price,currency_type,payment_method,transfers,agency_id',
    'cheap,100.50,NGN,1,,',
    'dear,300,NGN,1,,',
    'theirs,50,NGN,1,,k',
    'cedis,12,GHS,1,,',
    'free,0,NGN,1,,',
  ),
  'fare_rules.txt': joinCsvLines('fare_id,route_id,origin_id,destination_id,contains_id', ...rules),
})

const idle = ['theirs,R2,,,', 'cedis,R2,x,y,', 'free,R2,x,y,'] as const

describe('fares by route and zone (v1)', () => {
  test('a fare of a route holds for every pair of its stops', async () => {
    await bring(zoned('dear,R1,,,', 'cheap,R2,,,', ...idle))
    expect(await fares('A')).toEqual({ flat: 30_000, pairs: null })
    expect(await fares('B@06:00:00')).toEqual({ flat: 5_000, pairs: null })
  })

  test('the cheapest fare between two zones is the fare, for pairs where one can get on and off', async () => {
    await bring(zoned('dear,R1,,,', 'cheap,R1,west,middle,', ...idle))
    expect(await fares('A')).toEqual({ flat: 30_000, pairs: '0-1=10050' })
  })

  test('a pair that no rule speaks of has no fare', async () => {
    await bring(zoned('dear,,west,east,', 'cheap,,middle,east,', ...idle))
    expect(await fares('A')).toEqual({ flat: null, pairs: '0-2=30000 0-3=30000' })
  })

  test('a fare by zones passed holds when exactly these are passed', async () => {
    await bring(
      zoned(
        'cheap,R1,,,west',
        'cheap,R1,,,middle',
        'dear,R1,,,west',
        'dear,R1,,,middle',
        'dear,R1,,,east',
        ...idle,
      ),
    )
    expect(await fares('A')).toEqual({ flat: null, pairs: '0-1=10050 0-2=30000 0-3=30000' })
  })

  test('a fare without rules holds everywhere its operator runs', async () => {
    await bring(zoned('cheap,R1,,,', 'dear,R1,,,', 'cedis,R2,x,y,', 'free,R2,x,y,'))
    expect(await fares('A')).toEqual({ flat: 10_050, pairs: null })
    expect(await fares('B@06:00:00')).toEqual({ flat: 5_000, pairs: null })
  })

  test('another currency needs a rate, and a fare of nothing is unknown, never 0', async () => {
    const cedis = zoned(
      'cedis,R1,,,',
      'free,R2,,,',
      'cheap,R1,x,y,',
      'dear,R1,x,y,',
      'theirs,R2,x,y,',
    )
    const without = await bring(cedis)
    expect(await fares('A')).toEqual({ flat: null, pairs: null })
    expect(await fares('B@06:00:00')).toEqual({ flat: null, pairs: null })
    const reasons = without.rejected.map(({ file, reason, total }) => `${file} ${total} ${reason}`)
    expect(reasons).toContain(
      'fare_attributes.txt 1 no exchange rate for this currency: its fares stay unknown; give --rate CODE=NAIRA',
    )
    expect(reasons).toContain('fare_attributes.txt 1 a fare of 0 is treated as unknown')
    expect(reasons).toContain('fare_rules.txt 3 no run of this feed goes between these zones')
    await bring(cedis, { rates: { GHS: 95.5 } })
    expect(await fares('A')).toEqual({ flat: 114_600, pairs: null })
  })
})

const legs = (header: string, ...rules: string[]): FeedText => ({
  ...zoned('dear,R1,,,'),
  'fare_products.txt': joinCsvLines(
    'fare_product_id,fare_product_name,rider_category_id,amount,currency',
    'one,One,adult,100,NGN',
    'one,One,child,50,NGN',
    'two,Two,,200,NGN',
    'three,Three,,300,NGN',
  ),
  'rider_categories.txt': joinCsvLines(
    'rider_category_id,rider_category_name,is_default_fare_category',
    'adult,Adult,1',
    'child,Child,0',
  ),
  'areas.txt': joinCsvLines('area_id,area_name', 'lagos,Lagos', 'accra,Accra', 'tema,Tema'),
  'stop_areas.txt': joinCsvLines('area_id,stop_id', 'lagos,J', 'accra,K', 'accra,C', 'tema,T'),
  'networks.txt': joinCsvLines('network_id,network_name', 'far,Far'),
  'route_networks.txt': joinCsvLines('network_id,route_id', 'far,R1'),
  'fare_leg_rules.txt': joinCsvLines(header, ...rules),
})

describe('fares by leg (v2)', () => {
  test('adults pay the product of the leg, and fares v1 are not looked at', async () => {
    const { warnings } = await bring(
      legs(
        'network_id,from_area_id,to_area_id,fare_product_id',
        'far,lagos,accra,one',
        'far,lagos,tema,three',
      ),
    )
    expect(await fares('A')).toEqual({ flat: null, pairs: '0-1=10000 0-2=30000 0-3=10000' })
    expect(warnings.join()).toContain('fare_attributes.txt and fare_rules.txt are not used')
  })

  test('without priorities an empty cell means all but those listed', async () => {
    await bring(legs('network_id,from_area_id,to_area_id,fare_product_id', 'far,,,two', ',,,one'))
    expect(await fares('A')).toEqual({ flat: 20_000, pairs: null })
    expect(await fares('B@06:00:00')).toEqual({ flat: 10_000, pairs: null })
  })

  test('without priorities a listed area is not among the others', async () => {
    await bring(legs('from_area_id,to_area_id,fare_product_id', 'lagos,tema,three', 'lagos,,two'))
    expect(await fares('A')).toEqual({ flat: null, pairs: '0-1=20000 0-2=30000 0-3=20000' })
  })

  test('with priorities an empty cell does not matter and the highest wins', async () => {
    await bring(
      legs(
        'network_id,from_area_id,to_area_id,rule_priority,fare_product_id',
        ',,,0,one',
        ',lagos,tema,5,three',
        'far,,tema,1,two',
      ),
    )
    expect(await fares('A')).toEqual({ flat: 10_000, pairs: '0-2=30000' })
    expect(await fares('B@06:00:00')).toEqual({ flat: 10_000, pairs: null })
  })

  test('a fare that depends on the clock is passed over and named', async () => {
    const { rejected } = await bring({
      ...legs('from_timeframe_group_id,fare_product_id', 'peak,two', ',one'),
      'timeframes.txt': joinCsvLines(
        'timeframe_group_id,start_time,end_time,service_id',
        'peak,06:00:00,09:00:00,daily',
      ),
    })
    expect(await fares('A')).toEqual({ flat: 10_000, pairs: null })
    expect(rejected).toContainEqual({
      file: 'fare_leg_rules.txt',
      reason: 'fares by time of day are not supported',
      total: 1,
      rows: [{ line: 2, value: 'two' }],
    })
  })
})
