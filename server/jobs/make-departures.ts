import { formatCount } from '#contract/quantities'
import { saleClosesMinutes } from '#contract/policy'
import { saleDays } from '#contract/sale'
import type { Deps } from '#server/context'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { findHorizons, needsMoreDepartures } from './horizon.ts'

/**
 * Days from today for which departures are made. One day more than are on sale, since in some time zones tomorrow
 * begins earlier than in Nigeria.
 */
export const departureHorizonDays = saleDays + 1

/** The maximum number of departures in one step, so that it ends long before the statement timeout. */
const stepSize = 10_000

// The first and last day of the weeks of Sallah and Easter, as announced or computed.
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

/** The days for which departures are made: `days` from `today`, for all operators or one timetable. */
interface Span {
  today: string
  days: number
  feed_id?: string | undefined
}

/**
 * Makes the departures of every schedule for `days` days from `today`, by its calendar: `{ days, from, until, added,
 * removed }`, and optionally `high_season_percent` (10 to 31 December, Easter, Sallah) and `weekend_percent` (Friday,
 * Sunday). Existing departures do not change. Works in steps of limited size, each in a transaction, and continues
 * where an earlier call ended. Returns the number of new departures.
 */
export async function makeDepartures(
  db: Db,
  today: string,
  days: number = departureHorizonDays,
): Promise<number> {
  const span = { today, days }
  for (const feed of await findChangedFeeds(db)) await refreshConnections(db, feed)
  let made = 0
  for (const operator of await findBehind(db, span)) made += await rollOperator(db, operator, span)
  return made
}

/** Makes the departures of one timetable, and computes its connections again. */
export async function makeTimetableDepartures(db: Db, feed_id: string): Promise<number> {
  const span = { today: await todayAtHome(db), days: departureHorizonDays, feed_id }
  await refreshConnections(db, feed_id)
  let made = 0
  for (const operator of await findBehind(db, span)) made += await rollOperator(db, operator, span)
  return made
}

interface Operator {
  id: string
  code: string
  feed_id: string | null
}

const until = ({ today, days }: Span) => sql`(${today}::date + ${days}::int)`

// One index read per operator; `exists` would read all schedules.
const furthestBehind = sql`(select rolled_until from schedule
  where operator_id = operator.id and rolled_until < ends_on order by rolled_until limit 1)`

/** Returns the operators that have a schedule whose departures do not reach the end of the span. */
async function findBehind(db: Db, span: Span): Promise<Operator[]> {
  const { rows } = await sql<Operator>`
    select id, code, feed_id from operator
    where (${span.feed_id ?? null}::uuid is null or feed_id = ${span.feed_id ?? null}::uuid)
      and ${furthestBehind} < ${until(span)}
    order by code`.execute(db)
  return rows
}

/** Returns the timetables with new or changed schedules that have no departures; null for those of no timetable. */
async function findChangedFeeds(db: Db): Promise<(string | null)[]> {
  const { rows } = await sql<{ feed_id: string | null }>`
    select distinct feed_id from operator where ${furthestBehind} = '-infinity'`.execute(db)
  return rows.map(({ feed_id }) => feed_id)
}

/** Computes the connections of a timetable again. */
async function refreshConnections(db: Db, feed_id: string | null): Promise<void> {
  await sql`select refresh_connections(${feed_id}::uuid)`.execute(db)
}

async function rollOperator(db: Db, { id }: Operator, span: Span): Promise<number> {
  for (let made = 0; ;) {
    const step = await rollStep(db, id, span)
    made += step.departures
    if (step.schedules === 0) return made
  }
}

/**
 * Makes departures for those schedules of an operator that are furthest behind. Locks them, so that a second process
 * takes other schedules.
 */
