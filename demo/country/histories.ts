import type { relationships } from '#contract/bookings/rules'
import type { Fare } from '#contract/fare'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { nowPlusDaysSql, makeSeedReference } from './history-money.ts'
import { makeSeedId } from './random.ts'
import type { DemoContext } from './rows.ts'

/** The person who books. Without an id, a guest. */
export interface Booker {
  id: string | null
  full_name: string
  email: string
  phone: string
}

export interface SeedPassenger {
  full_name: string
  gender: 'female' | 'male'
  passenger_type: string
  phone: string | null
  address: string
}

/** A trip that a person of the demo books, with its travellers (`riders`) and how it is paid. */
export interface Journey {
  /** Codes of cities. */
  from: string
  to: string
  /** The day of travel, counted from today. A negative one is in the past. */
  days: number
  riders: readonly SeedPassenger[]
  pays: 'paystack' | 'flutterwave' | 'wallet'
  /** How many days before the day of travel it was booked. */
  booked_before: number
}

export interface SeedNextOfKin {
  full_name: string
  phone: string
  relationship: (typeof relationships)[number]
}

/** A departure and the travelled legs. */
export interface SeedTripPart {
  trip_id: string
  leg_from: number
  leg_to: number
}

/** For each table, the column in which new rows get the clock's date. */
const dated = {
  transfer: 'created_at',
  wallet_entry: 'created_at',
  referral_reward: 'created_at',
  parcel: 'created_at',
  parcel_event: 'occurred_at',
  invoice: 'issued_at',
  counter_shift: 'opened_at',
  counter_entry: 'made_at',
}

/**
 * Runs `work` in the caller's transaction with a clock that `setClock` turns back. New rows of the tables in `dated`
 * get the clock's date; existing rows do not change.
 */
export async function withClock(tx: Db, work: () => Promise<void>): Promise<void> {
  await sql`
    create function pg_temp.bear_past_date() returns trigger language plpgsql as $$
    begin
      return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], current_setting('waka.past_date')));
    end $$`.execute(tx)
  for (const [table, column] of Object.entries(dated))
    await sql`create trigger bear_past_date before insert on ${sql.ref(table)} for each row
      when (new.${sql.ref(column)} >= now())
      execute function pg_temp.bear_past_date(${sql.lit(column)})`.execute(tx)
  await work()
  for (const table of Object.keys(dated))
    await sql`drop trigger bear_past_date on ${sql.ref(table)}`.execute(tx)
  await sql`drop function pg_temp.bear_past_date()`.execute(tx)
}

/** Sets the clock of `withClock` to a day, counted from today. */
export async function setClock(db: Db, days: number): Promise<void> {
  await sql`select set_config('waka.past_date', (${nowPlusDaysSql(days)})::text, true)`.execute(db)
}

/**
 * Claims the right to write the histories, once. Returns undefined if they exist already, or if there are no demo
 * people or no departures for coming trips.
 */
export async function claimHistories(
  db: Db,
): Promise<Pick<DemoContext, 'seed' | 'today'> | undefined> {
  const { rows } = await sql<Pick<DemoContext, 'seed' | 'today'>>`
    insert into installed (name)
    select 'demo histories' from installed where name = 'demo people'
      and exists (select from trip where status = 'scheduled' and departs_at > now() + interval '10 days')
    on conflict do nothing
    returning to_char(lagos_today(), 'YYYY-MM-DD') as today,
      (select (detail ->> 'seed_number')::int from installed where name = 'demo country') as seed`.execute(
    db,
  )
  return rows[0]
}

/** Dates an account back, and stores who referred it. */
export async function backdateAccount(
  db: Db,
  id: string,
  days_ago: number,
  referrer_id: string | null,
): Promise<void> {
  const then = nowPlusDaysSql(-days_ago)
  await sql`
    update person set created_at = ${then}, email_verified_at = ${then}, phone_verified_at = ${then},
      referred_by = ${referrer_id}::uuid where id = ${id}`.execute(db)
}

