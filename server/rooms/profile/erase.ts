import type { Input, Output } from '#contract/endpoint'
import { refuse } from '#contract/errors'
import { naira } from '#contract/money'
import { eraseDays, type User } from '#contract/profile/model'
import { type eraseProfile as eraseProfilePromise } from '#contract/profile/endpoints'
import type { Context, Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { callerOf, findUser, logins, proveItIsMe } from '#server/rooms/accounts'
import { giveUpPoints, pointsLeft } from '#server/rooms/rewards'
import { forgetReporter } from '#server/rooms/fuel'
import { forgetParcels } from '#server/rooms/parcels'
import { forgetReviews } from '#server/rooms/reviews'
import type { JobHandlers } from '#server/jobs/queue'
import { endBookings, findDue, forgetPerson, giveUpWallet, lockDue } from './erase-repository.ts'
import { announceErasure } from './letters.ts'
import { dropErasure, findOpenThings, lockPerson, planErasure } from './repository.ts'

/**
 * Plans the erasure of the user's account and ends every login of hers. Logging in again within the 14
 * days and `keepProfile` take it back. Throws `wrong_password`, `login_too_old`, and `open_things_left`
 * while there are coming trips, money or points that she did not give up.
 */
export async function eraseProfile(
  ctx: Context,
  input: Input<typeof eraseProfilePromise>,
): Promise<Output<typeof eraseProfilePromise>> {
  const { user_id } = callerOf(ctx)
  await proveItIsMe(ctx, input.password)
  return inTransaction(ctx.db, async (tx) => {
    await lockPerson(tx, user_id)
    const user = await findUser(tx, user_id)
    const left = await thingsLeft(tx, user_id)
    if (left.length > 0 && input.give_up !== true) {
      throw refuse('open_things_left', {
        detail: `You still have ${left.join(', ')}. Use it first, or give it up.`,
      })
    }
    const erase_at = await planErasure(tx, user_id, eraseDays)
    await logins.end(tx, user_id)
    await announceErasure(tx, ctx.config, user, erase_at)
    return { erase_at: erase_at.toISOString() }
  })
}

/** Takes the erasure back. */
export async function keepProfile(ctx: Context): Promise<User> {
  const { user_id } = callerOf(ctx)
  await dropErasure(ctx.db, user_id)
  return findUser(ctx.db, user_id)
}

/** Who erases the accounts whose time is over. */
export function profileJobs(deps: Deps): JobHandlers {
  return { 'profile.erase': () => eraseDue(deps) }
}

/**
 * Erases everybody who is due, each in a transaction of her own, so that it may be cut off and run again.
 * One who cannot be erased is logged as an error and does not keep the others.
 */
async function eraseDue({ db, log }: Deps): Promise<void> {
  for (const person_id of await findDue(db)) {
    try {
      await inTransaction(db, (tx) => erase(tx, person_id))
    } catch (error) {
      log.error({ err: error, person_id }, 'an account could not be erased')
    }
  }
}

async function erase(tx: Db, id: string): Promise<void> {
  if (!(await lockDue(tx, id))) return
  await endBookings(tx, id)
  await forgetParcels(tx, id)
  await giveUpWallet(tx, id)
  await giveUpPoints(tx, id)
  await forgetReviews(tx, id)
  await forgetReporter(tx, id)
  await forgetPerson(tx, id)
}

async function thingsLeft(tx: Db, user_id: string): Promise<string[]> {
  const { trips, parcels, wallet_kobo } = await findOpenThings(tx, user_id)
  const points = await pointsLeft(tx, user_id)
  return [
    trips > 0 && `${trips} coming ${trips === 1 ? 'trip' : 'trips'}`,
    parcels > 0 && `${parcels} ${parcels === 1 ? 'parcel' : 'parcels'} on the way`,
    wallet_kobo > 0 && `${naira(wallet_kobo)} in your wallet`,
    points > 0 && `${points} ${points === 1 ? 'point' : 'points'}`,
  ].filter((one) => one !== false)
}
