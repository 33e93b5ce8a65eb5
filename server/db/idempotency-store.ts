import { type Sql, sql } from './sql.ts'
import type { Db } from '#server/db/client'

/**
 * Deletes the stored answers of a person, and those of anyone else that name one of their `subjects`, ids and
 * references that each query selects as one text column.
 */
export async function deleteIdempotentResponses(
  tx: Db,
  person_id: string,
  subjects: readonly Sql[],
): Promise<void> {
  await sql`delete from idempotency where principal = ${person_id}`.execute(tx)
  if (subjects.length === 0) return
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from (${sql.join(subjects, sql` union all `)}) found (subject)
    where length(subject) > 3`.execute(tx)
  if (rows.length === 0) return
  // No index finds them: each batch reads all answers, which may take longer than other statements may.
  await sql`set local statement_timeout = 0`.execute(tx)
  for (let from = 0; from < rows.length; from += batch) {
    const named = rows.slice(from, from + batch).map(({ subject }) => quoteForRegex(subject))
    await sql`delete from idempotency where response ~ ${named.join('|')}`.execute(tx)
  }
}

/** How many alternatives a regular expression of PostgreSQL gets; thousands would be too complex for it. */
const batch = 100

const quoteForRegex = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)