export async function saveTravellersAndKin(
  { db, seed }: DemoContext,
  person_id: string,
  riders: readonly SeedPassenger[],
  kin: SeedNextOfKin,
): Promise<void> {
  const rows = riders.map((rider) => ({
    id: makeSeedId(seed, `traveller ${rider.full_name}`),
    person_id,
    ...rider,
  }))
  await sql`
    insert into traveller (id, person_id, full_name, gender, passenger_type, phone, address)
    select id, person_id, full_name, gender, passenger_type, phone, address
    from jsonb_populate_recordset(null::traveller, ${JSON.stringify(rows)}::jsonb)`.execute(db)
  await sql`update person set kin_name = ${kin.full_name}, kin_phone = ${kin.phone},
    kin_relationship = ${kin.relationship} where id = ${person_id}`.execute(db)
}

const legs = sql`
  from schedule s
  join schedule_stop a on a.schedule_id = s.id and a.pick_up
  join schedule_stop z on z.schedule_id = s.id and z.drop_off and z.position > a.position
  join city ca on ca.id = a.city_id join city cz on cz.id = z.city_id
  left join fare f on f.schedule_id = s.id and f.leg_from = a.position and f.leg_to = z.position`
/**
 * Departures by day between these cities. The few departures without a fare are left out: nobody can have bought them.
 */
const ofJourney = ({ from, to }: Journey) =>
  sql`ca.code = ${from} and cz.code = ${to} and s.feed_id is null and not s.is_night
    and coalesce(f.amount_kobo, s.flat_fare_kobo) is not null`

/** Inserts a departure dated on that past day, with times in the future so that its seats can still be sold. */
export async function insertPastTrip(
  { db, seed, today }: DemoContext,
  journey: Journey,
  about: string,
): Promise<SeedTripPart> {
  const { rows } = await sql<SeedTripPart>`
    with run as (
      select s.id, a.position as leg_from, z.position as leg_to ${legs}
      where ${ofJourney(journey)} order by md5(s.id || ${about}) limit 1
    ), made as (
      insert into trip (id, schedule_id, service_date, run, departs_at, arrives_at, sales_close_at)
      select ${makeSeedId(seed, `trip ${about}`)}, id, ${today}::date + ${journey.days}::int, 1,
        now() + interval '2 days', now() + interval '3 days', now() + interval '1 day' from run
      returning id
    )
    select made.id as trip_id, leg_from, leg_to from made, run`.execute(db)
  return partOf(rows, about)
}

/** Returns a departure of that day with enough free seats for everybody. */
export async function findComingTrip(
  { db, today }: DemoContext,
  journey: Journey,
  about: string,
): Promise<SeedTripPart> {
  const { rows } = await sql<SeedTripPart>`
    select t.id as trip_id, a.position as leg_from, z.position as leg_to
    ${legs} join trip t on t.schedule_id = s.id
    where ${ofJourney(journey)} and t.service_date = ${today}::date + ${journey.days}::int
      and t.status = 'scheduled' and t.sales_close_at > now()
      and seats_together(t.id, a.position, z.position, ${journey.riders.length}, t.id) is not null
    order by md5(t.id || ${about}) limit 1`.execute(db)
  return partOf(rows, about)
}

function partOf([part]: readonly SeedTripPart[], about: string): SeedTripPart {
  if (part === undefined) throw new Error(`nothing runs for ${about}`)
  return part
}

