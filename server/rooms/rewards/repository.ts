import type { PointsEntry } from '#contract/rewards/model'
import {
  maxListedFriends,
  pointsFeePercent,
  pointValidityMonths,
  rewardTiers,
} from '#contract/rewards/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * Returns the points a person may spend, their trips of the last twelve months, and which points expire next and when.
 */
export async function findPoints(db: Db, person_id: string) {
  const { rows } = await sql<{
    points: number
    trips_this_year: number
    lapsing_points: number | null
    lapsing_at: Date | null
  }>`
    with mine as (
      select coalesce(max(earned), 0) as earned, greatest(coalesce(max(spent), 0), points_past_date(${person_id}::uuid)) as gone
      from points_account where person_id = ${person_id}::uuid
    ), up_to as (
      select expires_at, sum(points) over (order by expires_at) as earned
      from points_entry where person_id = ${person_id}::uuid and kind = 'trip'
    ), next as (
      select up_to.earned - gone as points, expires_at from up_to, mine where up_to.earned > gone
      order by expires_at limit 1
    )
    select earned - gone as points, trips_in_year(${person_id}::uuid, now()) as trips_this_year,
      (select points from next)::int as lapsing_points, (select expires_at from next) as lapsing_at
    from mine`.execute(db)
  return rows[0] ?? { points: 0, trips_this_year: 0, lapsing_points: null, lapsing_at: null }
}

/**
 * An entry of a person's points. `balance`: the number of points after the entry. `booking`: the reference of the
 * booking for which the points were awarded, if any.
 */
export interface PointsRow {
  id: string
  kind: PointsEntry['kind']
  points: number
  balance: number
  booking: string | null
  /** The names of the trip's cities; null for an entry without a booking. */
  from_city: string | null
  to_city: string | null
  created_at: Date
}

/**
 * Returns the entries of a person's points, newest first, each with the number of points after it; without a page, all
 * of them.
 */
export async function findPointsEntries(
  db: Db,
  person_id: string,
  { limit, offset }: { limit: number | null; offset: number } = { limit: null, offset: 0 },
): Promise<PointsRow[]> {
  const cityAt = (position: 'leg_from' | 'leg_to') => sql`(
    select c.name from trip t join schedule_stop s on s.schedule_id = t.schedule_id join city c on c.id = s.city_id
    where t.id = b.trip_id and s.position = ${sql.ref(`b.${position}`)})`
  const { rows } = await sql<PointsRow>`
    select e.id, e.kind, e.points, e.balance, e.created_at, b.reference as booking,
      ${cityAt('leg_from')} as from_city, ${cityAt('leg_to')} as to_city
    from (select *, (sum(points) over (order by number))::int as balance
      from points_entry where person_id = ${person_id}::uuid) e
    left join booking b on b.id = e.booking_id
    order by e.number desc limit ${limit}::int offset ${offset}::int`.execute(db)
  return rows
}

