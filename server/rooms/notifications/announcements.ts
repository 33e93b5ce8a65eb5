import type { Input, ListAnswer, Output } from '#contract/endpoint'
import type * as endpoints from '#contract/notifications/endpoints'
import type { Context } from '#server/context'
import { findPageOfAnnouncements, findBanners } from './announcement-repository.ts'

/** Returns the banners above the navigation, in order. */
export function listBanners({ db }: Context): Promise<Output<typeof endpoints.listBanners>> {
  return findBanners(db)
}

/** Returns announcements for travellers, newest first. */
export async function listAnnouncements(
  { db }: Context,
  { page, per_page }: Input<typeof endpoints.listAnnouncements>,
): Promise<ListAnswer<typeof endpoints.listAnnouncements>> {
  const offset = (page - 1) * per_page
  const { rows, total } = await findPageOfAnnouncements(db, { limit: per_page, offset })
  return { data: rows, meta: { page, per_page, total } }
}
