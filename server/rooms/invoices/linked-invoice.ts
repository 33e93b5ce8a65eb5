import type { Db } from '#server/db/client'
import { findLinkedInvoice, voidInvoice } from './issue-repository.ts'

/** Returns the reference of the valid invoice about a payable of another room. */
export async function findLinkedInvoiceReference(
  db: Db,
  payable_id: string,
): Promise<string | undefined> {
  return (await findLinkedInvoice(db, payable_id))?.reference
}

/**
 * Cancels the invoice about a payable of another room, in the caller's transaction. That room makes the refunds. Does
 * nothing if the payable has no invoice.
 */
export async function voidLinkedInvoice(tx: Db, payable_id: string, reason: string): Promise<void> {
  const paper = await findLinkedInvoice(tx, payable_id)
  if (paper !== undefined) await voidInvoice(tx, paper.id, 'room', reason)
}
