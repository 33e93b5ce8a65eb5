import type { Input, ListAnswer, Output } from '#contract/endpoint'
import type {
  getReferral as getReferralEndpoint,
  getRewards as getRewardsEndpoint,
  listPoints as listPointsEndpoint,
  redeemPoints as redeemPointsEndpoint,
} from '#contract/rewards/endpoints'
import { pointWorthKobo, referralKobo } from '#contract/rewards/rules'
import type { Context } from '#server/context'
import { requireUser, getUserProfile } from '#server/rooms/accounts'
import { countOpenCasesOfPerson } from './case-repository.ts'
import {
  toPointsEntry,
  writeReferralInvitation,
  convertPointsToMoney,
  findRewardTier,
} from './points.ts'
import {
  countPointsEntries,
  findReferralRewards,
  findPointsEntries,
  findFriends,
  findPoints,
} from './repository.ts'

/**
 * Returns the user's points, their worth in kobo, when the next of them expire, the tier, and how many trips our staff
 * are checking.
 */
export async function getRewards(ctx: Context): Promise<Output<typeof getRewardsEndpoint>> {
  const { user_id } = requireUser(ctx)
  const { points, trips_this_year, lapsing_points, lapsing_at } = await findPoints(ctx.db, user_id)
  return {
    checking: await countOpenCasesOfPerson(ctx.db, user_id),
    points,
    worth_kobo: points * pointWorthKobo,
    trips_this_year,
    ...findRewardTier(trips_this_year),
    lapsing:
      lapsing_points === null || lapsing_at === null
        ? null
        : { points: lapsing_points, at: lapsing_at.toISOString() },
  }
}

/** Returns a page of the user's points, newest first. */
export async function listPoints(
  ctx: Context,
  { page, per_page }: Input<typeof listPointsEndpoint>,
): Promise<ListAnswer<typeof listPointsEndpoint>> {
  const { user_id: person_id } = requireUser(ctx)
  const rows = await findPointsEntries(ctx.db, person_id, {
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  const total = await countPointsEntries(ctx.db, person_id)
  return { data: rows.map(toPointsEntry), meta: { page, per_page, total } }
}

/** Converts points to money in the user's wallet, in one transaction. Throws `points_too_few`. */
export async function redeemPoints(
  ctx: Context,
  { points }: Input<typeof redeemPointsEndpoint>,
): Promise<Output<typeof redeemPointsEndpoint>> {
  const { user_id: person_id } = requireUser(ctx)
  const balance_kobo = await convertPointsToMoney(ctx.db, person_id, points)
  const left = await findPoints(ctx.db, person_id)
  return { points: left.points, credited_kobo: points * pointWorthKobo, balance_kobo }
}

/** Returns the user's referral code and link, the friends who joined with it (first names only), and the rewards. */
export async function getReferral(ctx: Context): Promise<Output<typeof getReferralEndpoint>> {
  const { user_id: person_id } = requireUser(ctx)
  const { referral_code: code } = await getUserProfile(ctx.db, person_id)
  const link = `${ctx.config.public_url}/signup?ref=${code}`
  const friends = await findFriends(ctx.db, person_id)
  return {
    code,
    link,
    share_text: writeReferralInvitation(link, code, referralKobo),
    reward_kobo: referralKobo,
    friends: friends.map(({ joined_at, ...friend }) => ({
      ...friend,
      joined_at: joined_at.toISOString(),
    })),
    earned_kobo: await findReferralRewards(ctx.db, person_id),
  }
}