export async function countPointsEntries(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from points_entry where person_id = ${person_id}::uuid`.execute(db)
  return rows[0]?.n ?? 0
}

/** Spends a person's points, once per `ref` (`spend_points`). Returns false if they have too few, or for a repeat. */
export async function spendPoints(
  db: Db,
  it: { person_id: string; points: number; kind: 'redeemed' | 'given_up'; ref: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_spent: boolean }>`
    select spend_points(${it.person_id}::uuid, ${it.points}::int, ${it.kind}, ${it.ref}) as is_spent`.execute(
    db,
  )
  return rows[0]?.is_spent ?? false
}

/** Locks a person's points until the transaction ends, expires old ones and returns how many are left. */
export async function lockPoints(db: Db, person_id: string): Promise<number> {
  await sql`select expire_points(${person_id}::uuid)`.execute(db)
  const { rows } = await sql<{ points: number }>`
    select earned - spent as points from points_account where person_id = ${person_id}::uuid for update`.execute(
    db,
  )
  return rows[0]?.points ?? 0
}

export interface RewardableTrip {
  person_id: string
  booking_id: string
  /** The departure of the trip. */
  boarded_at: Date
}

/**
 * Claims at most `limit` travelled bookings for points (`claim_unrewarded_bookings`), each with whether it is ready for
 * rewards now.
 */
export async function claimTripsForPoints(
  db: Db,
  limit: number,
): Promise<(RewardableTrip & { is_ready: boolean })[]> {
  const { rows } = await sql<RewardableTrip & { is_ready: boolean }>`
    select user_id as person_id, id as booking_id, boarded_at, is_ready
    from claim_unrewarded_bookings(${limit}::int) order by boarded_at, id`.execute(db)
  return rows
}

/** Credits points for these bookings, each once (`give_points`). */
export async function givePoints(db: Db, trips: readonly RewardableTrip[]): Promise<void> {
  await sql`select give_points(${trips.map((trip) => trip.booking_id)}::uuid[], ${pointsFeePercent}::int,
    ${pointValidityMonths}::int, ${rewardTiers.map((tier) => tier.from_trips)}::int[],
    ${rewardTiers.map((tier) => tier.percent)}::int[])`.execute(db)
}

/** Expires points of at most `limit` people. Returns how many people were checked. */
export async function expireDuePoints(db: Db, limit: number): Promise<number> {
  const { rows } = await sql`
    select expire_points(person_id) from (
      select person_id from points_account where next_lapse_at <= now()
      order by next_lapse_at limit ${limit}::int for update skip locked) due`.execute(db)
  return rows.length
}

/**
 * Returns referred people who have just travelled, sorted by referrer. Each has the trip that decides about the reward:
 * their first trip after they joined.
 */
export async function findReferrals(
  db: Db,
  travelled: readonly RewardableTrip[],
): Promise<{ friend_id: string; booking_id: string }[]> {
  const { rows } = await sql<{ friend_id: string; booking_id: string }>`
    select f.id as friend_id, t.booking_id
    from person f
    cross join lateral (
      select t.booking_id from unnest(${travelled.map((one) => one.person_id)}::uuid[],
        ${travelled.map((one) => one.booking_id)}::uuid[], ${travelled.map((one) => one.boarded_at)}::timestamptz[])
        t (person_id, booking_id, boarded_at)
      where t.person_id = f.id and t.boarded_at > f.created_at
        and not exists (select from reward_case c where c.booking_id = t.booking_id and c.state <> 'approved')
      order by t.boarded_at limit 1) t
    where f.id = any (${travelled.map((one) => one.person_id)}::uuid[]) and f.referred_by is not null
      and not exists (select from referral_reward r where r.friend_id = f.id)
    order by f.referred_by, f.id`.execute(db)
  return rows
}

/**
 * Decides a referral, once (`settle_referral`). If referrer and friend are rewarded, returns the referrer and the
 * reward of each, kobo.
 */
export async function settleReferral(
  db: Db,
  it: { friend_id: string; booking_id: string; fee_percent: number; per_month: number },
): Promise<{ referrer_id: string; reward_kobo: number } | undefined> {
  const { rows } = await sql<{ referrer_id: string; reward_kobo: number }>`
    select referrer_id, reward_kobo from settle_referral(${it.friend_id}::uuid, ${it.booking_id}::uuid,
      ${it.fee_percent}::int, ${it.per_month}::int)`.execute(db)
  return rows[0]
}

/** A person who joined with somebody's referral code. `not_counted`: the reward was refused or taken back. */
export interface FriendRow {
  first_name: string
  joined_at: Date
  state: 'waiting' | 'rewarded' | 'not_counted'
}

/** Returns the first names of people who joined with a person's code, newest first, at most `maxListedFriends`. */
export async function findFriends(db: Db, person_id: string): Promise<FriendRow[]> {
  const { rows } = await sql<FriendRow>`
    select split_part(f.full_name, ' ', 1) as first_name, f.created_at as joined_at,
      case when r.friend_id is null then 'waiting' when r.refusal is null and r.taken_back_at is null then 'rewarded'
        else 'not_counted' end as state
    from person f left join referral_reward r on r.friend_id = f.id
    where f.referred_by = ${person_id}::uuid and f.erased_at is null
    order by f.created_at desc, f.id limit ${maxListedFriends}`.execute(db)
  return rows
}

/** Returns the sum of a person's referral rewards that were not taken back, kobo. */
export async function findReferralRewards(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ kobo: number }>`
    select coalesce(sum(reward_kobo), 0)::bigint as kobo from referral_reward
    where referrer_id = ${person_id}::uuid and taken_back_at is null`.execute(db)
  return rows[0]?.kobo ?? 0
}

/** Returns the ids of at most `limit` bookings whose payment may have been refunded, the oldest first. */
export async function findBookingsToRecheck(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ booking_id: string }>`
    select booking_id from reward_recheck order by noted_at, booking_id limit ${limit}::int`.execute(
    db,
  )
  return rows.map(({ booking_id }) => booking_id)
}

/** Withdraws the rewards of a booking if its payment was refunded. */
export async function withdrawRewards(tx: Db, booking_id: string): Promise<void> {
  await sql`select take_back_rewards(${booking_id}::uuid)`.execute(tx)
}
