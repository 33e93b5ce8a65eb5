import * as z from 'zod/mini'
import { scopes } from '#contract/scopes'
import { instant, text } from '#contract/shapes'
import { roles, waitingSubjects } from './rules.ts'

/**
 * The caller's membership of a desk. `operator`: null at our own desk. `second_factor`: `missing` (not set up yet),
 * `asked` (required in this login), `shown` (entered) or `none` (not required). `may`: the scopes of the caller's role.
 */
export const DeskMembership = z.object({
  member_id: z.string(),
  name: z.string(),
  role: z.enum(roles),
  operator: z.nullable(z.object({ code: z.string(), name: z.string() })),
  second_factor: z.enum(['none', 'missing', 'asked', 'shown']),
  may: z.array(z.enum(scopes)),
})

export type DeskMembership = z.output<typeof DeskMembership>

/**
 * The numbers of open items at the desk of the member, of the kinds that they may work on. A kind without open items is
 * left out.
 */
export const WaitingCounts = z.array(z.object({ subject: z.enum(waitingSubjects), count: z.int() }))

/** A new second factor. `secret` in base32, for typing; `uri` for scanning (`otpauth://totp/…`). */
export const SecondFactorSetup = z.object({ secret: z.string(), uri: z.string() })

export type SecondFactorSetup = z.output<typeof SecondFactorSetup>

/** Six digits of the authenticator app, or a recovery code. */
export const SecondFactorCode = text(6, 20)

/**
 * `recovery_codes` are sent when the second factor is set up, and again, replaced by new ones, for further codes of the
 * app in this login within ten minutes, until a recovery code is used. Otherwise null.
 */
export const SecondFactorResult = z.object({
  recovery_codes: z.nullable(z.array(z.string())),
  recovery_codes_left: z.int(),
})

export type SecondFactorResult = z.output<typeof SecondFactorResult>

/** A member of the desk, or a person who was invited to it. */
export const Member = z.object({
  id: z.string(),
  state: z.enum(['member', 'invited']),
  /** Empty for an invited person. */
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.enum(roles),
  is_me: z.boolean(),
  has_second_factor: z.boolean(),
  since: instant,
})

export type Member = z.output<typeof Member>

/**
 * An open invitation to a desk, as its link shows it to anybody. `email`: the address it was sent to, with most of it
 * left out. `invited_by`: null if that person has no account any more.
 */
export const Invitation = z.object({
  desk: z.string(),
  role: z.enum(roles),
  invited_by: z.nullable(z.string()),
  email: z.string(),
  expires_at: instant,
})

export type Invitation = z.output<typeof Invitation>

/**
 * An entry of the audit log. `act`: the endpoint's name. `subject`: an id or reference. `about`: the label of the
 * subject, such as a person, an email address or a reference; null if there is none.
 */
export const AuditEntry = z.object({
  id: z.string(),
  who: z.string(),
  act: z.string(),
  subject: z.nullable(z.string()),
  about: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  at: instant,
})

export type AuditEntry = z.output<typeof AuditEntry>

/** A member whose acts the audit log may contain. `has_left`: they are no longer a member of the desk. */
export const AuditMember = z.object({ id: z.string(), name: z.string(), has_left: z.boolean() })

export type AuditMember = z.output<typeof AuditMember>
