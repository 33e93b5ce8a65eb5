import { invitationValidityDays, managingRoles, type Role } from '#contract/members/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

/** Waits until concurrent invitations of this desk are stored, and counts the desk's invitations of the last day. */
export async function countInvitations(db: Db, operator_id: string | null): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invitations of ${operator_id ?? 'ours'}`}, 0))`.execute(
    db,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from member_invitation
    where operator_id is not distinct from ${operator_id}::uuid and created_at > now() - interval '1 day'`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Stores an invitation, which replaces an earlier one to the same email address. Returns its id. */
export async function insertInvitation(
  tx: Db,
  it: {
    operator_id: string | null
    email: string
    role: Role
    code_sha256: Uint8Array
    invited_by: string
  },
): Promise<string> {
  // Concurrent invitations to one address wait for each other, so that the later one replaces the earlier one and
  // neither fails.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invitation ${it.email}`}, 0))`.execute(
    tx,
  )
  await sql`update member_invitation set ended_at = now()
    where operator_id is not distinct from ${it.operator_id}::uuid and email = ${it.email} and ended_at is null`.execute(
    tx,
  )
  const id = makeId()
  await sql`
    insert into member_invitation (id, operator_id, email, role, code_sha256, invited_by, expires_at)
    values (${id}, ${it.operator_id}::uuid, ${it.email}, ${it.role}, ${it.code_sha256}, ${it.invited_by}::uuid,
      now() + ${invitationValidityDays} * interval '1 day')`.execute(tx)
  return id
}

/** Ends the open invitations that a member has made: who no longer manages the desk lets nobody in. */
export async function endInvitationsBy(tx: Db, member_id: string): Promise<void> {
  await sql`
    update member_invitation set ended_at = now() where invited_by = ${member_id}::uuid and ended_at is null`.execute(
    tx,
  )
}

/** SQL: whether an invitation can be accepted. Its author may have left while it was being stored. */
const isOpen = sql`i.ended_at is null and i.expires_at > now() and (i.invited_by is null or exists (
  select from member m
  where m.id = i.invited_by and m.ended_at is null and m.role = any (${[...managingRoles]}::text[])))`

export interface OpenInvitationRow {
  /** Null at our own desk. */
  operator_name: string | null
  role: Role
  email: string
  /** Null if nobody of the desk invited. */
  invited_by: string | null
  expires_at: Date
}

/** Returns undefined if the invitation has ended or expired. */
export async function findInvitation(
  db: Db,
  code_sha256: Uint8Array,
): Promise<OpenInvitationRow | undefined> {
  const { rows } = await sql<OpenInvitationRow>`
    select o.name as operator_name, i.role, i.email, p.full_name as invited_by, i.expires_at
    from member_invitation i
    left join operator o on o.id = i.operator_id
    left join member m on m.id = i.invited_by
    left join person p on p.id = m.person_id
    where i.code_sha256 = ${code_sha256} and ${isOpen}`.execute(db)
  return rows[0]
}

export interface InvitationRow {
  id: string
  operator_id: string | null
  role: Role
  accepted_by: string | null
  /** Whether the person has verified the address to which the invitation was sent. */
  is_verified: boolean
}

/**
 * Returns the open or accepted invitation of a code if it was sent to the email address in the person's account. Locks
 * the invitation's row until the transaction ends.
 */
export async function lockInvitation(
  tx: Db,
  code_sha256: Uint8Array,
  person_id: string,
): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select i.id, i.operator_id, i.role, i.accepted_by, p.email_verified_at is not null as is_verified
    from member_invitation i
    join person p on p.email = i.email and p.id = ${person_id}::uuid
    where i.code_sha256 = ${code_sha256}
      and (i.accepted_by is not null or (${isOpen}))
    for update of i`.execute(tx)
  return rows[0]
}

/** Ends an invitation and records who accepted it. */
export async function closeInvitation(tx: Db, id: string, member_id: string): Promise<void> {
  await sql`update member_invitation set ended_at = now(), accepted_by = ${member_id}::uuid where id = ${id}::uuid`.execute(
    tx,
  )
}

/** Returns whether a member's id belongs to this person, so that accepting twice has no second effect. */
export async function isOwnMembership(
  db: Db,
  member_id: string,
  person_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from member where id = ${member_id}::uuid and person_id = ${person_id}::uuid and ended_at is null`.execute(
    db,
  )
  return rows.length === 1
}
