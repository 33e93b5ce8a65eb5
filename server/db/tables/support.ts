// Written by npm run tables from the migrations.
import type { Generated, Timestamp } from '#server/db/column-types'

/** conversations of people with operators and with our support line */
export interface Conversation {
  id: string
  person_id: string
  operator_id: string | null
  state: Generated<'open' | 'closed'>
  created_at: Generated<Timestamp>
}

/** what was said in conversations, append-only */
export interface Message {
  id: string
  conversation_id: string
  number: Generated<number>
  sender: 'person' | 'business' | 'automatic'
  body: string
  client_ref: string | null
  sent_at: Generated<Timestamp>
}
