import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

const isDue = sql`p.erase_at <= now() and p.erased_at is null`

/** Returns the ids of the people whose erasure is due, the earliest first. */
export async function findDueErasures(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p where ${isDue} order by p.erase_at`.execute(db)
  return rows.map((row) => row.id)
}

/** Locks a person's row. Returns false if the person has just cancelled the erasure, or is already erased. */
export async function lockDueErasure(tx: Db, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from person p where p.id = ${id} and ${isDue} for update`.execute(tx)
  return rows.length > 0
}
