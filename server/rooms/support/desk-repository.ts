import type { DeskConversation } from '#contract/support/model'
import type { conversationFilters } from '#contract/support/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { hasPrioritySql } from './about-repository.ts'
import { isVisibleToSql, supportName } from './message-repository.ts'

/** A desk: an operator's by its id, or our own. */
export interface CallingDesk {
  desk_id: string | null
  /** The calling member and their name. */
  member?: { id: string; name: string }
}

type Row = Omit<
  DeskConversation,
  'last_message' | 'waits_since' | 'created_at' | 'premium' | 'assigned_to'
> & {
  assigned_id: string | null
  assigned_name: string | null
  waits_since: Date | null
  created_at: Date
  reference: string | null
  leaves_at: Date | null
}

// SQL for the conversations of a desk. Each has the traveller's trip, if any, that gives it priority. An operator sees
// only its own trips.
const atDesk = (desk: CallingDesk) => sql`
  select c.id, p.full_name as person_name, c.state, c.rating, c.rating_words, c.waits_since, c.created_at,
    (select count(*)::int from message m where m.conversation_id = c.id and m.seq > c.desk_read and m.sender = 'person')
      as unread, soon.reference, soon.leaves_at, c.last_at, c.assigned_to as assigned_id, a.full_name as assigned_name,
    (select json_build_object('name', w.name, 'phone', w.phone) from business w where w.id = c.business_id) as pass_on
  from conversation c join person p on p.id = c.person_id left join person a on a.id = c.assigned_to
  left join lateral (
    select b.reference, boards_at(b.trip_id, b.leg_from) as leaves_at from booking b
    join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
    where b.user_id = c.person_id and b.status = 'confirmed' and ${hasPrioritySql}
      and s.operator_id = coalesce(${desk.desk_id}::uuid, s.operator_id)
    order by leaves_at limit 1) soon on c.waits_since is not null
  where ${isVisibleToSql(desk)} and c.last_seq > 0`

const inState = (state: DeskPage['state'], { member }: CallingDesk) => {
  if (state === 'waiting') return sql`and c.state = 'open' and c.waits_since is not null`
  if (state === 'mine')
    return sql`and c.state = 'open' and c.assigned_to = ${member?.id ?? null}::uuid`
  if (state === 'unread')
    return sql`and exists (select from message m where m.conversation_id = c.id and m.seq > c.desk_read
      and m.sender = 'person')`
  return sql`and c.state = ${state}`
}

type DeskPage = { state: (typeof conversationFilters)[number]; limit: number; offset: number }
type DeskConversationRow = Omit<DeskConversation, 'last_message'>

/**
 * Returns conversations at a desk. Sorts unanswered ones in the order of the queue, and all others by their last
 * message.
 */
export async function findDeskConversations(
  db: Db,
  desk: CallingDesk,
  { state, limit, offset }: DeskPage,
): Promise<DeskConversationRow[]> {
  const order =
    state === 'waiting'
      ? sql`soon.leaves_at is null, c.waits_since, c.id`
      : sql`c.last_at desc, c.id`
  const { rows } = await sql<Row>`
    ${atDesk(desk)} ${inState(state, desk)} order by ${order} limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows.map(listedFor(desk))
}

/** Does not count conversations without messages. */
export async function countDeskConversations(
  db: Db,
  desk: CallingDesk,
  state: DeskPage['state'],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from conversation c
    where ${isVisibleToSql(desk)} and c.last_seq > 0 ${inState(state, desk)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns undefined for a conversation of another desk, or without messages. */
export async function findDeskConversation(
  db: Db,
  desk: CallingDesk,
  id: string,
): Promise<DeskConversationRow | undefined> {
  const { rows } = await sql<Row>`${atDesk(desk)} and c.id = ${id}::uuid`.execute(db)
  return rows[0] && listedFor(desk)(rows[0])
}

/** Locks a conversation at a desk until the transaction ends. */
export async function lockDeskConversation(
  tx: Db,
  desk: CallingDesk,
  id: string,
): Promise<{ is_closed: boolean } | undefined> {
  const { rows } = await sql<{ is_closed: boolean }>`
    select state = 'closed' as is_closed from conversation c
    where id = ${id}::uuid and ${isVisibleToSql(desk)} for no key update`.execute(tx)
  return rows[0]
}

/** Closes a conversation at a desk, and notifies its traveller. */
export async function closeDeskConversation(tx: Db, id: string): Promise<void> {
  await sql`
    with closed as (
      update conversation set state = 'closed' where id = ${id}::uuid and state = 'open'
      returning id, person_id)
    select publish_event(person_id, 'conversation', id::text) from closed`.execute(tx)
}

/** Moves a conversation to another desk. Returns that desk's name. */
export async function moveConversationToDesk(tx: Db, id: string, to: CallingDesk): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    with moved as (
      update conversation set desk_id = ${to.desk_id}::uuid, assigned_to = null,
        waits_since = case when state = 'open' then coalesce(waits_since, now()) end
      where id = ${id}::uuid returning id, desk_id)
    select coalesce(o.name, ${supportName}) as name from moved left join operator o on o.id = moved.desk_id`.execute(
    tx,
  )
  return rows[0]?.name ?? supportName
}

/** Returns whether an operator's conversation is now with our staff. */
export async function isConversationWithStaff(
  db: Db,
  id: string,
  operator_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from conversation where id = ${id}::uuid and operator_id = ${operator_id}::uuid and desk_id is null`.execute(
    db,
  )
  return rows.length > 0
}

const listedFor =
  ({ member }: CallingDesk) =>
  ({
    reference,
    leaves_at,
    waits_since,
    created_at,
    assigned_id,
    assigned_name,
    ...row
  }: Row): DeskConversationRow => ({
    ...row,
    waits_since: waits_since?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    assigned_to:
      assigned_name === null ? null : { name: assigned_name, is_me: assigned_id === member?.id },
    premium:
      reference !== null && leaves_at !== null
        ? { reference, leaves_at: leaves_at.toISOString() }
        : null,
  })
