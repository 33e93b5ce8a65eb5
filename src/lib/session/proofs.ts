import { canStore, type GuestCredentials, read, useStored, write } from '#lib/device'
import { isTabStopped } from '#lib/device/stopped-tab'
import { openOwnerStore } from '#lib/device/owner-store'
import { useEffect } from 'react'

type Proofs = Record<string, GuestCredentials>

/** Where guests' credentials are while local storage is full or off. */
const store = openOwnerStore('proofs')
const all = 'all'

/**
 * Stores a guest's proof of a booking: its token, or its phone number. `call` sends what is stored with each call about
 * that booking. If local storage does not accept it, it is in memory immediately and soon in IndexedDB.
 */
export function storeProof(reference: string, proof: GuestCredentials): void {
  const next = addProofs(read('guest_proofs'), { [reference]: proof })
  if (write('guest_proofs', next)) return
  void store.change(all, (kept) => addProofs(kept, next))
}

/** Adds proofs to those that were `kept`. A phone number does not replace the token of its booking, nor the reverse. */
function addProofs(kept: unknown, more: Proofs): Proofs {
  const before = typeof kept === 'object' && kept !== null ? (kept as Proofs) : {}
  return Object.fromEntries(
    Object.entries({ ...before, ...more }).map(([booking, proof]) => [
      booking,
      { ...before[booking], ...proof },
    ]),
  )
}

let restoring: Promise<void> | undefined

/**
 * Loads the proofs that local storage did not accept. Each call reads the database again, since another tab may have
 * stored a proof, or the database may have been too slow before. Never rejects.
 */
export function restoreProofs(): Promise<void> {
  return (restoring ??= store.get(all).then((kept) => {
    restoring = undefined
    // After a logout, no data of the person may be loaded again.
    if (kept === undefined || isTabStopped()) return
    const proofs = read('guest_proofs') ?? {}
    const both = addProofs(kept, proofs)
    if (JSON.stringify(both) !== JSON.stringify(proofs)) write('guest_proofs', both)
  }))
}

/** Returns a guest's proofs by booking, updated when one is added; at first those of local storage. */
export function useProofs(): Partial<Proofs> {
  useEffect(() => void restoreProofs(), [])
  return useStored('guest_proofs') ?? {}
}

/**
 * Returns whether this browser can store a guest's proofs of bookings. Takes some seconds if no database opens. Never
 * rejects.
 */
export const canStoreGuestCredentials = async (): Promise<boolean> =>
  canStore() || store.change<object>(all, (kept) => kept ?? {})
