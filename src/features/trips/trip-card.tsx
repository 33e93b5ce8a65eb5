import type { TripSummary } from '#contract/trips/model'
import { Money } from '#ui/money'
import { TripLine } from '#ui/trip-line'
import { Link } from 'react-router-dom'
import styles from './results.module.css'
import { amenityWords, seatsLeftWords } from './words.ts'

/** A trip as one row of a comparison. The fare is what one adult pays in all. */
export function TripCard({ trip, passengers }: { trip: TripSummary; passengers: number }) {
  const tooFew = trip.seats_left < passengers
  return (
    <li className={`${styles.card} ${tooFew ? styles.full : ''}`}>
      <div className={styles.who}>
        <h2>
          <Link
            to={`/bookride/details?trip=${trip.id}&passengers=${passengers}`}
            className={styles.link}
          >
            {trip.operator.name}
          </Link>
        </h2>
        <OperatorRating operator={trip.operator} />
      </div>
      <TripLine trip={trip} />
      <p className={styles.facts}>
        {trip.vehicle.name}
        {trip.vehicle.amenities.map((amenity) => ` · ${amenityWords[amenity]}`)}
      </p>
      {trip.is_night_arrival && <p className={styles.night}>☾ Arrives in the dark</p>}
      <div className={styles.foot}>
        <span className={trip.seats_left <= 3 ? styles.few : undefined}>
          {seatsLeftWords(trip.seats_left)}
        </span>
        <span className={styles.fare}>
          <b>
            <Money kobo={trip.fare_kobo} />
          </b>
          {trip.fare_kobo !== null && <small>per adult, all fees in</small>}
        </span>
      </div>
    </li>
  )
}

/** Stars of an operator in a few characters, with the number of reviews behind them. */
export function OperatorRating({ operator }: { operator: TripSummary['operator'] }) {
  if (operator.rating === null) return <span className={styles.rating}>No reviews yet</span>
  return (
    <span
      className={styles.rating}
      aria-label={`${operator.rating} of 5 stars from ${operator.reviews} reviews`}
    >
      ★ {operator.rating.toFixed(1)} <small>({operator.reviews})</small>
    </span>
  )
}
