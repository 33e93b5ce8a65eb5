import type { Input, ListAnswer, Output } from '#contract/endpoint'
import { makeRefusal } from '#contract/errors'
import type * as endpoints from '#contract/members/endpoints'
import type { Invitation, Member } from '#contract/members/model'
import {
  invitationValidityDays,
  maxInvitationsPerDay,
  operatorRoles,
  type Role,
  roleLabels,
  staffRoles,
} from '#contract/members/rules'
import { product } from '#contract/product'
import { maskEmail } from '#server/platform/contact-details'
import { sha256 } from '#server/platform/sha256'
import type { Context } from '#server/context'
import { violatesCheck } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { requireUser } from '#server/rooms/accounts'
import { findAuditMembers, findPageOfAuditLog, insertAuditEntry } from './audit-repository.ts'
import * as invitations from './invitation-repository.ts'
import * as repository from './member-repository.ts'
import { randomCharacters } from '#server/platform/ids'
import { requireMember } from './require-member.ts'

/** Throws `not_found` if the caller is no longer a member. */
export async function getDesk(ctx: Context): Promise<Output<typeof endpoints.getDesk>> {
  const { user_id, login_id, proof } = requireMember(ctx)
  const row = await repository.findMember(ctx.db, { user_id, login_id })
  if (row === undefined) throw makeRefusal('not_found')
  const { id: member_id, name, role, operator_code: code, operator_name } = row
  const operator = code === null ? null : { code, name: operator_name ?? code }
  const isMissing = proof === 'asked' && !row.has_factor
  const second_factor = isMissing ? 'missing' : proof
  return { member_id, name, role, operator, second_factor, may: [...requireMember(ctx).scopes] }
}

/** Returns members and invitations of the caller's desk. */
export async function listMembers(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listMembers>,
): Promise<ListAnswer<typeof endpoints.listMembers>> {
  const { operator_id, member_id } = requireMember(ctx)
  const part = { limit: per_page, offset: (page - 1) * per_page }
  const { members, total } = await repository.findPageOfMembers(ctx.db, operator_id, part)
  return { data: members.map(toViewFor(member_id)), meta: { page, per_page, total } }
}

/** Invites a person by email. Throws `invalid_input` for a role of the other kind of desk, 429 after 30 in a day. */
export async function inviteMember(
  ctx: Context,
  input: Input<typeof endpoints.inviteMember>,
): Promise<Member> {
  const { operator_id, member_id, name } = requireMember(ctx)
  const role = roleHere(operator_id, input.role)
  if ((await invitations.countInvitations(ctx.db, operator_id)) >= maxInvitationsPerDay)
    throw makeRefusal('too_many_requests', { retry_after: 3600 })
  const code = randomCharacters(26)
  const email = input.email.toLowerCase()
  const id = await invitations.insertInvitation(ctx.db, {
    operator_id,
    email,
    role,
    code_sha256: sha256(code),
    invited_by: member_id,
  })
  const desk = await deskName(ctx, operator_id)
  const link = `${ctx.config.public_url}/desk?invitation=${code}`
  await enqueue(ctx.db, 'mail.send', {
    to: email,
    subject: `${desk} invites you to its desk`,
    text: `${name} invites you to work at the desk of ${desk} on ${product.name}. Your role there: ${roleLabels[role]}.\n\nLog in or join with this email address, then open:\n${link}\n\nThe invitation is valid for ${invitationValidityDays} days. If you do not know ${name}, ignore this email.`,
  })
  return requireDeskMember(ctx, id)
}

/** Returns an open invitation by its code. Throws `not_found` for a wrong, used or expired code. */
export async function getInvitation(
  ctx: Context,
  { code }: Input<typeof endpoints.getInvitation>,
): Promise<Invitation> {
  const row = await invitations.findInvitation(ctx.db, sha256(code))
  if (row === undefined) throw makeRefusal('not_found')
  const { operator_name, email, expires_at, ...invitation } = row
  return {
    ...invitation,
    desk: operator_name ?? product.name,
    email: maskEmail(email),
    expires_at: expires_at.toISOString(),
  }
}

/**
 * Adds the caller to the desk of an invitation. Throws `not_found` for a wrong or expired code, or for an invitation to
 * another email address; `address_unverified` if the account has the address but has not verified it; and
 * `member_elsewhere` if the caller is already at a desk.
 */
