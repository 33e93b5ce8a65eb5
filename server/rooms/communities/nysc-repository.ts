import type { NyscBatch, NyscCamp } from '#contract/communities/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Returns all camps with at most twenty motor parks of their city, sorted by state. */
export async function findNyscCamps(db: Db): Promise<NyscCamp[]> {
  const { rows } = await sql<NyscCamp>`
    select k.code, s.name as state, k.place, k.also_listed, k.code as "group", k.source,
      to_char(k.known_on, 'YYYY-MM-DD') as known_on,
      json_build_object('code', c.code, 'name', c.name, 'latitude', c.latitude, 'longitude', c.longitude) as city,
      coalesce((select json_agg(json_build_object('code', p.code, 'name', p.name, 'address', p.address)
        order by plain(p.name), p.code) from (
          select code, name, address from motor_park where city_id = c.id order by plain(name), code limit 20) p), '[]') as parks
    from nysc_camp k join state s on s.code = k.state_code join city c on c.code = k.city_code
    order by plain(s.name)`.execute(db)
  return rows
}

/** Returns all batches, the latest first. */
export async function findNyscBatches(db: Db): Promise<NyscBatch[]> {
  const { rows } = await sql<NyscBatch>`
    select code, name, to_char(camp_from, 'YYYY-MM-DD') as camp_from, to_char(camp_to, 'YYYY-MM-DD') as camp_to,
      note, source, to_char(known_on, 'YYYY-MM-DD') as known_on
    from nysc_batch order by position`.execute(db)
  return rows
}

/** Counts how many of these codes are cities. A code that is given twice counts once. */
export async function countCities(db: Db, codes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from city where code = any (${[...codes]}::text[])`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns the kilometres in a straight line between two cities, as SQL. */
const straight = (a: string, b: string) =>
  sql`straight_km(${sql.ref(`${a}.latitude`)}, ${sql.ref(`${a}.longitude`)}, ${sql.ref(`${b}.latitude`)}, ${sql.ref(`${b}.longitude`)})`

/**
 * Returns at most three cities that a bus from `from` reaches and from which a bus goes to `to`, shortest detour first.
 */
export async function findStopoverCities(db: Db, from: string, to: string) {
  const { rows } = await sql<{ code: string; name: string; detour_km: number }>`
    with ends as (
      select a.id as from_id, z.id as to_id from city a, city z where a.code = ${from} and z.code = ${to}
    ), stop as (
      select distinct c.id from ends e
      join connection first on first.from_city_id = e.from_id and first.ends_on >= lagos_today()
      join connection second on second.from_city_id = first.to_city_id and second.to_city_id = e.to_id
        and second.ends_on >= lagos_today()
      join city c on c.id = first.to_city_id
    ), way as (
      select c.code, c.name, ${straight('a', 'c')} as there, ${straight('c', 'z')} as onward, ${straight('a', 'z')} as direct
      from stop join city c on c.id = stop.id cross join ends e
      join city a on a.id = e.from_id join city z on z.id = e.to_id
    )
    select code, name, greatest(0, round(there + onward - direct))::int as detour_km from way
    where there < direct and onward < direct and there + onward < direct * 1.35 + 30
      and least(there, onward) > direct * 0.2
    order by there + onward, code limit 3`.execute(db)
  return rows
}
