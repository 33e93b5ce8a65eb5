import type { Db } from '#server/db/client'
import { makeRefusal } from '#contract/errors'
import type { BookingRow } from '#server/rooms/bookings/record'
import { isBookingPaidByAccount } from './change-repository.ts'

/**
 * Returns the refusal of a refund to the owner's wallet; undefined if it may go there. Without this check, the database
 * would refund to the source without a refusal.
 */
export async function findWalletRefusal(
  db: Db,
  { id, user_id }: BookingRow,
): Promise<'wallet_needs_account' | 'paid_by_another' | undefined> {
  if (user_id === null) return 'wallet_needs_account'
  return (await isBookingPaidByAccount(db, id, user_id)) ? undefined : 'paid_by_another'
}

/** Throws `wallet_needs_account` or `paid_by_another` unless a refund may go to the owner's wallet. */
export async function requireWalletRefund(db: Db, row: BookingRow): Promise<void> {
  const reason = await findWalletRefusal(db, row)
  if (reason !== undefined) throw makeRefusal(reason)
}
