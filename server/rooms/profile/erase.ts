import type { Input, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type { User } from '#contract/profile/model'
import { erasureCancellableDays } from '#contract/profile/rules'
import type { eraseProfile as eraseProfileEndpoint } from '#contract/profile/endpoints'
import type { Context, Deps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import {
  deleteAnswersWithSubjects,
  deleteIdempotencyAnswers,
  readStoredAnswersTime,
  readSubjects,
} from '#server/db/idempotency-store'
import type { PersonalDataHandlers } from '#server/room'
import { requireUser, getUserProfile, logins, confirmIdentity } from '#server/rooms/accounts'
import type { JobHandlers } from '#server/jobs/queue'
import { findDueErasures, lockDueErasure } from './erase-repository.ts'
import { notifyOfErasure } from './account-messages.ts'
import { cancelErasure, lockPerson, planErasure } from './repository.ts'

/**
 * Plans the erasure of the user's account and ends all their logins. The user can cancel it within 14 days: by a login
 * and `keepProfile`. Throws `wrong_password`, `login_too_old`, and, without `give_up`, `open_things_left` if the user
 * still has coming trips, money or points.
 */
export async function eraseProfile(
  ctx: Context,
  input: Input<typeof eraseProfileEndpoint>,
  holders: readonly PersonalDataHandlers[],
): Promise<Output<typeof eraseProfileEndpoint>> {
  const { user_id } = requireUser(ctx)
  await confirmIdentity(ctx, input.password)
  return inTransaction(ctx.db, async (tx) => {
    await lockPerson(tx, user_id)
    const user = await getUserProfile(tx, user_id)
    const left = await listOpenItems(tx, user_id, holders)
    if (left.length > 0 && input.give_up !== true) {
      throw makeRefusal('open_things_left', {
        detail: `You still have ${left.join(', ')}. Use them first, or give them up.`,
      })
    }
    const erase_at = await planErasure(tx, user_id, erasureCancellableDays)
    await logins.end(tx, user_id)
    await notifyOfErasure(tx, ctx.config, user, erase_at)
    return { erase_at: erase_at.toISOString() }
  })
}

/** Cancels the planned erasure of the user's account. */
export async function keepProfile(ctx: Context): Promise<User> {
  const { user_id } = requireUser(ctx)
  await cancelErasure(ctx.db, user_id)
  return getUserProfile(ctx.db, user_id)
}

export function makeProfileJobs(deps: Deps, holders: readonly PersonalDataHandlers[]): JobHandlers {
  return { 'profile.erase': () => eraseDue(deps, holders) }
}

/**
 * Erases everybody whose erasure is due, each in a transaction. A failure is logged as an error and does not stop the
 * others. First deletes the stored answers that name these people. Does so for all of them together and without a lock
 * on a person, since it must read all stored answers. If this step fails, nobody is erased until the next night.
 */
async function eraseDue(
  { db, log }: Deps,
  holders: readonly PersonalDataHandlers[],
): Promise<void> {
  const ready: string[] = []
  const subjects: string[] = []
  const despiteFailures = async (person_id: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error, person_id }, 'an account could not be erased')
    }
  }
  const since = await readStoredAnswersTime(db)
  for (const id of await findDueErasures(db))
    await despiteFailures(id, async () => {
      if (await isBusy(db, id, holders)) return
      subjects.push(...(await readSubjectsOf(db, id, holders)))
      ready.push(id)
    })
  await deleteAnswersWithSubjects(db, subjects)
  for (const id of ready)
    await despiteFailures(id, () => inTransaction(db, (tx) => erase(tx, id, holders, since)))
}

/**
 * Erases a person, unless they have just cancelled the erasure. People with something open, such as a parcel on its
 * way, wait for the next night. Stored answers from before `since` no longer contain their data.
 */
async function erase(
  tx: Db,
  id: string,
  holders: readonly PersonalDataHandlers[],
  since: string,
): Promise<void> {
  if (!(await lockDueErasure(tx, id))) return
  if (await isBusy(tx, id, holders)) return
  for (const { end } of holders) await end?.(tx, id)
  await deleteIdempotencyAnswers(tx, id)
  await deleteAnswersWithSubjects(tx, await readSubjectsOf(tx, id, holders), since)
  for (const { forget } of holders) await forget?.(tx, id)
}

async function isBusy(
  db: Db,
  id: string,
  holders: readonly PersonalDataHandlers[],
): Promise<boolean> {
  for (const holder of holders)
    if (await holder.isBusy?.(db, id, erasureCancellableDays)) return true
  return false
}

const readSubjectsOf = (db: Db, id: string, holders: readonly PersonalDataHandlers[]) =>
  readSubjects(
    db,
    holders.flatMap(({ selectSubjects }) => selectSubjects?.(id) ?? []),
  )

async function listOpenItems(
  tx: Db,
  user_id: string,
  holders: readonly PersonalDataHandlers[],
): Promise<string[]> {
  const things: string[] = []
  for (const { left } of holders) things.push(...((await left?.(tx, user_id)) ?? []))
  return things
}
