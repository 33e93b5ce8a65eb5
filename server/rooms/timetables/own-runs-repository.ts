import { saleClosesMinutes } from '#contract/policy'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

/**
 * A departure of one day outside timetables, with the price of a seat in kobo. `leaves_at`: local time at the first
 * park.
 */
export interface OneDayDeparture {
  operator_id: string
  from_park_id: string
  to_park_id: string
  /** `2026-11-24T07:30` */
  leaves_at: string
  minutes: number
  vehicle: string
  fare_kobo: number
}

/** Creates a departure outside timetables and puts it on sale. Returns the id of its trip. */
export async function insertOneDayDeparture(tx: Db, run: OneDayDeparture): Promise<string> {
  const trip_id = makeId()
  await sql`
    select add_run(${makeId()}::uuid, ${trip_id}::uuid, ${run.operator_id}::uuid, ${run.from_park_id}::uuid,
      ${run.to_park_id}::uuid, ${run.leaves_at}::timestamp, ${run.minutes}::int, ${run.vehicle}, ${run.fare_kobo}::bigint,
      ${saleClosesMinutes}::int)`.execute(tx)
  return trip_id
}
