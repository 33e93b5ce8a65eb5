import { formatCount, formatNumber, formatStars } from '#contract/quantities'
import type { ListedTrip, TripSummary } from '#contract/trips/model'
import { parseDayParameter } from '#lib/url-parameters'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { Money } from '#ui/money'
import { TripLine } from '#ui/pictures/trip-line'
import { VehicleDrawing } from '#ui/pictures/vehicle'
import { CoverLink } from '#ui/cover-link'
import { useLocation } from 'react-router-dom'
import styles from './results.module.css'
import { useOutboundReference } from './outbound-trip.tsx'
import { rememberCard } from './move-card.ts'
import { VisuallyHidden } from '#ui/visually-hidden'
import { makeWaitlistPath } from './waitlist-path.ts'
import { amenityLabels, isSoldOut, describeSeatsLeft } from './labels.ts'

/** The navigation state from a list of results: the URL of the list with all filters. */
export interface ResultsLocationState {
  results: string
}

/**
 * A trip as a row of the results, which links to the trip or, if it is full, to its waiting list. `tag`: its label as
 * the best trip in some respect. The fare is the full price for one adult. `cities` shows the cities too, in a list
 * with several routes. `isTooSoon` means that the trip departs before the outbound trip arrives.
 */
export function TripCard({
  trip,
  passengers,
  tag,
  cities = false,
  isTooSoon = false,
}: {
  trip: ListedTrip
  passengers: number
  tag?: string | undefined
  cities?: boolean
  isTooSoon?: boolean
}) {
  const { operator, vehicle } = trip
  const out = useOutboundReference()
  const { pathname, search } = useLocation()
  const back = parseDayParameter(new URLSearchParams(search), 'return')
  const isClosed = trip.sales_closed === true
  const isTooSmall = isClosed || trip.seats_left < passengers
  const isFull = !isTooSoon && !isClosed && isSoldOut(trip)
  return (
    <li className={`${styles.card} ${isTooSmall || isTooSoon ? styles.full : ''}`}>
      <div className={styles.who}>
        <span className={styles.mark}>
          <CompanyLogo name={operator.name} logo={operator.logo} />
        </span>
        <h2>
          {isTooSoon || isClosed || isFull ? (
            operator.name
          ) : (
            <CoverLink
              to={`/bookride/details?trip=${trip.id}&passengers=${passengers}${out === undefined ? '' : `&out=${out}`}${back === '' ? '' : `&return=${back}`}`}
              state={{ results: pathname + search } satisfies ResultsLocationState}
              onClick={({ currentTarget }) => rememberCard(trip.id, currentTarget.closest('li'))}
            >
              {operator.name}
            </CoverLink>
          )}{' '}
          <OperatorRating operator={operator} />
        </h2>
        <p className={styles.fare}>
          <b>
            <Money kobo={trip.fare_kobo} />
          </b>
          {trip.fare_kobo !== null && <small>per adult</small>}
        </p>
      </div>
      <TripLine
        trip={trip}
        parksOnly={!cities}
        mark={
          trip.is_night_arrival && (
            <span role="img" aria-label="Arrives in the dark" title="Arrives in the dark">
              ☾
            </span>
          )
        }
      />
      <div className={styles.foot}>
        <VehicleDrawing type={vehicle.code} />
        <p className={styles.vehicle}>{vehicle.name}</p>
        <span className={isTooSmall || isTooSoon || trip.seats_left > 3 ? styles.left : styles.few}>
          {isTooSoon ? 'Leaves before you arrive' : describeSeatsLeft(trip, passengers)}
          {isFull && (
            <>
              {' · '}
              <CoverLink to={makeWaitlistPath(trip.id, passengers)} className={styles.waiting}>
                Waiting list<VisuallyHidden>, {operator.name}</VisuallyHidden>
              </CoverLink>
            </>
          )}
        </span>
        <div className={styles.last}>
          {tag !== undefined && <span className={styles.tag}>{tag}</span>}
          <Amenities of={vehicle} />
        </div>
      </div>
    </li>
  )
}

/** The amenities in one line: as many as fit, and how many more there are. Screen readers read all of them. */
function Amenities({ of: { amenities } }: { of: TripSummary['vehicle'] }) {
  if (amenities.length === 0) return null
  return (
    <p className={styles.amenities}>
      {amenities.map((amenity, index) => {
        const more = amenities.length - 1 - index
        return (
          <span key={amenity} data-more={more === 0 ? undefined : `+${more}`}>
            {index > 0 && ' · '}
            {amenityLabels[amenity]}
          </span>
        )
      })}
    </p>
  )
}

/** The stars of an operator as short text, followed by the number of reviews. */
export function OperatorRating({ operator }: { operator: TripSummary['operator'] }) {
  if (operator.rating === null) return <span className={styles.rating}>No reviews yet</span>
  return (
    <span
      className={styles.rating}
      aria-label={`${formatStars(operator.rating)} of 5 stars from ${formatCount(operator.reviews, 'review')}`}
    >
      ★ {formatStars(operator.rating)} <small>({formatNumber(operator.reviews)})</small>
    </span>
  )
}
