import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { DemoContext } from './rows.ts'

/**
 * Claims the right to write the demo's charters, once. Returns undefined if they exist already, or if there are no demo
 * people.
 */
export async function claimCharters(
  db: Db,
): Promise<Pick<DemoContext, 'seed' | 'today'> | undefined> {
  const { rows } = await sql<Pick<DemoContext, 'seed' | 'today'>>`
    insert into installed (name)
    select 'demo charters' from installed where name = 'demo people'
      and exists (select from installed where name = 'demo charter vehicles')
    on conflict do nothing
    returning to_char(lagos_today(), 'YYYY-MM-DD') as today,
      (select (detail ->> 'seed_number')::int from installed where name = 'demo country') as seed`.execute(
    db,
  )
  return rows[0]
}

/** Returns the seed for the simulated operators of charters; undefined without a demo country. */
export async function findCharterContext(db: Db): Promise<Pick<DemoContext, 'seed'> | undefined> {
  const { rows } = await sql<Pick<DemoContext, 'seed'>>`
    select (detail ->> 'seed_number')::int as seed from installed
    where name = 'demo country' and exists (select from installed where name = 'demo charter vehicles')`.execute(
    db,
  )
  return rows[0]
}

/** Returns the smallest vehicle of a city with enough seats that is free on these days, the cheapest of several. */
export async function findVehicle(
  db: Db,
  { city, seats, from, until }: { city: string; seats: number; from: string; until: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select v.id from charter_vehicle v join city c on c.id = v.city_id
    where c.code = ${city} and v.seats >= ${seats} and not exists (
      select from charter_day d where d.vehicle_id = v.id and d.day between ${from}::date and ${until}::date)
    order by v.seats, v.day_kobo, v.id limit 1`.execute(db)
  return rows[0]?.id
}

/**
 * Moves the start of a charter, its days and its due times, so that it starts `hours` from now. If `hours` is a whole
 * number of days, it starts at 7 AM on that day.
 */
export async function setCharterStart(db: Db, reference: string, hours: number): Promise<void> {
  await sql`
    with moved as (
      select id, from_day, case when ${hours}::int % 24 = 0
          then (date_trunc('day', clock_timestamp() at time zone 'Africa/Lagos') + ${hours + 7} * interval '1 hour') at time zone 'Africa/Lagos'
          else date_trunc('hour', clock_timestamp()) + ${hours} * interval '1 hour' end as starts
      from charter where reference = ${reference}
    ), day as (
      select *, (starts at time zone 'Africa/Lagos')::date as first from moved
    ), shifted as (
      update charter_day d set day = d.day + (day.first - day.from_day) from day where d.charter_id = day.id
    ), due as (
      update charter_instalment i set due_at = starts - interval '48 hours' from day where i.charter_id = day.id and i.number = 2
    )
    update charter c set starts_at = day.starts, from_day = day.first, until_day = day.first + (c.until_day - c.from_day),
      pay_until = case when c.state = 'booked' then day.starts - interval '48 hours' else c.pay_until end
    from day where day.id = c.id`.execute(db)
}

/** Sets the end of a charter's time to pay to a minute ago. */
export async function expirePayment(db: Db, reference: string): Promise<void> {
  await sql`update charter set pay_until = clock_timestamp() - interval '1 minute' where reference = ${reference}`.execute(
    db,
  )
}

/**
 * Dates a charter as if it had been hired ten days ago (ten days before its start if it has started) and had ended in
 * time.
 */
export async function backdateCharter(db: Db, reference: string): Promise<void> {
  await sql`
    update charter c set created_at = least(now(), c.starts_at) - interval '10 days',
      started_at = case when c.started_at is not null then least(c.started_at, c.starts_at) end,
      ended_at = case when c.ended_at is not null then least(c.ended_at, (c.until_day + time '20:00') at time zone 'Africa/Lagos') end,
      closed_at = case when c.state = 'completed' then least(c.closed_at, (c.until_day + time '20:00') at time zone 'Africa/Lagos') else c.closed_at end
    where c.reference = ${reference}`.execute(db)
  await sql`
    update charter_instalment i set paid_at = c.created_at + interval '10 minutes' from charter c
    where c.id = i.charter_id and i.state = 'paid' and c.reference = ${reference}`.execute(db)
  await sql`
    update charter_review r set written_at = least(r.written_at, c.ended_at + interval '1 day') from charter c
    where c.id = r.charter_id and c.reference = ${reference}`.execute(db)
}

/** Returns whether a charter is paid, at least in part, and was not cancelled. */
export async function isDemoCharterActive(db: Db, reference: string): Promise<boolean> {
  const { rows } = await sql`
    select from charter where reference = ${reference}
      and state in ('booked', 'paid', 'under_way', 'completed')`.execute(db)
  return rows.length > 0
}

export async function expireCharterRequest(db: Db, reference: string): Promise<void> {
  await sql`update charter_request set open_until = clock_timestamp() - interval '1 minute' where reference = ${reference}`.execute(
    db,
  )
}

/** Makes the open offers expire. `reference`: that of their request. */
export async function expireOffers(db: Db, reference: string): Promise<void> {
  await sql`update charter_offer f set valid_until = clock_timestamp() - interval '1 minute' from charter_request r
    where r.id = f.request_id and r.reference = ${reference} and f.state = 'open'`.execute(db)
}

/** Deletes this transaction's unsent notifications about charters. */
export async function deleteCharterMessages(db: Db): Promise<void> {
  await sql`
    delete from pgboss.job where state = 'created' and name in ('mail.send', 'sms.send') and created_on >= now()
      and (data ->> 'text' like '%Charter %' or data ->> 'text' like '%Request %' or data ->> 'text' like '%charter %')`.execute(
    db,
  )
}

/** A key that an operator of the demo calls with. */
export interface BidderRow {
  operator_id: string
  key_id: string
  code: string
}

/** Returns the operators with vehicles for hire and a key for charters, by code, with one key of each. */
export async function findBidders(db: Db): Promise<BidderRow[]> {
  const { rows } = await sql<BidderRow>`
    select distinct on (o.code) o.id as operator_id, k.id as key_id, o.code
    from operator o join operator_key k on k.operator_id = o.id and k.revoked_at is null and 'charters' = any (k.scopes)
    where exists (select from charter_vehicle v where v.operator_id = o.id) order by o.code, k.id`.execute(
    db,
  )
  return rows
}

/** Returns the references of open requests with fewer than `fewer` offers, and how many they have. */
export async function findUnansweredRequests(db: Db, fewer: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ reference: string; offers: number }>`
    select r.reference, (select count(*)::int from charter_offer f where f.request_id = r.id) as offers
    from charter_request r where r.state = 'open' and r.open_until > clock_timestamp()`.execute(db)
  return new Map(
    rows.filter(({ offers }) => offers < fewer).map(({ reference, offers }) => [reference, offers]),
  )
}

/** Returns at most 20 paid charters that begin within a week and have no driver yet, the earliest first. */
export async function findChartersWithoutDriver(
  db: Db,
): Promise<{ reference: string; operator_id: string; plate: string }[]> {
  const { rows } = await sql<{ reference: string; operator_id: string; plate: string }>`
    select c.reference, c.operator_id, v.plate from charter c join charter_vehicle v on v.id = c.vehicle_id
    where c.state = 'paid' and c.driver_name is null and c.starts_at < clock_timestamp() + interval '7 days'
    order by c.starts_at limit 20`.execute(db)
  return rows
}
