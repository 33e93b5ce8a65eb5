import { passengerDataDays } from '#contract/policy'
import { hasShape, type Shape } from '#contract/shape'
import { serverNow } from '#lib/clock'
import { openOwnerStore } from '#lib/device/owner-store'

/** One sale, with its idempotency key. */
export interface SaleAttempt<Input> {
  input: Input
  key: string
}

/** Which sales belong together: those of one kind, for the operator with this code. */
export interface SaleScope {
  kind: 'seats' | 'parcel'
  operator: string
}

interface StoredSale extends SaleScope, SaleAttempt<unknown> {
  /** Milliseconds by the server's clock. */
  sent_at: number
}

/** Shorter than the server remembers idempotency keys, after which a repeat could sell a second time. */
const storedFor_ms = (passengerDataDays - 1) * 86_400_000

const store = openOwnerStore('counter_sales')

/** Stores a sale of the logged-in clerk, with the time of its first attempt, until `deleteStoredSale`. */
export const storeSale = (scope: SaleScope, { input, key }: SaleAttempt<unknown>): void =>
  void store.change<StoredSale>(key, (before) => ({
    ...scope,
    input,
    key,
    sent_at: before?.sent_at ?? serverNow(),
  }))

/** Deletes a sale once its answer is known, or once the clerk has given it up. */
export const deleteStoredSale = (key: string): void => void store.delete(key)

/** Returns the clerk's stored sales whose input has this shape, oldest first. Never rejects. */
export async function listStoredSales<Input>(
  { kind, operator }: SaleScope,
  shape: Shape,
): Promise<SaleAttempt<Input>[]> {
  const all = (await store.entries<StoredSale>()).map(([, sale]) => sale)
  const oldest = serverNow() - storedFor_ms
  for (const { key, sent_at } of all) if (sent_at < oldest) deleteStoredSale(key)
  return all
    .filter(
      (one) =>
        one.kind === kind &&
        one.operator === operator &&
        one.sent_at >= oldest &&
        hasShape(shape, one.input),
    )
    .toSorted((a, b) => a.sent_at - b.sent_at)
    .map(({ input, key }) => ({ input: input as Input, key }))
}
