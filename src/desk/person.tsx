import type { DeskPerson } from '#contract/support/model'
import { showDayTime, showPhone } from '#lib/format'
import { Money } from '#ui/money'
import styles from './desk.module.css'

const states: Record<string, string> = {
  awaiting_payment: 'Not paid',
  confirmed: 'Paid',
  travelled: 'Travelled',
  completed: 'Travelled',
  cancelled: 'Cancelled',
  operator_cancelled: 'Cancelled by the operator',
}

/** The traveller, with their trips. */
export function Person({ person: { name, phone, trips } }: { person: DeskPerson }) {
  return (
    <aside className={styles.person} aria-label="Traveller">
      <h2>{name}</h2>
      {phone !== null && (
        <p>
          <a href={`tel:${phone}`}>{showPhone(phone)}</a>
        </p>
      )}
      {trips.length === 0 && <p className={styles.soft}>No trips yet.</p>}
      <ul className={styles.trips}>
        {trips.map((trip) => (
          <li key={trip.reference} className={styles.trip}>
            <b>{trip.reference}</b> · {states[trip.status] ?? trip.status}
            <p>
              {trip.from} → {trip.to}
            </p>
            <p className={styles.soft}>
              {showDayTime(trip.leaves_at)} · {trip.operator} · seat {trip.seats.join(', ')} ·{' '}
              <Money kobo={trip.total_kobo} />
            </p>
          </li>
        ))}
      </ul>
    </aside>
  )
}
