import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Deletes the messages from and to a person and the words of their ratings, and closes their conversations. */
export async function deletePersonConversations(tx: Db, person_id: string): Promise<void> {
  await sql`
    delete from message m using conversation c
    where c.id = m.conversation_id and c.person_id = ${person_id}`.execute(tx)
  await sql`update conversation set state = 'closed', rating_words = null
    where person_id = ${person_id}`.execute(tx)
}

/** Returns SQL for the ids of a person's conversations. */
export const selectConversationSubjects = (person_id: string) => sql`
  select id::text from conversation where person_id = ${person_id}`
