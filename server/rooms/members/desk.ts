import { roleScopes } from '#contract/members/rules'
import type { Deps, DeskAccess, DeskActor } from '#server/context'
import { insertAuditEntry } from './audit-repository.ts'
import { findMember } from './member-repository.ts'

/**
 * Makes the desk functions that `server/http` calls. `member` returns the desk membership of a logged-in person. `note`
 * writes to the audit log. Each login needs a second factor for our own staff, and for an operator's member who has set
 * one up.
 */
export function makeDeskAccess({ db }: Pick<Deps, 'db'>): DeskAccess {
  return {
    async member(user) {
      const row = await findMember(db, user)
      if (row === undefined) return undefined
      const { id: member_id, operator_id, role, name, has_factor, is_proved } = row
      const asks = operator_id === null || has_factor
      const proof = !asks ? 'none' : is_proved && has_factor ? 'shown' : 'asked'
      const { user_id, login_id } = user
      const scopes = roleScopes[role]
      return {
        kind: 'member',
        user_id,
        login_id,
        member_id,
        operator_id,
        role,
        name,
        proof,
        scopes,
      }
    },
    note: (tx, actor, act) => insertAuditEntry(tx, { ...nameActor(actor), ...act }),
  }
}

/** Returns the columns that name an actor in the audit log. */
function nameActor(actor: DeskActor) {
  if (actor.kind === 'member') return { operator_id: actor.operator_id, member_id: actor.member_id }
  if (actor.kind === 'operator') return { operator_id: actor.operator_id, key_id: actor.key_id }
  return { operator_id: null, staff_key_id: actor.key_id }
}
