import { sql } from 'kysely'
import { saleClosesMinutes } from '#contract/policy'
import type { Db } from '#server/db/client'

/** Days from today for which departures stand in the database. */
export const rollingDays = 30

// Weeks of Sallah and Easter, first and last day, as far as they are announced or computed.
const feasts = [
  ['2026-03-17', '2026-03-24'],
  ['2026-04-01', '2026-04-07'],
  ['2026-05-23', '2026-05-31'],
  ['2027-03-06', '2027-03-13'],
  ['2027-03-24', '2027-03-30'],
  ['2027-05-13', '2027-05-20'],
  ['2028-02-23', '2028-03-02'],
  ['2028-04-12', '2028-04-18'],
  ['2028-05-02', '2028-05-09'],
] as const

const isHighSeason = sql`(extract(month from day) = 12 and extract(day from day) between 10 and 31 or exists (
  select 1 from unnest(${feasts.map(([first]) => first)}::date[], ${feasts.map(([, last]) => last)}::date[]) as feast (first, last)
  where day between feast.first and feast.last))`

const percent = (of: string) => sql`coalesce((calendar ->> ${of})::int, 100)`

/**
 * Makes the departures of every schedule from `today` on for `days` days, as its calendar says:
 * `{ days, from, until, added, removed }`, and optionally `high_season_percent` (10 to 31 December, Easter,
 * Sallah) and `weekend_percent` (Friday, Sunday). What is there already stays as it is, sold or not.
 * Returns how many are new.
 */
export async function rollDepartures(
  db: Db,
  today: string,
  days: number = rollingDays,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with run as (
      select s.id, s.zone, s.calendar, s.starts_at_seconds, day::date as day,
        (select max(arrives_after_seconds) from schedule_stop where schedule_id = s.id) as takes_seconds
      from schedule s
      cross join generate_series(
        ${today}::date - s.starts_at_seconds / 86400, ${today}::date + ${days}::int, interval '1 day') day
    ), dated as (
      select *, ((day + time '12:00') at time zone zone) - interval '12 hours' + starts_at_seconds * interval '1 second' as departs_at,
        md5(id::text || day) as hash
      from run
      where takes_seconds is not null and not coalesce(calendar -> 'removed' ? day::text, false) and (
        coalesce(calendar -> 'added' ? day::text, false)
        or calendar -> 'days' @> to_jsonb(extract(isodow from day)::int - 1)
          and day >= coalesce((calendar ->> 'from')::date, '-infinity') and day <= coalesce((calendar ->> 'until')::date, 'infinity')
      )
    )
    insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at, fare_percent)
    select ${departureId}, id, day, departs_at, departs_at + takes_seconds * interval '1 second',
      departs_at - ${saleClosesMinutes} * interval '1 minute',
      least(400, greatest(10, round(
        case when ${isHighSeason} then ${percent('high_season_percent')} else 100 end
        * case when extract(isodow from day) in (5, 7) then ${percent('weekend_percent')} else 100 end / 100.0)))
    from dated
    on conflict (schedule_id, service_date, run) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

// A UUIDv7 whose time is the departure's, so that one seed makes one country and days lie together.
const departureId = sql`(lpad(to_hex((extract(epoch from departs_at) * 1000)::bigint), 12, '0')
  || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid`

/** Makes the departures of the coming days, counted from today's date in Nigeria by the database's clock. */
export async function rollFromToday(db: Db): Promise<number> {
  const { rows } = await sql<{ today: string }>`
    select to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM-DD') as today`.execute(db)
  return rollDepartures(db, rows[0]?.today ?? '')
}
