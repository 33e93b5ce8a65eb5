import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { day, email, id, page, PageMeta, perPage, text } from '#contract/shapes'
import {
  AuditEntry,
  AuditMember,
  DeskMembership,
  SecondFactorCode,
  Invitation,
  Member,
  SecondFactorResult,
  SecondFactorSetup,
  WaitingCounts,
} from './model.ts'
import { managingRoles, roles } from './rules.ts'

export const getDesk = endpoint({
  name: 'getDesk',
  summary: 'My desk, what I may do there, and whether a second factor is required',
  method: 'GET',
  path: '/v1/{p}/desk',
  access: 'desk',
  roles,
  before_proof: true,
  input: z.strictObject({}),
  output: DeskMembership,
  refusals: [],
})

export const countWaiting = endpoint({
  name: 'countWaiting',
  summary: 'How much waits at my desk for somebody to act, of what I may do there',
  method: 'GET',
  path: '/v1/{p}/desk/waiting',
  access: 'desk',
  roles,
  input: z.strictObject({}),
  output: WaitingCounts,
  refusals: [],
})

export const startSecondFactor = endpoint({
  name: 'startSecondFactor',
  summary: 'Creates the secret of a second factor, which is active once a code has been entered',
  method: 'PUT',
  path: '/v1/{p}/desk/second-factor',
  access: 'desk',
  roles,
  before_proof: true,
  input: z.strictObject({}),
  output: SecondFactorSetup,
  refusals: ['second_factor_set'],
})

/** Takes no idempotency key: a code is valid only once, and a stored answer would contain recovery codes. */
export const showSecondFactor = endpoint({
  name: 'showSecondFactor',
  summary:
    'Verifies a second-factor code for this session and 12 hours; the first one activates it and returns recovery codes',
  method: 'POST',
  path: '/v1/{p}/desk/second-factor/proofs',
  access: 'desk',
  roles,
  before_proof: true,
  input: z.strictObject({ code: SecondFactorCode }),
  output: SecondFactorResult,
  refusals: ['wrong_code'],
})

export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'Members and invitations of my desk',
  method: 'GET',
  path: '/v1/{p}/desk/members',
  access: 'desk',
  roles: managingRoles,
  input: z.strictObject({ page, per_page: perPage(50) }),
  output: z.array(Member),
  meta: PageMeta,
  refusals: [],
})

export const inviteMember = endpoint({
  name: 'inviteMember',
  summary: 'Invites somebody to my desk by email; a new invitation replaces an older one',
  method: 'POST',
  path: '/v1/{p}/desk/invitations',
  access: 'desk',
  roles: managingRoles,
  input: z.strictObject({ email, role: z.enum(roles) }),
  output: Member,
  refusals: [],
  idempotency: 'required',
})

const invitationCode = z
  .string()
  .check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'This invitation code is not valid.'))

/** Returns who invites the person, and to which desk and role, even to a caller who is not logged in. */
export const getInvitation = endpoint({
  name: 'getInvitation',
  summary: 'An open invitation to a desk: who invites to what',
  method: 'GET',
  path: '/v1/{p}/desk/invitations/{code}',
  access: 'anyone',
  input: z.strictObject({ code: invitationCode }),
  output: Invitation,
  refusals: ['not_found'],
})

/** The code of an invitation comes by email; only the account that has verified that email address can use it. */
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Accepts an invitation to a desk with the code from the email',
  method: 'POST',
  path: '/v1/{p}/desk/invitations/{code}/acceptance',
  access: 'user',
  input: z.strictObject({ code: invitationCode }),
  output: z.object({ member_id: z.string() }),
  refusals: ['not_found', 'address_unverified', 'member_elsewhere'],
  idempotency: 'required',
})

export const setMemberRole = endpoint({
  name: 'setMemberRole',
  summary: 'Changes a member’s role; a desk always keeps an owner or administrator',
  method: 'PUT',
  path: '/v1/{p}/desk/members/{id}',
  access: 'desk',
  roles: managingRoles,
  input: z.strictObject({ id, role: z.enum(roles) }),
  output: Member,
  refusals: ['not_found', 'last_head'],
})

export const removeMember = endpoint({
  name: 'removeMember',
  summary: 'Removes a member with their second factor, or cancels an invitation',
  method: 'DELETE',
  path: '/v1/{p}/desk/members/{id}',
  access: 'desk',
  roles: managingRoles,
  input: z.strictObject({ id }),
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found', 'last_head'],
})

export const listAuditLog = endpoint({
  name: 'listAuditLog',
  summary:
    'The audit log of my desk, newest first: of one member, one day, or about one id, reference or waybill',
  method: 'GET',
  path: '/v1/{p}/desk/audit',
  access: 'desk',
  roles: managingRoles,
  input: z.strictObject({
    member: z.optional(id),
    about: z.optional(text(1, 80)),
    day: z.optional(day),
    page,
    per_page: perPage(50),
  }),
  output: z.array(AuditEntry),
  meta: PageMeta,
  refusals: [],
})

export const listAuditMembers = endpoint({
  name: 'listAuditMembers',
  summary: 'The members of my desk, then those who have left and are in its audit log, by name',
  method: 'GET',
  path: '/v1/{p}/desk/audit/members',
  access: 'desk',
  roles: managingRoles,
  input: z.strictObject({}),
  output: z.array(AuditMember),
  refusals: [],
})
