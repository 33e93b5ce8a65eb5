import { sql } from 'kysely'
import { type Conversation, supportBusiness } from '#contract/support'
import type { Db } from '#server/db/client'
import { newId } from '#server/ids'

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
  const { rows } = await sql<Row>`
    insert into conversation as c (id, person_id, operator_id)
    select ${newId()}::uuid, ${person_id}::uuid, business.operator_id
    from (select null::uuid as operator_id where ${business_id} = ${supportBusiness}
      union all select id from operator where code = ${business_id} and code <> ${supportBusiness}) business
    on conflict (person_id, operator_id) where state = 'open' do update set state = c.state
    returning id, ${business_id}::text as business_id, state, created_at`.execute(db)
  return conversationOf(rows[0])
}

/** One conversation of this person. */
export async function findConversation(
  db: Db,
  person_id: string,
  id: string,
): Promise<Conversation | undefined> {
  const { rows } = await sql<Row>`
    select c.id, coalesce(o.code, ${supportBusiness}) as business_id, c.state, c.created_at
    from conversation c left join operator o on o.id = c.operator_id
    where c.id = ${id}::uuid and c.person_id = ${person_id}::uuid`.execute(db)
  return conversationOf(rows[0])
}

const conversationOf = (row: Row | undefined) =>
  row && { ...row, created_at: row.created_at.toISOString() }
