import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { email, id, page, PageMeta, perPage } from '#contract/shapes'
import { AuditEntry, DeskPlace, FactorCode, Member, Proof, SecondFactor } from './model.ts'
import { heads, roles } from './roles.ts'

export const getDesk = endpoint({
  name: 'getDesk',
  summary: 'At which desk I work, what I may do there, and whether my second factor is asked for',
  method: 'GET',
  path: '/v1/{p}/desk',
  access: 'desk',
  roles,
  before_proof: true,
  input: z.strictObject({}),
  output: DeskPlace,
  refusals: [],
})

export const startSecondFactor = endpoint({
  name: 'startSecondFactor',
  summary: 'Makes the secret of a second factor, which holds once a code of it was shown',
  method: 'PUT',
  path: '/v1/{p}/desk/second-factor',
  access: 'desk',
  roles,
  before_proof: true,
  input: z.strictObject({}),
  output: SecondFactor,
  refusals: ['second_factor_set'],
})

/** No idempotency key: a code is good once, and a kept answer would keep recovery codes. */
export const showSecondFactor = endpoint({
  name: 'showSecondFactor',
  summary:
    'Shows a code of my second factor, for this login and 12 hours; the first one sets it up and gives recovery codes',
  method: 'POST',
  path: '/v1/{p}/desk/second-factor/proofs',
  access: 'desk',
  roles,
  before_proof: true,
  input: z.strictObject({ code: FactorCode }),
  output: Proof,
  refusals: ['wrong_code'],
})

export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'Who works at my desk, and who was invited',
  method: 'GET',
  path: '/v1/{p}/desk/members',
  access: 'desk',
  roles: heads,
  input: z.strictObject({ page, per_page: perPage(50) }),
  output: z.array(Member),
  meta: PageMeta,
  refusals: [],
})

export const inviteMember = endpoint({
  name: 'inviteMember',
  summary: 'Invites somebody to my desk by e-mail; a newer invitation takes the place of an older',
  method: 'POST',
  path: '/v1/{p}/desk/invitations',
  access: 'desk',
  roles: heads,
  input: z.strictObject({ email, role: z.enum(roles) }),
  output: Member,
  refusals: [],
  idempotency: 'required',
})

/** The code stands in the mail; only the account with that e-mail address can use it. */
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Accepts an invitation to a desk, with the code of the mail',
  method: 'POST',
  path: '/v1/{p}/desk/invitations/{code}/acceptance',
  access: 'user',
  input: z.strictObject({
    code: z
      .string()
      .check(z.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'This is not the code of an invitation.')),
  }),
  output: z.object({ member_id: z.string() }),
  refusals: ['not_found', 'member_elsewhere'],
  idempotency: 'required',
})

export const setMemberRole = endpoint({
  name: 'setMemberRole',
  summary: 'Changes what somebody is at my desk; it always keeps an owner or administrator',
  method: 'PUT',
  path: '/v1/{p}/desk/members/{id}',
  access: 'desk',
  roles: heads,
  input: z.strictObject({ id, role: z.enum(roles) }),
  output: Member,
  refusals: ['not_found', 'last_head'],
})

export const removeMember = endpoint({
  name: 'removeMember',
  summary: 'Ends somebody’s place at my desk with their second factor, or takes an invitation back',
  method: 'DELETE',
  path: '/v1/{p}/desk/members/{id}',
  access: 'desk',
  roles: heads,
  input: z.strictObject({ id }),
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found', 'last_head'],
})

export const listAuditLog = endpoint({
  name: 'listAuditLog',
  summary: 'What was done at my desk, by whom and why; the newest first',
  method: 'GET',
  path: '/v1/{p}/desk/audit',
  access: 'desk',
  roles: heads,
  input: z.strictObject({ member: z.optional(id), page, per_page: perPage(50) }),
  output: z.array(AuditEntry),
  meta: PageMeta,
  refusals: [],
})
