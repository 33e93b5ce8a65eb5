import { homeZone } from '#contract/product'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'

/** Where a search starts or ends. `today`: the local date. */
export interface PlaceRow {
  code: string
  name: string
  city_id: number
  city_code: string
  park_id: string | null
  zone: string
  today: string
}

/** The two places of a search, and whether so many schedules connect them that a search cannot read all. */
export interface PlacePair {
  from: PlaceRow
  to: PlaceRow
  is_crowded: boolean
  /**
   * By how many seconds, at most, the local time at `from` is ahead of the time zones of the timetables that serve it.
   */
  ahead_seconds: number
}

/** The most departures of a day that a search reads, beginning with the first. */
export const maxDepartures = 300
/**
 * `maxDepartures` as a constant in SQL. With a parameter, the planner would assume a tenth of all rows, and would plan
 * each search again.
 */
export const maxDeparturesSql = sql`300`

/**
 * Returns the pair of two places. `is_crowded`: so many schedules connect them that a search finds `maxDepartures` soon
 * by reading schedules in the order of their boarding time. In other pairs, a search reads all schedules. That includes
 * every pair with a motor park, since only few schedules leave from one park.
 */
export async function findPlacePair(db: Db, from: PlaceRow, to: PlaceRow): Promise<PlacePair> {
  const each = { from, to, is_crowded: false, ahead_seconds: 0 }
  if (from.park_id !== null || to.park_id !== null) return each
  const { rows } = await sql<{ there: number; all: number; ahead_seconds: number }>`
    select coalesce(sum(runs) filter (where to_city_id = ${to.city_id}), 0)::int as there,
      coalesce(sum(runs), 0)::int as all,
      greatest(0, max(extract(epoch from
        (now() at time zone ${from.zone}) - (now() at time zone coalesce(feed.zone, ${homeZone})))))::int as ahead_seconds
    from connection left join feed on feed.id = feed_id where from_city_id = ${from.city_id}`.execute(
    db,
  )
  const { there, all, ahead_seconds } = rows[0] ?? { there: 0, all: 0, ahead_seconds: 0 }
  return { ...each, is_crowded: there > maxDepartures && there * 40 > all, ahead_seconds }
}

/** Returns SQL for whether a schedule stops (`a`) at `from` to board and later (`b`) at `to` to get off. */
function stopsAt({ from, to }: PlacePair): Sql {
  return sql`${isAt('a', from)} and ${isAt('b', to)} and a.position < b.position and a.pick_up and b.drop_off`
}

const isAt = (stop: string, place: PlaceRow) =>
  place.park_id === null
    ? sql`${sql.ref(`${stop}.city_id`)} = ${place.city_id}`
    : sql`${sql.ref(`${stop}.motor_park_id`)} = ${place.park_id}::uuid`

/**
 * SQL for whether departure `t` has not departed, is not cancelled, and is still in its timetable. Its sale may have
 * ended.
 */
export const isUpcomingSql = sql`t.status in ('scheduled', 'boarding') and t.withdrawn_at is null`

/** SQL for whether departure `t` is on sale from its stop `a`. */
export const isOnSaleFromStopSql = sql`${isUpcomingSql} and t.sales_closed_at is null and t.sales_close_at + a.departs_after_seconds * interval '1 second' > now()`

/**
 * SQL for whether departure `t` is on sale by its timetable from the stop where `leg` boards. The operator may still
 * have closed its sales.
 */
export const isOnSaleByTimeSql = sql`${isUpcomingSql} and t.sales_close_at + leg.boards_after * interval '1 second' > now()`

/** SQL for whether departure `t` is on sale from the stop where `leg` boards. */
export const isOnSaleSql = sql`${isOnSaleByTimeSql} and t.sales_closed_at is null`

const legColumns = sql`a.schedule_id, a.position as leg_from, b.position as leg_to, a.motor_park_id as from_park_id,
  b.motor_park_id as to_park_id, a.departs_after_seconds as boards_after, b.arrives_after_seconds as gets_off_after,
  a.boards_at, a.boards_days_after`
