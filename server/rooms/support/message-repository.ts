import type { MessageTopic, Message } from '#contract/support/model'
import { product } from '#contract/product'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

/** The author of a message: the person, somebody at the desk, or our automatic answer. */
export type MessageSender = 'person' | 'business' | 'automatic'

/** The viewer of a conversation: its person, or its desk. A null `desk_id` is our own desk. */
export type ConversationViewer = { person_id: string } | { desk_id: string | null }

interface Row {
  id: string
  conversation_id: string
  seq: number
  sender: MessageSender
  author: string
  body: string
  has_photo: boolean
  about_kind: MessageTopic['kind'] | null
  about_reference: string | null
  about_title: string | null
  client_ref: string | null
  sent_at: Date
}

/** The name of our support as travellers see it. */
export const supportName = `${product.name} support`

/** Returns SQL for whether the viewer may see the conversation `c`. */
export const isVisibleToSql = (viewer: ConversationViewer) =>
  'person_id' in viewer
    ? sql`c.person_id = ${viewer.person_id}::uuid`
    : sql`c.desk_id is not distinct from ${viewer.desk_id}::uuid`

// Messages that the viewer may see, with their authors' names.
const visibleMessagesSql = (viewer: ConversationViewer) => sql`
  select m.id, m.conversation_id, m.seq, m.sender, m.body, m.has_photo, m.about_kind, m.about_reference, m.about_title,
    m.client_ref, m.sent_at,
    case m.sender when 'person' then p.full_name else coalesce(m.author, o.name, ${supportName}) end as author
  from message m join conversation c on c.id = m.conversation_id and ${isVisibleToSql(viewer)}
  join person p on p.id = c.person_id
  left join operator o on o.id = m.desk_id`

const messageOf =
  (viewer: ConversationViewer) =>
  ({
    sender,
    author,
    sent_at,
    has_photo,
    about_kind,
    about_reference,
    about_title,
    ...row
  }: Row) => {
    const isMine = (sender === 'person') === 'person_id' in viewer
    const isAbout = about_kind !== null && about_reference !== null && about_title !== null
    const message: Message = {
      ...row,
      from: isMine ? 'me' : 'them',
      author: isMine && 'person_id' in viewer ? null : author,
      is_automatic: sender === 'automatic',
      photo: has_photo ? row.id : null,
      about: isAbout ? { kind: about_kind, reference: about_reference, title: about_title } : null,
      sent_at: sent_at.toISOString(),
    }
    return message
  }

/** A request for at most `limit` messages of a conversation. */
export interface MessageRange {
  conversation_id: string
  limit: number
}

/**
 * Returns one page of messages, the oldest first: skips the `offset` newest messages and returns the `limit` newest of
 * the others.
 */
export async function findMessagePage(
  db: Db,
  viewer: ConversationViewer,
  { conversation_id, limit, offset }: MessageRange & { offset: number },
): Promise<Message[]> {
  const { rows } = await sql<Row>`
    select * from (${visibleMessagesSql(viewer)} where m.conversation_id = ${conversation_id}::uuid
      order by m.seq desc limit ${limit} offset ${offset}) part order by seq`.execute(db)
  return rows.map(messageOf(viewer))
}

/** Returns the first messages after a given one, in order. */
export async function findMessagesAfter(
  db: Db,
  viewer: ConversationViewer,
  { conversation_id, limit, after }: MessageRange & { after: string },
): Promise<Message[]> {
  const { rows } = await sql<Row>`
    ${visibleMessagesSql(viewer)} where m.conversation_id = ${conversation_id}::uuid and m.seq > (
      select seq from message where id = ${after}::uuid and conversation_id = ${conversation_id}::uuid)
    order by m.seq limit ${limit}`.execute(db)
  return rows.map(messageOf(viewer))
}

