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
  /** The key or member that adds it, and from which network (`hashPublicNetwork`). */
  key_id?: string | null
  member_id?: string | null
  network?: string | null
}

/** Deletes the networks from which departures were added, after 60 days. */
export async function deleteOldNetworkHashes(db: Db): Promise<void> {
  await sql`update single_departure set network = null
    where network is not null and added_at < now() - interval '60 days'`.execute(db)
}

/** Creates a departure outside timetables and puts it on sale. Returns the id of its trip. */
export async function insertOneDayDeparture(tx: Db, run: OneDayDeparture): Promise<string> {
  const trip_id = makeId()
  await sql`
    select add_run(${makeId()}::uuid, ${trip_id}::uuid, ${run.operator_id}::uuid, ${run.from_park_id}::uuid,
      ${run.to_park_id}::uuid, ${run.leaves_at}::timestamp, ${run.minutes}::int, ${run.vehicle}, ${run.fare_kobo}::bigint,
      ${saleClosesMinutes}::int)`.execute(tx)
  await sql`insert into single_departure (trip_id, operator_id, key_id, member_id, network)
    values (${trip_id}::uuid, ${run.operator_id}::uuid, ${run.key_id ?? null}::uuid, ${run.member_id ?? null}::uuid,
      ${run.network ?? null})`.execute(tx)
  return trip_id
}
