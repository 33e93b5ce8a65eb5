import type { ParkDetail } from '#contract/trips/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { PlaceRow } from './legs-repository.ts'

const parks = sql<ParkDetail & { id: string }>`
  select p.id, p.name, p.code, p.address, p.phone, p.latitude, p.longitude,
    json_build_object('name', c.name, 'code', c.code, 'state', s.name) as city
  from motor_park p join city c on c.id = p.city_id join state s on s.code = c.state_code`

/** Returns the motor parks of these codes; unknown codes are missing. */
export async function findParksByCode(db: Db, codes: readonly string[]) {
  const { rows } = await sql<ParkDetail & { id: string }>`
    ${parks} where p.code = any (${[...new Set(codes)]}::text[])`.execute(db)
  return rows
}

/** Returns one page of motor parks, optionally of one city, and how many there are on all pages. */
export async function findPageOfParks(
  db: Db,
  city: string | undefined,
  page: { limit: number; offset: number },
) {
  const of = city === undefined ? sql`true` : sql`c.code = ${city}`
  const { rows } = await sql<ParkDetail>`
    ${parks} where ${of} order by plain(c.name), plain(p.name), p.code limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from motor_park p join city c on c.id = p.city_id where ${of}`.execute(
    db,
  )
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Returns the cities and motor parks of these codes. A city comes before a park of the same code. */
export async function findPlaces(db: Db, codes: readonly string[]): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select code, name, id as city_id, code as city_code, null as park_id, zone,
      to_char(now() at time zone zone, 'YYYY-MM-DD') as today
    from city where code = any (${codes}::text[])
    union all
    select p.code, p.name, c.id, c.code, p.id::text, c.zone, to_char(now() at time zone c.zone, 'YYYY-MM-DD')
    from motor_park p join city c on c.id = p.city_id where p.code = any (${codes}::text[])`.execute(
    db,
  )
  return rows
}

/** Returns the cities of these codes as places of a search, each with its state's name. */
export async function findCities(
  db: Db,
  codes: readonly string[],
): Promise<(PlaceRow & { state: string })[]> {
  const { rows } = await sql<PlaceRow & { state: string }>`
    select c.code, c.name, c.id as city_id, c.code as city_code, null as park_id, c.zone, s.name as state,
      to_char(now() at time zone c.zone, 'YYYY-MM-DD') as today
    from city c join state s on s.code = c.state_code where c.code = any (${codes}::text[])`.execute(
    db,
  )
  return rows
}
