import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Returns routes between cities, busiest first, as codes. */
export async function findRoutes(db: Db, most: number): Promise<{ from: string; to: string }[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select a.code as from, b.code as to
    from connection c join city a on a.id = c.from_city_id join city b on b.id = c.to_city_id
    where c.ends_on >= current_date and a.code not like '%-to-%' and b.code not like '%-to-%'
    group by a.code, b.code order by sum(c.runs) desc, a.code, b.code limit ${most}`.execute(db)
  return rows
}

/** Returns codes of motor parks where people board, grouped by city. */
export async function findServedParks(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select m.code from motor_park m
    where exists (select from schedule_stop s where s.motor_park_id = m.id and s.pick_up)
    order by m.city_id, m.code limit ${most}`.execute(db)
  return rows.map(({ code }) => code)
}
