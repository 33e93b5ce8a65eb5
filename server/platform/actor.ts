import { refuse } from '#contract/errors'
import type { Role } from '#contract/members/roles'
import type { Scope } from '#contract/scopes'

/** Who calls. A guest owns what they can show a contact's phone or a guest token for. */
export type Actor =
  | { kind: 'guest'; phone?: string; guest_token?: string; device_id?: string }
  | { kind: 'user'; user_id: string; login_id: string; device_id?: string }
  | { kind: 'operator'; operator_id: string; key_id: string; scopes: readonly Scope[] }
  | { kind: 'staff'; key_id: string; scopes: readonly Scope[] }
  | MemberActor

/**
 * A user who works at the desk of an operator, or, without one, at our own. `proof`: whether their second factor is
 * asked for in this login, and was shown.
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

/** Throws `code_needed` for a guest who names a phone instead of showing what proves a booking. */
export function refuseWithoutCode({ actor }: { actor: Actor }): void {
  if (actor.kind === 'guest' && actor.phone !== undefined) throw refuse('code_needed')
}
