import type { CounterSale } from '#contract/counter/model'
import { formatNaira } from '#contract/money'
import { IssuedTickets } from '#features/counter'

/** The last sale: a ticket with its code for each seat, as a receipt of 58 mm when printed. */
export function SaleReceipt({
  sale: { booking, tickets, reference },
  onNext,
}: {
  sale: CounterSale
  onNext: () => void
}) {
  const { trip, from_park, to_park, fare, paid_kobo } = booking
  return (
    <IssuedTickets
      label="Sold"
      outcome={`Sold for ${formatNaira(fare.total_kobo)}`}
      next="Next sale"
      operator={trip.operator.name}
      trip={{
        from: from_park.name,
        to: to_park.name,
        departs_at: trip.departs_at,
        zone: trip.zone,
      }}
      tickets={tickets}
      facts={[
        ['Booking', reference],
        [tickets.length > 1 ? 'Paid for all' : 'Paid', formatNaira(paid_kobo)],
      ]}
      onNext={onNext}
    />
  )
}
