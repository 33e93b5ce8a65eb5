import { roleScopes } from '#contract/members/rules'
import type { Deps, DeskAccess } from '#server/context'
import { insertAuditEntry } from './audit-repository.ts'
import { findMember } from './member-repository.ts'

/**
 * Makes the access to desks: it finds the membership of a logged-in person and writes to the audit log. Our staff must
 * enter a second factor in each login, and so must anyone else who has set one up.
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
    note: (tx, { member_id, operator_id }, act) =>
      insertAuditEntry(tx, { member_id, operator_id, ...act }),
  }
}
