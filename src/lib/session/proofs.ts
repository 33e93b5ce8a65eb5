import { canStore, type GuestCredentials, read, write } from '#lib/device'
import { openOwnStore } from '#lib/device/own-store'

/** Where proofs are while local storage is full or off. */
const store = openOwnStore('proofs')
const all = 'all'

/**
 * Stores a guest's proof of a booking; `call` sends it with each call about that booking. If local storage does not
 * take it, it is in memory at once and soon in IndexedDB.
 */
export function storeProof(reference: string, proof: GuestCredentials): void {
  const proofs = read('guest_proofs') ?? {}
  const next = { ...proofs, [reference]: { ...proofs[reference], ...proof } }
  if (write('guest_proofs', next)) return
  void store.change<typeof next>(all, (kept) => ({ ...kept, ...next }))
}

let restored: Promise<void> | undefined

/** Reads the proofs that local storage did not take, once for each start of the app. Never rejects. */
export function restoreProofs(): Promise<void> {
  return (restored ??= store.get<Record<string, GuestCredentials>>(all).then((kept) => {
    if (kept !== undefined) write('guest_proofs', { ...kept, ...read('guest_proofs') })
  }))
}

/** Returns whether this phone can store proofs. Takes some seconds if no database opens. Never rejects. */
export const canStoreProofs = async (): Promise<boolean> =>
  canStore() || store.change<object>(all, (kept) => kept ?? {})
