import { expect, test } from 'vitest'
import { endpoints } from '#contract/all'
import { isLoggedAtDesk } from '#contract/endpoint'
import { operatorRoles, type Role, roleScopes, staffRoles } from '#contract/members/rules'
import type { Scope } from '#contract/scopes'
import { auditActionLabels } from '#src/features/members/desk/audit-action-labels.ts'

const scopesAt = (roles: readonly Role[]) => new Set(roles.flatMap((role) => roleScopes[role]))
const at: Record<string, ReadonlySet<Scope>> = {
  operator: scopesAt(operatorRoles),
  staff: scopesAt(staffRoles),
}

test('the log of a desk has words for all that its members do', () => {
  const done = endpoints.filter(
    (one) =>
      isLoggedAtDesk(one) &&
      (one.access === 'desk' ||
        (one.scope !== undefined && at[one.access]?.has(one.scope) === true)),
  )
  expect(done.length).toBeGreaterThan(10)
  expect(done.map(({ name }) => name).filter((name) => !(name in auditActionLabels))).toEqual([])
})