const shortestFirst = sql`b.arrives_after_seconds - a.departs_after_seconds, a.position, b.position`

/**
 * Returns the common table expression for `selectDepartures`: every schedule between two places, once. If a schedule
 * stops several times in one of the places, its shortest ride counts. Empty for a pair with many departures
 * (`is_crowded`).
 */
export function selectLegs(pair: PlacePair): Sql {
  return sql`leg as materialized (
    select distinct on (a.schedule_id) ${legColumns}
    from schedule_stop a join schedule_stop b on b.schedule_id = a.schedule_id
    where ${pair.is_crowded ? sql`false` : stopsAt(pair)} order by a.schedule_id, ${shortestFirst}
  )`
}

/** A selection of a day's departures by operator and hour. By default all. */
export interface DepartureFilter {
  operators?: readonly string[] | undefined
  hours?: readonly number[] | undefined
}

/**
 * Returns SQL for the departures of a local day between two places, sorted by boarding time. `isMeant`: a condition on
 * the departure `t` and its `leg`. Reads only the first `limit` departures. If the pair has many departures
 * (`is_crowded`), a departure that stops twice at the start may be returned twice.
 */
export function selectDepartures(
  pair: PlacePair,
  day: Sql,
  isMeant: Sql,
  limit: Sql,
  { operators, hours }: DepartureFilter = {},
): Sql {
  const condition = sql.join(
    [
      sql`true`,
      ...(operators
        ? [
            sql`schedule_id in (select s.id from schedule s join operator o on o.id = s.operator_id where o.code = any (${operators}))`,
          ]
        : []),
      ...(hours
        ? [
            sql`boards_at >= ${3600 * Math.min(...hours)} and boards_at < ${3600 * Math.max(...hours) + 3600}
              and boards_at / 3600 = any (${hours}::int[])`,
          ]
        : []),
    ],
    sql` and `,
  )
  const legs = pair.is_crowded
    ? ridesByTime(pair, day, condition)
    : sql`(select * from leg where ${condition} order by boards_at, schedule_id)`
  return sql`
    select t.*, leg.leg_from, leg.leg_to, leg.from_park_id, leg.to_park_id, leg.boards_after, leg.gets_off_after
    from ${legs} leg cross join lateral (
      select * from trip t
      where t.schedule_id = leg.schedule_id and t.service_date = ${day} - leg.boards_days_after and ${isMeant}
      order by t.run limit ${limit}
    ) t
    limit ${limit}`
}

/**
 * Returns SQL for the rides of a pair with many departures (`is_crowded`), sorted by boarding time, each from the last
 * stop in the start city before the destination. A schedule that passes both places twice is found twice. For today,
 * leaves out rides that have already left.
 */
function ridesByTime(pair: PlacePair, day: Sql, condition: Sql) {
  const { from, ahead_seconds } = pair
  const now = sql`extract(epoch from (now() at time zone ${from.zone})::time)::int - ${ahead_seconds}`
  return ridesFrom(
    pair,
    sql`case when ${day} = ${from.today}::date then ${now} else 0 end`,
    condition,
  )
}

/**
 * Returns SQL for the departures of a pair with many departures (`is_crowded`) on any day. Reads only as many
 * departures as needed, even if the planner's estimates are wrong.
 */
export function selectDeparturesInOrder(pair: PlacePair): Sql {
  return ridesFrom(pair, sql`0`, sql`true`)
}

function ridesFrom({ from, to }: PlacePair, since: Sql, condition: Sql) {
  return sql`(
    select ${legColumns} from (
      select schedule_id, position, motor_park_id, departs_after_seconds, boards_at, boards_days_after from schedule_stop
      where city_id = ${from.city_id} and pick_up and boards_at >= ${since} and ${condition}
      order by boards_at, schedule_id
    ) a cross join lateral (
      select * from schedule_stop b
      where schedule_id = a.schedule_id and position > a.position
        and (${isAt('b', to)} and drop_off or ${isAt('b', from)} and pick_up)
      order by position limit 1
    ) b
    where ${isAt('b', to)}
  )`
}
