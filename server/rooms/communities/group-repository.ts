import type { Group } from '#contract/communities/model'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'

interface Row extends Omit<Group, 'last_at'> {
  last_at: Date | null
  total: number
}

const selectGroups = (me: string | null, where: Sql, tail: Sql) =>
  sql<Row>`
    select g.code, g.kind, g.name, g.about, g.members, g.posts, g.last_at, count(*) over ()::int as total,
      exists (select from community_member x where x.group_code = g.code and x.author_id = ${me}::uuid) as is_member
    from community_group g
    where ${where} order by is_member desc, g.last_at desc nulls last, g.members desc, g.code ${tail}`

const groupOf = ({ total: _, last_at, ...row }: Row): Group => ({
  ...row,
  last_at: last_at?.toISOString() ?? null,
})

/** Returns one page of groups: the person's own first, then those with the newest posts. */
export async function findPageOfGroups(
  db: Db,
  me: string | null,
  it: { kind: string | undefined; name: string | undefined; limit: number; offset: number },
): Promise<{ groups: Group[]; total: number }> {
  const where = sql`(${it.kind ?? null}::text is null or g.kind = ${it.kind ?? null})
    and (${it.name ?? null}::text is null or strpos(plain(g.name), plain(${it.name ?? ''})) > 0)`
  const { rows } = await selectGroups(
    me,
    where,
    sql`limit ${it.limit} offset ${it.offset}`,
  ).execute(db)
  return { groups: rows.map(groupOf), total: rows[0]?.total ?? 0 }
}

export async function findGroup(
  db: Db,
  me: string | null,
  code: string,
): Promise<Group | undefined> {
  const { rows } = await selectGroups(me, sql`g.code = ${code}`, sql`limit 1`).execute(db)
  return rows[0] && groupOf(rows[0])
}
