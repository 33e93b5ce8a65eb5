import type { CannedAnswer, DeskPerson } from '#contract/support/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import type { CallingDesk } from './desk-repository.ts'
import { isVisibleToSql } from './message-repository.ts'

/** Assigns a conversation to a member, by the id of their account; null unassigns it. */
export async function saveAssignment(tx: Db, id: string, person_id: string | null): Promise<void> {
  await sql`update conversation set assigned_to = ${person_id}::uuid where id = ${id}::uuid`.execute(
    tx,
  )
}

/** Returns undefined for a conversation of another desk. */
export async function findConversationPerson(
  db: Db,
  desk: CallingDesk,
  id: string,
): Promise<{ person_id: string; name: string; phone: string | null } | undefined> {
  const { rows } = await sql<{ person_id: string; name: string; phone: string | null }>`
    select p.id as person_id, p.full_name as name, p.phone from conversation c join person p on p.id = c.person_id
    where c.id = ${id}::uuid and ${isVisibleToSql(desk)}`.execute(db)
  return rows[0]
}

type Trip = DeskPerson['trips'][number]

/** Returns up to five of those trips of a person that the desk may see: upcoming trips, then the latest past ones. */
export async function findRecentTripsForDesk(
  db: Db,
  desk: CallingDesk,
  person_id: string,
): Promise<Trip[]> {
  const { rows } = await sql<Omit<Trip, 'leaves_at'> & { leaves_at: Date }>`
    select b.reference, b.status, o.name as operator, f.name as "from", t.name as "to",
      boards_at(b.trip_id, b.leg_from) as leaves_at, b.seats, b.total_kobo
    from booking b join trip on trip.id = b.trip_id join schedule s on s.id = trip.schedule_id
    join operator o on o.id = s.operator_id
    join schedule_stop x on x.schedule_id = s.id and x.position = b.leg_from
    join schedule_stop y on y.schedule_id = s.id and y.position = b.leg_to
    join motor_park f on f.id = x.motor_park_id join motor_park t on t.id = y.motor_park_id
    where b.user_id = ${person_id}::uuid and b.status not in ('held', 'expired')
      and o.id = coalesce(${desk.desk_id}::uuid, o.id)
    order by trip.departs_at < now() - interval '2 hours', abs(extract(epoch from trip.departs_at - now())), b.id
    limit 5`.execute(db)
  return rows.map(({ leaves_at, ...row }) => ({ ...row, leaves_at: leaves_at.toISOString() }))
}

const atDesk = ({ desk_id }: CallingDesk) => sql`desk_id is not distinct from ${desk_id}::uuid`

/** Returns the canned answers of a desk, sorted by title. */
export async function findCannedAnswers(db: Db, desk: CallingDesk): Promise<CannedAnswer[]> {
  const { rows } = await sql<CannedAnswer>`
    select id, title, body from canned_answer where ${atDesk(desk)} order by plain(title) limit 100`.execute(
    db,
  )
  return rows
}

/** Prevents other changes of the desk's canned answers until the transaction ends. */
export async function lockCannedAnswers(tx: Db, { desk_id }: CallingDesk): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`canned answers:${desk_id ?? ''}`}, 0))`.execute(
    tx,
  )
}

/**
 * Gives a canned answer this title, and deletes another canned answer with the same title. Returns false if the desk
 * has no canned answer with this id.
 */
export async function renameCannedAnswer(
  tx: Db,
  desk: CallingDesk,
  { id, title }: { id: string; title: string },
): Promise<boolean> {
  const found = await sql`
    select from canned_answer where id = ${id}::uuid and ${atDesk(desk)} for update`.execute(tx)
  if (found.rows.length === 0) return false
  await sql`
    delete from canned_answer where title = ${title} and id <> ${id}::uuid and ${atDesk(desk)}`.execute(
    tx,
  )
  await sql`update canned_answer set title = ${title} where id = ${id}::uuid`.execute(tx)
  return true
}

/** Stores a canned answer, which replaces one with its title. Returns undefined if the desk has too many. */
export async function storeCannedAnswer(
  tx: Db,
  desk: CallingDesk,
  { title, body }: { title: string; body: string },
  most: number,
): Promise<CannedAnswer | undefined> {
  const { rows } = await sql<CannedAnswer>`
    insert into canned_answer (id, desk_id, title, body)
    select ${makeId()}, ${desk.desk_id}::uuid, ${title}, ${body}
    where (select count(*) from canned_answer where ${atDesk(desk)} and title <> ${title}) < ${most}
    on conflict (desk_id, title) do update set body = excluded.body, changed_at = now()
    returning id, title, body`.execute(tx)
  return rows[0]
}

/** Deletes a canned answer. Returns false if there is none. */
export async function deleteCannedAnswer(tx: Db, desk: CallingDesk, id: string): Promise<boolean> {
  const { rowCount } = await sql`
    delete from canned_answer where id = ${id}::uuid and ${atDesk(desk)}`.execute(tx)
  return rowCount === 1
}
