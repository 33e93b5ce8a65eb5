import { type GuestProof, read, write } from '#lib/device'

/** Keeps what proves that a guest owns a booking; `call` sends it along with everything about it. */
export function rememberProof(reference: string, proof: GuestProof): void {
  const proofs = read('guest_proofs') ?? {}
  write('guest_proofs', { ...proofs, [reference]: { ...proofs[reference], ...proof } })
}
