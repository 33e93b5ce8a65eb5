import { allStores } from '#lib/room'

/**
 * A kind of IndexedDB database, one for each owner. `device`: what lies there belongs to the phone and stays
 * after a logout; `person`: it goes with its owner.
 */
export interface StoreFacts {
  of: 'device' | 'person'
  /** When an entry is deleted: by age, once sent, or only on request. */
  until: 'old' | 'sent' | 'dropped'
  /**
   * How long a read may take, ms. A stored answer is asked of the network then; what is nowhere else is waited
   * for, since a phone that is busy starting the app answers late.
   */
  read_ms: number
  /** How long reading all of it may take, ms. */
  list_ms: number
  /** Whether it can be downloaded again: then it has no second place in local storage. */
  is_spare?: true
}

const waited = { read_ms: 5000, list_ms: 1500 } as const

/** The databases of `lib`, whose names the service worker and earlier versions know. */
const stores = {
  answers: { of: 'person', until: 'old', ...waited, read_ms: 400, is_spare: true },
  vault: { of: 'person', until: 'dropped', ...waited },
  drafts: { of: 'person', until: 'sent', ...waited },
  outbox: { of: 'person', until: 'sent', ...waited, list_ms: 5000 },
} as const satisfies Record<string, StoreFacts>

/** Every kind of database that `lib` or a room has. */
export const storeKinds = (): ReadonlyMap<string, StoreFacts> =>
  new Map(Object.entries({ ...stores, ...allStores() }))

/** The declaration of a kind. Throws for an unknown name. */
export function factsOf(name: string): StoreFacts {
  const facts = storeKinds().get(name)
  if (facts === undefined) throw new Error(`${name} is nobody’s`)
  return facts
}
