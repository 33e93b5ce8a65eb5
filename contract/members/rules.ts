import type { Scope } from '#contract/scopes'

/** Hours for which a second factor is valid in one login. */
export const secondFactorHours = 12

export const invitationValidityDays = 7

/** The most invitations of a desk per day. */
export const maxInvitationsPerDay = 30

/**
 * The kinds of work that can be open at a desk. The navigation shows the number of open items beside the link to their
 * screen.
 */
export const waitingSubjects = [
  'conversations',
  'reservations',
  'parcels',
  'claims',
  'refunds',
] as const

export type WaitingSubject = (typeof waitingSubjects)[number]

/** Roles at an operator's desk and at our own. `owner` and `admin` manage members. */
export const operatorRoles = [
  'owner',
  'manager',
  'counter',
  'attendant',
  'finance',
  'agent',
] as const

export const staffRoles = ['support', 'moderator', 'admin'] as const

export const roles = [...operatorRoles, ...staffRoles] as const

export type Role = (typeof roles)[number]

/** Roles that answer conversations. */
export const answeringRoles = [
  'owner',
  'manager',
  'agent',
  'support',
  'admin',
] as const satisfies readonly Role[]

/** Roles that manage members and read the log. */
export const managingRoles = ['owner', 'admin'] as const satisfies readonly Role[]

const allOfOperators: readonly Scope[] = [
  'boarding',
  'counter',
  'drawers',
  'departures',
  'charters',
  'invoices',
  'claims',
  'reviews',
  'support',
  'directory',
]

/** The scopes of each role, for endpoints with the access `operator` or `staff`. */
export const roleScopes: Record<Role, readonly Scope[]> = {
  owner: allOfOperators,
  manager: allOfOperators,
  counter: ['boarding', 'counter'],
  attendant: ['boarding'],
  finance: ['invoices', 'claims', 'drawers'],
  agent: ['support'],
  support: ['support'],
  moderator: ['reviews', 'moderation'],
  admin: ['reviews', 'moderation', 'support', 'refunds', 'directory', 'claims'],
}

export const roleLabels: Record<Role, string> = {
  owner: 'Owner',
  manager: 'Manager',
  counter: 'Counter',
  attendant: 'Attendant',
  finance: 'Finance',
  agent: 'Agent',
  support: 'Support',
  moderator: 'Moderator',
  admin: 'Administrator',
}
