import { removeItem, type StoredValues, read } from '#lib/device'
import { listAllPayables } from '#lib/room'
import type { PayableRef } from './due.ts'

/** Returns what the pending payment of this phone is for; undefined for a kind of payable that no longer exists. */
export function findPendingPayable(
  pending: StoredValues['pending_payment'],
): PayableRef | undefined {
  return listAllPayables()
    .map(({ kind }) => ({ kind, reference: pending[kind] }))
    .find((due): due is PayableRef => due.reference !== undefined)
}

/** Returns the reference of the pending payment of this phone if it is for this payable, else undefined. */
export function findPendingReference({ kind, reference }: PayableRef): string | undefined {
  const pending = read('pending_payment')
  return pending?.[kind] === reference ? pending.reference : undefined
}

/** Deletes the pending payment for a payable that is now paid, even by another payment. */
export function deletePendingPayment(due: PayableRef): void {
  if (findPendingReference(due) !== undefined) removeItem('pending_payment')
}

/** Deletes a pending payment that has ended, of this payable or, if undefined, a top-up. A newer one is not deleted. */
export function deleteEndedPayment(due: PayableRef | undefined, reference: string): void {
  const slot = due === undefined ? 'pending_top_up' : 'pending_payment'
  if (read(slot)?.reference === reference) removeItem(slot)
}
