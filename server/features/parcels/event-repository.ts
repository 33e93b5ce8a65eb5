import { sql } from 'kysely'
import type { Tracking } from '#contract/tracking'
import type { Db } from '#server/db/client'

/** A stop of the bus that carries a parcel. */
export interface StopRow {
  parcel_id: string
  city: string
  /** Share of the way from the first stop to the last, 0 to 1, by the time it takes. */
  share: number
  arrives_at: Date
  departs_at: Date
}

export interface EventRow {
  parcel_id: string
  kind: Tracking['events'][number]['kind']
  occurred_at: Date
  park: string | null
  city: string | null
}

/**
 * The stops of these parcels' way, in order: of the bus they were loaded on where it serves their road,
 * else of the planned one.
 */
export async function findStops(db: Db, parcel_ids: readonly string[]): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`
    with way as (
      select p.id, coalesce(on_it.trip_id, p.trip_id) as trip_id, coalesce(on_it.leg_from, p.leg_from) as leg_from,
        coalesce(on_it.leg_to, p.leg_to) as leg_to
      from parcel p
      join parcel_route r on r.id = p.route_id
      left join lateral (
        select t.id as trip_id, a.position as leg_from, b.position as leg_to
        from trip t
        join schedule_stop a on a.schedule_id = t.schedule_id and a.city_id = r.from_city_id
        join schedule_stop b on b.schedule_id = t.schedule_id and b.city_id = r.to_city_id and b.position > a.position
        where t.id = p.loaded_trip_id order by a.position, b.position limit 1
      ) on_it on true
      where p.id = any (${parcel_ids}::uuid[])
    )
    select way.id as parcel_id, c.name as city,
      ((x.arrives_after_seconds - a.departs_after_seconds)::float
        / greatest(1, b.arrives_after_seconds - a.departs_after_seconds)) as share,
      t.departs_at + x.arrives_after_seconds * interval '1 second' as arrives_at,
      t.departs_at + x.departs_after_seconds * interval '1 second' as departs_at
    from way
    join trip t on t.id = way.trip_id
    join schedule_stop a on a.schedule_id = t.schedule_id and a.position = way.leg_from
    join schedule_stop b on b.schedule_id = t.schedule_id and b.position = way.leg_to
    join schedule_stop x on x.schedule_id = t.schedule_id and x.position between way.leg_from and way.leg_to
    join city c on c.id = x.city_id
    order by way.id, x.position`.execute(db)
  return rows
}

/** What happened to these parcels, the newest first. */
export async function findEvents(db: Db, parcel_ids: readonly string[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.parcel_id, e.kind, e.occurred_at, m.name as park, c.name as city
    from parcel_event e
    left join motor_park m on m.id = e.motor_park_id
    left join city c on c.id = m.city_id
    where e.parcel_id = any (${parcel_ids}::uuid[])
    order by e.parcel_id, e.occurred_at desc, e.id desc`.execute(db)
  return rows
}
