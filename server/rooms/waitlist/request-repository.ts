import type * as z from 'zod/mini'
import type { TravelRequest, RequestedRoute } from '#contract/waitlist/model'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

export interface CityRow {
  id: number
  code: string
  name: string
  /** The local date. */
  today: string
}

/** Returns the cities of these codes; unknown ones are missing. */
export async function findCities(db: Db, codes: readonly string[]): Promise<CityRow[]> {
  const { rows } = await sql<CityRow>`
    select id, code, name, to_char(now() at time zone zone, 'YYYY-MM-DD') as today
    from city where code = any (${[...codes]}::text[])`.execute(db)
  return rows
}

const wanting = sql`(q.state in ('waiting', 'offered'))`

/** SQL for the columns of a request `r` with its cities `a` and `z`, and with its queue counted in `n`. */
const requestColumns = sql`r.id, json_build_object('name', a.name, 'code', a.code) as "from",
  json_build_object('name', z.name, 'code', z.code) as "to", r.first_day::text, r.last_day::text, r.created_at,
  n.people, n.travellers, (select count(*)::int from request_departure d where d.request_id = r.id) as departures`

const counted = sql`
  join city a on a.id = r.from_city_id join city z on z.id = r.to_city_id
  cross join lateral (
    select count(*)::int as people, coalesce(sum(q.travellers), 0)::int as travellers
    from queue_place q where q.request_id = r.id and ${wanting}
  ) n`

type Row = Omit<TravelRequest, 'created_at'> & { created_at: Date }

const requestOf = <R extends { created_at: Date }>(row: R) => ({
  ...row,
  created_at: row.created_at.toISOString(),
})

/** A selection of requests: open ones, optionally of one route, with at least `least` travellers. */
export interface TravelRequestFilter {
  from?: string | undefined
  to?: string | undefined
  least: number
}

const matchesFilterSql = ({ from, to, least }: TravelRequestFilter): Sql => sql`r.ended_at is null
  and r.last_day >= lagos_today() and n.travellers >= ${least}
  and (${from ?? null}::text is null or a.code = ${from ?? null}) and (${to ?? null}::text is null or z.code = ${to ?? null})`

/** Returns one page of the selected requests, the most requested first, and how many there are on all pages. */
export async function findPageOfRequests(
  db: Db,
  filter: TravelRequestFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: TravelRequest[]; total: number }> {
  const { rows } = await sql<Row>`
    select ${requestColumns} from travel_request r ${counted} where ${matchesFilterSql(filter)}
    order by n.travellers desc, r.first_day, r.id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  return { rows: rows.map(requestOf), total: await countRequests(db, filter) }
}

/**
 * Returns one page of the selected requests for operators, with the fares that travellers would pay, and how many there
 * are on all pages.
 */
export async function findPageOfRequestedRoutes(
  db: Db,
  filter: TravelRequestFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: z.output<typeof RequestedRoute>[]; total: number }> {
  const { rows } = await sql<Row & { named_a_fare: number; median_fare_kobo: number | null }>`
    select ${requestColumns}, f.named_a_fare, f.median_fare_kobo
    from travel_request r ${counted}
    cross join lateral (
      select coalesce(sum(q.travellers) filter (where q.max_fare_kobo is not null), 0)::int as named_a_fare,
        percentile_disc(0.5) within group (order by q.max_fare_kobo) as median_fare_kobo
      from queue_place q where q.request_id = r.id and ${wanting}
    ) f
    where ${matchesFilterSql(filter)}
    order by n.travellers desc, r.first_day, r.id limit ${page.limit} offset ${page.offset}`.execute(
    db,
  )
  return { rows: rows.map(requestOf), total: await countRequests(db, filter) }
}

async function countRequests(db: Db, wanted: TravelRequestFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from travel_request r ${counted} where ${matchesFilterSql(wanted)}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Returns requests by their ids, ended or not. */
export async function findRequestsById(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, TravelRequest>> {
  const { rows } = await sql<Row>`
    select ${requestColumns} from travel_request r ${counted} where r.id = any (${[...ids]}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, requestOf(row)]))
}

