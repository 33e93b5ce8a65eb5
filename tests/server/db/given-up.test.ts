import { expect, test } from 'vitest'
import { DatabaseTimeoutError, runAsCall } from '#server/db/current-work'
import { sql } from '#server/db/sql'
import { testDatabase, getAppRoleDatabase } from '#tests/support/database/test-database'

const { db } = await testDatabase()

/** How many statements with this text run in the database. */
async function countRunning(text: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'active'
      and pid <> pg_backend_pid() and query like ${`%${text}%`}`.execute(db)
  return rows[0]?.n ?? 0
}

test.each([
  ['an owner', db],
  ['the API', getAppRoleDatabase(db)],
])('a statement whose call has given up ends in the database of %s too', async (name, its) => {
  const text = `given up by ${name}`
  const slow = sql`select pg_sleep(14), ${sql.raw(`'${text}'`)}`
  const call = runAsCall(
    () => 'a network',
    300,
    () => slow.execute(its),
  )
  await expect(call).rejects.toThrow(DatabaseTimeoutError)
  await expect.poll(() => countRunning(text), { timeout: 10_000 }).toBe(0)
})
