import type { Announcement, Banner } from '#contract/notifications/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Returns the banners that are visible now, in their order. */
export async function findBanners(db: Db): Promise<Banner[]> {
  const { rows } = await sql<Banner>`
    select id, content, url, url_text from banner
    where shown_from <= now() and (shown_until is null or shown_until > now())
    order by position, id`.execute(db)
  return rows
}

/** Returns one page of announcements, newest first, and how many there are on all pages. */
export async function findPageOfAnnouncements(
  db: Db,
  page: { limit: number; offset: number },
): Promise<{ rows: Announcement[]; total: number }> {
  const { rows } = await sql<Omit<Announcement, 'published_at'> & { published_at: Date }>`
    select id, title, body, published_at from announcement where published_at <= now()
    order by published_at desc, id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from announcement where published_at <= now()`.execute(db)
  return {
    rows: rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() })),
    total: counted[0]?.total ?? 0,
  }
}
