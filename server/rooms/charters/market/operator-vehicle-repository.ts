import type { OperatorVehicle } from '#contract/charters/market/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

interface Page {
  limit: number
  offset: number
}

const vehicles = sql`
  select v.id, v.name, v.plate, v.seats, c.name as home, v.day_kobo,
    coalesce((select jsonb_agg(jsonb_build_object('day', d.day, 'charter', h.reference,
        'taken', case when d.charter_id is null then 'blocked' else 'charter' end) order by d.day)
      from charter_day d left join charter h on h.id = d.charter_id
      where d.vehicle_id = v.id and d.day >= lagos_today()), '[]') as days
  from charter_vehicle v join city c on c.id = v.city_id`

/** Finds a vehicle of an operator with the days from today on which it is not free. */
export async function findOperatorVehicle(
  db: Db,
  operator_id: string,
  id: string,
): Promise<OperatorVehicle | undefined> {
  const { rows } = await sql<OperatorVehicle>`
    ${vehicles} where v.id = ${id}::uuid and v.operator_id = ${operator_id}::uuid`.execute(db)
  return rows[0]
}

/** Returns one page of an operator's vehicles, sorted by name. */
export async function findPageOfVehicles(
  db: Db,
  operator_id: string,
  { limit, offset }: Page,
): Promise<{ rows: OperatorVehicle[]; total: number }> {
  const { rows } = await sql<OperatorVehicle>`
    ${vehicles} where v.operator_id = ${operator_id}::uuid order by plain(v.name), v.plate limit ${limit} offset ${offset}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from charter_vehicle where operator_id = ${operator_id}::uuid`.execute(
    db,
  )
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Frees blocked days and blocks others. Returns false if one of the days to block is hired. */
export async function saveBlockedDays(
  db: Db,
  id: string,
  { block, free }: { block: readonly string[]; free: readonly string[] },
): Promise<boolean> {
  await sql`
    delete from charter_day where vehicle_id = ${id}::uuid and charter_id is null and day = any (${free}::date[])`.execute(
    db,
  )
  await sql`
    insert into charter_day (vehicle_id, day)
    select ${id}::uuid, day from unnest(${block}::date[]) day group by day order by day on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql`
    select from charter_day where vehicle_id = ${id}::uuid and charter_id is not null and day = any (${block}::date[]) limit 1`.execute(
    db,
  )
  return rows.length === 0
}
