import type { Post } from '#contract/communities/model'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

interface Row extends Omit<Post, 'written_at' | 'author' | 'photo'> {
  author_id: string
  author_name: string
  has_photo: boolean
  written_at: Date
  total: number
}

/**
 * Returns the condition for reading a post: everybody may read visible posts, and each person their own, but not those
 * of people whom they mute or block, or who block them.
 */
const readable = (me: string | null) => sql`(p.state = 'shown' or p.author_id = ${me}::uuid)
  and not exists (select from community_block x where x.author_id = ${me}::uuid and x.other_id = p.author_id
    or x.author_id = p.author_id and x.other_id = ${me}::uuid and x.state = 'blocked')`

const selectPosts = (me: string | null, where: Sql, tail: Sql) =>
  sql<Row>`
    select p.id, p.group_code as "group", p.answers, p.author_id, a.name as author_name, p.body, p.state, p.thanks,
      p.created_at as written_at, count(*) over ()::int as total,
      exists (select from community_photo f where f.post_id = p.id) as has_photo,
      exists (select from community_thanks t where t.post_id = p.id and t.author_id = ${me}::uuid) as is_thanked,
      exists (select from community_appeal t where t.post_id = p.id) as is_appealed,
      (select count(*)::int from community_post c where c.answers = p.id and c.state = 'shown') as answer_count,
      case when p.author_id = ${me}::uuid and p.state <> 'shown' then
        (select reason from moderation_entry e where e.post_id = p.id and e.decision <> 'appealed'
          order by made_at desc limit 1) end as why
    from community_post p join community_author a on a.id = p.author_id
    where ${readable(me)} and ${where} ${tail}`

const postOf = (me: string | null, photoOf: (id: string) => string, row: Row): Post => {
  const { author_id, author_name, has_photo, written_at, total: _, ...rest } = row
  return {
    ...rest,
    author: { id: author_id, name: author_name, is_me: author_id === me },
    photo: has_photo ? photoOf(row.id) : null,
    written_at: written_at.toISOString(),
  }
}

type PhotoOf = (id: string) => string
interface PageRange {
  limit: number
  offset: number
}

/** Returns one page of a group's posts, newest first. */
export async function findPageOfPosts(
  db: Db,
  me: string | null,
  photoOf: PhotoOf,
  { group, limit, offset }: PageRange & { group: string },
): Promise<{ posts: Post[]; total: number }> {
  const { rows } = await selectPosts(
    me,
    sql`p.group_code = ${group} and p.answers is null`,
    sql`order by p.created_at desc, p.id desc limit ${limit} offset ${offset}`,
  ).execute(db)
  return { posts: rows.map((row) => postOf(me, photoOf, row)), total: rows[0]?.total ?? 0 }
}

/** Returns one page of the answers to a post, oldest first. */
export async function findPageOfAnswers(
  db: Db,
  me: string | null,
  photoOf: PhotoOf,
  { post, limit, offset }: PageRange & { post: string },
): Promise<{ posts: Post[]; total: number }> {
  const { rows } = await selectPosts(
    me,
    sql`p.answers = ${post}::uuid`,
    sql`order by p.created_at, p.id limit ${limit} offset ${offset}`,
  ).execute(db)
  return { posts: rows.map((row) => postOf(me, photoOf, row)), total: rows[0]?.total ?? 0 }
}

/** Finds a post or an answer that the person may read. */
export async function findPost(
  db: Db,
  me: string | null,
  photoOf: PhotoOf,
  id: string,
): Promise<Post | undefined> {
  const { rows } = await selectPosts(me, sql`p.id = ${id}::uuid`, sql`limit 1`).execute(db)
  return rows[0] && postOf(me, photoOf, rows[0])
}

