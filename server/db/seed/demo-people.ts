import { sql } from 'kysely'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import { demoKeyOf } from './operator-keys.ts'
import { operators } from './operators.ts'
import { demoPasswordHash } from './people.ts'

/**
 * Throws where this server is for real people and its database holds somebody of the demo country: their
 * password stands in the source, and so do the keys of its operators.
 */
export async function refuseDemoPeople(db: Db, { show }: Pick<Config, 'show'>): Promise<void> {
  if (show) return
  const names = operators.map(({ code }) => demoKeyOf(code).slice(3, 9))
  const { rows } = await sql`
    select from person where password_hash = ${demoPasswordHash}
    union all
    select from operator_key where name = any (${names}::text[]) and revoked_at is null`.execute(db)
  if (rows.length > 0)
    throw new Error(
      'This database holds people and keys of the demo, which everybody knows. Give the server a new database, or remove them.',
    )
}