async function rollStep(
  db: Db,
  operator_id: string,
  span: Span,
): Promise<{ departures: number; schedules: number }> {
  const behind = sql`operator_id = ${operator_id}::uuid and rolled_until < ends_on and rolled_until < ${until(span)}`
  const { rows } = await sql<{ departures: number; schedules: number }>`
    with due as materialized (
      select id, zone, calendar, starts_at_seconds, rolled_until, ends_on from schedule where ${behind}
      order by rolled_until
      limit (select greatest(1, ${stepSize} / (${until(span)} - greatest(min(rolled_until), ${span.today}::date - 8)))
        from schedule where ${behind})
      for no key update skip locked
    ), run as (
      select due.*, takes_seconds, day::date as day from due
      cross join lateral (select max(arrives_after_seconds) as takes_seconds from schedule_stop where schedule_id = due.id) stop
      cross join lateral generate_series(greatest(rolled_until + 1, ${span.today}::date - starts_at_seconds / 86400),
        least(ends_on, ${until(span)}), interval '1 day') day
    ), dated as (
      select *, ((day + time '12:00') at time zone zone) - interval '12 hours' + starts_at_seconds * interval '1 second' as departs_at,
        md5(id::text || day) as hash
      from run
      where takes_seconds is not null and not coalesce(calendar -> 'removed' ? day::text, false) and (
        coalesce(calendar -> 'added' ? day::text, false)
        or calendar -> 'days' @> to_jsonb(extract(isodow from day)::int - 1)
          and day >= coalesce((calendar ->> 'from')::date, '-infinity') and day <= coalesce((calendar ->> 'until')::date, 'infinity')
      )
    ), made as (
      insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at, fare_percent)
      select ${departureId}, id, day, departs_at, departs_at + takes_seconds * interval '1 second',
        departs_at - ${saleClosesMinutes} * interval '1 minute',
        least(400, greatest(10, round(
          case when ${isHighSeason} then ${percent('high_season_percent')} else 100 end
          * case when extract(isodow from day) in (5, 7) then ${percent('weekend_percent')} else 100 end / 100.0)))
      from dated
      on conflict (schedule_id, service_date, run) do nothing
      returning 1
    ), marked as (
      update schedule s set rolled_until = ${until(span)} from due where s.id = due.id
    )
    select (select count(*) from made)::int as departures, (select count(*) from due)::int as schedules`.execute(
    db,
  )
  return rows[0] ?? { departures: 0, schedules: 0 }
}

// A UUIDv7 that contains the departure's time, so that a seed always makes the same country, and the rows of a day are
// close together.
const departureId = sql`(lpad(to_hex((extract(epoch from departs_at) * 1000)::bigint), 12, '0')
  || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid`

async function todayAtHome(db: Db): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select to_char(lagos_today(), 'YYYY-MM-DD') as today`.execute(db)
  return rows[0]?.today ?? ''
}

/**
 * Makes the departures of the coming days, operator by operator, from today in Nigeria by the database's clock. A
 * failure at one timetable or operator does not stop the others; it is thrown at the end, so that the job is retried.
 * Logs the number of new departures, and the operators that have too few days left.
 */
export async function makeComingDepartures({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const started = performance.now()
  const span = { today: await todayAtHome(db), days: departureHorizonDays }
  const failedFeeds = new Set<string | null>()
  for (const feed of await findChangedFeeds(db)) {
    try {
      await refreshConnections(db, feed)
    } catch (error) {
      failedFeeds.add(feed)
      log.error({ err: error, feed }, 'connections could not be computed')
    }
  }
  // Not those of a failed timetable: with departures, it would not count as changed, and not be tried again.
  const operators = (await findBehind(db, span)).filter(({ feed_id }) => !failedFeeds.has(feed_id))
  const failed: string[] = []
  let departures = 0
  for (const operator of operators) {
    try {
      departures += await rollOperator(db, operator, span)
    } catch (error) {
      failed.push(operator.code)
      log.error({ err: error, operator: operator.code }, 'departures could not be made')
    }
  }
  const ms = Math.round(performance.now() - started)
  log.info(
    { operators: operators.length, departures, failed: failed.length + failedFeeds.size, ms },
    'departures were made',
  )
  const short = (await findHorizons(db)).filter(needsMoreDepartures)
  for (const horizon of short) log.error(horizon, 'departures are running out')
  if (failed.length + failedFeeds.size > 0)
    throw new Error(
      `Departures of ${formatCount(failed.length, 'operator')} and connections of ${formatCount(failedFeeds.size, 'timetable')} could not be made.`,
    )
}