export interface RouteDays {
  from_city_id: number
  to_city_id: number
  first_day: string
  last_day: string
}

/**
 * Returns the open request for a route and these days, created if there is none, and locks its row until the
 * transaction ends.
 */
export async function openTravelRequest(tx: Db, it: RouteDays): Promise<string> {
  await sql`
    insert into travel_request (id, from_city_id, to_city_id, first_day, last_day)
    values (${makeId()}, ${it.from_city_id}, ${it.to_city_id}, ${it.first_day}::date, ${it.last_day}::date)
    on conflict (from_city_id, to_city_id, first_day, last_day) where ended_at is null do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string }>`
    select id from travel_request where from_city_id = ${it.from_city_id} and to_city_id = ${it.to_city_id}
      and first_day = ${it.first_day}::date and last_day = ${it.last_day}::date and ended_at is null for update`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the request was not written')
  return row.id
}

/** Returns an open request whose days are not over, and locks its row until the transaction ends. */
export async function lockTravelRequest(tx: Db, id: string): Promise<RouteDays | undefined> {
  const { rows } = await sql<RouteDays>`
    select from_city_id, to_city_id, first_day::text, last_day::text from travel_request
    where id = ${id}::uuid and ended_at is null and last_day >= lagos_today() for update`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Returns the number of a request's travellers, and the operators to notify now: when at least `least` travellers want
 * it, and again each time their number has doubled. Returns undefined at other times. Only people with a verified email
 * address or phone number or a Google login count, since free accounts could send operators any number of emails.
 */
export async function findOperatorsToNotify(
  tx: Db,
  request_id: string,
  least: number,
): Promise<{ travellers: number; emails: string[] } | undefined> {
  const { rows } = await sql<{ travellers: number }>`
    with now_wanted as (
      select coalesce(sum(q.travellers), 0)::int as travellers
      from queue_place q join person p on p.id = q.person_id
      where q.request_id = ${request_id}::uuid and ${wanting}
        and (p.email_verified_at is not null or p.phone_verified_at is not null or p.google_sub is not null)
    )
    update travel_request r set told_travellers = n.travellers from now_wanted n
    where r.id = ${request_id}::uuid and n.travellers >= greatest(${least}::int, r.told_travellers * 2)
    returning n.travellers`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const { rows: operators } = await sql<{ email: string }>`
    select distinct o.email from travel_request r
    join schedule_stop x on x.city_id in (r.from_city_id, r.to_city_id)
    join schedule s on s.id = x.schedule_id and s.ends_on >= lagos_today()
    join operator o on o.id = s.operator_id and o.email is not null
    where r.id = ${request_id}::uuid order by o.email limit 50`.execute(tx)
  return { travellers: row.travellers, emails: operators.map(({ email }) => email) }
}

/** Ends requests whose days are over, and waiting lists of departures that have left. */
export async function expireTravelRequests(db: Db): Promise<void> {
  await sql`
    with over as (
      update travel_request set ended_at = now()
      where ended_at is null and last_day < lagos_today() returning id
    )
    update queue_place q set state = 'ended', ended_at = now() from over
    where q.request_id = over.id and q.state = 'waiting'`.execute(db)
  await sql`
    update queue_place q set state = 'ended', ended_at = now() from trip t
    where q.trip_id = t.id and q.state = 'waiting'
      and (t.status not in ('scheduled', 'boarding') or t.departs_at <= now())`.execute(db)
  // An offer that expires after its travel request has ended sets its entry to `waiting` again.
  await sql`
    update queue_place q set state = 'ended', ended_at = now() from travel_request r
    where q.request_id = r.id and q.state = 'waiting' and r.ended_at is not null`.execute(db)
}
