import type { ProfileExport } from '#contract/profile/model'
import type { Db } from '#server/db/client'
import { deleteInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'

/** Returns a person's name, groups, posts and reports, for the export. */
export async function exportCommunity(db: Db, person_id: string): Promise<ProfileExport['more']> {
  const mine = sql`(select id from community_author where person_id = ${person_id}::uuid)`
  const names = await sql<{ name: string; since: string }>`
    select name, to_json(created_at)#>>'{}' as since from community_author where person_id = ${person_id}::uuid`.execute(
    db,
  )
  const groups = await sql<{ group: string }>`
    select group_code as "group", batch, is_listed, to_json(joined_at)#>>'{}' as joined_at from community_member
    where author_id = ${mine} order by joined_at`.execute(db)
  const posts = await sql<{ id: string }>`
    select id, group_code as "group", answers, body, state, to_json(created_at)#>>'{}' as written_at from community_post
    where author_id = ${mine} order by created_at`.execute(db)
  const reports = await sql<{ post: string }>`
    select post_id as post, reason, words, to_json(created_at)#>>'{}' as made_at from community_report
    where author_id = ${mine} order by created_at`.execute(db)
  return {
    community_name: names.rows,
    community_groups: groups.rows,
    community_posts: posts.rows,
    community_reports: reports.rows,
  }
}

/**
 * Deletes a person's membership and posts. Moderation decisions stay, without the text. First locks the posts whose
 * counts change: decisions about posts, too, lock a post before the counts of its group.
 */
export async function forgetCommunityMember(tx: Db, person_id: string): Promise<void> {
  const mine = sql`(select id from community_author where person_id = ${person_id}::uuid)`
  await sql`
    select from community_post where id in (
      select id from community_post where author_id = ${mine}
      union select post_id from community_thanks where author_id = ${mine})
    order by id for update`.execute(tx)
  await sql`delete from community_author where person_id = ${person_id}::uuid`.execute(tx)
}

/** Deletes removed posts and their appeals after 90 days, and the hashes of deleted posts after a day. */
export async function deleteExpiredPosts(db: Db): Promise<void> {
  await deleteInSteps(db, 'community_dropped', sql`created_at < now() - interval '1 day'`)
  const isOld = sql`state = 'removed' and looked_at < now() - interval '90 days'`
  await deleteInSteps(db, 'community_post', isOld)
}

/** Selects the ids of a person's posts. */
export const selectPostSubjects = (person_id: string) => sql`
  select p.id::text from community_post p join community_author a on a.id = p.author_id
  where a.person_id = ${person_id}::uuid`
