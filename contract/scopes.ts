/** What a key may be good for; each call of operators and of our staff names the one it asks for. */
export const scopes = [
  'boarding',
  'counter',
  'claims',
  'finance',
  'charters',
  'invoices',
  'departures',
  'moderation',
  'reviews',
  'directory',
  'support',
] as const
export type Scope = (typeof scopes)[number]
