import { formatCount, formatKm, formatNumber } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import type { TripsMeta } from '#contract/trips/model'
import { formatDayShort } from '#lib/format'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Link } from '#ui/link'
import { useSearchParams } from 'react-router-dom'
import type * as z from 'zod/mini'
import styles from './results.module.css'
import { withParameter } from '#ui/lists/url-search'
import { countTripFilters, type TripSearch, removeTripFilters } from './search-params.ts'

type Meta = z.output<typeof TripsMeta>

/** Suggestions if no trip matches: fewer filters, another day, or a nearby city. */
export function NoTripsNotice({ meta, search }: { meta: Meta; search: TripSearch }) {
  const [params] = useSearchParams()
  if (countTripFilters(params) > 0) {
    const all = { search: `?${removeTripFilters(params).toString()}` }
    return (
      <Notice
        title="No trip matches all your filters."
        actions={
          <ButtonLink to={all} kind="primary">
            Show all trips
          </ButtonLink>
        }
      />
    )
  }
  return (
    <div className={styles.ways}>
      <Notice
        title={`No trip from ${meta.from.name} to ${meta.to.name} on ${formatDayShort(search.date, false)}.`}
        actions={
          <>
            <ButtonLink to={makeTravelRequestPath('ask', search, meta)} kind="primary">
              Ask for this route
            </ButtonLink>
            <ButtonLink to={`${makeTravelRequestPath('watch', search, meta)}&kind=first_departure`}>
              Tell me when one is on sale
            </ButtonLink>
          </>
        }
      >
        <p>Operators see how many want it. If one offers a bus, we hold your seats.</p>
      </Notice>
      <OtherTripLinks meta={meta} />
      {meta.next_days.length === 0 && meta.nearby.length === 0 && (
        <p>No operator sells this route with us yet. Try a bigger city on the way.</p>
      )}
    </div>
  )
}

/** Says that trips are on sale, but none has enough free seats. Its trips and `OtherTripLinks` follow. */
export function TooFewSeatsNotice({ total, passengers }: { total: number; passengers: number }) {
  return (
    <Notice
      tone="warning"
      title={
        passengers === 1
          ? 'No bus has a free seat now.'
          : `No bus with ${formatCount(passengers, 'free seat')}; ${formatNumber(total)} with fewer.`
      }
    >
      A waiting list holds seats for you when they come free.
    </Notice>
  )
}

/** Links to the next days with enough seats, and to cities close by; nothing if there are none. */
export function OtherTripLinks({ meta }: { meta: Meta }) {
  const [params] = useSearchParams()
  return (
    <>
      {meta.next_days.length > 0 && (
        <section>
          <h2>Next days with a trip</h2>
          <ul className={styles.rows}>
            {meta.next_days.map((day) => (
              <li key={day.date}>
                <Link to={{ search: `?${withParameter(params, 'date', day.date).toString()}` }}>
                  <b>{formatDayShort(day.date)}</b>
                  <span>
                    {formatCount(day.trips, 'trip')}
                    {day.fare_kobo !== null && ` from ${formatNaira(day.fare_kobo)}`}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {meta.nearby.length > 0 && (
        <section>
          <h2>Close by, on the same day</h2>
          <ul className={styles.rows}>
            {meta.nearby.map((way) => (
              <li key={`${way.from.code}-${way.to.code}`}>
                <Link
                  to={{
                    search: `?${withParameter(withParameter(params, 'from', way.from.code), 'to', way.to.code).toString()}`,
                  }}
                >
                  <b>
                    {way.from.name} → {way.to.name}
                  </b>
                  <span>
                    {formatCount(way.trips, 'trip')} · {formatKm(way.distance_km)} away
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/**
 * Returns the path where a person can request a route and day, or an alert for them. Routes lead from city to city, so
 * a motor park is replaced by its city.
 */
export function makeTravelRequestPath(
  what: 'ask' | 'watch',
  { from, to, date, passengers }: TripSearch,
  meta: Meta,
): string {
  const words = {
    from: meta.from.city_code ?? String(from),
    to: meta.to.city_code ?? String(to),
    date: String(date),
    passengers: String(passengers ?? 1),
  }
  return `/profile/travel-request/${what}?${new URLSearchParams(words).toString()}`
}
