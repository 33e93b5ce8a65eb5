import { listStores, type StoreFacts } from '#lib/room'

const waited = { read_ms: 5000, list_ms: 1500 } as const

/** The databases of `lib`. Do not rename one: the service worker and earlier versions use these names. */
const stores = {
  answers: { of: 'person', until: 'old', ...waited, read_ms: 400, is_spare: true },
  vault: { of: 'person', until: 'dropped', ...waited },
  drafts: { of: 'person', until: 'sent', ...waited },
  /** Guests' proofs are here only while local storage does not take them. */
  proofs: { of: 'person', until: 'dropped', ...waited, read_ms: 1500 },
  outbox: { of: 'person', until: 'sent', ...waited, list_ms: 5000 },
} as const satisfies Record<string, StoreFacts>

/** Returns every kind of database that `lib` or a room has. */
export const storeKinds = (): ReadonlyMap<string, StoreFacts> =>
  new Map(Object.entries({ ...stores, ...listStores() }))

/** Returns the declaration of a kind. Throws for an unknown name. */
export function findStoreKind(name: string): StoreFacts {
  const facts = storeKinds().get(name)
  if (facts === undefined) throw new Error(`${name} is nobody’s`)
  return facts
}
