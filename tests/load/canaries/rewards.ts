import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { rewardQueries } from '#tests/load/invariants/rewards'
import { sellBooking } from '#tests/load/sales/bookings'
import { aPerson } from '#tests/load/sales/wallets'
import { moveTripToPast } from '#tests/support/makers/travels'
import { aTrip } from '#tests/support/makers/trips'
import { runConcurrently } from './concurrently.ts'

interface RewardGuardMutation {
  guard: string
  detectedBy: keyof typeof rewardQueries
  removeGuardSql: string
  attack: (db: Db) => Promise<unknown>
}

const covered = 'rewards of a booking above their share of our fee, or without a boarding' as const

/** Makes a person's trip of one seat, in the past. Our fee on it is 20,000 kobo, so its rewards may be 16,000. */
async function aTravelledTrip(db: Db, hasBoarded: boolean) {
  const person = await aPerson(db, 0)
  const { id, reference, payment, total_kobo } = await sellBooking(
    db,
    (await aTrip(db)).trip_id,
    [4],
  )
  await sql`update booking set user_id = ${person} where id = ${id}`.execute(db)
  await moveTripToPast({ db }, { reference }, 1, hasBoarded ? undefined : [])
  return { id, person, payment, total_kobo }
}

type TravelledTrip = Awaited<ReturnType<typeof aTravelledTrip>>

const givePoints = (db: Db, { id, person }: TravelledTrip, points: number) =>
  sql`insert into points_entry (person_id, kind, points, ref, booking_id, expires_at)
    values (${person}, 'trip', ${points}, 'trip:' || ${id}::text, ${id}, now() + interval '1 day')`.execute(
    db,
  )

const refused = (work: Promise<unknown>) => work.catch(() => undefined)

/** Gives points that are worth more than our fee on the trip. */
async function mintPoints(db: Db): Promise<void> {
  await refused(givePoints(db, await aTravelledTrip(db, true), 10_002))
}

/** Gives points for a trip that nobody made. */
async function rewardNobody(db: Db): Promise<void> {
  await refused(givePoints(db, await aTravelledTrip(db, false), 40))
}

/**
 * Gives points and a referral reward for one trip at the same time. Each alone would be within the allowed share of our
 * fee.
 */
async function rewardAtOnce(db: Db): Promise<void> {
  const trip = await aTravelledTrip(db, true)
  const referrer = await aPerson(db, 0)
  await runConcurrently(
    db,
    (tx) => givePoints(tx, trip, 100),
    (tx) =>
      sql`insert into referral_reward (friend_id, referrer_id, booking_id, reward_kobo)
        values (${trip.person}, ${referrer}, ${trip.id}, 5000)`.execute(tx),
  )
}

/** Gives points for a trip whose rewards our staff have not approved yet. */
async function rewardSuspect(db: Db): Promise<void> {
  const trip = await aTravelledTrip(db, true)
  await sql`insert into reward_case (booking_id, signs) values (${trip.id}, '{member}')`.execute(db)
  await refused(givePoints(db, trip, 40))
}

/** Rewards a trip, and then makes the payment company refund it. */
async function keepRewardOfRefund(db: Db): Promise<void> {
  const trip = await aTravelledTrip(db, true)
  await givePoints(db, trip, 40)
  await sql`select record_outside_refund(${trip.payment}::uuid, ${trip.id}::text, ${trip.total_kobo}::bigint)`.execute(
    db,
  )
  await sql`select take_back_rewards(booking_id) from reward_recheck`.execute(db)
}

const without = (part: string) =>
  `do $$ begin execute regexp_replace(pg_get_functiondef('guard_reward'::regproc), '${part}', '', 'g'); end $$`

export const rewardGuardMutations: readonly RewardGuardMutation[] = [
  {
    guard: 'guard_reward: all rewards of a booking are a share of our fee',
    detectedBy: covered,
    removeGuardSql: without('if rewards_of_booking.*?end if;'),
    attack: mintPoints,
  },
  {
    guard: 'guard_reward: somebody boarded',
    detectedBy: covered,
    removeGuardSql: `${without('if not boarding_is_proved.*?end if;')}; ${without('if rewards_of_booking.*?end if;')}`,
    attack: rewardNobody,
  },
  {
    guard: 'guard_reward: the rewards of a booking are counted one by one',
    detectedBy: covered,
    removeGuardSql: without('perform from booking[^;]*;'),
    attack: rewardAtOnce,
  },
  {
    guard: 'guard_reward: our staff have approved',
    detectedBy: 'rewards of a booking that our staff have not approved',
    removeGuardSql: without('if exists \\(select from reward_case.*?end if;'),
    attack: rewardSuspect,
  },
  {
    guard: 'payment_rechecks_rewards: rewards go back with the money',
    detectedBy: covered,
    removeGuardSql: 'drop trigger payment_rechecks_rewards on payment',
    attack: keepRewardOfRefund,
  },
]
