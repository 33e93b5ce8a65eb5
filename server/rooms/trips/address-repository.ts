import type { CityPair } from '#contract/trips/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Returns routes between cities, busiest first, as codes. */
export async function findRoutes(db: Db, most: number): Promise<{ from: string; to: string }[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select a.code as from, b.code as to
    from connection c join city a on a.id = c.from_city_id join city b on b.id = c.to_city_id
    where c.ends_on >= lagos_today() and a.code not like '%-to-%' and b.code not like '%-to-%'
    group by a.code, b.code order by sum(c.runs) desc, a.code, b.code limit ${most}`.execute(db)
  return rows
}

/** Returns one page of routes between cities by name, optionally of one city, and how many there are on all pages. */
export async function findPageOfRoutes(
  db: Db,
  from: string | undefined,
  page: { limit: number; offset: number },
): Promise<{ rows: CityPair[]; total: number }> {
  const pairs = sql`(
      select distinct from_city_id, to_city_id from connection where ends_on >= lagos_today()
    ) pair
    join city a on a.id = pair.from_city_id join state x on x.code = a.state_code
    join city b on b.id = pair.to_city_id join state y on y.code = b.state_code
    where a.code not like '%-to-%' and b.code not like '%-to-%'
      and ${from === undefined ? sql`true` : sql`a.code = ${from}`}`
  const { rows } = await sql<CityPair>`
    select json_build_object('name', a.name, 'code', a.code, 'state', x.name) as from,
      json_build_object('name', b.name, 'code', b.code, 'state', y.name) as to
    from ${pairs} order by plain(a.name), a.code, plain(b.name), b.code
    limit ${page.limit} offset ${page.offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ${pairs}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Returns codes of motor parks where people board, grouped by city. */
export async function findServedParks(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select m.code from motor_park m
    where exists (select from schedule_stop s where s.motor_park_id = m.id and s.pick_up)
    order by m.city_id, m.code limit ${most}`.execute(db)
  return rows.map(({ code }) => code)
}
