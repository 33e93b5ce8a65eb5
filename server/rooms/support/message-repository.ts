import { sql } from 'kysely'
import type { Message } from '#contract/support/model'
import { product } from '#contract/product'
import type { Db } from '#server/db/client'
import { newId } from '#server/platform/ids'

export type Sender = 'person' | 'business' | 'automatic'

interface Row {
  id: string
  conversation_id: string
  sender: Sender
  business_name: string
  body: string
  client_ref: string | null
  sent_at: Date
}

/** How our own line is called. */
export const ownLine = `${product.name} support`

// What was said in this person's conversations, with the name of the business on the other side.
const said = (person_id: string) => sql`
  select m.id, m.conversation_id, m.number, m.sender, m.body, m.client_ref, m.sent_at,
    coalesce(o.name, ${ownLine}) as business_name
  from message m join conversation c on c.id = m.conversation_id and c.person_id = ${person_id}::uuid
  left join operator o on o.id = c.operator_id`

const messageOf = ({ sender, business_name, sent_at, ...row }: Row): Message => ({
  id: row.id,
  conversation_id: row.conversation_id,
  from: sender === 'person' ? 'me' : 'them',
  author: sender === 'person' ? null : business_name,
  is_automatic: sender === 'automatic',
  body: row.body,
  client_ref: row.client_ref,
  sent_at: sent_at.toISOString(),
})

export interface Part {
  person_id: string
  conversation_id: string
  limit: number
}

/** The messages of a part of a person's conversation counted back from the newest, in their order. */
export async function findNewest(
  db: Db,
  { person_id, conversation_id, limit, offset }: Part & { offset: number },
): Promise<Message[]> {
  const { rows } = await sql<Row>`
    select * from (${said(person_id)} where m.conversation_id = ${conversation_id}::uuid
      order by m.number desc limit ${limit} offset ${offset}) part order by number`.execute(db)
  return rows.map(messageOf)
}

/** The first messages of a person's conversation after one of its messages, in their order. */
export async function findAfter(
  db: Db,
  { person_id, conversation_id, limit, after }: Part & { after: string },
): Promise<Message[]> {
  const { rows } = await sql<Row>`
    ${said(person_id)} where m.conversation_id = ${conversation_id}::uuid and m.number > (
      select number from message where id = ${after}::uuid and conversation_id = ${conversation_id}::uuid)
    order by m.number limit ${limit}`.execute(db)
  return rows.map(messageOf)
}

/** How many messages a conversation has. */
export async function countMessages(db: Db, conversation_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from message where conversation_id = ${conversation_id}::uuid`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** The newest message of each of a person's conversations, by the conversation's id. */
export async function findLast(
  db: Db,
  person_id: string,
  conversation_ids: readonly string[],
): Promise<Map<string, Message>> {
  const { rows } = await sql<Row>`
    select last.* from unnest(${conversation_ids}::uuid[]) c (id) cross join lateral (
      ${said(person_id)} where m.conversation_id = c.id order by m.number desc limit 1) last`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.conversation_id, messageOf(row)]))
}

/** Everything said in a person's conversations, in its order. */
export async function findAllSaid(db: Db, person_id: string): Promise<Message[]> {
  const { rows } = await sql<Row>`${said(person_id)} order by m.number`.execute(db)
  return rows.map(messageOf)
}

/** The message that a phone sent under this number before, if it did. */
export async function findByRef(
  db: Db,
  person_id: string,
  conversation_id: string,
  client_ref: string,
): Promise<Message | undefined> {
  const { rows } = await sql<Row>`
    ${said(person_id)} where m.conversation_id = ${conversation_id}::uuid
      and m.client_ref = ${client_ref}::uuid`.execute(db)
  return rows[0] && messageOf(rows[0])
}

/** How many messages a person wrote in the last hour, counted up to `most` a conversation. */
export async function countLatest(db: Db, person_id: string, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from conversation c cross join lateral (
      select sent_at from message m where m.conversation_id = c.id and m.sender = 'person'
      order by m.number desc limit ${most}) m
    where c.person_id = ${person_id}::uuid and m.sent_at > now() - interval '1 hour'`.execute(db)
  return rows[0]?.n ?? 0
}

/** Puts a message at the end of a conversation whose row the caller has locked. */
export async function insertMessage(
  tx: Db,
  person_id: string,
  it: { conversation_id: string; sender: Sender; body: string; client_ref: string | null },
): Promise<Message> {
  const id = newId()
  await sql`
    insert into message (id, conversation_id, sender, body, client_ref)
    values (${id}, ${it.conversation_id}::uuid, ${it.sender}, ${it.body}, ${it.client_ref}::uuid)`.execute(
    tx,
  )
  const { rows } = await sql<Row>`${said(person_id)} where m.id = ${id}::uuid`.execute(tx)
  if (rows[0] === undefined) throw new Error(`message ${id} is in nobody's conversation`)
  return messageOf(rows[0])
}
