import { product } from '#contract/product'
import type { ProfileExport } from '#contract/profile/model'
import type { Context } from '#server/context'
import type { PersonalData } from '#server/room'
import { callerOf, findUser } from '#server/rooms/accounts'
import { exportPdf } from './export-pdf.ts'

/** Everything we hold about the user, in the shapes of the other calls. */
export async function exportProfile(
  ctx: Context,
  holders: readonly PersonalData[],
): Promise<ProfileExport> {
  const { user_id } = callerOf(ctx)
  const all: ProfileExport = {
    ...nothing,
    made_at: new Date().toISOString(),
    user: await findUser(ctx.db, user_id),
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

/** The same to read on paper. */
export async function exportProfilePdf(ctx: Context, holders: readonly PersonalData[]) {
  const everything = await exportProfile(ctx, holders)
  return { body: await exportPdf(everything), file_name: `${product.slug}-my-account.pdf` }
}
