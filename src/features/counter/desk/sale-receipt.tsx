import type { CounterSale } from '#contract/counter/model'
import { formatNaira } from '#contract/money'
import { IssuedTickets } from '#features/counter'
import { makeDirectionTickets } from './direction-tickets.ts'

/** The last sale: a ticket with its QR code for each seat, there and back, printed as a receipt 58 mm wide. */
export function SaleReceipt({
  sale,
  back,
  onNext,
}: {
  sale: CounterSale
  back: CounterSale | undefined
  onNext: () => void
}) {
  const sales = back === undefined ? [sale] : [sale, back]
  const total_kobo = sales.reduce((sum, { booking }) => sum + booking.fare.total_kobo, 0)
  return (
    <IssuedTickets
      label="Sold"
      outcome={`Sold for ${formatNaira(total_kobo)}`}
      next={{ label: 'Next sale', onClick: onNext }}
      operator={sale.booking.trip.operator.name}
      directions={sales.map((one) => makeDirectionTickets(one))}
    />
  )
}
