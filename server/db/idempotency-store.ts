import { type Sql, sql } from './sql.ts'
import { makeSubjectFinder } from './subject-finder.ts'
import type { Db } from '#server/db/client'

/** Deletes the stored answers of a person's own calls. */
export async function deleteIdempotencyAnswers(tx: Db, person_id: string): Promise<void> {
  await sql`delete from idempotency where principal = ${person_id}`.execute(tx)
}

/** Returns the ids and references that these queries select as one text column each. */
export async function readSubjects(db: Db, queries: readonly Sql[]): Promise<string[]> {
  if (queries.length === 0) return []
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from (${sql.join(queries, sql` union all `)}) found (subject)
    where length(subject) > 3`.execute(db)
  return rows.map(({ subject }) => subject)
}

/**
 * Returns a time by the database's clock, such that every answer with an earlier time is already stored. An answer has
 * the time at which its transaction began, and no transaction takes as long as ten minutes.
 */
export async function readStoredAnswersTime(db: Db): Promise<string> {
  const { rows } = await sql<{ since: string }>`
    select (clock_timestamp() - interval '10 minutes')::text as since`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database told no time')
  return row.since
}

/**
 * Deletes those stored answers that name one of these subjects, no matter who received them: all such answers, or those
 * stored after `since`. No index finds such answers, so every answer is read once, a hundred at a time, for all
 * subjects together.
 */
export async function deleteAnswersWithSubjects(
  db: Db,
  subjects: readonly string[],
  since = '-infinity',
): Promise<void> {
  if (subjects.length === 0) return
  const namesSubject = makeSubjectFinder(subjects)
  let last = { created_at: since, principal: '', key: '' }
  for (;;) {
    const answers = await readAnswersAfter(db, last)
    const found = answers.filter(({ response }) => namesSubject(response))
    if (found.length > 0) await deleteAnswers(db, found)
    const end = answers[pageSize - 1]
    if (end === undefined) return
    last = end
  }
}

/**
 * How many answers one query reads. The number is small, since a page of answers is searched without yielding to other
 * requests.
 */
const pageSize = 100

/** A stored answer. The time is text, since a Date has no microseconds. */
interface StoredAnswer {
  created_at: string
  principal: string
  key: string
  response: string
}

type Position = Omit<StoredAnswer, 'response'>

async function readAnswersAfter(db: Db, last: Position): Promise<StoredAnswer[]> {
  const { created_at, principal, key } = last
  const { rows } = await sql<StoredAnswer>`
    select created_at::text, principal, key, response from idempotency
    where (created_at, principal, key) > (${created_at}::timestamptz, ${principal}, ${key})
    order by idempotency.created_at, principal, key limit ${pageSize}`.execute(db)
  return rows
}

async function deleteAnswers(db: Db, answers: readonly StoredAnswer[]): Promise<void> {
  const principals = answers.map(({ principal }) => principal)
  const keys = answers.map(({ key }) => key)
  await sql`
    delete from idempotency where (principal, key) in (
      select * from unnest(${principals}::text[], ${keys}::text[]))`.execute(db)
}
