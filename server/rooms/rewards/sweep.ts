import { referralKobo, referralsPerMonth } from '#contract/rewards/rules'
import type { Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { creditReward } from '#server/rooms/wallet'
import type { JobHandlers } from '#server/jobs/queue'
import {
  findReferrals,
  expireDuePoints,
  rewardTravellers,
  settleReferral,
  type CheckedBooking,
} from './repository.ts'

const batch = 200

/** Returns the jobs that credit points and referral rewards, and expire points. */
export function makeRewardJobs(deps: Deps): JobHandlers {
  return { 'rewards.sweep': () => sweepRewards(deps.db) }
}

/**
 * Awards points and referral rewards for travelled bookings, and expires old points. Each batch is a transaction, and a
 * repeat does only what is left.
 */
export async function sweepRewards(db: Db): Promise<void> {
  for (;;) if ((await inTransaction(db, rewardBatch)) < batch) break
  for (;;) if ((await expireDuePoints(db, batch)) < batch) break
}

async function rewardBatch(tx: Db): Promise<number> {
  const travelled = await rewardTravellers(tx, batch)
  if (travelled.length > 0) await rewardReferrals(tx, travelled)
  return travelled.length
}

/** Rewards both sides of the referrals that these trips decide. */
async function rewardReferrals(tx: Db, travelled: readonly CheckedBooking[]): Promise<void> {
  const amount_kobo = referralKobo
  for (const friend of await findReferrals(tx, travelled)) {
    const { friend_id } = friend
    const limits = { reward_kobo: amount_kobo, per_month: referralsPerMonth }
    const referrer_id = await settleReferral(tx, { ...friend, ...limits })
    if (referrer_id === null) continue
    const ref = `referral:${friend_id}`
    await creditReward(tx, { person_id: friend_id, amount_kobo, ref: `${ref}:friend` })
    await creditReward(tx, { person_id: referrer_id, amount_kobo, ref: `${ref}:referrer` })
  }
}
