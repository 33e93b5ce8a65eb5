import { makeRefusal } from '#contract/errors'
import type { Role } from '#contract/members/rules'
import type { Scope } from '#contract/scopes'

/** The caller. A guest owns the data that they can prove to be theirs by the contact's phone or a guest token. */
export type Actor =
  | { kind: 'guest'; phone?: string; guest_token?: string; device_id?: string }
  | { kind: 'user'; user_id: string; login_id: string; device_id?: string }
  | { kind: 'operator'; operator_id: string; key_id: string; scopes: readonly Scope[] }
  | { kind: 'staff'; key_id: string; scopes: readonly Scope[] }
  | MemberActor

/**
 * A member of an operator's desk or, without an operator, of our own. `proof` says whether this login needs the second
 * factor, and whether it was entered.
 */
export interface MemberActor {
  kind: 'member'
  user_id: string
  login_id: string
  member_id: string
  operator_id: string | null
  name: string
  role: Role
  proof: 'none' | 'asked' | 'shown'
  scopes: readonly Scope[]
}

/** An actor at a desk: either a key or a member, with null for the other. */
export interface DeskPrincipal {
  key_id: string | null
  member_id: string | null
}

/** An actor for an operator: one of its keys or members. */
export interface OperatorPrincipal extends DeskPrincipal {
  operator_id: string
}

/**
 * Throws `code_needed` for a guest who gives a phone number. Call it once their other proofs have failed: a phone
 * number alone gives no access.
 */
export function requireGuestProof({ actor }: { actor: Actor }): void {
  if (actor.kind === 'guest' && actor.phone !== undefined) throw makeRefusal('code_needed')
}

/** Throws `not_allowed` with this sentence if a case concerns the member who decides about it. Keys are nobody's. */
export async function refuseOwnCase(
  actor: Actor,
  concerns: (user_id: string) => boolean | Promise<boolean>,
  detail: string,
): Promise<void> {
  if (actor.kind === 'member' && (await concerns(actor.user_id)))
    throw makeRefusal('not_allowed', { detail })
}
