import { sql } from 'kysely'
import type { Output } from '#contract/endpoint'
import type { City, listCurrencies, PassengerType, Place, VehicleType } from '#contract/lookups'
import type { Db } from '#server/db/client'

/** All cities that have a motor park, by name. */
export async function selectCities(db: Db): Promise<City[]> {
  const { rows } = await sql<City>`
    select c.id, c.name, c.code, s.name as state, c.latitude, c.longitude
    from city c join state s on s.code = c.state_code
    where exists (select 1 from motor_park p where p.city_id = c.id)
    order by c.name, c.id`.execute(db)
  return rows
}

/**
 * Cities and their motor parks where a run can be boarded (`start`) or left (`end`); with `from` (the
 * code of a city or a park), ends only of runs that can be boarded there. A city stands before its parks.
 */
export async function selectPlaces(db: Db, side: 'start' | 'end', from?: string): Promise<Place[]> {
  const [here, there] = side === 'start' ? [sql`a`, sql`b`] : [sql`b`, sql`a`]
  const boarded =
    from === undefined
      ? sql`true`
      : sql`b.motor_park_id <> a.motor_park_id and (a.city_id = (select id from city where code = ${from})
          or a.motor_park_id = (select id from motor_park where code = ${from}))`
  const { rows } = await sql<Place>`
    with stop as materialized (
      select distinct ${here}.motor_park_id, ${here}.city_id from schedule_stop ${here}
      where exists (
        select 1 from schedule_stop ${there}
        where b.schedule_id = a.schedule_id and b.position > a.position and a.pick_up and b.drop_off and ${boarded}
      )
    ), place as (
      select 'city' as kind, c.code, c.name, c.name as city, c.state_code from city c
      where c.id in (select city_id from stop) and c.code is distinct from ${from ?? null}
      union all
      select 'park', p.code, p.name, c.name, c.state_code
      from motor_park p join city c on c.id = p.city_id where p.id in (select motor_park_id from stop)
    )
    select place.kind, place.code, place.name, place.city, s.name as state
    from place join state s on s.code = place.state_code
    order by place.city, place.kind, place.name, place.code`.execute(db)
  return rows
}

/** Kinds of passengers, the commonest first. */
export async function selectPassengerTypes(db: Db): Promise<PassengerType[]> {
  const { rows } = await sql<PassengerType>`
    select id, name, code, fare_percent, hint from passenger_type order by position, id`.execute(db)
  return rows
}

/** Kinds of vehicles, the smallest first. */
export async function selectVehicleTypes(db: Db): Promise<VehicleType[]> {
  const { rows } = await sql<VehicleType>`
    select id, name, code, name || ', ' || seats || ' seats' as label, code as value, seats, size
    from vehicle_type order by seats, id`.execute(db)
  return rows
}

/** Currencies we take. */
export async function selectCurrencies(db: Db): Promise<Output<typeof listCurrencies>> {
  const { rows } = await sql<Output<typeof listCurrencies>[number]>`
    select id, name, code, symbol from currency order by id`.execute(db)
  return rows
}
