import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { supportName } from '#server/rooms/support'

/** A conversation that waits for an answer, with its last message. */
export interface WaitingConversation {
  id: string
  desk_id: string | null
  desk_name: string
  seq: number
  body: string
  answers: number
  /** Whether it has waited long enough to be answered, not only to be marked as read. */
  is_due: boolean
}

/**
 * Returns at most 20 unassigned conversations, the longest waiting first, that have waited for at least `read_after`
 * seconds and less than an hour. `is_due`: it has waited for at least `answer_after` seconds. `answers`: how many
 * answers it has.
 */
export async function findWaitingConversations(
  db: Db,
  { read_after, answer_after }: { read_after: number; answer_after: number },
): Promise<WaitingConversation[]> {
  const { rows } = await sql<WaitingConversation>`
    select c.id, c.desk_id, coalesce(o.name, ${supportName}) as desk_name, m.seq, m.body,
      m.sent_at < now() - ${answer_after} * interval '1 second' as is_due,
      (select count(*)::int from message a where a.conversation_id = c.id and a.sender = 'business') as answers
    from conversation c left join operator o on o.id = c.desk_id
    join lateral (select seq, body, sent_at from message
      where conversation_id = c.id and sender = 'person' order by seq desc limit 1) m on true
    where c.state = 'open' and c.assigned_to is null
      and c.waits_since is not null and c.waits_since > now() - interval '1 hour'
      and m.sent_at < now() - ${read_after} * interval '1 second'
    order by c.waits_since limit 20`.execute(db)
  return rows
}

/** Locks a conversation if it still waits. Returns false if it does not, or if another process has locked it. */
export async function lockWaitingConversation(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation where id = ${id}::uuid and waits_since is not null and state = 'open' and assigned_to is null
    for no key update skip locked`.execute(tx)
  return rows.length > 0
}
