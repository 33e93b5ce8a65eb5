import type { ReadMarks } from '#contract/support/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { isVisibleToSql, type ConversationViewer } from './message-repository.ts'

/** Returns the `seq` up to which each side has received and read, and the number of messages. */
export async function findReadMarks(
  db: Db,
  viewer: ConversationViewer,
  id: string,
): Promise<(ReadMarks & { total: number }) | undefined> {
  const { rows } = await sql<ReadMarks & { total: number }>`
    select ${columns(viewer)}, last_seq as total from conversation c
    where id = ${id}::uuid and ${isVisibleToSql(viewer)}`.execute(db)
  return rows[0]
}

const columns = (viewer: ConversationViewer) =>
  'person_id' in viewer
    ? sql`c.desk_got as got, c.desk_read as read, c.person_read as my_read`
    : sql`c.person_got as got, c.person_read as read, c.desk_read as my_read`

/**
 * Moves the viewer's read marks forward, at most to the last message, and notifies the other side. Returns undefined if
 * the viewer may not see the conversation.
 */
export async function advanceReadMarks(
  tx: Db,
  viewer: ConversationViewer,
  { id, got, read }: { id: string; got: number; read: number },
): Promise<ReadMarks | undefined> {
  const isPerson = 'person_id' in viewer
  const side = isPerson ? 'person' : 'desk'
  const gotColumn = sql.ref(`${side}_got`)
  const readColumn = sql.ref(`${side}_read`)
  const other = isPerson
    ? sql`publish_event(desk_account(c.desk_id), 'desk_read', c.id::text)`
    : sql`publish_event(c.person_id, 'read', c.id::text)`
  // If no mark moves forward, nothing is written and nobody is notified.
  await sql`
    with moved as (
      update conversation c set
        ${gotColumn} = greatest(${gotColumn}, least(last_seq, greatest(${got}::int, ${read}::int))),
        ${readColumn} = greatest(${readColumn}, least(last_seq, ${read}::int))
      where id = ${id}::uuid and ${isVisibleToSql(viewer)}
        and (${gotColumn} < least(last_seq, greatest(${got}::int, ${read}::int)) or ${readColumn} < least(last_seq, ${read}::int))
      returning c.id, c.desk_id, c.person_id)
    select ${other} from moved c`.execute(tx)
  const found = await findReadMarks(tx, viewer, id)
  return found && { got: found.got, read: found.read, my_read: found.my_read }
}

/** Returns the number of unread messages of others in all conversations of a person. */
export async function countUnread(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from conversation c
    join message m on m.conversation_id = c.id and m.seq > c.person_read and m.sender <> 'person'
    where c.person_id = ${person_id}::uuid`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Returns the account of the other side of a conversation, for transient events; undefined if it is closed, or not
 * visible to the viewer.
 */
export async function findOtherSideAccount(
  db: Db,
  viewer: ConversationViewer,
  id: string,
): Promise<string | undefined> {
  const other = 'person_id' in viewer ? sql`desk_account(c.desk_id)` : sql`c.person_id`
  const { rows } = await sql<{ account: string }>`
    select ${other} as account from conversation c
    where id = ${id}::uuid and state = 'open' and ${isVisibleToSql(viewer)}`.execute(db)
  return rows[0]?.account
}
