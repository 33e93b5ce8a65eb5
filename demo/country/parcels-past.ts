import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { makeSeedId } from './random.ts'
import type { DemoContext } from './rows.ts'

/** The part of a departure that is on a parcel's route, and the counters at its ends. */
export interface ParcelTrip {
  trip_id: string
  leg_from: number
  leg_to: number
  operator_id: string
  /** Codes of motor parks. */
  from_park: string
  /** False if the motor park has no counter, so that the parcel is collected at the sender's door. */
  has_counter: boolean
  to_park: string
  /** A motor park where the bus stops on the way. */
  hub: string | null
  departs_at: Date
  arrives_at: Date
}

/**
 * The departure that a demo parcel needs. `hub`: whether it should stop at a motor park on the way. Other departures
 * are used if there is no such one.
 */
export interface DepartureCriteria {
  /** Codes of cities. */
  from: string
  to: string
  /** The approximate departure, hours from now. */
  leaves: number
  hub: boolean
  /** The code of the operator that must run the departure; any operator if omitted. */
  operator?: string
}

/** Returns the `client_ref` of a parcel of the demo. */
export const makeDemoParcelRef = (seed: number, about: number | string) =>
  makeSeedId(seed, `parcel ${about}`)

/**
 * Claims the right to write the demo's parcels, once. Returns undefined if they exist already, or if there are no demo
 * people.
 */
export async function claimParcels(
  db: Db,
): Promise<Pick<DemoContext, 'seed' | 'today'> | undefined> {
  const { rows } = await sql<Pick<DemoContext, 'seed' | 'today'>>`
    insert into installed (name)
    select 'demo parcels' from installed where name = 'demo histories'
      and exists (select from installed where name = 'demo parcel lists')
    on conflict do nothing
    returning to_char(lagos_today(), 'YYYY-MM-DD') as today,
      (select (detail ->> 'seed_number')::int from installed where name = 'demo country') as seed`.execute(
    db,
  )
  return rows[0]
}

const counterAt = (park: Sql) =>
  sql`select m.code from motor_park m join parcel_location l on l.motor_park_id = m.id where m.id = ${park}`

/**
 * Returns the departure of the timetable that suits a parcel best: if possible from a motor park with a counter and as
 * `hub` says, then the nearest to the requested time. It leaves in more than four hours, or has left; a past departure
 * is created if it no longer exists. Returns undefined if there is none.
 */
export async function findDeparture(
  db: Db,
  wish: DepartureCriteria,
  about: string,
): Promise<ParcelTrip | undefined> {
  const at = sql`now() + ${wish.leaves} * interval '1 hour'`
  const isPast = wish.leaves < 0
  const { rows } = await sql<
    Omit<ParcelTrip, 'trip_id'> & { trip_id: string | null; schedule_id: string; day: string }
  >`
    with road as (
      select s.id, s.operator_id, s.zone, s.starts_at_seconds, a.position as leg_from, z.position as leg_to,
        a.departs_after_seconds as out_after, z.arrives_after_seconds as in_after,
        (select m.code from schedule_stop x join motor_park m on m.id = x.motor_park_id
          where x.schedule_id = s.id and x.position > a.position and x.position < z.position
          order by x.position limit 1) as hub,
        (select code from motor_park where id = a.motor_park_id) as from_park,
        exists (${counterAt(sql`a.motor_park_id`)}) as has_counter,
        coalesce((${counterAt(sql`z.motor_park_id`)}), (
          select m.code from parcel_location l join motor_park m on m.id = l.motor_park_id
          where m.city_id = z.city_id order by l.id limit 1)) as to_park
      from schedule s
      join schedule_stop a on a.schedule_id = s.id and a.pick_up join city ca on ca.id = a.city_id
      join schedule_stop z on z.schedule_id = s.id and z.drop_off and z.position > a.position
      join city cz on cz.id = z.city_id
      where ca.code = ${wish.from} and cz.code = ${wish.to} and s.feed_id is null
        and (${wish.operator ?? null}::text is null
          or s.operator_id = (select id from operator where code = ${wish.operator ?? null}))
    ), run as (
      select road.*, day::date as day,
        ((day::date + time '12:00') at time zone zone) - interval '12 hours' + starts_at_seconds * interval '1 second' as starts
      from road, generate_series((${at})::date - 2, (${at})::date + 2, interval '1 day') day
      where to_park is not null
    )
    select t.id as trip_id, run.id as schedule_id, to_char(run.day, 'YYYY-MM-DD') as day, leg_from, leg_to, operator_id,
      from_park, has_counter, to_park, hub, starts + out_after * interval '1 second' as departs_at,
      starts + in_after * interval '1 second' as arrives_at
    from run left join trip t on t.schedule_id = run.id and t.service_date = run.day and t.run = 0
    where case when ${isPast} then starts + out_after * interval '1 second' < now() - interval '10 minutes'
      else t.status = 'scheduled' and boards_at(t.id, leg_from) > now() + interval '4 hours' end
    order by has_counter desc, (hub is null) = ${wish.hub}, abs(extract(epoch from starts + out_after * interval '1 second' - (${at}))),
      md5(run.id || ${about}) limit 1`.execute(db)
  const [way] = rows
  if (way === undefined) return undefined
  const trip_id = way.trip_id ?? (await makeTrip(db, way, about))
  return { ...way, trip_id }
}