/** Holds neighbouring seats (`hold_seats`). Returns them, and the reference of the booking. */
export async function holdNeighbouringSeats(
  db: Db,
  { id, about, seed }: { id: string; about: string; seed: number },
  booker: Booker,
  { trip_id, leg_from, leg_to }: SeedTripPart,
  types: readonly string[],
  fare: Fare,
): Promise<{ seats: number[]; reference: string }> {
  const reference = makeSeedReference(seed, `booking ${about}`)
  const { rows } = await sql<{ seats: number[]; outcome: string }>`
    select seats, outcome
    from (select seats_together(${trip_id}, ${leg_from}::smallint, ${leg_to}::smallint, ${types.length}, ${id}) as seats) free,
      hold_seats(${id}, ${reference}, ${trip_id}, ${leg_from}::smallint,
        ${leg_to}::smallint, seats, ${types}::text[], ${`user:${booker.id ?? about}`}, ${booker.id}::uuid, null,
        ${JSON.stringify(fare)}::jsonb, ${fare.total_kobo}::bigint, 10)`.execute(db)
  const [held] = rows
  if (held?.outcome !== 'held') throw new Error(`${about}: ${held?.outcome}`)
  return { seats: held.seats, reference }
}

/** Stores a booking's travellers and contact. */
export async function saveSeatedTravellers(
  db: Db,
  id: string,
  { full_name, phone, email }: Booker,
  riders: readonly SeedPassenger[],
  seats: readonly number[],
  kin: SeedNextOfKin,
): Promise<void> {
  const rows = riders.map((rider, at) => ({ ...rider, booking_id: id, seat: seats[at] }))
  await sql`
    insert into passenger (booking_id, seat, full_name, gender, passenger_type, phone, address)
    select booking_id, seat, full_name, gender, passenger_type, phone, address
    from jsonb_populate_recordset(null::passenger, ${JSON.stringify(rows)}::jsonb)`.execute(db)
  await sql`
    update booking set contact_name = ${full_name}, contact_phone = ${phone}, contact_email = ${email},
      kin_name = ${kin.full_name}, kin_phone = ${kin.phone}, kin_relationship = ${kin.relationship}
    where id = ${id}`.execute(db)
}

/** Sets the dates of a booking and its rows. Marks a past trip as completed, and its travellers as boarded. */
export async function backdateBooking(
  db: Db,
  id: string,
  { days, booked_before }: Journey,
): Promise<void> {
  const booked_at = nowPlusDaysSql(days - booked_before)
  await sql`update booking set created_at = ${booked_at}, confirmed_at = ${booked_at} where id = ${id}`.execute(
    db,
  )
  await sql`update ticket set created_at = ${booked_at} where booking_id = ${id}`.execute(db)
  await sql`update payment set created_at = ${booked_at}, settled_at = ${booked_at} where payable_id = ${id}`.execute(
    db,
  )
  if (days >= 0) return
  await sql`
    with real as (
      select t.id, ((t.service_date + time '12:00') at time zone s.zone) - interval '12 hours'
          + s.starts_at_seconds * interval '1 second' as departs_at,
        (select max(arrives_after_seconds) from schedule_stop where schedule_id = s.id) * interval '1 second' as takes
      from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id where b.id = ${id}
    )
    update trip t set status = 'completed', departs_at = real.departs_at, arrives_at = real.departs_at + takes,
      sales_close_at = real.departs_at - interval '10 minutes'
    from real where t.id = real.id`.execute(db)
  await sql`update booking set status = 'completed' where id = ${id}`.execute(db)
  await sql`
    insert into boarding_scan (id, operator_id, key_id, trip_id, ticket_id, seat, issue, verdict, scanned_at, device)
    select gen_random_uuid(), s.operator_id, y.id, t.id, k.id, k.seat, k.issue, 'valid',
      boards_at(t.id, k.leg_from) - interval '15 minutes', gen_random_uuid()
    from ticket k join trip t on t.id = k.trip_id join schedule s on s.id = t.schedule_id
    cross join lateral (select id from operator_key where operator_id = s.operator_id order by id limit 1) y
    where k.booking_id = ${id} and k.status = 'valid'`.execute(db)
  await sql`select use_tickets(array(select id from ticket where booking_id = ${id}))`.execute(db)
}
