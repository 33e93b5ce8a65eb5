import { managingRoles, secondFactorHours, type Role } from '#contract/members/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { endInvitationsBy } from './invitation-repository.ts'

/** A member, with the status of their second factor in one login. */
export interface MemberRow {
  id: string
  person_id: string
  name: string
  role: Role
  operator_id: string | null
  operator_code: string | null
  operator_name: string | null
  has_factor: boolean
  is_proved: boolean
}

/**
 * Returns a person's membership, with the status of the second factor in this login; undefined without one. A proof
 * with an earlier second factor does not count: it may have been stolen, and its member removed and invited again.
 */
export async function findMember(
  db: Db,
  { user_id, login_id }: { user_id: string; login_id: string },
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select m.id, m.person_id, p.full_name as name, m.role, m.operator_id, o.code as operator_code, o.name as operator_name,
      f.confirmed_at is not null as has_factor,
      exists (select from factor_proof x where x.login_id = ${login_id}::uuid and x.proved_at >= f.made_at
        and x.proved_at > now() - ${secondFactorHours} * interval '1 hour') as is_proved
    from member m join person p on p.id = m.person_id left join operator o on o.id = m.operator_id
    left join second_factor f on f.person_id = m.person_id
    where m.person_id = ${user_id}::uuid and m.ended_at is null`.execute(db)
  return rows[0]
}

/** Returns the id of the person who has verified this email address; undefined if nobody has. */
export async function findVerifiedPersonId(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from person where email = ${email.toLowerCase()} and email_verified_at is not null`.execute(
    db,
  )
  return rows[0]?.id
}

