import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/rewards/endpoints'
import type { RewardCase } from '#contract/rewards/model'
import type { Context } from '#server/context'
import { refuseOwnCase } from '#server/platform/actor'
import { deskActorChecks } from '#server/rooms/operators'
import {
  type RewardCaseRow,
  findRewardCase,
  findPageOfRewardCases,
  isRewardCaseOf,
  saveRewardCaseDecision,
} from './case-repository.ts'
import { rewardTrips } from './sweep.ts'

/** Returns bookings whose rewards wait for our staff, the oldest first. */
export async function listRewardCasesForStaff(
  { db }: Context,
  { page, per_page }: Input<typeof endpoints.listRewardCasesForStaff>,
): Promise<ListAnswer<typeof endpoints.listRewardCasesForStaff>> {
  const range = { limit: per_page, offset: (page - 1) * per_page }
  const { rows, total } = await findPageOfRewardCases(db, range)
  return { data: rows.map(toRewardCase), meta: { page, per_page, total } }
}

/**
 * Gives or refuses the rewards of a booking, in one transaction. After a refusal, the booking no longer verifies a
 * review or counts for a referral. Throws `not_allowed` if the rewards would go to the caller, and `not_found` if they
 * do not wait for a decision (any more), or for an approval while the payment is in doubt.
 */
export async function decideRewardCase(
  ctx: Context,
  { id, became, reason }: Input<typeof endpoints.decideRewardCase>,
): Promise<RewardCase> {
  const { db, actor } = ctx
  await refuseOwnCase(
    actor,
    (user_id) => isRewardCaseOf(db, id, user_id),
    'These rewards would be yours. Somebody else decides about them.',
  )
  const trip = await saveRewardCaseDecision(db, {
    id,
    became,
    reason,
    ...deskActorChecks.staff(ctx),
  })
  const decided = trip && (await findRewardCase(db, id))
  if (trip === undefined || decided === undefined)
    throw makeRefusal('not_found', { detail: 'These rewards do not wait for a decision.' })
  if (became === 'approved') await rewardTrips(db, [trip])
  return toRewardCase(decided)
}

const toRewardCase = ({ departs_at, opened_at, ...row }: RewardCaseRow): RewardCase => ({
  ...row,
  departs_at: departs_at.toISOString(),
  opened_at: opened_at.toISOString(),
})
