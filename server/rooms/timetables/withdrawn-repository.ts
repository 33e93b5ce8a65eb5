import type { Db } from '#server/db/client'
import { sql, type Sql } from '#server/db/sql'
import type { FeedRow } from './places-repository.ts'

/** A booked departure that is off sale because the feed no longer has it. */
export type WithdrawnDeparture = {
  operator: string
  email: string | null
  route: string
  departs_at: string
  bookings: number
}

/** SQL for whether the calendar `says` includes the departure `trip`, by the rules by which departures are made. */
const isRun = sql`coalesce(not says -> 'removed' ? trip.service_date::text
  and (says -> 'added' ? trip.service_date::text
    or says -> 'days' @> to_jsonb(extract(isodow from trip.service_date)::int - 1)
      and trip.service_date >= coalesce((says ->> 'from')::date, '-infinity')
      and trip.service_date <= coalesce((says ->> 'until')::date, 'infinity')), false)`

/**
 * SQL for the departures (trip_id, is_used) that must stay even if the feed lacks them. `is_used`: they are booked or
 * held, carry a parcel, had door checks or had seats set aside. The others are those for which people wait, and those
 * of this feed that their operator has cancelled or taken off sale: an import must not sell them again. A delay or
 * driver of another unbooked departure is lost, since its run may have moved to another hour. `isAsked`: SQL for
 * whether a departure is among those that are asked about.
 */
function retainedTripsSql(feed: FeedRow, isAsked: (trip_id: Sql) => Sql) {
  const here = isAsked(sql`trip_id`)
  const used = sql`
    select trip_id from booking where ${here} union select trip_id from seat_claim where ${here}
    union select trip_id from booking_move where ${here} union select trip_id from parcel where ${here}
    union select loaded_trip_id from parcel where loaded_trip_id is not null and ${isAsked(sql`loaded_trip_id`)}
    union select trip_id from parcel_quote where ${here}
    union select trip_id from parcel_event where trip_id is not null and ${here}
    union select trip_id from boarding_scan where ${here} union select trip_id from seat_allotment where ${here}`
  const others = sql`
    select trip_id from queue_place where trip_id is not null and ${here}
    union select trip_id from request_departure where ${here} union select trip_id from vehicle_change where ${here}
    union select t.id from schedule s join trip t on t.schedule_id = s.id
    where s.feed_id = ${feed.id}::uuid and t.departs_at > now()
      and (t.status = 'cancelled' or t.sales_closed_at is not null) and ${isAsked(sql`t.id`)}`
  return sql`
    select trip_id, bool_or(is_used) as is_used from (
      select trip_id, true as is_used from (${used}) used union all select trip_id, false from (${others}) others
    ) trip group by trip_id`
}

/** Creates the temporary table kept_trip (trip_id, is_used): departures that must stay (`retainedTripsSql`). */
export async function createRetainedTripTable(db: Db, feed: FeedRow): Promise<void> {
  await sql`create temp table kept_trip on commit drop as ${retainedTripsSql(feed, () => sql`true`)}`.execute(
    db,
  )
  await sql`analyze kept_trip`.execute(db)
}

/**
 * Locks those of the departures `which` that are not in kept_trip, then adds to kept_trip those of them that must stay
 * because of what was done meanwhile. Until the import ends, nobody can book, ask for or cancel the others, so they can
 * be deleted. Needs kept_trip.
 */
export async function lockUnusedTrips(db: Db, feed: FeedRow, which: Sql): Promise<void> {
  await sql`
    create temp table if not exists unused_trip (trip_id uuid primary key) on commit drop`.execute(
    db,
  )
  await sql`truncate unused_trip`.execute(db)
  const { rowCount } = await sql`
    with locked as (
      select id from trip where ${which} and not exists (select from kept_trip where kept_trip.trip_id = trip.id)
      for update
    )
    insert into unused_trip select id from locked`.execute(db)
  if (rowCount === 0) return
  await sql`analyze unused_trip`.execute(db)
  const isUnused = (trip_id: Sql) => sql`${trip_id} in (select trip_id from unused_trip)`
  // A new statement sees what was committed before these locks.
  await sql`insert into kept_trip ${retainedTripsSql(feed, isUnused)}`.execute(db)
}

/**
 * Takes future departures off sale if the feed no longer has them, and puts them on sale again if it has them again. At
 * this point, only departures of kept_trip can be missing from the feed. A departure at another hour of the same day
 * counts as the same. Returns the departures in use that are newly off sale. Needs wanted and kept_trip.
 */
export async function withdrawMissingTrips(db: Db, feed: FeedRow): Promise<WithdrawnDeparture[]> {
  await sql`
    create temp table doubtful on commit drop as
    select trip.id, ${isRun} as is_run
    from schedule s join trip on trip.schedule_id = s.id
    left join wanted on wanted.feed_key = coalesce(s.feed_key, s.calendar ->> 'replaced')
    cross join lateral (select coalesce(wanted.feed_says, wanted.calendar) as says) feed
    where s.feed_id = ${feed.id}::uuid and trip.departs_at > now() and trip.status in ('scheduled', 'boarding')
      and trip.id in (select trip_id from kept_trip)`.execute(db)
  await sql`analyze doubtful`.execute(db)
  await sql`
    update trip set withdrawn_at = null, version = version + 1
    from doubtful where doubtful.id = trip.id and is_run and withdrawn_at is not null`.execute(db)
  const { rows } = await sql<WithdrawnDeparture>`
    with withdrawn as (
      update trip set withdrawn_at = now(), version = version + 1
      from doubtful where doubtful.id = trip.id and not is_run and withdrawn_at is null
      returning trip.id, trip.schedule_id, trip.departs_at
    )
    select o.name as operator, o.email, s.route_name as route,
      to_char(w.departs_at at time zone s.zone, 'FMDD Mon YYYY HH24:MI') as departs_at,
      (select count(*)::int4 from booking b where b.trip_id = w.id
        and b.status in ('held', 'awaiting_payment', 'confirmed', 'travelled')) as bookings
    from withdrawn w join schedule s on s.id = w.schedule_id join operator o on o.id = s.operator_id
    where w.id in (select trip_id from kept_trip where is_used)
    order by w.departs_at, w.id`.execute(db)
  return rows
}
