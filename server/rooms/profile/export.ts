import { product } from '#contract/product'
import type { ProfileExport } from '#contract/profile/model'
import { readClock } from '#server/db/clock'
import type { Context } from '#server/context'
import type { PersonalDataHandlers } from '#server/room'
import { makeFairQueue } from '#server/platform/fair-queue'
import { requireUser, getUserProfile } from '#server/rooms/accounts'
import { drawExportPdf } from './export-pdf.ts'

/** Exports take long, so only one is made at a time, and each person may have only one in the queue. */
const inTurn = makeFairQueue({ concurrency: 1, maxWaiting: 8, maxWaitingPerLane: 1 })

/**
 * Returns all data of the user, in the format of the other calls. Throws 429 if another export of the user is in the
 * queue, and `unavailable` if the queue is full.
 */
export function exportProfile(
  ctx: Context,
  holders: readonly PersonalDataHandlers[],
): Promise<ProfileExport> {
  return inTurn(requireUser(ctx).user_id, () => collectExport(ctx, holders))
}

async function collectExport(
  ctx: Context,
  holders: readonly PersonalDataHandlers[],
): Promise<ProfileExport> {
  const { user_id } = requireUser(ctx)
  const all: ProfileExport = {
    ...nothing,
    made_at: (await readClock(ctx.db)).toISOString(),
    user: await getUserProfile(ctx.db, user_id),
  }
  for (const holder of holders) {
    const { more, ...named } = (await holder.export?.(ctx, user_id)) ?? {}
    Object.assign(all, named, { more: { ...all.more, ...more } })
  }
  return all
}

const nothing = {
  travellers: [],
  bookings: [],
  parcels: [],
  wallet: [],
  points: [],
  conversations: [],
  reviews: [],
  fuel_reports: [],
  boardings: [],
  phones: [],
  logins: [],
  more: {},
} satisfies Partial<ProfileExport>

/** Returns all data of the user as a PDF. Throws the same as `exportProfile`. */
export function exportProfilePdf(ctx: Context, holders: readonly PersonalDataHandlers[]) {
  return inTurn(requireUser(ctx).user_id, async () => {
    const body = await drawExportPdf(await collectExport(ctx, holders))
    return { body, file_name: `${product.slug}-my-account.pdf` }
  })
}
