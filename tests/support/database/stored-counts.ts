import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { type TestServer, aServer } from '#tests/support/server/test-server'

/** Returns the codes of groups whose stored numbers differ from what is counted. */
export async function findMiscountedGroups(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select g.code from community_group g
    cross join lateral (select count(*) as n from community_member where group_code = g.code) m
    cross join lateral (select count(*) as n, max(created_at) as last_at from community_post
      where group_code = g.code and answers is null and state = 'shown') p
    where (g.members, g.posts, g.last_at) is distinct from (m.n, p.n, p.last_at) order by g.code`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}

/** Returns the scores of subjects whose stored sums differ from what is counted. */
export async function findMiscountedScores(db: Db): Promise<string[]> {
  const { rows } = await sql<{ which: string }>`
    select coalesce(stored.subject_id, counted.subject_id) || ' ' || coalesce(stored.what, counted.what) as which
    from (select * from review_score where (stars, reviews) <> (0, 0)) stored
    full join (
      select coalesce(r.operator_id, r.motor_park_id, r.business_id) as subject_id, s.what, sum(s.stars) as stars,
        count(*) as reviews
      from review r cross join lateral (values ('punctuality', r.punctuality), ('driving', r.driving),
        ('vehicle', r.vehicle), ('staff', r.staff), ('security', r.security), ('touts', r.touts), ('toilets', r.toilets),
        ('shade', r.shade), ('lighting', r.lighting)) s (what, stars)
      where r.is_verified and r.state = 'shown' and s.stars is not null group by 1, 2
    ) counted on (counted.subject_id, counted.what) = (stored.subject_id, stored.what)
    where (stored.stars, stored.reviews) is distinct from (counted.stars, counted.reviews) order by 1`.execute(
    db,
  )
  return rows.map(({ which }) => which)
}

/** Returns how many rows of these tables `work` reads by its server, which has one transaction. */
export function countRowsRead(
  db: Db,
  tables: readonly string[],
  work: (server: TestServer) => Promise<unknown>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const server = await aServer(tx, { isServed: true })
    await work(server)
    await server.close()
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n from pg_stat_xact_user_tables
      where relname = any (${tables})`.execute(tx)
    return rows[0]?.n ?? 0
  })
}
