import type { CounterSaleItem } from '#contract/counter/model'
import { formatNaira } from '#contract/money'

/**
 * Returns a text about what has happened to a sale: a refund that is due, a refund that was paid out, cancelled seats.
 * Null if nothing has happened.
 */
export function describeSaleState({
  due_kobo,
  paid_out_kobo,
  status,
}: CounterSaleItem): string | null {
  if (due_kobo > 0) return `${formatNaira(due_kobo)} waits to be paid out`
  if (paid_out_kobo > 0) return `${formatNaira(paid_out_kobo)} paid out`
  return status === 'cancelled' || status === 'operator_cancelled' ? 'Cancelled' : null
}

/** Returns the path of the page of a sale, below `/desk`. */
export const makeSalePath = ({
  subject,
  reference,
}: Pick<CounterSaleItem, 'subject' | 'reference'>) =>
  subject === 'parcel' ? `/sales/${reference}?parcel` : `/sales/${reference}`
