import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { SandboxMessage } from '#server/rooms/notifications'

/** Returns the last hundred messages of a kind, newest first, optionally to one person. */
export async function listMessages(
  db: Db,
  kind: SandboxMessage['kind'],
  to: string | undefined,
): Promise<SandboxMessage[]> {
  const { rows } = await sql<SandboxMessage>`
    select id, kind, recipient, subject, body, html, files, sent_at from sandbox.letter
    where kind = ${kind} and (${to ?? null}::text is null or recipient = ${to ?? null})
    order by id desc limit 100`.execute(db)
  return rows
}

/** Returns a message by its id; undefined for an unknown id. */
export async function findMessage(db: Db, id: string): Promise<SandboxMessage | undefined> {
  const { rows } =
    await sql<SandboxMessage>`select * from sandbox.letter where id::text = ${id}`.execute(db)
  return rows[0]
}
