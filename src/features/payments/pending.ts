import { forget, type Kept, read } from '#lib/device'
import { allPayables } from '#lib/room'
import type { Due } from './due.ts'

/** What the payment is for that this phone waits for; undefined for a kind that no room has any more. */
export function dueOf(pending: Kept['pending_payment']): Due | undefined {
  return allPayables()
    .map(({ kind }) => ({ kind, reference: pending[kind] }))
    .find((due): due is Due => due.reference !== undefined)
}

/** The payment this phone waits for, if it is one for this. */
export function pendingFor({ kind, reference }: Due): string | undefined {
  const pending = read('pending_payment')
  return pending?.[kind] === reference ? pending.reference : undefined
}

/** A thing is paid: whatever payment this phone waits for it, it waits no longer. */
export function forgetPayment(due: Due): void {
  if (pendingFor(due) !== undefined) forget('pending_payment')
}

/**
 * A payment has an end: the phone no longer waits for it, for what was due or else for the wallet. A newer one it
 * waits for still.
 */
export function settle(due: Due | undefined, reference: string): void {
  const slot = due === undefined ? 'pending_top_up' : 'pending_payment'
  if (read(slot)?.reference === reference) forget(slot)
}
