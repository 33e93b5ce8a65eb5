import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { Letter } from '#server/rooms/notifications'

/** The last hundred messages of a kind, newest first, optionally to one person. */
export async function listLetters(
  db: Db,
  kind: Letter['kind'],
  to: string | undefined,
): Promise<Letter[]> {
  const { rows } = await sql<Letter>`
    select id, kind, recipient, subject, body, html, files, sent_at from sandbox.letter
    where kind = ${kind} and (${to ?? null}::text is null or recipient = ${to ?? null})
    order by id desc limit 100`.execute(db)
  return rows
}

/** One message. */
export async function findLetter(db: Db, id: string): Promise<Letter | undefined> {
  const { rows } = await sql<Letter>`select * from sandbox.letter where id::text = ${id}`.execute(
    db,
  )
  return rows[0]
}
