import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** A push message as the phone gets it, encrypted, with its delivery headers. */
export interface PushMessage {
  /** Encrypted, in base64url. */
  body: string
  headers: Record<string, string>
}

const maxMessages = 50

/** Stores a message for a phone, and deletes all but its last fifty. */
export async function insertPush(db: Db, box: string, it: PushMessage): Promise<void> {
  await sql`
    insert into sandbox.push_message (box, body, headers)
    values (${box}, ${Buffer.from(it.body, 'base64url')}, ${JSON.stringify(it.headers)}::jsonb)`.execute(
    db,
  )
  await sql`
    delete from sandbox.push_message where box = ${box} and id not in (
      select id from sandbox.push_message where box = ${box} order by id desc limit ${maxMessages})`.execute(
    db,
  )
}

/** Returns the last fifty messages for a phone, oldest first. */
export async function listPushes(db: Db, box: string): Promise<PushMessage[]> {
  const { rows } = await sql<{ body: Buffer; headers: Record<string, string> }>`
    select body, headers from sandbox.push_message where box = ${box} order by id`.execute(db)
  return rows.map(({ body, headers }) => ({ body: body.toString('base64url'), headers }))
}
