import type { RewardCase } from '#contract/rewards/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { RewardableTrip } from './repository.ts'

/** A booking whose rewards wait for our staff. */
export interface OpenedRewardCase {
  booking_id: string
  /** The booking's reference. */
  booking: string
  signs: RewardCase['signs']
}

/** Opens a case for each of these bookings that shows signs of self-dealing (`open_reward_cases`). */
export async function createRewardCases(
  db: Db,
  bookings: readonly string[],
): Promise<OpenedRewardCase[]> {
  if (bookings.length === 0) return []
  const { rows } = await sql<OpenedRewardCase>`
    select c.booking_id, b.reference as booking, c.signs
    from open_reward_cases(${bookings}::uuid[]) c join booking b on b.id = c.booking_id`.execute(db)
  return rows
}

/** A case with the data by which our staff decide it. */
export interface RewardCaseRow extends Omit<RewardCase, 'departs_at' | 'opened_at'> {
  departs_at: Date
  opened_at: Date
}

const caseView = sql`
  select b.id, b.reference as booking, c.state, c.signs, p.full_name as who,
    case when not exists (select from referral_reward r where r.friend_id = p.id) then f.full_name end as referrer,
    o.name as operator, x.name as from, y.name as to, boards_at(b.trip_id, b.leg_from) as departs_at,
    cardinality(b.seats) as seats, b.total_kobo, kept_fee_kobo(b.id) as fee_kobo, count_buyers(b.trip_id) as buyers, c.opened_at
  from reward_case c
  join booking b on b.id = c.booking_id
  join person p on p.id = b.user_id
  left join person f on f.id = p.referred_by
  join trip t on t.id = b.trip_id
  join schedule s on s.id = t.schedule_id
  join operator o on o.id = s.operator_id
  join schedule_stop a on a.schedule_id = s.id and a.position = b.leg_from
  join schedule_stop z on z.schedule_id = s.id and z.position = b.leg_to
  join city x on x.id = a.city_id
  join city y on y.id = z.city_id`

/**
 * SQL for whether a case waits for our staff. Cases of erased people, who get no rewards, do not wait, nor do cases
 * whose payment is in doubt (`has_doubtful_payment`).
 */
const isWaiting = sql`c.state = 'open' and p.erased_at is null and not has_doubtful_payment(b.id)`

/** Returns one page of open cases, oldest first, and how many there are on all pages. */
export async function findPageOfRewardCases(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RewardCaseRow[]; total: number }> {
  const { rows } = await sql<RewardCaseRow>`
    ${caseView} where ${isWaiting} order by c.opened_at, b.id limit ${limit}::int offset ${offset}::int`.execute(
    db,
  )
  return { rows, total: await countOpenRewardCases(db) }
}

export async function findRewardCase(
  db: Db,
  booking_id: string,
): Promise<RewardCaseRow | undefined> {
  const { rows } = await sql<RewardCaseRow>`${caseView} where b.id = ${booking_id}::uuid`.execute(
    db,
  )
  return rows[0]
}

export async function countOpenRewardCases(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from reward_case c
    join booking b on b.id = c.booking_id join person p on p.id = b.user_id
    where ${isWaiting}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function countOpenCasesOfPerson(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from reward_case c join booking b on b.id = c.booking_id
    where c.state = 'open' and b.user_id = ${person_id}::uuid`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns SQL for the ids of bookings whose case may name a person as the buyer's referrer. */
export const selectReferrerSubjects = (person_id: string) => sql`
  select c.booking_id::text from reward_case c join booking b on b.id = c.booking_id
  join person f on f.id = b.user_id where f.referred_by = ${person_id}::uuid`

/**
 * Deletes our staff's reasons for decisions about a person as buyer or referrer, since a reason may name the person.
 */
export async function deleteRewardCaseReasons(tx: Db, person_id: string): Promise<void> {
  await sql`
    update reward_case c set reason = 'Erased' from booking b join person p on p.id = b.user_id
    where b.id = c.booking_id and ${person_id}::uuid in (p.id, p.referred_by) and c.state <> 'open'`.execute(
    tx,
  )
}

/** Returns whether a booking's rewards would go to this person, as its traveller or as who referred them. */
export async function isRewardCaseOf(
  db: Db,
  booking_id: string,
  person_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from booking b join person p on p.id = b.user_id
    where b.id = ${booking_id}::uuid and ${person_id}::uuid in (p.id, p.referred_by)`.execute(db)
  return rows.length > 0
}

/** Stores a decision of our staff (`decide_reward_case`). Returns the trip, or undefined if no case is open. */
export async function saveRewardCaseDecision(
  db: Db,
  it: {
    id: string
    became: 'approved' | 'refused'
    reason: string
    key_id: string | null
    member_id: string | null
  },
): Promise<RewardableTrip | undefined> {
  const { rows } = await sql<RewardableTrip>`
    select person_id, booking_id, boarded_at
    from decide_reward_case(${it.id}::uuid, ${it.became}, ${it.reason}, ${it.key_id}::uuid, ${it.member_id}::uuid)`.execute(
    db,
  )
  return rows[0]
}
