import type { CounterSale } from '#contract/counter/model'
import { formatNaira } from '#contract/money'
import { computeDay, formatDay, formatTime } from '#lib/format'
import { Button } from '#ui/button'
import { FactList } from '#ui/facts'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { QrCode } from '#ui/pictures/qr-code'
import styles from './counter.module.css'

/** The last sale: a ticket with its code for each seat, as a receipt of 58 mm when printed. */
export function Sold({
  sale: { booking, tickets, reference },
  onNext,
}: {
  sale: CounterSale
  onNext: () => void
}) {
  const { trip } = booking
  return (
    <Card label="Sold">
      <div role="status">
        <h2>Sold for {formatNaira(booking.fare.total_kobo)}</h2>
      </div>
      <ButtonRow>
        <Button kind="primary" onClick={onNext}>
          Next sale
        </Button>
        <Button onClick={() => print()}>Print</Button>
      </ButtonRow>
      <div className={styles.receipt}>
        {tickets.map((ticket) => (
          <section key={ticket.code} className={styles.ticket} aria-label={`Seat ${ticket.seat}`}>
            <b className={styles.operator}>{trip.operator.name}</b>
            <FactList
              facts={[
                ['Name', ticket.passenger],
                ['Seat', ticket.seat],
                ['From', booking.from_park.name],
                ['To', booking.to_park.name],
                [
                  'Leaves',
                  `${formatTime(trip.departs_at, trip.zone)}, ${formatDay(computeDay(trip.departs_at, trip.zone))}`,
                ],
                ['Ticket', ticket.code],
                ['Booking', reference],
                [tickets.length > 1 ? 'Paid for all' : 'Paid', formatNaira(booking.paid_kobo)],
              ]}
            />
            <QrCode text={ticket.payload} label={`Ticket code of ${ticket.passenger}`} />
          </section>
        ))}
      </div>
    </Card>
  )
}
