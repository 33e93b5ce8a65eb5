import type { Buddy, MyCommunity } from '#contract/communities/model'
import type * as z from 'zod/mini'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

/** A community member. `is_fresh` means a new member, who is moderated more strictly. */
export interface CommunityPerson {
  id: string
  name: string
  is_fresh: boolean
}

/** Finds a person as a community member, with the name that they chose there; undefined if they have not chosen one. */
export async function findCommunityPerson(
  db: Db,
  person_id: string,
  { days, posts }: { days: number; posts: number },
): Promise<CommunityPerson | undefined> {
  const { rows } = await sql<CommunityPerson>`
    select id, name, created_at > now() - ${days} * interval '1 day' or (
      select count(*) < ${posts} from (select from community_post p
        where p.author_id = a.id and p.state = 'shown' limit ${posts}) standing) as is_fresh
    from community_author a where person_id = ${person_id}::uuid`.execute(db)
  return rows[0]
}

/** Locks a member until the transaction ends, so that the number of their posts cannot change meanwhile. */
export async function lockCommunityPerson(tx: Db, id: string): Promise<void> {
  await sql`select from community_author where id = ${id}::uuid for no key update`.execute(tx)
}

/** Sets a person's name; returns false if it is taken. */
export async function saveCommunityName(db: Db, person_id: string, name: string): Promise<boolean> {
  const { rowCount } = await sql`
    insert into community_author (id, person_id, name)
    select ${makeId()}, ${person_id}::uuid, ${name}
    where not exists (select from community_author
      where lower(name) = lower(${name}) and person_id <> ${person_id}::uuid)
    on conflict (person_id) do update set name = excluded.name`.execute(db)
  return rowCount === 1
}

/** Adds a person to a group, or changes their visibility; returns false if the group or batch does not exist. */
export async function saveMembership(
  db: Db,
  author_id: string,
  it: { group: string; batch: string | null; is_listed: boolean },
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into community_member (group_code, author_id, batch, is_listed)
    select g.code, ${author_id}::uuid, ${it.batch}, ${it.is_listed} from community_group g
    where g.code = ${it.group} and (${it.batch}::text is null or exists (select from nysc_batch where code = ${it.batch}))
    on conflict (group_code, author_id) do update set batch = excluded.batch, is_listed = excluded.is_listed`.execute(
    db,
  )
  return rowCount === 1
}

/** Removes a member from a group; returns false if they were not in it. */
export async function deleteMembership(db: Db, author_id: string, group: string): Promise<boolean> {
  const { rowCount } = await sql`
    delete from community_member where author_id = ${author_id}::uuid and group_code = ${group}`.execute(
    db,
  )
  return rowCount === 1
}

export async function isGroupMember(db: Db, author_id: string, group: string): Promise<boolean> {
  const { rows } = await sql`
    select from community_member where author_id = ${author_id}::uuid and group_code = ${group}`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Returns the visible members of a group, optionally of one batch, without those who block the person or are blocked.
 */
export async function findBuddies(
  db: Db,
  me: string,
  it: { group: string; batch: string | undefined; limit: number; offset: number },
): Promise<{ buddies: z.output<typeof Buddy>[]; total: number }> {
  const { rows } = await sql<z.output<typeof Buddy> & { total: number }>`
    select a.id, a.name, b.name as batch, count(*) over ()::int as total
    from community_member m join community_author a on a.id = m.author_id left join nysc_batch b on b.code = m.batch
    where m.group_code = ${it.group} and m.is_listed and m.author_id <> ${me}::uuid
      and (${it.batch ?? null}::text is null or m.batch = ${it.batch ?? null})
      and not exists (select from community_block x where x.state = 'blocked'
        and (x.author_id, x.other_id) in ((${me}::uuid, m.author_id), (m.author_id, ${me}::uuid)))
    order by m.joined_at desc, a.id limit ${it.limit} offset ${it.offset}`.execute(db)
  return {
    buddies: rows.map(({ id, name, batch }) => ({ id, name, batch })),
    total: rows[0]?.total ?? 0,
  }
}

/** Mutes, blocks or unblocks a member. Returns false for an unknown id. */
export async function saveBlock(
  db: Db,
  me: string,
  other: string,
  state: 'none' | 'muted' | 'blocked',
): Promise<boolean> {
  const { rows } = await sql`
    select from community_author where id = ${other}::uuid and id <> ${me}::uuid`.execute(db)
  if (rows.length === 0) return false
  if (state === 'none')
    await sql`delete from community_block where author_id = ${me}::uuid and other_id = ${other}::uuid`.execute(
      db,
    )
  else
    await sql`insert into community_block (author_id, other_id, state) values (${me}::uuid, ${other}::uuid, ${state})
      on conflict (author_id, other_id) do update set state = excluded.state`.execute(db)
  return true
}

/** Returns a person's name and groups, and at most 500 people whom they mute or block. */
export async function findMyCommunity(db: Db, person_id: string): Promise<MyCommunity> {
  const { rows } = await sql<MyCommunity>`
    select a.name,
      (select coalesce(json_agg(json_build_object('code', g.code, 'name', g.name, 'batch', m.batch,
        'is_listed', m.is_listed) order by m.joined_at, g.code), '[]')
        from community_member m join community_group g on g.code = m.group_code where m.author_id = a.id) as groups,
      (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'state', x.state) order by plain(o.name)), '[]')
        from (select * from community_block where author_id = a.id limit 500) x
        join community_author o on o.id = x.other_id) as others
    from community_author a where person_id = ${person_id}::uuid`.execute(db)
  return rows[0] ?? { name: null, groups: [], others: [] }
}
