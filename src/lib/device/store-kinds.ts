import type { Shape } from '#contract/shape'
import { listStoreDeclarations, type StoreDeclaration } from '#lib/room'

const waited = { read_ms: 5000, list_ms: 1500 } as const

/**
 * The fields that are needed to board. Fields that earlier versions did not store are left out, since a ticket without
 * them is still a paid ticket.
 */
const ticketShape: Shape = {
  reference: 'string',
  booking: {
    reference: 'string',
    trip: {
      departs_at: 'instant',
      zone: 'string',
      from: { city: { name: 'string' } },
      to: { city: { name: 'string' } },
      operator: { name: 'string' },
    },
  },
  tickets: [{ seat: 'number', passenger: 'string', payload: 'string' }],
  saved_at: 'number',
}

const parcelShape: Shape = {
  tracking_id: 'string',
  tracking: {
    tracking_id: 'string',
    state: 'string',
    server_time: 'instant',
    events: [{ at: 'instant' }],
  },
  saved_at: 'number',
}

const outboxItemShape: Shape = {
  id: 'string',
  kind: 'string',
  owner: 'string',
  state: 'string',
  'said?': { code: 'string', detail: 'string', fields: { '*': 'string' } },
}

/** The databases of `lib`. Do not rename one: the service worker and earlier versions use these names. */
const stores = {
  answers: {
    of: 'person',
    until: 'old',
    ...waited,
    read_ms: 400,
    is_spare: true,
    shape: { state: { dataUpdatedAt: 'number' }, queryKey: ['any'] },
  },
  vault: { of: 'person', until: 'dropped', ...waited, shape: [ticketShape, parcelShape] },
  // `any`, since each form compares its draft with its own initial values (`repairDraft`).
  drafts: { of: 'person', until: 'sent', ...waited, shape: 'any' },
  /** Guests' proofs are here only while local storage does not take them. */
  proofs: {
    of: 'person',
    until: 'dropped',
    ...waited,
    read_ms: 1500,
    shape: { '*': { '*': 'string' } },
  },
  outbox: {
    of: 'person',
    until: 'sent',
    ...waited,
    list_ms: 5000,
    shape: outboxItemShape,
  },
} as const satisfies Record<string, StoreDeclaration>

/** Returns the declarations of all kinds of databases, of `lib` and of the rooms, by name. */
export const listStoreKinds = (): ReadonlyMap<string, StoreDeclaration> =>
  new Map(Object.entries({ ...stores, ...listStoreDeclarations() }))

/** Returns the declaration of a kind. Throws for an unknown name. */
export function findStoreKind(name: string): StoreDeclaration {
  const facts = listStoreKinds().get(name)
  if (facts === undefined) throw new Error(`${name} is not a declared store`)
  return facts
}
