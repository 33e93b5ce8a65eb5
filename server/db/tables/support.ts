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
