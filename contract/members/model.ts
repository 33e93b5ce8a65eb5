import * as z from 'zod/mini'
import { scopes } from '#contract/scopes'
import { instant, text } from '#contract/shapes'
import { roles } from './roles.ts'

/** Hours for which a second factor holds in one login. */
export const proofHours = 12

/** Days in which an invitation can be accepted, and how many a desk sends in one day. */
export const invitationDays = 7
export const invitationsPerDay = 30

/**
 * My place at a desk. `operator` is null at our own. `second_factor`: `missing`: it must be set up first; `asked`: this
 * login has not shown it; `shown`; `none`: nobody asks for one. `may`: what my role may do.
 */
export const DeskPlace = z.object({
  member_id: z.string(),
  name: z.string(),
  role: z.enum(roles),
  operator: z.nullable(z.object({ code: z.string(), name: z.string() })),
  second_factor: z.enum(['none', 'missing', 'asked', 'shown']),
  may: z.array(z.enum(scopes)),
})
export type DeskPlace = z.output<typeof DeskPlace>

/** `secret` in base32, for typing; `uri` for scanning (`otpauth://totp/…`). */
export const SecondFactor = z.object({ secret: z.string(), uri: z.string() })
export type SecondFactor = z.output<typeof SecondFactor>

/** Six digits of the app, or one of the recovery codes. */
export const FactorCode = text(6, 20)

/** `recovery_codes`: told once, when the second factor was set up; null afterwards. */
export const Proof = z.object({
  recovery_codes: z.nullable(z.array(z.string())),
  recovery_codes_left: z.int(),
})
export type Proof = z.output<typeof Proof>

/** Somebody at my desk, or who was asked to come. */
export const Member = z.object({
  id: z.string(),
  state: z.enum(['member', 'invited']),
  /** Empty for somebody who has only been invited. */
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.enum(roles),
  is_me: z.boolean(),
  has_second_factor: z.boolean(),
  since: instant,
})
export type Member = z.output<typeof Member>

/**
 * An audit log entry. `act`: the call's name; `subject`: the id or reference it acted on; `about`: that in words: whose
 * membership or conversation, the address that was invited, the reference; null where there are no words.
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
