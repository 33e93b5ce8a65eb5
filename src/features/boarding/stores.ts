import type { StoreDeclaration } from '#lib/room'

const facts = { until: 'old', read_ms: 5000, list_ms: 5000, shape: { '*': 'any' } } as const

/** The databases of the boarding screen. The desk declares them too, so that a logout there empties the member's. */
export const boardingStores: Record<string, StoreDeclaration> = {
  // What was stored with a key belongs to the phone and the operator, so it is not deleted at a login or logout.
  boarding: { of: 'device', ...facts },
  boarding_login: { of: 'person', ...facts, unsent: { scan: 'any', 'answer?': 'null' } },
}