async function makeTrip(db: Db, way: { schedule_id: string; day: string }, about: string) {
  const { rows } = await sql<{ id: string }>`
    insert into trip (id, schedule_id, service_date, run, departs_at, arrives_at, sales_close_at)
    values (${makeSeedId(0, `trip ${about} ${way.schedule_id} ${way.day}`)}, ${way.schedule_id}, ${way.day}::date, 0, now(), now(), now())
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/**
 * Moves a departure into the future during `work`, since no parcel can be booked on a bus that has left. Afterwards
 * computes its times from the timetable and its state from the clock, unless `work` throws.
 */
export async function withFutureDeparture<T>(
  db: Db,
  { trip_id }: ParcelTrip,
  work: () => Promise<T>,
): Promise<T> {
  await sql`update trip set status = 'scheduled', departs_at = now() + interval '2 days',
    arrives_at = now() + interval '4 days', sales_close_at = now() + interval '1 day' where id = ${trip_id}`.execute(
    db,
  )
  const done = await work()
  await sql`
    with real as (
      select t.id, ((t.service_date + time '12:00') at time zone s.zone) - interval '12 hours'
          + s.starts_at_seconds * interval '1 second' as departs_at,
        (select max(arrives_after_seconds) from schedule_stop where schedule_id = s.id) * interval '1 second' as takes
      from trip t join schedule s on s.id = t.schedule_id where t.id = ${trip_id}
    )
    update trip t set departs_at = real.departs_at, arrives_at = real.departs_at + takes,
      sales_close_at = real.departs_at - interval '10 minutes', status = case
        when real.departs_at + takes < now() then 'completed' when real.departs_at < now() then 'departed'
        else 'scheduled' end
    from real where t.id = real.id`.execute(db)
  return done
}

/**
 * Sets when a parcel was paid for (`paid`, ms since 1970), and moves a later creation back to that time. Does nothing
 * for an unpaid parcel.
 */
export async function setParcelPaidTime(db: Db, id: string, paid: number): Promise<void> {
  const at = new Date(Math.min(paid, Date.now()))
  await sql`update parcel set paid_at = ${at}, created_at = least(created_at, ${at})
    where id = ${id} and paid_at is not null`.execute(db)
}

/** Sets the other dates of a parcel, its quote and its payment to fit its creation. */
export async function backdateParcel(db: Db, id: string): Promise<void> {
  await sql`update parcel set pay_until = created_at + interval '48 hours', proved_at = case when proved_at is not null then ended_at end,
    paid_at = case when paid_at is not null then created_at + interval '3 minutes' end where id = ${id}`.execute(
    db,
  )
  await sql`update parcel_quote q set valid_until = p.created_at + interval '1 day', created_at = p.created_at
    from parcel p where p.id = ${id} and q.id = p.quote_id`.execute(db)
  await sql`update payment set created_at = p.created_at, settled_at = p.created_at + interval '3 minutes'
    from parcel p where p.id = ${id} and payment.payable_id = p.id`.execute(db)
}

/** Sets the creation of a claim to `made` days ago, and its answer to `answered` days ago. */
export async function backdateClaim(
  db: Db,
  parcel_id: string,
  { made, answered }: { made: number; answered: number },
): Promise<void> {
  await sql`update parcel_claim set created_at = now() - ${made} * interval '1 day',
    decided_at = case when decided_at is not null then now() - ${answered} * interval '1 day' end,
    recommended_at = case when recommended_at is not null then now() - ${answered} * interval '1 day' end
    where parcel_id = ${parcel_id}`.execute(db)
}

/** Sets the end of a cancelled parcel, and its refund, to `hours_ago` hours ago. */
export async function backdateParcelEnd(db: Db, id: string, hours_ago: number): Promise<void> {
  const then = sql`now() - ${hours_ago} * interval '1 hour'`
  await sql`update parcel set ended_at = ${then} where id = ${id}`.execute(db)
  await sql`update refund set requested_at = ${then}, settled_at = ${then} where payable_id = ${id}`.execute(
    db,
  )
}

/** Deletes this transaction's notifications about parcels, since nobody must be notified of past events. */
export async function deleteParcelMessages(db: Db): Promise<void> {
  await sql`
    with made as materialized (
      select distinct parcel_id::text as id, waybill from parcel_event e join parcel p on p.id = e.parcel_id
      where recorded_at = now())
    delete from pgboss.job using made
    where state = 'created' and name in ('parcel.tell', 'parcel.text', 'mail.send', 'sms.send', 'refund.announce')
      and (data ->> 'parcel_id' = made.id or strpos(data ->> 'text', made.waybill) > 0
        or data ->> 'refund_id' in (select id::text from refund where payable_id::text = made.id))`.execute(
    db,
  )
}

/** Throws if the parcel is not paid. */
export async function findWaybill(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ waybill: string }>`
    select waybill from parcel where id = ${id} and waybill is not null`.execute(db)
  if (rows[0] === undefined) throw new Error(`parcel ${id} is not paid`)
  return rows[0].waybill
}

/** Returns the id of the key that an operator of the demo scans with. */
export async function findOperatorKeyId(db: Db, operator_id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from operator_key where operator_id = ${operator_id} order by id limit 1`.execute(db)
  return rows[0]?.id ?? ''
}

/** Returns the id of the key that our staff of the demo call with. */
export async function findStaffKeyId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from staff_key order by id limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? ''
}
