import { makeRefusal } from '#contract/errors'
import { product } from '#contract/product'
import type { PointsEntry, Rewards } from '#contract/rewards/model'
import { pointValidityMonths, pointWorthKobo, rewardTiers } from '#contract/rewards/rules'
import { formatNaira } from '#contract/money'
import type { Db } from '#server/db/client'
import { creditReward } from '#server/rooms/wallet'
import { makeId } from '#server/platform/ids'
import {
  findPointsEntries,
  findPoints,
  lockPoints,
  type PointsRow,
  spendPoints,
} from './repository.ts'

/** Returns the tier for `trips_this_year` trips in twelve months, and how many more trips the next tier needs. */
export function findRewardTier(trips_this_year: number): Pick<Rewards, 'tier' | 'next'> {
  const at = rewardTiers.findLastIndex(({ from_trips }) => trips_this_year >= from_trips)
  const next = rewardTiers[at + 1]
  return {
    tier: rewardTiers[at]?.code ?? 'traveller',
    next:
      next === undefined
        ? null
        : { tier: next.code, trips_missing: next.from_trips - trips_this_year },
  }
}

/** Returns an entry in the format of the contract, with its reason as text. */
export function toPointsEntry(row: PointsRow): PointsEntry {
  const { id, kind, points, balance, booking } = row
  return {
    id,
    kind,
    words: describePoints(row),
    points,
    balance,
    booking,
    created_at: row.created_at.toISOString(),
  }
}

function describePoints({ kind, points, from_city, to_city }: PointsRow): string {
  if (kind === 'trip') return `${from_city} to ${to_city}`
  if (kind === 'taken_back') return 'Taken back: the trip was refunded'
  if (kind === 'redeemed') return `${formatNaira(-points * pointWorthKobo)} into your wallet`
  return kind === 'lapsed'
    ? `Not used in ${pointValidityMonths} months`
    : 'Lost when you erased your account'
}

/**
 * Converts points to money in the wallet, in the caller's transaction. Returns the new balance, kobo. Throws
 * `points_too_few`.
 */
export async function convertPointsToMoney(
  tx: Db,
  person_id: string,
  points: number,
): Promise<number> {
  const ref = `redeemed:${makeId()}`
  const isSpent = await spendPoints(tx, { person_id, points, kind: 'redeemed', ref })
  if (!isSpent) throw makeRefusal('points_too_few')
  return creditReward(tx, { person_id, amount_kobo: points * pointWorthKobo, ref })
}

/** Returns all of a person's points, newest first, for their export. */
export async function listAllPoints(db: Db, person_id: string): Promise<PointsEntry[]> {
  return (await findPointsEntries(db, person_id)).map(toPointsEntry)
}

export async function countPoints(db: Db, person_id: string): Promise<number> {
  return (await findPoints(db, person_id)).points
}

/** Removes all points of a person before an erasure, in the caller's transaction. Returns how many. */
export async function removePoints(tx: Db, person_id: string): Promise<number> {
  const points = await lockPoints(tx, person_id)
  if (points === 0) return 0
  await spendPoints(tx, { person_id, points, kind: 'given_up', ref: `given_up:${person_id}` })
  return points
}

export function writeReferralInvitation(link: string, code: string, reward_kobo: number): string {
  return `Travel with ${product.name}: compare buses, pick your seat, pay, and keep the ticket on your phone. Join with my code ${code} and we both get ${formatNaira(reward_kobo)} a seat after your first trip: ${link}`
}
