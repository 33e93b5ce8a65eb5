import type { Conversation } from '#contract/support/model'
import { supportBusiness } from '#contract/support/rules'
import { type Db, isUniqueViolation } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { supportName } from './message-repository.ts'

type Row = Omit<Conversation, 'created_at'> & { created_at: Date }

/** The addressee of a conversation: an operator, a listed business, or our support. */
export interface Addressee {
  operator_id: string | null
  business_id: string | null
  name: string
}

/** Returns the addressee of this code; undefined if there is none. */
export async function findAddressee(db: Db, code: string): Promise<Addressee | undefined> {
  const { rows } = await sql<Addressee>`
    select null::uuid as operator_id, null::uuid as business_id, ${supportName} as name, 1 as turn
      where ${code} = ${supportBusiness}
    union all select id, null, name, 2 from operator where code = ${code}
    union all select null, id, name, 3 from business where code = ${code} and state = 'listed'
    order by turn limit 1`.execute(db)
  return rows[0]
}

/**
 * Returns the person's open conversation with an operator, a listed business or our support, by its code, and creates
 * it if there is none. The table allows only one open conversation with each addressee, so two phones that start at the
 * same time get the same one. Returns undefined if no addressee has the code `business_id`.
 */
export async function openConversation(
  db: Db,
  person_id: string,
  business_id: string,
): Promise<Conversation | undefined> {
  const business = await findAddressee(db, business_id)
  if (business === undefined) return undefined
  const { rows } = await sql<{ id: string }>`
    insert into conversation as c (id, person_id, operator_id, business_id)
    values (${makeId()}::uuid, ${person_id}::uuid, ${business.operator_id}::uuid, ${business.business_id}::uuid)
    on conflict (person_id, operator_id, business_id) where state = 'open' do update set state = c.state
    returning id`.execute(db)
  return rows[0] && findConversation(db, person_id, rows[0].id)
}

/** SQL for a person's conversations. `more`: columns in addition to those of a conversation. */
const mine = (person_id: string, more = sql``) => sql`
  select c.id, coalesce(o.code, b.code, ${supportBusiness}) as business_id, coalesce(o.name, b.name, ${supportName}) as business_name,
    coalesce(d.name, ${supportName}) as desk_name, c.state, c.rating, c.created_at,
    (select count(*)::int from message m
      where m.conversation_id = c.id and m.seq > c.person_read and m.sender <> 'person') as unread
    ${more}
  from conversation c left join operator o on o.id = c.operator_id left join operator d on d.id = c.desk_id
    left join business b on b.id = c.business_id
  where c.person_id = ${person_id}::uuid`

/** Returns one conversation of this person; undefined for another person's. */
export async function findConversation(
  db: Db,
  person_id: string,
  id: string,
): Promise<Conversation | undefined> {
  const { rows } = await sql<Row>`${mine(person_id)} and c.id = ${id}::uuid`.execute(db)
  return rows[0] && conversationOf(rows[0])
}

/** Returns all of a person's conversations with the words of their rating, newest message first. */
export async function findConversations(
  db: Db,
  person_id: string,
): Promise<(Conversation & { rating_words: string | null })[]> {
  const { rows } = await sql<Row & { rating_words: string | null }>`
    ${mine(person_id, sql`, c.rating_words`)} order by c.last_at desc, c.id`.execute(db)
  return rows.map(conversationOf)
}

const isWritten = sql`exists (select from message m where m.conversation_id = c.id)`

/** Returns a page of a person's conversations with messages, newest message first. */
export async function findPageOfConversations(
  db: Db,
  person_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Conversation[]> {
  const { rows } = await sql<Row>`${mine(person_id)} and ${isWritten}
    order by c.last_at desc, c.id limit ${limit} offset ${offset}`.execute(db)
  return rows.map(conversationOf)
}

/** Returns the number of a person's conversations with messages. */
export async function countConversations(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from conversation c where c.person_id = ${person_id}::uuid and ${isWritten}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export interface ConversationRow {
  is_our_line: boolean
  /** The listed business to which the conversation is passed on. */
  business_name: string | null
  is_closed: boolean
  is_silent: boolean
}

/** Locks a person's conversation until the transaction ends, so that messages are numbered in order. */
export async function lockConversation(
  tx: Db,
  person_id: string,
  id: string,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select desk_id is null as is_our_line, state = 'closed' as is_closed, last_seq = 0 as is_silent,
      (select name from business where id = business_id) as business_name
    from conversation where id = ${id}::uuid and person_id = ${person_id}::uuid
    for no key update`.execute(tx)
  return rows[0]
}

/**
 * Reopens a closed conversation. Returns false if the person has a newer open one with the same addressee. If that one
 * was opened at the same time, the caller's transaction has failed, too, and can only be refused.
 */
export async function reopenConversation(tx: Db, id: string): Promise<boolean> {
  try {
    const { rowCount } = await sql`
      update conversation c set state = 'open' where id = ${id}::uuid and not exists (
        select from conversation o where o.person_id = c.person_id and o.state = 'open'
          and o.operator_id is not distinct from c.operator_id and o.business_id is not distinct from c.business_id)`.execute(
      tx,
    )
    return rowCount === 1
  } catch (error) {
    if (isUniqueViolation(error, 'conversation_open')) return false
    throw error
  }
}

/** Stores a rating. Returns false if the conversation is open, or not this person's. */
export async function saveConversationRating(
  tx: Db,
  person_id: string,
  { id, stars, words }: { id: string; stars: number; words: string | undefined },
): Promise<boolean> {
  const { rowCount } = await sql`
    update conversation set rating = ${stars}, rating_words = ${words ?? null}
    where id = ${id}::uuid and person_id = ${person_id}::uuid and state = 'closed'`.execute(tx)
  return rowCount === 1
}

const conversationOf = <AnyRow extends Row>(row: AnyRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
