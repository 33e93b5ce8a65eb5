/** Scopes of keys. Each call of an operator or of our staff requires one. */
export const scopes = [
  'boarding',
  'counter',
  'claims',
  'finance',
  'refunds',
  'charters',
  'invoices',
  'departures',
  'moderation',
  'reviews',
  'directory',
  'support',
  'drawers',
] as const
export type Scope = (typeof scopes)[number]