/** Returns the newest message of each of these conversations, by the conversation's id. */
export async function findLastMessages(
  db: Db,
  viewer: ConversationViewer,
  conversation_ids: readonly string[],
): Promise<Map<string, Message>> {
  const { rows } = await sql<Row>`
    select last.* from unnest(${conversation_ids}::uuid[]) asked (id) cross join lateral (
      ${visibleMessagesSql(viewer)} where m.conversation_id = asked.id order by m.seq desc limit 1) last`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.conversation_id, messageOf(viewer)(row)]))
}

/** Returns all messages in a person's conversations, in order. */
export async function findAllMessages(db: Db, person_id: string): Promise<Message[]> {
  const viewer = { person_id }
  const { rows } =
    await sql<Row>`${visibleMessagesSql(viewer)} order by m.conversation_id, m.seq`.execute(db)
  return rows.map(messageOf(viewer))
}

export async function findMessageByRef(
  db: Db,
  viewer: ConversationViewer,
  conversation_id: string,
  client_ref: string,
): Promise<Message | undefined> {
  const { rows } = await sql<Row>`
    ${visibleMessagesSql(viewer)} where m.conversation_id = ${conversation_id}::uuid
      and m.client_ref = ${client_ref}::uuid`.execute(db)
  return rows[0] && messageOf(viewer)(rows[0])
}

/** Makes a person's messages wait for each other until the transaction ends, so that they are counted. */
export async function lockSender(tx: Db, person_id: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`messages of:${person_id}`}, 0))`.execute(tx)
}

/** Returns how many messages a person wrote in the last hour. Counts at most `most` in each conversation. */
export async function countRecentMessages(
  db: Db,
  person_id: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from conversation c cross join lateral (
      select sent_at from message m where m.conversation_id = c.id and m.sender = 'person'
      order by m.seq desc limit ${most}) m
    where c.person_id = ${person_id}::uuid and m.sent_at > now() - interval '1 hour'`.execute(db)
  return rows[0]?.n ?? 0
}

export interface NewMessage {
  conversation_id: string
  sender: MessageSender
  body: string
  client_ref: string | null
  about?: MessageTopic | undefined
  jpeg?: Buffer | undefined
  /** The author at the desk. */
  author?: { id: string | null; name: string } | undefined
  /** The `seq` up to which the desk had seen messages. */
  desk_saw?: number | undefined
}

/** Adds a message to a conversation. The database numbers it and notifies both sides. */
export async function insertMessage(
  tx: Db,
  viewer: ConversationViewer,
  it: NewMessage,
): Promise<Message> {
  const id = makeId()
  const { about, author } = it
  await sql`
    insert into message (id, conversation_id, sender, body, client_ref, has_photo, about_kind, about_reference, about_title,
      author, author_id, desk_saw)
    values (${id}, ${it.conversation_id}::uuid, ${it.sender}, ${it.body}, ${it.client_ref}::uuid, ${it.jpeg !== undefined},
      ${about?.kind ?? null}, ${about?.reference ?? null}, ${about?.title ?? null}, ${author?.name ?? null},
      ${author?.id ?? null}::uuid, ${it.desk_saw ?? null})`.execute(tx)
  if (it.jpeg !== undefined)
    await sql`insert into message_photo (message_id, jpeg) values (${id}, ${it.jpeg})`.execute(tx)
  const { rows } = await sql<Row>`${visibleMessagesSql(viewer)} where m.id = ${id}::uuid`.execute(
    tx,
  )
  if (rows[0] === undefined) throw new Error(`message ${id} is in nobody’s conversation`)
  return messageOf(viewer)(rows[0])
}

/** Returns the photo of a message that the viewer may see. */
export async function findMessagePhoto(
  db: Db,
  viewer: ConversationViewer,
  { id, message_id }: { id: string; message_id: string },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ jpeg: Buffer }>`
    select f.jpeg from message_photo f join message m on m.id = f.message_id
    join conversation c on c.id = m.conversation_id and ${isVisibleToSql(viewer)}
    where c.id = ${id}::uuid and m.id = ${message_id}::uuid`.execute(db)
  return rows[0]?.jpeg
}
