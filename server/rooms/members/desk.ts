import { scopesOf } from '#contract/members/rules'
import type { Deps, Desks } from '#server/context'
import { writeAudit } from './audit-repository.ts'
import { findMember } from './member-repository.ts'

/**
 * Desk membership of logged-in people. Our staff enter a second factor in each login, and so does anyone who has set
 * one up.
 */
export function desks({ db }: Pick<Deps, 'db'>): Desks {
  return {
    async member(user) {
      const row = await findMember(db, user)
      if (row === undefined) return undefined
      const { id: member_id, operator_id, role, name, has_factor, is_proved } = row
      const asks = operator_id === null || has_factor
      const proof = !asks ? 'none' : is_proved && has_factor ? 'shown' : 'asked'
      const { user_id, login_id } = user
      const scopes = scopesOf[role]
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
      writeAudit(tx, { member_id, operator_id, ...act }),
  }
}
