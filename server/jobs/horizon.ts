import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** If departures exist for fewer days, somebody must check why. */
const fewestDays = 25

/**
 * An operator's horizon. `days`: the number of days from today for which it has all departures. `ends`: whether its
 * timetable ends after these days.
 */
export interface DepartureHorizon {
  operator: string
  days: number
  ends: boolean
}

/** Whether a schedule belongs to a timetable, and is not a single departure that an operator added (`add_run`). */
const isTimetable = sql`(feed_id is not null or calendar -> 'days' <> '[]'::jsonb)`

/** Returns every operator with a current timetable, fewest days first. Needs two index reads per operator. */
export async function findHorizons(db: Db): Promise<DepartureHorizon[]> {
  const { rows } = await sql<DepartureHorizon>`
    select operator, greatest(0, case when is_behind then rolled_until else ends_on end - today) as days,
      not is_behind as ends
    from (
      select o.code as operator, lagos_today() as today,
        greatest(behind.rolled_until, date '2000-01-01') as rolled_until, behind.rolled_until is not null as is_behind,
        last.ends_on
      from operator o
      join lateral (select ends_on from schedule where operator_id = o.id and ${isTimetable}
        order by ends_on desc limit 1) last on true
      left join lateral (
        select rolled_until from schedule where operator_id = o.id and rolled_until < ends_on and ${isTimetable}
        order by rolled_until limit 1
      ) behind on true
    ) as known
    where ends_on >= today
    order by days, operator`.execute(db)
  return rows
}

/** Whether an operator's departures exist for fewer than 25 days. */
export const needsMoreDepartures = ({ days }: DepartureHorizon): boolean => days < fewestDays
