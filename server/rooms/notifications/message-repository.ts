import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

export interface SandboxMessage {
  id: number
  kind: 'mail' | 'sms'
  recipient: string
  subject: string
  body: string
  html: string | null
  files: { filename: string; bytes: number }[]
  sent_at: Date
}

export async function insertMessage(
  db: Db,
  message: Omit<SandboxMessage, 'id' | 'sent_at'>,
): Promise<void> {
  await sql`
    insert into sandbox.letter (kind, recipient, subject, body, html, files)
    values (${message.kind}, ${message.recipient}, ${message.subject}, ${message.body}, ${message.html},
      ${JSON.stringify(message.files)}::jsonb)`.execute(db)
}