export async function acceptInvitation(
  ctx: Context,
  { code }: Input<typeof endpoints.acceptInvitation>,
): Promise<Output<typeof endpoints.acceptInvitation>> {
  const { user_id: person_id } = requireUser(ctx)
  const invitation = await invitations.lockInvitation(ctx.db, sha256(code), person_id)
  if (invitation === undefined) throw makeRefusal('not_found')
  const { id, operator_id, role, accepted_by, is_verified } = invitation
  if (!is_verified) throw makeRefusal('address_unverified')
  if (accepted_by !== null) {
    if (!(await invitations.isOwnMembership(ctx.db, accepted_by, person_id)))
      throw makeRefusal('not_found')
    return { member_id: accepted_by }
  }
  const member_id = await repository.insertMember(ctx.db, { person_id, operator_id, role })
  if (member_id === undefined) throw makeRefusal('member_elsewhere')
  await invitations.closeInvitation(ctx.db, id, member_id)
  await insertAuditEntry(ctx.db, { operator_id, member_id, act: 'acceptInvitation', subject: id })
  return { member_id }
}

/** Changes a member's role at the caller's desk. Throws `not_found`, `last_head`, `invalid_input`. */
export async function setMemberRole(
  ctx: Context,
  { id, role }: Input<typeof endpoints.setMemberRole>,
): Promise<Member> {
  const { operator_id } = requireMember(ctx)
  const put = repository.saveMemberRole(ctx.db, operator_id, id, roleHere(operator_id, role))
  if (!(await unlessLast(put))) throw makeRefusal('not_found')
  return requireDeskMember(ctx, id)
}

/** Ends a membership at the caller's desk, or cancels an invitation. Throws `not_found`, `last_head`. */
export async function removeMember(
  ctx: Context,
  { id }: Input<typeof endpoints.removeMember>,
): Promise<Output<typeof endpoints.removeMember>> {
  const { operator_id } = requireMember(ctx)
  if (!(await unlessLast(repository.endMembershipOrInvitation(ctx.db, operator_id, id))))
    throw makeRefusal('not_found')
  return { removed: true }
}

/** Returns one page of the audit log of the caller's desk, newest first. */
export async function listAuditLog(
  ctx: Context,
  { page, per_page, ...filter }: Input<typeof endpoints.listAuditLog>,
): Promise<ListAnswer<typeof endpoints.listAuditLog>> {
  const { operator_id } = requireMember(ctx)
  const part = { limit: per_page, offset: (page - 1) * per_page }
  const { entries, total } = await findPageOfAuditLog(ctx.db, operator_id, filter, part)
  return { data: entries, meta: { page, per_page, total } }
}

/** Returns the members whose acts the audit log of the caller's desk may contain. */
export async function listAuditMembers(
  ctx: Context,
): Promise<Output<typeof endpoints.listAuditMembers>> {
  return findAuditMembers(ctx.db, requireMember(ctx).operator_id)
}

async function requireDeskMember(ctx: Context, id: string): Promise<Member> {
  const { operator_id, member_id } = requireMember(ctx)
  const row = await repository.findMemberListEntry(ctx.db, operator_id, id)
  if (row === undefined) throw makeRefusal('not_found')
  return toViewFor(member_id)(row)
}

const toViewFor =
  (member_id: string) =>
  (row: repository.MemberListRow): Member => ({
    ...row,
    is_me: row.id === member_id,
    since: row.since.toISOString(),
  })

function roleHere(operator_id: string | null, role: Role): Role {
  const here: readonly Role[] = operator_id === null ? staffRoles : operatorRoles
  if (here.includes(role)) return role
  throw makeRefusal('invalid_input', {
    fields: { role: `Choose one of these roles: ${here.join(' or ')}.` },
  })
}

async function unlessLast(change: Promise<boolean>): Promise<boolean> {
  try {
    return await change
  } catch (error) {
    if (violatesCheck(error, 'keep_last_owner')) throw makeRefusal('last_head')
    throw error
  }
}

async function deskName(ctx: Context, operator_id: string | null): Promise<string> {
  if (operator_id === null) return product.name
  const { user_id, login_id } = requireMember(ctx)
  return (await repository.findMember(ctx.db, { user_id, login_id }))?.operator_name ?? product.name
}
