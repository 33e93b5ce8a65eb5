import type { ParcelAddOn, ParcelSize } from '#contract/lookups/model'
import type { CounterMeans } from '#contract/counter/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { nowPlusDaysSql } from './history-money.ts'
import type { SeedTripPart } from './histories.ts'

/**
 * A parcel that is sold in a demo shift. `arrived`: when it reached its destination, in days from today; undefined if
 * it has not left.
 */
export interface DemoWalkInParcel {
  sender: { full_name: string; phone: string }
  receiver: { full_name: string; phone: string }
  contents: string
  size: string
  type: string
  value_naira: number
  means: CounterMeans
  arrived?: number
}

/**
 * A route on which the demo's operator can send a parcel, with a counter at each end. `from_park` and `to_park`: the
 * codes of the motor parks of these counters.
 */
export interface DemoParcelRoute {
  route: string
  base_kobo: number
  operator: string
  /** Codes of cities. */
  from: string
  to: string
  from_park: string
  to_park: string
  size: ParcelSize
  add_ons: ParcelAddOn[]
}

/** Returns a route on which an operator's next buses carry parcels of this size. */
export async function findDemoParcelRoute(
  db: Db,
  operator_id: string,
  size: string,
): Promise<DemoParcelRoute> {
  const { rows } = await sql<DemoParcelRoute>`
    select r.code as route, r.base_kobo, o.code as operator, ca.code as from, cb.code as to, start.code as from_park, finish.code as to_park,
      (select to_jsonb(z) from parcel_size z where z.code = ${size}) as size, '[]'::jsonb as add_ons
    from schedule s join operator o on o.id = s.operator_id join trip t on t.schedule_id = s.id
      join schedule_stop a on a.schedule_id = s.id and a.pick_up
      join schedule_stop b on b.schedule_id = s.id and b.drop_off and b.position > a.position
      join parcel_route r on r.from_city_id = a.city_id and r.to_city_id = b.city_id
      join city ca on ca.id = a.city_id join city cb on cb.id = b.city_id
      join motor_park start on start.id = a.motor_park_id join motor_park finish on finish.id = b.motor_park_id
    where s.operator_id = ${operator_id}::uuid and s.feed_id is null and t.status = 'scheduled'
      and boards_at(t.id, a.position) between now() + interval '2 hours' and now() + interval '2 days'
      and exists (select from parcel_location where motor_park_id = start.id)
      and exists (select from parcel_location where motor_park_id = finish.id)
    order by r.code, t.departs_at limit 1`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('the operator of the demo’s desk carries no parcels')
  return found
}

/** Backdates a parcel that was sold at a counter. `days`: the sale, in days from now. */
export async function backdateWalkInParcel(db: Db, id: string, days: number): Promise<void> {
  const at = nowPlusDaysSql(days)
  await sql`update parcel set created_at = ${at}, paid_at = ${at}, received_at = ${at} where id = ${id}::uuid`.execute(
    db,
  )
  await sql`update payment set created_at = ${at}, settled_at = ${at} where payable_id = ${id}::uuid`.execute(
    db,
  )
  await sql`update parcel_quote q set created_at = ${at}, valid_until = ${at} + interval '1 day'
    from parcel p where p.id = ${id}::uuid and q.id = p.quote_id`.execute(db)
}

export async function setParcelBus(
  db: Db,
  id: string,
  { trip_id, leg_from, leg_to }: SeedTripPart,
): Promise<void> {
  await sql`update parcel set trip_id = ${trip_id}::uuid, leg_from = ${leg_from}, leg_to = ${leg_to}
    where id = ${id}::uuid`.execute(db)
}
