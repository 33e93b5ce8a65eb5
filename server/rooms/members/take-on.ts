import type { Role } from '#contract/members/rules'
import type { Db } from '#server/db/client'
import type { Secrets } from '#server/platform/secrets'
import { decodeBase32 } from '#server/platform/totp'
import { insertAuditEntry } from './audit-repository.ts'
import { confirmSecondFactor, insertSecondFactor } from './factor-repository.ts'
import { encryptFactorSecret } from './factor-secret.ts'
import * as repository from './member-repository.ts'

/**
 * A role at a desk for the person who has verified `email`. `operator`: the operator's code, or null for our own desk.
 */
export interface DeskAssignment {
  email: string
  operator: string | null
  role: Role
}

/**
 * Adds a person to a desk without an invitation, which the first member of a desk needs. Returns `there` if the person
 * was at this desk before; they then get the new role. Throws an Error, whose message the command shows, if the account
 * or operator does not exist, or if the person is at another desk.
 */
export async function addToDesk(
  tx: Db,
  { email, operator, role }: DeskAssignment,
): Promise<'new' | 'there'> {
  const person_id = await repository.findVerifiedPersonId(tx, email)
  if (person_id === undefined) throw new Error(`No account has verified the address ${email}.`)
  const operator_id = operator === null ? null : await repository.findOperatorId(tx, operator)
  if (operator_id === undefined) throw new Error(`No operator has the code ${operator}.`)
  const member_id = await repository.insertMember(tx, { person_id, operator_id, role })
  if (member_id === undefined) {
    const membership = await repository.findMembership(tx, person_id)
    if (membership?.operator_id !== operator_id) throw new Error(`${email} works at another desk.`)
    if (membership.role !== role)
      await repository.saveMemberRole(tx, operator_id, membership.id, role)
    return 'there'
  }
  await insertAuditEntry(tx, { operator_id, act: 'putAtDesk', subject: member_id })
  return 'new'
}

/** Ends a person's membership at any desk, with their second factor. Returns false if they have none. */
export async function removeFromDesk(tx: Db, email: string): Promise<boolean> {
  const person_id = await repository.findVerifiedPersonId(tx, email)
  const membership = person_id && (await repository.findMembership(tx, person_id))
  if (!membership) return false
  const { id, operator_id } = membership
  await repository.endMembershipOrInvitation(tx, operator_id, id)
  await insertAuditEntry(tx, { operator_id, act: 'takeOffDesk', subject: id })
  return true
}

/** Sets up a second factor with a known base32 secret, for the demo and its tests. */
export async function setUpSecondFactor(
  tx: Db,
  config: Secrets,
  { email, secret }: { email: string; secret: string },
): Promise<void> {
  const person_id = (await repository.findVerifiedPersonId(tx, email)) ?? ''
  await insertSecondFactor(
    tx,
    person_id,
    encryptFactorSecret(config, person_id, decodeBase32(secret)),
  )
  await confirmSecondFactor(tx, person_id)
}
