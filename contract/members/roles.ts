import type { Scope } from '#contract/scopes'

/** What somebody is at the desk of an operator, and at our own. `owner` and `admin` decide who else is there. */
export const operatorRoles = ['owner', 'agent'] as const
export const staffRoles = ['support', 'moderator', 'admin'] as const
export const roles = [...operatorRoles, ...staffRoles] as const
export type Role = (typeof roles)[number]

/** Who answers conversations. */
export const answerers = ['owner', 'agent', 'support', 'admin'] as const satisfies readonly Role[]

/** Who decides who else works at a desk, and reads its log. */
export const heads = ['owner', 'admin'] as const satisfies readonly Role[]

/** What a role may do of what operators' and our staff's keys may. */
export const scopesOf: Record<Role, readonly Scope[]> = {
  owner: ['reviews', 'support'],
  agent: ['support'],
  support: ['support'],
  moderator: ['reviews', 'moderation'],
  admin: ['reviews', 'moderation', 'support'],
}

/** How people read them. */
export const roleWords: Record<Role, string> = {
  owner: 'Owner',
  agent: 'Agent',
  support: 'Support',
  moderator: 'Moderator',
  admin: 'Administrator',
}
