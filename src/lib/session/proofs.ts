import { canStore, type GuestCredentials, read, write } from '#lib/device'
import { openOwnStore } from '#lib/device/own-store'

/** Where guests' credentials are while local storage is full or off. */
const store = openOwnStore('proofs')
const all = 'all'

/**
 * Stores a guest's proof of a booking: its token, or its phone number. `call` sends them with each call about that
 * booking. If local storage does not accept them, they are in memory at once and soon in IndexedDB.
 */
export function storeProof(reference: string, proof: GuestCredentials): void {
  const proofs = read('guest_proofs') ?? {}
  const next = { ...proofs, [reference]: { ...proofs[reference], ...proof } }
  if (write('guest_proofs', next)) return
  void store.change<typeof next>(all, (kept) => ({ ...kept, ...next }))
}

let restored: Promise<void> | undefined

/** Loads the proofs that local storage did not accept, once for each start of the app. Never rejects. */
export function restoreProofs(): Promise<void> {
  return (restored ??= store.get<Record<string, GuestCredentials>>(all).then((kept) => {
    if (kept !== undefined) write('guest_proofs', { ...kept, ...read('guest_proofs') })
  }))
}

/**
 * Returns whether this browser can store a guest's proofs of bookings. Takes some seconds if no database opens. Never
 * rejects.
 */
export const canStoreGuestCredentials = async (): Promise<boolean> =>
  canStore() || store.change<object>(all, (kept) => kept ?? {})
