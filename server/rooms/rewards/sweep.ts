import { referralFeePercent, maxReferralsPerMonth } from '#contract/rewards/rules'
import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { creditReward } from '#server/rooms/wallet'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import type { JobHandlers } from '#server/jobs/queue'
import { createRewardCases, type OpenedRewardCase } from './case-repository.ts'
import {
  claimTripsForPoints,
  expireDuePoints,
  findBookingsToRecheck,
  findReferrals,
  givePoints,
  settleReferral,
  withdrawRewards,
  type RewardableTrip,
} from './repository.ts'

const batch = 200

/** Returns the jobs that credit points and referral rewards, and expire points. */
export function makeRewardJobs(deps: Deps): JobHandlers {
  return {
    'rewards.sweep': () =>
      sweepRewards(deps.db, ({ booking, signs }) =>
        deps.log.error(
          { alarm: 'rewards.self_dealing', booking, signs },
          'buyer and operator, or referrer and friend, seem to be the same: the rewards wait',
        ),
      ),
  }
}

/**
 * Awards points and referral rewards for travelled bookings, withdraws those of refunded trips, and expires old points.
 * Each batch is a transaction, and a repeat does only what is left. Calls `onCase` for each booking whose rewards now
 * begin to wait for our staff.
 */
export async function sweepRewards(
  db: Db,
  onCase: (opened: OpenedRewardCase) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const { claimed, cases } = await inTransaction(db, rewardBatch)
    cases.forEach(onCase)
    if (claimed < batch) break
  }
  for (;;) if ((await takeBackBatch(db)) < batch) break
  for (;;) if ((await expireDuePoints(db, batch)) < batch) break
}

/** Withdraws the rewards of refunded trips, each in a transaction. Returns how many were checked. */
async function takeBackBatch(db: Db): Promise<number> {
  const due = await findBookingsToRecheck(db, batch)
  await runEachDespiteFailures(due, (id) => inTransaction(db, (tx) => withdrawRewards(tx, id)))
  return due.length
}

async function rewardBatch(tx: Db): Promise<{ claimed: number; cases: OpenedRewardCase[] }> {
  const claimed = await claimTripsForPoints(tx, batch)
  const ready = claimed.filter(({ is_ready }) => is_ready)
  const cases = await createRewardCases(
    tx,
    ready.map(({ booking_id }) => booking_id),
  )
  const waiting = new Set(cases.map(({ booking_id }) => booking_id))
  await rewardTrips(
    tx,
    ready.filter(({ booking_id }) => !waiting.has(booking_id)),
  )
  return { claimed: claimed.length, cases }
}

/** Awards points for these trips, and rewards both sides of the referrals that they decide. */
export async function rewardTrips(tx: Db, trips: readonly RewardableTrip[]): Promise<void> {
  if (trips.length === 0) return
  await givePoints(tx, trips)
  for (const { friend_id, booking_id } of await findReferrals(tx, trips)) {
    const settled = await settleReferral(tx, {
      friend_id,
      booking_id,
      fee_percent: referralFeePercent,
      per_month: maxReferralsPerMonth,
    })
    if (settled === undefined) continue
    const { referrer_id, reward_kobo: amount_kobo } = settled
    const ref = `referral:${friend_id}`
    await creditReward(tx, { person_id: friend_id, amount_kobo, ref: `${ref}:friend` })
    await creditReward(tx, { person_id: referrer_id, amount_kobo, ref: `${ref}:referrer` })
  }
}