export async function findOperatorId(db: Db, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from operator where code = ${code}`.execute(
    db,
  )
  return rows[0]?.id
}

/** Returns a person's membership, without the status of a second factor; undefined without one. */
export async function findMembership(
  db: Db,
  person_id: string,
): Promise<Pick<MemberRow, 'id' | 'operator_id' | 'role'> | undefined> {
  const { rows } = await sql<Pick<MemberRow, 'id' | 'operator_id' | 'role'>>`
    select id, operator_id, role from member where person_id = ${person_id}::uuid and ended_at is null`.execute(
    db,
  )
  return rows[0]
}

/** Adds a person to a desk. Returns the member's id; undefined if they are at a desk already. */
export async function insertMember(
  tx: Db,
  it: { person_id: string; operator_id: string | null; role: Role },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into member (id, person_id, operator_id, role)
    values (${makeId()}, ${it.person_id}::uuid, ${it.operator_id}::uuid, ${it.role})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

export interface MemberListRow {
  id: string
  state: 'member' | 'invited'
  name: string
  email: string | null
  role: Role
  has_second_factor: boolean
  since: Date
}

const listed = (operator_id: string | null) => sql<MemberListRow>`
  select m.id, 'member' as state, p.full_name as name, p.email, m.role, f.confirmed_at is not null as has_second_factor,
    m.joined_at as since
  from member m join person p on p.id = m.person_id left join second_factor f on f.person_id = m.person_id
  where m.operator_id is not distinct from ${operator_id}::uuid and m.ended_at is null
  union all
  select i.id, 'invited', '', i.email, i.role, false, i.created_at from member_invitation i
  where i.operator_id is not distinct from ${operator_id}::uuid and i.ended_at is null and i.expires_at > now()`

/** Returns one page of a desk's members, then of its open invitations, each oldest first. */
export async function findPageOfMembers(
  db: Db,
  operator_id: string | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ members: MemberListRow[]; total: number }> {
  const { rows } = await sql<MemberListRow & { total: number }>`
    select *, count(*) over ()::int as total from (${listed(operator_id)}) one
    order by state desc, since, id limit ${limit} offset ${offset}`.execute(db)
  return { members: rows, total: rows[0]?.total ?? 0 }
}

/** Returns one entry of a desk's list of members and invitations. */
export async function findMemberListEntry(
  db: Db,
  operator_id: string | null,
  id: string,
): Promise<MemberListRow | undefined> {
  const { rows } = await sql<MemberListRow>`
    select * from (${listed(operator_id)}) one where id = ${id}::uuid`.execute(db)
  return rows[0]
}

/**
 * Changes the role of a member or an invitation. Ends the open invitations of a member who may no longer invite.
 * Returns false if this desk has no member and no invitation with this `id`.
 */
export async function saveMemberRole(
  tx: Db,
  operator_id: string | null,
  id: string,
  role: Role,
): Promise<boolean> {
  const at = sql`id = ${id}::uuid and operator_id is not distinct from ${operator_id}::uuid and ended_at is null`
  const member = await sql`update member set role = ${role} where ${at}`.execute(tx)
  if (member.rowCount === 1) {
    if (!managingRoles.some((managing) => managing === role)) await endInvitationsBy(tx, id)
    return true
  }
  const asked = await sql`update member_invitation set role = ${role} where ${at}`.execute(tx)
  return asked.rowCount === 1
}

/**
 * Ends a membership with the invitations that the member has made, and deletes their second factor; or ends an
 * invitation. Returns false if this desk has no member and no invitation with this `id`.
 */
export async function endMembershipOrInvitation(
  tx: Db,
  operator_id: string | null,
  id: string,
): Promise<boolean> {
  const at = sql`id = ${id}::uuid and operator_id is not distinct from ${operator_id}::uuid and ended_at is null`
  const { rows } = await sql<{ person_id: string }>`
    update member set ended_at = now(), ended_as = 'removed' where ${at} returning person_id`.execute(
    tx,
  )
  const [ended] = rows
  if (ended !== undefined) {
    await sql`delete from second_factor where person_id = ${ended.person_id}::uuid`.execute(tx)
    await endInvitationsBy(tx, id)
    return true
  }
  const asked = await sql`update member_invitation set ended_at = now() where ${at}`.execute(tx)
  return asked.rowCount === 1
}

/** Returns the names of desks that have no other owner or administrator than this person. `ours` names our own desk. */
export async function findDesksWithoutOtherOwner(
  db: Db,
  person_id: string,
  ours: string,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(o.name, ${ours}) as name from member m left join operator o on o.id = m.operator_id
    where m.person_id = ${person_id}::uuid and m.ended_at is null and m.role in ('owner', 'admin')
      and not exists (select from member h where h.operator_id is not distinct from m.operator_id and h.id <> m.id
        and h.ended_at is null and h.role in ('owner', 'admin'))`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns a person's current and former desks, for the export. */
export async function findDesksOfPerson(db: Db, person_id: string, ours: string) {
  const { rows } = await sql<{ desk: string; role: Role; joined_at: Date; ended_at: Date | null }>`
    select coalesce(o.name, ${ours}) as desk, m.role, m.joined_at, m.ended_at from member m
    left join operator o on o.id = m.operator_id where m.person_id = ${person_id}::uuid order by m.joined_at`.execute(
    db,
  )
  return rows.map(({ joined_at, ended_at, ...row }) => ({
    ...row,
    joined_at: joined_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }))
}

/** Ends a person's membership, access and open invitations. Their actions stay in the audit log without a name. */
export async function deleteMember(tx: Db, person_id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update member set ended_at = now(), ended_as = 'erased'
    where person_id = ${person_id}::uuid and ended_at is null returning id`.execute(tx)
  for (const { id } of rows) await endInvitationsBy(tx, id)
  await sql`delete from second_factor where person_id = ${person_id}::uuid`.execute(tx)
  await sql`delete from member_invitation i using person p
    where p.id = ${person_id}::uuid and i.email = p.email and p.email_verified_at is not null
      and i.accepted_by is null`.execute(tx)
  await sql`update member_invitation i set email = 'erased'
    from member m where m.id = i.accepted_by and m.person_id = ${person_id}::uuid`.execute(tx)
}

/** Selects the ids of a person's memberships of desks. */
export const selectMemberSubjects = (person_id: string) => sql`
  select id::text from member where person_id = ${person_id}::uuid`
