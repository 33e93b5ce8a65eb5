import { removeItem, type StoredValues, read } from '#lib/device'
import { allPayables } from '#lib/room'
import type { PaymentSubject } from './due.ts'

/** What the payment is for that this phone waits for; undefined for a kind that no room has any more. */
export function pendingSubject(
  pending: StoredValues['pending_payment'],
): PaymentSubject | undefined {
  return allPayables()
    .map(({ kind }) => ({ kind, reference: pending[kind] }))
    .find((due): due is PaymentSubject => due.reference !== undefined)
}

/** The payment that this phone waits for, if it is for this thing. */
export function pendingReference({ kind, reference }: PaymentSubject): string | undefined {
  const pending = read('pending_payment')
  return pending?.[kind] === reference ? pending.reference : undefined
}

/** A thing is paid: whatever payment this phone waits for it, it waits no longer. */
export function deletePendingPayment(due: PaymentSubject): void {
  if (pendingReference(due) !== undefined) removeItem('pending_payment')
}

/** Forgets a payment that has ended, of this thing or of the wallet. A newer one stays. */
export function endPendingPayment(due: PaymentSubject | undefined, reference: string): void {
  const slot = due === undefined ? 'pending_top_up' : 'pending_payment'
  if (read(slot)?.reference === reference) removeItem(slot)
}
