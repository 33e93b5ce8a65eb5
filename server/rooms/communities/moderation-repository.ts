import type { ModerationEntry, ModerationQueueItem } from '#contract/communities/model'
import type { postReportReasons } from '#contract/communities/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

/** Counts a person's reports in the last day. */
export async function countPostReports(db: Db, author_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from community_report
    where author_id = ${author_id}::uuid and created_at > now() - interval '1 day'`.execute(db)
  return rows[0]?.n ?? 0
}

/** Stores a report, once per person. The database counts the reports and hides a post after three. */
export async function insertPostReport(
  tx: Db,
  it: {
    post: string
    author_id: string
    reason: (typeof postReportReasons)[number]
    words: string | null
  },
): Promise<void> {
  await sql`insert into community_report (post_id, author_id, reason, words)
    values (${it.post}::uuid, ${it.author_id}::uuid, ${it.reason}, ${it.words}) on conflict do nothing`.execute(
    tx,
  )
}

/** Stores an appeal; returns false if there is one already. */
export async function insertAppeal(tx: Db, post: string, text: string): Promise<boolean> {
  const { rowCount } = await sql`
    insert into community_appeal (post_id, words) values (${post}::uuid, ${text})
    on conflict do nothing`.execute(tx)
  return rowCount === 1
}

type EntryRow = Omit<ModerationEntry, 'made_at'> & { made_at: Date; total: number }

const entryOf = ({ total: _, made_at, ...row }: EntryRow): ModerationEntry => ({
  ...row,
  made_at: made_at.toISOString(),
})

/** Returns the stored entry. */
export async function logModerationDecision(
  tx: Db,
  it: Pick<ModerationEntry, 'post_id' | 'group' | 'decision' | 'reason' | 'by'>,
): Promise<ModerationEntry> {
  const { rows } = await sql<EntryRow>`
    insert into moderation_entry (id, post_id, group_code, decision, reason, made_by)
    values (${makeId()}, ${it.post_id}::uuid, ${it.group}, ${it.decision}, ${it.reason}, ${it.by})
    returning id, post_id, group_code as "group", decision, reason, made_by as "by", made_at, 1 as total`.execute(
    tx,
  )
  if (rows[0] === undefined) throw new Error('a decision was not logged')
  return entryOf(rows[0])
}

/** Returns one page of the moderation log, newest first. */
export async function findPageOfModerationLog(
  db: Db,
  { post, limit, offset }: { post: string | undefined; limit: number; offset: number },
): Promise<{ entries: ModerationEntry[]; total: number }> {
  const { rows } = await sql<EntryRow>`
    select id, post_id, group_code as "group", decision, reason, made_by as "by", made_at, count(*) over ()::int as total
    from moderation_entry where ${post ?? null}::uuid is null or post_id = ${post ?? null}::uuid
    order by made_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return { entries: rows.map(entryOf), total: rows[0]?.total ?? 0 }
}

/** Returns one page of posts to check, oldest first: held, hidden, appealed, or reported since the last decision. */
export async function findPageOfModerationQueue(
  db: Db,
  photoOf: (id: string) => string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ posts: ModerationQueueItem[]; total: number }> {
  const { rows } = await sql<
    Omit<ModerationQueueItem, 'photo' | 'written_at'> & {
      has_photo: boolean
      written_at: Date
      total: number
    }
  >`
    select p.id, p.group_code as "group", a.name as author, p.body, p.state, t.words as appeal, p.created_at as written_at,
      exists (select from community_photo f where f.post_id = p.id) as has_photo, count(*) over ()::int as total,
      coalesce((select json_agg(json_build_object('reason', r.reason, 'words', r.words) order by r.created_at)
        from (select * from community_report where post_id = p.id and (closed_at is null or t.post_id is not null)
          order by created_at limit 20) r), '[]') as reports
    from community_post p join community_author a on a.id = p.author_id
    left join community_appeal t on t.post_id = p.id and t.answered_at is null
    where p.id in (select id from community_post where state in ('waiting', 'hidden')
      union select post_id from community_appeal where answered_at is null
      union select post_id from community_report where closed_at is null)
    order by p.created_at, p.id limit ${limit} offset ${offset}`.execute(db)
  return {
    posts: rows.map(({ total: _, has_photo, written_at, ...row }) => ({
      ...row,
      photo: has_photo ? photoOf(row.id) : null,
      written_at: written_at.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** Returns whether this person wrote the post. */
export async function isPostOf(db: Db, id: string, person_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from community_post p join community_author a on a.id = p.author_id
    where p.id = ${id}::uuid and a.person_id = ${person_id}::uuid`.execute(db)
  return rows.length > 0
}

/**
 * Applies a decision to a post, its appeal and its open reports; returns its group, or undefined if the post does
 * not exist.
 */
export async function savePostDecision(
  tx: Db,
  id: string,
  state: 'shown' | 'removed',
): Promise<string | undefined> {
  const { rows } = await sql<{ group: string }>`
    update community_post set state = ${state}, looked_at = now() where id = ${id}::uuid
    returning group_code as "group"`.execute(tx)
  await sql`update community_appeal set answered_at = now() where post_id = ${id}::uuid and answered_at is null`.execute(
    tx,
  )
  await sql`update community_report set closed_at = now() where post_id = ${id}::uuid and closed_at is null`.execute(
    tx,
  )
  return rows[0]?.group
}

/** Returns a staff key's label, by which the log names it. */
export async function findKeyLabel(db: Db, key_id: string): Promise<string> {
  const { rows } = await sql<{ label: string }>`
    select label from staff_key where id = ${key_id}::uuid`.execute(db)
  return rows[0]?.label ?? 'staff'
}
