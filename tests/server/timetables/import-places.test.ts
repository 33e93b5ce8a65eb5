import { describe, expect, test } from 'vitest'
import { findTrips } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { importTimetable, formatImportSummary } from '#server/rooms/timetables'
import { aCountryForFeeds } from './timetable-world.ts'
import {
  aBeninLikeFeed,
  aFeed,
  aMoroccoLikeFeed,
  aZip,
  joinCsvLines,
} from '#tests/support/files/feeds'
import { aServer } from '#tests/support/server/test-server'

const { db, standing, bring } = await aCountryForFeeds()

/** Returns the feed keys of the motor parks by city name; a city without parks is left out. */
async function placed() {
  const { rows: found } = await sql<{ city: string; parks: string }>`
    select c.name as city, string_agg(p.feed_key, ' ' order by p.feed_key) as parks
    from motor_park p join city c on c.id = p.city_id group by c.id, c.name order by c.name collate "C"`.execute(
    db,
  )
  return Object.fromEntries(found.map(({ city, parks }) => [city, parks]))
}

async function search(from: string, to: string) {
  const server = await aServer(db)
  const { rows: days } = await sql<{ day: string }>`
    select to_char(lagos_today() + 2, 'YYYY-MM-DD') as day`.execute(db)
  const query = { passengers: 1, sort: 'departure' as const, page: 1 }
  const found = await server.call(findTrips, { from, to, date: days[0]?.day ?? '', ...query })
  await server.close()
  return found
}

const codeOf = async (name: string) =>
  (await sql<{ code: string }>`select code from city where name = ${name}`.execute(db)).rows[0]
    ?.code ?? ''

const inMorocco = {
  Casablanca: 'CO CP CV',
  Fès: 'FE',
  Marrakech: 'MA',
  Mohammedia: 'MO',
  Rabat: 'RA RV',
  Salé: 'SA ST',
  Settat: 'SE',
  Tanger: 'TB TV',
}

describe('cities come from the stops of a feed where none of ours is near', () => {
  test('stations of a country stand in its many towns, and a second time changes nothing', async () => {
    const path = aZip(aMoroccoLikeFeed())
    const summary = await importTimetable(db, path, { name: 'morocco' })
    expect(await placed()).toEqual(inMorocco)
    expect(summary.warnings.join()).toContain('8 new ones were made: Casablanca, ')
    const before = await standing()
    expect((await importTimetable(db, path, { name: 'morocco' })).changed).toBe(false)
    expect(await standing()).toEqual(before)
    const again = await importTimetable(db, path, { name: 'morocco', rates: { MAD: 150 } })
    expect(again.changed).toBe(true)
    expect(await placed()).toEqual(inMorocco)
  })

  test('Casablanca to Marrakech is found, under the names that a ticket repeats', async () => {
    await bring(aMoroccoLikeFeed())
    const found = await search('casablanca', 'marrakech')
    expect(found.status).toBe(200)
    const trip = found.data[0]
    expect(trip).toMatchObject({
      from: { city: { name: 'Casablanca', state: 'Morocco' }, park: { name: 'Casa-Voyageurs' } },
      to: { city: { name: 'Marrakech' } },
    })
  })

  test('the order of the rows does not matter', async () => {
    const feed = aMoroccoLikeFeed()
    const [header = '', ...stops] = String(feed['stops.txt']).trim().split('\n')
    await bring({ ...feed, 'stops.txt': joinCsvLines(header, ...stops.toReversed()) })
    expect(await placed()).toEqual(inMorocco)
  })

  test('a station that a newer version brings makes a city of its own, the others stay', async () => {
    const feed = aMoroccoLikeFeed()
    await bring(feed)
    await bring({ ...feed, 'stops.txt': `${String(feed['stops.txt'])}AG,Agadir,30.420,-9.598,,\n` })
    expect(await placed()).toEqual({ ...inMorocco, Agadir: 'AG' })
  })

  test.each(['Etc/GMT+1', 'africa/casablanca', 'UTC'])('in the zone %s as well', async (zone) => {
    const { counts } = await bring(aMoroccoLikeFeed(zone))
    expect(counts).toMatchObject({ parks: 13, runs: 5 })
    expect(await placed()).toEqual(inMorocco)
    const { rows: zones } = await sql<{ zone: string }>`select distinct zone from schedule`.execute(
      db,
    )
    expect(zones).toEqual([{ zone: zone.replace('africa/c', 'Africa/C') }])
    expect((await search('casablanca', 'marrakech')).data.length).toBeGreaterThan(0)
  })
})

