import type { PassengerType, Place } from '#contract/lookups/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** The maximum number of cities in a list, which has those with the most schedules. Others are found by search. */
const listedCities = 180

/** SQL for connections of current timetables. */
const running = sql`ends_on >= lagos_today()`

/**
 * Returns cities where schedules start (`start`) or end (`end`), those with the most schedules first. With `from` (the
 * code of a city, or of a motor park, which counts as its city), returns only ends of schedules that can be boarded
 * there. Reads the stored connections.
 */
export async function findConnectedCities(
  db: Db,
  side: 'start' | 'end',
  from?: string,
): Promise<Place[]> {
  const here = sql.ref(side === 'start' ? 'from_city_id' : 'to_city_id')
  const boarded =
    from === undefined
      ? sql`true`
      : sql`from_city_id = coalesce((select id from city where code = ${from}),
          (select city_id from motor_park where code = ${from}))`
  const { rows } = await sql<Omit<Place, 'aliases'> & { aliases: string[] | null }>`
    with busiest as (
      select ${here} as id, sum(runs) as runs from connection where ${running} and ${boarded}
      group by 1 order by 2 desc, 1 limit ${listedCities}
    )
    select 'city' as kind, c.code, c.name, c.name as city, s.name as state,
      (select array_agg(a.code order by a.code) from city_alias a where a.city_code = c.code) as aliases
    from busiest join city c on c.id = busiest.id join state s on s.code = c.state_code
    order by runs desc, plain(c.name), c.code`.execute(db)
  return rows.map(({ aliases, ...place }) => (aliases === null ? place : { ...place, aliases }))
}

/** The maximum number of results of a search. */
const foundPlaces = 10

/**
 * Returns cities and motor parks with stops. Each of `terms` must be the beginning of a word of the name. A park is
 * also found by its city's name, after those found by their own names, and a city by its aliases. `terms`: plain
 * letters and digits. Considers at most 200 cities and 200 parks.
 */
export async function searchPlaces(db: Db, terms: readonly string[]): Promise<Place[]> {
  const textQuery = sql`to_tsquery('simple', ${terms.map((word) => `${word}:*`).join(' & ')})`
  const { rows } = await sql<Place>`
    with town as materialized (
      (select id from city where to_tsvector('simple', plain(name)) @@ ${textQuery} limit 200)
      union
      select c.id from city_alias a join city c on c.code = a.city_code
        where starts_with(a.code, ${terms.join(' ')})
    ), found as (
      select 'city' as kind, c.code, c.name, c.id as city_id, 0 as rank from city c
      where c.id in (select id from town)
        and exists (select from connection where ${running} and c.id in (from_city_id, to_city_id))
      union all
      (select 'park', p.code, p.name, p.city_id, 1 from motor_park p
        where to_tsvector('simple', plain(p.name)) @@ ${textQuery}
          and exists (select from schedule_stop where motor_park_id = p.id) limit 200)
      union all
      (select 'park', p.code, p.name, p.city_id, 2 from motor_park p
        where p.city_id in (select id from town) and not to_tsvector('simple', plain(p.name)) @@ ${textQuery}
          and exists (select from schedule_stop where motor_park_id = p.id) limit 200)
    )
    select found.kind, found.code, found.name, c.name as city, s.name as state
    from found join city c on c.id = found.city_id join state s on s.code = c.state_code
    order by rank, length(found.name), plain(found.name), found.code limit ${foundPlaces}`.execute(
    db,
  )
  return rows
}

/** SQL for all traveller types with their shares of the fare, as JSON (`PassengerTypePrice[]`), the commonest first. */
export const passengerTypePricesSql = sql`(
  select coalesce(json_agg(json_build_object('code', p.code, 'label', p.name, 'fare_percent', p.fare_percent)
    order by p.position), '[]') from passenger_type p)`

/** Returns kinds of passengers, the commonest first. */
export async function findPassengerTypes(db: Db): Promise<PassengerType[]> {
  const { rows } = await sql<PassengerType>`
    select id, name, code, fare_percent, hint from passenger_type order by position, id`.execute(db)
  return rows
}
