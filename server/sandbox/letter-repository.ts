import { sql } from 'kysely'
import type { Db } from '#server/db/client'

/** A mail or SMS that would have left. */
export interface Letter {
  id: number
  kind: 'mail' | 'sms'
  recipient: string
  subject: string
  body: string
  html: string | null
  files: { filename: string; bytes: number }[]
  sent_at: Date
}

/** Puts a letter into the mailbox. */
export async function insertLetter(db: Db, letter: Omit<Letter, 'id' | 'sent_at'>): Promise<void> {
  await sql`
    insert into sandbox.letter (kind, recipient, subject, body, html, files)
    values (${letter.kind}, ${letter.recipient}, ${letter.subject}, ${letter.body}, ${letter.html},
      ${JSON.stringify(letter.files)}::jsonb)`.execute(db)
}

/** The last hundred letters of a kind, newest first, to everybody or to one. */
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

/** One letter. */
export async function findLetter(db: Db, id: string): Promise<Letter | undefined> {
  const { rows } = await sql<Letter>`select * from sandbox.letter where id::text = ${id}`.execute(
    db,
  )
  return rows[0]
}
