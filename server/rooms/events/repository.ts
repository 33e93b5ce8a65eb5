import { eventRetentionDays } from '#contract/events/rules'
import type { Db } from '#server/db/client'
import { deleteInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'
import type { LiveEvent } from '#server/platform/live'

/** Numbers new events and notifies all processes; returns how many events there were. */
export async function assignEventNumbers(db: Db): Promise<number> {
  const { rows } = await sql<{ told: number }>`select announce_events() as told`.execute(db)
  return rows[0]?.told ?? 0
}

/** Returns events after a position, of all accounts or only of these accounts, in order. */
export async function findEventsAfter(
  db: Db,
  { after, accounts, limit }: { after: number; accounts?: readonly string[]; limit: number },
): Promise<LiveEvent[]> {
  const whose = accounts === undefined ? sql`` : sql`and account = any (${accounts}::uuid[])`
  const { rows } = await sql<LiveEvent>`
    select position, account, kind, subject from event
    where position > ${after} ${whose} order by position limit ${limit}`.execute(db)
  return rows
}

/** Returns the first and last stored position, 0 if there are none. */
export async function findEventRange(db: Db): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number; last: number }>`
    select coalesce((select min(position) from event), 0) as first,
      coalesce((select max(position) from event), 0) as last`.execute(db)
  return rows[0] ?? { first: 0, last: 0 }
}

/** Returns the account under which the desk of an operator, or our own (null), receives events. */
export async function findDeskAccount(db: Db, operator_id: string | null): Promise<string> {
  const { rows } = await sql<{ account: string }>`
    select desk_account(${operator_id}::uuid) as account`.execute(db)
  return rows[0]?.account ?? ''
}

/** Sends a message to all processes when the transaction commits; it is not stored. */
export async function notifyStreams(db: Db, payload: string): Promise<void> {
  await sql`select pg_notify('events', ${payload})`.execute(db)
}

/** Records that something changed for an account, in the caller's transaction. */
export async function insertAccountEvent(
  tx: Db,
  { account, kind, id }: { account: string; kind: string; id: string },
): Promise<void> {
  await sql`select publish_event(${account}::uuid, ${kind}, ${id})`.execute(tx)
}

/** Deletes events that are too old to be sent again. */
export async function deleteOldEvents(db: Db): Promise<void> {
  const isOld = sql`at < now() - ${eventRetentionDays} * interval '1 day'`
  await deleteInSteps(db, 'event', isOld)
}

export async function deletePersonEvents(tx: Db, person_id: string): Promise<void> {
  await sql`delete from event where account = ${person_id}::uuid`.execute(tx)
}
