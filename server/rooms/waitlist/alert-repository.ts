import type { RouteAlert } from '#contract/waitlist/model'
import type { AlertChannel } from '#contract/waitlist/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { RouteDays } from './request-repository.ts'

type Row = Omit<RouteAlert, 'created_at'> & { created_at: Date }

const alertColumns = sql`
  select r.id, r.kind, json_build_object('name', a.name, 'code', a.code) as "from",
    json_build_object('name', z.name, 'code', z.code) as "to", r.first_day::text, r.last_day::text, r.below_kobo, r.ways,
    r.state, r.told_day::text, r.told_kobo, r.created_at
  from route_alert r join city a on a.id = r.from_city_id join city z on z.id = r.to_city_id`

const alertOf = (row: Row): RouteAlert => ({ ...row, created_at: row.created_at.toISOString() })

/** An alert before it is stored. `ways`: the channels of its notification. */
export interface NewAlert extends RouteDays {
  id: string
  person_id: string
  kind: RouteAlert['kind']
  below_kobo: number | null
  ways: readonly AlertChannel[]
}

/** Stores an alert. Throws the database's error for a duplicate, or if the person has too many alerts. */
export async function insertAlert(tx: Db, it: NewAlert): Promise<void> {
  await sql`
    insert into route_alert (id, person_id, kind, from_city_id, to_city_id, first_day, last_day, below_kobo, ways)
    values (${it.id}, ${it.person_id}, ${it.kind}, ${it.from_city_id}, ${it.to_city_id}, ${it.first_day}::date,
      ${it.last_day}::date, ${it.below_kobo}, ${[...it.ways]}::text[])`.execute(tx)
}

/**
 * Returns one page of a person's alerts, watching ones first, then newest first, and how many there are on all pages.
 */
export async function findPageOfAlerts(
  db: Db,
  person_id: string,
  page: { limit: number; offset: number },
): Promise<{ rows: RouteAlert[]; total: number }> {
  const { rows } = await sql<Row>`
    ${alertColumns} where r.person_id = ${person_id}::uuid
    order by r.state = 'watching' desc, r.created_at desc, r.id desc limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from route_alert where person_id = ${person_id}::uuid`.execute(db)
  return { rows: rows.map(alertOf), total: counted[0]?.total ?? 0 }
}

/** Returns undefined for another person's alert. */
export async function findAlert(
  db: Db,
  person_id: string,
  id: string,
): Promise<RouteAlert | undefined> {
  const { rows } = await sql<Row>`
    ${alertColumns} where r.id = ${id}::uuid and r.person_id = ${person_id}::uuid`.execute(db)
  return rows[0] && alertOf(rows[0])
}

/** Deletes an alert. Returns false if the person has none with this id. */
export async function deleteAlert(db: Db, person_id: string, id: string): Promise<boolean> {
  const { rowCount } = await sql`
    delete from route_alert where id = ${id}::uuid and person_id = ${person_id}::uuid`.execute(db)
  return rowCount === 1
}

/** A route and a range of days that one or more alerts watch. */
export interface WatchedRoute {
  from: string
  to: string
  from_city_id: number
  to_city_id: number
  /** The first day, or today if the first day is past. */
  first_day: string
  last_day: string
}

/** Returns routes that were not checked for `minutes`, at most `limit`. Ends alerts whose days are over. */
export async function findStaleRoutes(
  db: Db,
  { minutes, limit }: { minutes: number; limit: number },
): Promise<WatchedRoute[]> {
  await sql`
    update route_alert set state = 'ended', ended_at = now()
    where state = 'watching' and last_day < lagos_today()`.execute(db)
  const { rows } = await sql<WatchedRoute>`
    select a.code as "from", z.code as "to", r.from_city_id, r.to_city_id,
      greatest(r.first_day, lagos_today())::text as first_day,
      r.last_day::text
    from route_alert r join city a on a.id = r.from_city_id join city z on z.id = r.to_city_id
    where r.state = 'watching' and r.looked_at <= now() - ${minutes} * interval '1 minute'
    group by 1, 2, 3, 4, 5, 6 order by min(r.looked_at) limit ${limit}`.execute(db)
  return rows
}

/** An alert to check now, with the person whom it notifies. */
export interface DueAlert extends RouteAlert {
  person_id: string
}

/**
 * Returns the alerts on this route and range of days that no other process has locked. Locks their rows until the
 * transaction ends and marks them as checked.
 */
export async function claimDueAlerts(tx: Db, route: WatchedRoute): Promise<DueAlert[]> {
  const { rows } = await sql<Row & { person_id: string }>`
    with mine as (
      update route_alert set looked_at = now() where id in (
        select id from route_alert where state = 'watching' and from_city_id = ${route.from_city_id}
          and to_city_id = ${route.to_city_id} and last_day = ${route.last_day}::date
          and greatest(first_day, lagos_today()) = ${route.first_day}::date
        order by id for update skip locked)
      returning id, person_id
    )
    select shown.*, mine.person_id from (${alertColumns}) shown join mine on mine.id = shown.id`.execute(
    tx,
  )
  return rows.map((row) => ({ ...alertOf(row), person_id: row.person_id }))
}

/** Records that a person was notified, and ends the alert, since an alert notifies only once. */
export async function recordAlertNotified(
  tx: Db,
  id: string,
  { date, fare_kobo }: { date: string; fare_kobo: number | null },
): Promise<void> {
  await sql`
    update route_alert set state = 'told', ended_at = now(), told_day = ${date}::date, told_kobo = ${fare_kobo}
    where id = ${id}::uuid and state = 'watching'`.execute(tx)
}

/** Returns the channels by which a person can be notified. */
export async function findAlertChannels(db: Db, person_id: string): Promise<AlertChannel[]> {
  const { rows } = await sql<{ way: AlertChannel }>`
    select 'email' as way from person where id = ${person_id}::uuid and email_verified_at is not null
    union all
    select 'sms' from person where id = ${person_id}::uuid and phone_verified_at is not null`.execute(
    db,
  )
  return ['push', ...rows.map(({ way }) => way)]
}
