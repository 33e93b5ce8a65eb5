import { minFuelReporters } from '#contract/fuel/rules'
import type { FuelMonitor, FuelStation } from '#contract/fuel/model'
import type { Fuel } from '#contract/fuel/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** The key of a price: fuel, brand and state. */
export interface FuelPriceKey {
  station_id: number
  state_code: string
  fuel: Fuel
}

/** Returns brands of fuel stations, sorted by name. */
export async function findFuelStations(db: Db): Promise<FuelStation[]> {
  const { rows } = await sql<FuelStation>`
    select id, name, code, logo from fuel_station order by plain(name)`.execute(db)
  return rows
}

/**
 * Returns the latest fuel price of each brand in each state, the cheapest of a state and fuel first. `people`: how many
 * people reported a price for the same brand, state and fuel in the last three days, counted now and not when the price
 * was last computed.
 */
export async function findFuelMonitors(db: Db): Promise<FuelMonitor[]> {
  const { rows } = await sql<Omit<FuelMonitor, 'as_of'> & { as_of: Date }>`
    select m.id, f.code as station, s.name as state, m.fuel, m.price_kobo, m.as_of, recent.people
    from fuel_monitor m join fuel_station f on f.id = m.fuel_station_id join state s on s.code = m.state_code
    cross join lateral (
      select count(distinct coalesce(r.person_id, r.id))::int as people from fuel_report r
      where r.fuel_station_id = m.fuel_station_id and r.state_code = m.state_code and r.fuel = m.fuel
        and r.observed_at > now() - interval '72 hours'
    ) recent
    order by plain(s.name), m.fuel, m.price_kobo, m.id`.execute(db)
  return rows.map((row) => ({ ...row, as_of: row.as_of.toISOString() }))
}

/** Returns a state's code by its exact name; undefined for an unknown one. */
export async function findStateCode(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`
    select code from state where name = ${name}`.execute(db)
  return rows[0]?.code
}

/** Returns a brand's id by its code; undefined for an unknown one. */
export async function findFuelStationId(db: Db, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from fuel_station where code = ${code}`.execute(db)
  return rows[0]?.id
}

/**
 * Sets a price to the median of the last three days' reports, using each person's newest. Changes nothing if fewer
 * than three people reported. The result is a price that somebody reported, with the time of its last report.
 */
export async function updateFuelPrice(
  db: Db,
  { station_id, state_code, fuel }: FuelPriceKey,
): Promise<void> {
  // Without this lock, two concurrent reports would each be counted without the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fuel:${station_id}:${state_code}:${fuel}`}, 0))`.execute(
    db,
  )
  await sql`
    with voice as (
      select distinct on (coalesce(person_id, id)) price_kobo, observed_at from fuel_report
      where fuel_station_id = ${station_id} and state_code = ${state_code} and fuel = ${fuel}
        and observed_at > now() - interval '72 hours'
      order by coalesce(person_id, id), observed_at desc, created_at desc, id desc
    ), middle as (
      select percentile_disc(0.5) within group (order by price_kobo) as price_kobo, count(*) as people from voice
    )
    insert into fuel_monitor (fuel_station_id, state_code, fuel, price_kobo, as_of)
    select ${station_id}, ${state_code}, ${fuel}, price_kobo,
      (select max(observed_at) from voice where voice.price_kobo = middle.price_kobo)
    from middle where people >= ${minFuelReporters}
    on conflict (state_code, fuel, fuel_station_id) do update
      set price_kobo = excluded.price_kobo, as_of = excluded.as_of`.execute(db)
}
