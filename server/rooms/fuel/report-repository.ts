import type { FuelReport, FuelWeek } from '#contract/fuel/model'
import type { Fuel } from '#contract/fuel/rules'
import { homeZone } from '#contract/product'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import type { FuelPriceKey } from './repository.ts'

type Row = Omit<FuelReport, 'observed_at'> & { observed_at: Date }

/**
 * SQL for the reports that count. Of a person's reports about one brand in the same clock hour, only the last one
 * counts.
 */
const counted = (state_code: string, fuel: Fuel, since: Sql) => sql`(
  select distinct on (coalesce(person_id, id), fuel_station_id, date_trunc('hour', observed_at)) *
  from fuel_report where state_code = ${state_code} and fuel = ${fuel} and observed_at >= ${since}
  order by coalesce(person_id, id), fuel_station_id, date_trunc('hour', observed_at), created_at desc, id desc)`

const reportColumns = sql`r.id, f.code as station, s.name as state, r.place, r.fuel, r.price_kobo, r.observed_at`
const named = sql`
  join fuel_station f on f.id = r.fuel_station_id join state s on s.code = r.state_code`

/** Returns the reports of a state from the last seven days, the latest observation first. */
export async function findNewestReports(
  db: Db,
  state_code: string,
  fuel: Fuel,
  limit: number,
): Promise<FuelReport[]> {
  const { rows } = await sql<Row>`
    select ${reportColumns} from ${counted(state_code, fuel, sql`now() - interval '7 days'`)} r ${named}
    order by r.observed_at desc, r.id desc limit ${limit}`.execute(db)
  return rows.map(reportOf)
}

/** Returns the median price of each of the last twelve weeks that have a report, oldest first. */
export async function findWeeklyPrices(
  db: Db,
  state_code: string,
  fuel: Fuel,
): Promise<FuelWeek[]> {
  const first = sql`(date_trunc('week', now() at time zone ${homeZone}) - interval '11 weeks') at time zone ${homeZone}`
  const { rows } = await sql<FuelWeek>`
    select to_char(date_trunc('week', observed_at at time zone ${homeZone}), 'YYYY-MM-DD') as week,
      percentile_disc(0.5) within group (order by price_kobo) as price_kobo, count(*) as reports
    from ${counted(state_code, fuel, first)} r group by week order by week`.execute(db)
  return rows
}

/** Waits until concurrent reports of this person are stored, and counts the person's reports of the last day. */
export async function countRecentReports(db: Db, person_id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fuel reports:${person_id}`}, 0))`.execute(
    db,
  )
  const { rows } = await sql<{ many: number }>`
    select count(*) as many from fuel_report
    where person_id = ${person_id}::uuid and created_at > now() - interval '1 day'`.execute(db)
  return rows[0]?.many ?? 0
}

interface FuelReportRow extends FuelPriceKey {
  place: string | undefined
  price_kobo: number
  observed_at: Date
  client_ref: string | undefined
}

/** Stores a person's report, once per `client_ref`. */
export async function insertFuelReport(
  db: Db,
  person_id: string,
  report: FuelReportRow,
): Promise<FuelReport> {
  const client_ref = report.client_ref ?? makeId()
  await sql`
    insert into fuel_report (id, person_id, client_ref, fuel_station_id, state_code, fuel, place, price_kobo, observed_at)
    values (${makeId()}, ${person_id}, ${client_ref}, ${report.station_id}, ${report.state_code}, ${report.fuel},
      ${report.place ?? null}, ${report.price_kobo}, least(${report.observed_at}, now()))
    on conflict (person_id, client_ref) do nothing`.execute(db)
  const { rows } = await sql<Row>`
    select ${reportColumns} from fuel_report r ${named}
    where r.person_id = ${person_id}::uuid and r.client_ref = ${client_ref}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`the report ${client_ref} was not written`)
  return reportOf(row)
}

/** Returns everything that a person has reported, newest first. */
export async function findReportsOfPerson(db: Db, person_id: string): Promise<FuelReport[]> {
  const { rows } = await sql<Row>`
    select ${reportColumns} from fuel_report r ${named}
    where r.person_id = ${person_id}::uuid order by r.observed_at desc, r.id desc`.execute(db)
  return rows.map(reportOf)
}

/** Makes a person's reports anonymous. The prices stay. */
export async function anonymiseReports(db: Db, person_id: string): Promise<void> {
  await sql`
    update fuel_report set person_id = null, client_ref = null where person_id = ${person_id}::uuid`.execute(
    db,
  )
}

const reportOf = (row: Row): FuelReport => ({
  ...row,
  observed_at: row.observed_at.toISOString(),
})