describe('no stop of a feed vanishes', () => {
  const inBenin = {
    'Abomey-Calavi': 'AC',
    Cotonou: 'CO',
    Lagos: 'LA',
    Parakou: 'PA',
    'Porto-Novo': 'PN',
  }

  test('beside a foreign city, and where a station or its bay has no coordinates', async () => {
    const summary = await bring(aBeninLikeFeed())
    expect(await placed()).toEqual(inBenin)
    const { rows: stops } = await sql<{ count: number }>`
      select count(*)::int as count from schedule_stop`.execute(db)
    expect(stops).toEqual([{ count: 9 }])
    expect(summary.mended).toEqual([
      {
        file: 'stops.txt',
        reason: 'has no coordinates of its own: it is placed in the middle of its stops',
        total: 1,
        rows: [{ line: 2, value: 'CO' }],
      },
    ])
    expect(formatImportSummary(summary)).toContain(
      'Read differently from the file:\nstops.txt line 2: "CO": has no coordinates of its own',
    )
    const { rows: cotonou } = await sql`
      select round(latitude::numeric, 3)::float8 as latitude, round(longitude::numeric, 3)::float8 as longitude
      from motor_park where feed_key = 'CO'`.execute(db)
    expect(cotonou).toEqual([{ latitude: 6.366, longitude: 2.441 }])
    expect((await search('lagos', await codeOf('Cotonou'))).data).toHaveLength(1)
  })

  test('a country that is called like a state of ours comes in', async () => {
    await sql`insert into state (code, name, zone) values ('NG', 'Niger', 'North Central')`.execute(
      db,
    )
    const niger = aBeninLikeFeed('Africa/Niamey')
    const stops = String(niger['stops.txt']).replace('9.337,2.630', '13.515,2.110')
    await bring({ ...niger, 'stops.txt': stops })
    const { rows: states } = await sql<{ name: string }>`
      select s.name from motor_park p join city c on c.id = p.city_id join state s on s.code = c.state_code
      where p.feed_key = 'PA'`.execute(db)
    expect(states).toEqual([{ name: 'Niger (country)' }])
  })

  test('a station without coordinates, and no bay with any, is refused with its line', async () => {
    const feed = aBeninLikeFeed()
    const stops = String(feed['stops.txt']).replace('9.337,2.630', ',')
    await expect(bring({ ...feed, 'stops.txt': stops })).rejects.toThrow(
      'stops.txt line 8: "PA1": this stop has no coordinates, nor has its station',
    )
  })

  test('a park that was put into a city far away moves out of it', async () => {
    const feed = aMoroccoLikeFeed()
    await bring(feed)
    await sql`update motor_park set city_id = (select id from city where name = 'Casablanca')`.execute(
      db,
    )
    await sql`update schedule_stop set city_id = (select id from city where name = 'Casablanca')`.execute(
      db,
    )
    await bring(feed, { rates: { MAD: 150 } })
    expect(await placed()).toMatchObject({ Casablanca: 'CO CP CV MO', Marrakech: 'MA', Fès: 'FE' })
    const stale = await sql`
      select from schedule_stop s join motor_park p on p.id = s.motor_park_id where p.city_id <> s.city_id`.execute(
      db,
    )
    expect(stale.rows).toEqual([])
  })

  test('a thousand stops of one name come in', async () => {
    const stops = Array.from({ length: 1000 }, (_, n) => `B${n},Bus Stop,${33 + n / 1000},-7.5,,`)
    const feed = aMoroccoLikeFeed()
    await bring({ ...feed, 'stops.txt': String(feed['stops.txt']) + joinCsvLines(...stops) })
    const { rows: found } = await sql<{ count: number }>`
      select count(*)::int as count from motor_park`.execute(db)
    expect(found).toEqual([{ count: 1013 }])
    expect(aFeed()).toContain('small.zip')
  })
})
