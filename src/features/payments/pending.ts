import { forget, type Kept, read } from '#lib/device'
import { allPayables } from '#lib/room'
import type { Due } from './due.ts'

/** What the payment is for that this phone waits for; undefined for a kind that no room has any more. */
export function dueOf(pending: Kept['pending_payment']): Due | undefined {
  return allPayables()
    .map(({ kind }) => ({ kind, reference: pending[kind] }))
    .find((due): due is Due => due.reference !== undefined)
}

/** The payment that this phone waits for, if it is for this thing. */
export function pendingFor({ kind, reference }: Due): string | undefined {
  const pending = read('pending_payment')
  return pending?.[kind] === reference ? pending.reference : undefined
}

/** A thing is paid: whatever payment this phone waits for it, it waits no longer. */
export function forgetPayment(due: Due): void {
  if (pendingFor(due) !== undefined) forget('pending_payment')
}

/** Forgets a payment that has ended, of this thing or of the wallet. A newer one stays. */
export function settle(due: Due | undefined, reference: string): void {
  const slot = due === undefined ? 'pending_top_up' : 'pending_payment'
  if (read(slot)?.reference === reference) forget(slot)
}
