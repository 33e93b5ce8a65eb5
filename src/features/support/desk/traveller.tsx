import { formatSeats } from '#contract/quantities'
import type { DeskPerson } from '#contract/support/model'
import { formatPhone } from '#contract/phone'
import { formatDayTime } from '#lib/format'
import { CardList, MutedText } from '#ui/desk/page'
import { Money } from '#ui/money'
import styles from './support.module.css'

const stateLabels: Record<string, string> = {
  awaiting_payment: 'Not paid',
  confirmed: 'Paid',
  travelled: 'Travelled',
  completed: 'Travelled',
  cancelled: 'Cancelled',
  operator_cancelled: 'Cancelled by the operator',
}

/** The traveller who wrote the messages, with their trips. */
export function TravellerPanel({ traveller: { name, phone, trips } }: { traveller: DeskPerson }) {
  return (
    <aside className={styles.traveller} aria-label="Traveller">
      <h2>{name}</h2>
      {phone !== null && (
        <p>
          <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
        </p>
      )}
      {trips.length === 0 && <MutedText>No trips yet.</MutedText>}
      <CardList>
        {trips.map((trip) => (
          <li key={trip.reference} className={styles.trip}>
            <b>{trip.reference}</b> · {stateLabels[trip.status] ?? trip.status}
            <p>
              {trip.from} → {trip.to}
            </p>
            <MutedText>
              {formatDayTime(trip.leaves_at)} · {trip.operator} · {formatSeats(trip.seats)} ·{' '}
              <Money kobo={trip.total_kobo} />
            </MutedText>
          </li>
        ))}
      </CardList>
    </aside>
  )
}