/** Finds the post that a phone has already sent under this id. */
export async function findPostByRef(
  db: Db,
  author_id: string,
  client_ref: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from community_post where author_id = ${author_id}::uuid and client_ref = ${client_ref}::uuid`.execute(
    db,
  )
  return rows[0]?.id
}

const md5Of = (body: Sql) => sql`decode(md5(lower(${body})), 'hex')`

/**
 * Counts a person's posts in the last hour, and says whether one of the last day has the same text; deleted posts
 * count.
 */
export async function countRecentPosts(
  db: Db,
  author_id: string,
  body: string,
): Promise<{ last_hour: number; says_same: boolean }> {
  const { rows } = await sql<{ last_hour: number; says_same: boolean }>`
    with lately as (
      select created_at, lower(body) = lower(${body}) as is_same from community_post where author_id = ${author_id}::uuid
      union all
      select created_at, said_md5 = ${md5Of(sql`${body}`)} from community_dropped where author_id = ${author_id}::uuid
    )
    select count(*) filter (where created_at > now() - interval '1 hour')::int as last_hour,
      coalesce(bool_or(is_same), false) as says_same
    from lately where created_at > now() - interval '1 day'`.execute(db)
  return rows[0] ?? { last_hour: 0, says_same: false }
}

/** Prevents the deletion of a post until the caller's transaction ends; returns false if there is no post. */
export async function lockPost(tx: Db, id: string): Promise<boolean> {
  const { rowCount } = await sql`
    select from community_post where id = ${id}::uuid for key share`.execute(tx)
  return rowCount === 1
}

/** Stores a post with its re-encoded photo. Returns its id. */
export async function insertPost(
  tx: Db,
  it: {
    group: string
    author_id: string
    answers: string | null
    body: string
    state: 'shown' | 'waiting'
    client_ref: string | null
    photo: Buffer | undefined
  },
): Promise<string> {
  const id = makeId()
  await sql`
    insert into community_post (id, group_code, author_id, answers, body, state, client_ref)
    values (${id}, ${it.group}, ${it.author_id}::uuid, ${it.answers}::uuid, ${it.body}, ${it.state}, ${it.client_ref}::uuid)`.execute(
    tx,
  )
  if (it.photo !== undefined)
    await sql`insert into community_photo (post_id, jpeg) values (${id}, ${it.photo})`.execute(tx)
  return id
}

/**
 * Deletes a person's post with its answers; returns false if it is not theirs. The hash of its text is stored until a
 * day after it was written.
 */
export async function deleteOwnPost(db: Db, author_id: string, id: string): Promise<boolean> {
  const { rowCount } = await sql`
    with old as (
      delete from community_dropped where author_id = ${author_id}::uuid and created_at < now() - interval '1 day'
    ), gone as (
      delete from community_post where id = ${id}::uuid and author_id = ${author_id}::uuid
      returning author_id, body, created_at
    )
    insert into community_dropped (author_id, said_md5, created_at)
    select author_id, ${md5Of(sql`body`)}, created_at from gone`.execute(db)
  return rowCount === 1
}

/** Adds or removes thanks; returns the number of thanks, or undefined if the post was deleted. */
export async function saveThanks(
  tx: Db,
  author_id: string,
  id: string,
  is_thanked: boolean,
): Promise<number | undefined> {
  await (
    is_thanked
      ? sql`insert into community_thanks (post_id, author_id)
          select id, ${author_id}::uuid from community_post where id = ${id}::uuid for key share
          on conflict do nothing`
      : sql`delete from community_thanks where post_id = ${id}::uuid and author_id = ${author_id}::uuid`
  ).execute(tx)
  const { rows } = await sql<{ thanks: number }>`
    select thanks from community_post where id = ${id}::uuid`.execute(tx)
  return rows[0]?.thanks
}

/** Finds the photo of a post that the person may read. */
export async function findPostPhoto(
  db: Db,
  me: string | null,
  id: string,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ jpeg: Buffer }>`
    select f.jpeg from community_photo f join community_post p on p.id = f.post_id
    where f.post_id = ${id}::uuid and ${readable(me)}`.execute(db)
  return rows[0]?.jpeg
}
