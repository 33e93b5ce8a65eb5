import { sql } from 'kysely'
import { type Conversation, supportBusiness } from '#contract/support/model'
import type { Db } from '#server/db/client'
import { newId } from '#server/platform/ids'
import { ownLine } from './message-repository.ts'

type Row = Omit<Conversation, 'created_at'> & { created_at: Date }

/**
 * The person's open conversation with a business: an operator's code, or our own line. The table lets
 * her have one at a time, so two phones that start at once get the same. Undefined: no such business.
 */
export async function openConversation(
  db: Db,
  person_id: string,
  business_id: string,
): Promise<Conversation | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into conversation as c (id, person_id, operator_id)
    select ${newId()}::uuid, ${person_id}::uuid, business.operator_id
    from (select null::uuid as operator_id where ${business_id} = ${supportBusiness}
      union all select id from operator where code = ${business_id} and code <> ${supportBusiness}) business
    on conflict (person_id, operator_id) where state = 'open' do update set state = c.state
    returning id`.execute(db)
  return rows[0] && findConversation(db, person_id, rows[0].id)
}

const mine = (person_id: string) => sql`
  select c.id, coalesce(o.code, ${supportBusiness}) as business_id,
    coalesce(o.name, ${ownLine}) as business_name, c.state, c.created_at
  from conversation c left join operator o on o.id = c.operator_id
  where c.person_id = ${person_id}::uuid`

/** One conversation of this person. */
export async function findConversation(
  db: Db,
  person_id: string,
  id: string,
): Promise<Conversation | undefined> {
  const { rows } = await sql<Row>`${mine(person_id)} and c.id = ${id}::uuid`.execute(db)
  return rows[0] && conversationOf(rows[0])
}

/** A person's conversations, the one with the newest message first; without a page all of them. */
export async function findConversations(
  db: Db,
  person_id: string,
  { limit, offset }: { limit: number | null; offset: number } = { limit: null, offset: 0 },
): Promise<Conversation[]> {
  const { rows } = await sql<Row>`
    ${mine(person_id)} order by greatest(c.created_at, (
      select max(sent_at) from message m where m.conversation_id = c.id)) desc, c.id
    limit ${limit}::int offset ${offset}::int`.execute(db)
  return rows.map(conversationOf)
}

/** How many conversations a person has. */
export async function countConversations(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from conversation where person_id = ${person_id}::uuid`.execute(db)
  return rows[0]?.n ?? 0
}

export interface Locked {
  is_our_line: boolean
  is_closed: boolean
  is_silent: boolean
}

/** Locks a person's conversation until the transaction ends, so that messages stand in the order in which they came. */
export async function lockConversation(
  tx: Db,
  person_id: string,
  id: string,
): Promise<Locked | undefined> {
  const { rows } = await sql<Omit<Locked, 'is_silent'>>`
    select operator_id is null as is_our_line, state = 'closed' as is_closed
    from conversation where id = ${id}::uuid and person_id = ${person_id}::uuid
    for no key update`.execute(tx)
  if (rows[0] === undefined) return undefined
  // Asked after the lock: what the first look saw may be older than the last message.
  const { rows: messages } = await sql`
    select 1 from message where conversation_id = ${id}::uuid limit 1`.execute(tx)
  return { ...rows[0], is_silent: messages.length === 0 }
}

/** Opens a closed conversation again; false where the person has a newer open one with the same business. */
export async function reopenConversation(tx: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update conversation c set state = 'open' where id = ${id}::uuid and not exists (
      select from conversation o where o.person_id = c.person_id and o.state = 'open'
        and o.operator_id is not distinct from c.operator_id)`.execute(tx)
  return numAffectedRows === 1n
}

const conversationOf = (row: Row): Conversation => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
