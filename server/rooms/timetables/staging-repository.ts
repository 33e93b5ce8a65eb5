import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { parseCellFormat, feedFiles, type CellKind } from './feed-files.ts'
import type { RowBatch } from './rows.ts'

const types: Record<CellKind, string> = {
  text: 'text',
  flag: 'int4',
  count: 'int4',
  exception: 'int4',
  'stop kind': 'int4',
  stopping: 'int4',
  'route type': 'int4',
  distance: 'float8',
  price: 'numeric',
  amount: 'numeric',
  latitude: 'float8',
  longitude: 'float8',
  time: 'int4',
  date: 'date',
  zone: 'text',
}

/** Returns the staging table of a feed's file, as a name for SQL. The table exists until the transaction ends. */
export function stagingTable(file: string) {
  return sql.ref(`pg_temp.gtfs_${file}`)
}

/** Lets only one import run at a time. Calls `onWait` if another import is running, and then waits until it ends. */
export async function waitForImportTurn(db: Db, onWait: () => void): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('timetable import')) as is_mine`.execute(db)
  if (rows[0]?.is_mine === true) return
  onWait()
  await sql`select pg_advisory_xact_lock(hashtext('timetable import'))`.execute(db)
}

/** Creates an empty staging table for every possible file; no later statement may take longer than `seconds`. */
export async function createStagingTables(db: Db, seconds: number): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(Math.ceil(seconds * 1000))}`.execute(db)
  await sql`set local jit = off`.execute(db)
  for (const [file, { columns }] of Object.entries(feedFiles)) {
    const cells = Object.entries(columns).map(
      ([column, cell]) => sql`${sql.ref(column)} ${sql.raw(types[parseCellFormat(cell).kind])}`,
    )
    await sql`create temp table ${sql.ref(`gtfs_${file}`)} (line int4, ${sql.join(cells)}) on commit drop`.execute(
      db,
    )
  }
}

/** Stores a batch of rows in its file's staging table. */
export async function stageRows(db: Db, file: string, batch: RowBatch): Promise<void> {
  const cells = Object.values(feedFiles[file]?.columns ?? {})
  const arrays = cells.map(
    (cell, index) =>
      sql`${batch.columns[index] ?? []}::${sql.raw(types[parseCellFormat(cell).kind])}[]`,
  )
  await sql`insert into ${stagingTable(file)} select * from unnest(${batch.lines}::int4[], ${sql.join(arrays)})`.execute(
    db,
  )
}

/**
 * Fills in what GTFS allows to omit: the only operator's id, the operator of routes, and the kind of a stop. Writes
 * currencies in capitals. Then updates the planner's statistics.
 */
export async function completeStagingTables(db: Db): Promise<void> {
  await sql`update ${stagingTable('agency')} set agency_id = '' where agency_id is null`.execute(db)
  await sql`
    update ${stagingTable('routes')} set agency_id = (select min(agency_id) from ${stagingTable('agency')})
    where agency_id is null and (select count(*) from ${stagingTable('agency')}) = 1`.execute(db)
  await sql`
    update ${stagingTable('fare_products')} set rider_category_id = null
    where rider_category_id in (
      select rider_category_id from ${stagingTable('rider_categories')} where is_default_fare_category = 1)`.execute(
    db,
  )
  await sql`update ${stagingTable('fare_attributes')} set currency_type = upper(currency_type)`.execute(
    db,
  )
  await sql`update ${stagingTable('fare_products')} set currency = upper(currency)`.execute(db)
  for (const file of Object.keys(feedFiles)) await sql`analyze ${stagingTable(file)}`.execute(db)
}

/** Removes the trips that `trips` selects, with their stop times and frequencies, from the staging tables. */
export async function removeStagedTrips(db: Db, trips: Sql): Promise<void> {
  await sql`
    create temp table left_out_trip on commit drop as
    select distinct trip_id from ${stagingTable('trips')} where trip_id in (${trips})`.execute(db)
  for (const file of ['stop_times', 'frequencies', 'trips'])
    await sql`delete from ${stagingTable(file)} where trip_id in (select trip_id from left_out_trip)`.execute(
      db,
    )
  await sql`drop table left_out_trip`.execute(db)
}

/** Removes the routes of which `where` is true from their staging table. */
export async function removeStagedRoutes(db: Db, where: Sql): Promise<void> {
  await sql`delete from ${stagingTable('routes')} where ${where}`.execute(db)
}
