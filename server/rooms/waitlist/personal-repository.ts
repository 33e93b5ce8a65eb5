import type { Db } from '#server/db/client'
import { deleteInSteps, updateInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'

type FlatRow = Record<string, string | number | boolean | null>

/** Returns a person's requests, waiting lists and alerts, as flat rows. */
export async function exportTravelRequests(
  db: Db,
  person_id: string,
): Promise<{ travel_requests: FlatRow[]; route_alerts: FlatRow[] }> {
  const { rows: travel_requests } = await sql<FlatRow>`
    select a.name as "from", z.name as "to", r.first_day::text, r.last_day::text,
      q.trip_id::text as departure, q.travellers, q.max_fare_kobo, q.state, q.joined_at::text as joined_at
    from queue_place q left join travel_request r on r.id = q.request_id
    left join city a on a.id = r.from_city_id left join city z on z.id = r.to_city_id
    where q.person_id = ${person_id}::uuid order by q.number`.execute(db)
  const { rows: route_alerts } = await sql<FlatRow>`
    select a.name as "from", z.name as "to", r.kind, r.first_day::text, r.last_day::text, r.below_kobo,
      array_to_string(r.ways, ', ') as ways, r.state, r.created_at::text as created_at
    from route_alert r join city a on a.id = r.from_city_id join city z on z.id = r.to_city_id
    where r.person_id = ${person_id}::uuid order by r.created_at, r.id`.execute(db)
  return { travel_requests, route_alerts }
}

/** Ends all of a person's queue entries and offers. The held seats are released with their bookings. */
export async function leaveWaitlists(tx: Db, person_id: string): Promise<void> {
  await sql`
    update seat_offer o set state = 'declined', ended_at = now() from queue_place q
    where q.id = o.place_id and q.person_id = ${person_id}::uuid and o.state = 'open'`.execute(tx)
  await sql`
    update queue_place set state = 'left', ended_at = now()
    where person_id = ${person_id}::uuid and state in ('waiting', 'offered')`.execute(tx)
}

/** Deletes a person's queue entries with their offers, and alerts. */
export async function deletePersonWaitlists(tx: Db, person_id: string): Promise<void> {
  await sql`
    delete from seat_offer where place_id in (select id from queue_place where person_id = ${person_id}::uuid)`.execute(
    tx,
  )
  await sql`delete from queue_place where person_id = ${person_id}::uuid`.execute(tx)
  await sql`delete from route_alert where person_id = ${person_id}::uuid`.execute(tx)
}

/** Deletes queue entries and alerts that ended half a year ago, and the networks of entries that ended two days ago. */
export async function deleteOldWaitlistEntries(db: Db): Promise<void> {
  const isOld = sql`ended_at < now() - interval '180 days'`
  await deleteInSteps(
    db,
    'seat_offer',
    sql`place_id in (select id from queue_place where ${isOld})`,
  )
  await deleteInSteps(
    db,
    'queue_place',
    sql`${isOld} and not exists (select from seat_offer o where o.place_id = queue_place.id)`,
  )
  await deleteInSteps(db, 'route_alert', isOld)
  const isOldNetwork = sql`network is not null and ended_at < now() - interval '2 days'`
  await updateInSteps(db, 'queue_place', sql`network = null`, isOldNetwork)
}
