import { formatCount, formatKm, formatDuration, formatStars } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import type { CityRoute } from '#contract/trips/model'
import { formatDay, formatDayShort, formatTime } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { MissingPage } from '#ui/missing-page'
import { Card, Page } from '#ui/page'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import { useParams, useSearchParams } from 'react-router-dom'
import { getRouteQuery } from './queries.ts'
import styles from './route.module.css'

/** A route and its buses, at `/bookride/{from}-to-{to}`. */
export function RouteScreen() {
  const { road: name = '' } = useParams()
  const [from = '', to = ''] = name.split('-to-')
  const road = useQuery(getRouteQuery(from, to))
  const noRoad = () => <RouteNotFound />
  return (
    <QueryResult query={road} title="Route" refused={{ not_found: noRoad, invalid_input: noRoad }}>
      {(data) => <RouteFacts key={`${from} ${to}`} road={data} />}
    </QueryResult>
  )
}

function RouteNotFound() {
  return (
    <MissingPage
      title="Route"
      text="We have no bus on this route yet."
      to="/"
      back="Search"
      action="Search buses"
    />
  )
}

function RouteFacts({ road }: { road: CityRoute }) {
  const [params] = useSearchParams()
  const { from, to, date, zone, first_at, last_at } = road
  const chosen = road.operators.find(({ code }) => code === params.get('operator'))
  const facts = [
    ['Distance', road.distance_km === null ? undefined : formatKm(road.distance_km)],
    ['Time', road.minutes === null ? undefined : `about ${formatDuration(road.minutes)}`],
    ['First bus', first_at === null ? undefined : formatTime(first_at, zone)],
    ['Last bus', last_at === null ? undefined : formatTime(last_at, zone)],
    ['Buses a day', describeDepartures(road)],
  ] as const
  return (
    <Page
      title={`${from.name} to ${to.name} by bus`}
      heading={
        <>
          {from.name} <span aria-label="to">→</span> {to.name} by bus
        </>
      }
      under={
        road.fare_from_kobo === null
          ? undefined
          : `Seats from ${formatNaira(road.fare_from_kobo)}, all fees included${road.fare_from_date === null ? '' : `, on ${formatDayShort(road.fare_from_date, false)}`}.`
      }
      back={{ to: '/', label: 'Search' }}
      aside={<Boarding road={road} />}
    >
      <Card label="The route">
        <dl className={styles.facts}>
          {facts.map(
            ([what, value]) =>
              value !== undefined && (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {date === null ? (
          <p>No seats are on sale on this route for the next two weeks.</p>
        ) : (
          <>
            <p className={styles.soft}>Times and fares of {formatDay(date)}.</p>
            <ButtonLink
              kind="primary"
              wide
              to={`/bookride?from=${from.code}&to=${to.code}&date=${date}${chosen ? `&operator=${chosen.code}` : ''}`}
            >
              {chosen ? `See buses of ${chosen.name}` : 'See all buses'}
            </ButtonLink>
          </>
        )}
      </Card>
      <Operators road={road} />
      <Link className={styles.back} to={`/bookride/${to.code}-to-${from.code}`}>
        The other way: {to.name} to {from.name}
      </Link>
    </Page>
  )
}

/** Says how many buses go on the day. Of a crowded day, only the first ones are counted. */
function describeDepartures({ departures, last_at }: CityRoute): string | undefined {
  if (departures === 0) return undefined
  return last_at === null ? `${departures} or more` : String(departures)
}

function Operators({ road: { operators, from, to, date, zone } }: { road: CityRoute }) {
  if (operators.length === 0) return null
  return (
    <Card label="Operators on this route">
      <h2>Operators on this route</h2>
      <ul className={styles.operators}>
        {operators.map((one) => (
          <li key={one.code}>
            <CompanyLogo name={one.name} />
            <Link to={`/brands/${one.code}`}>{one.name}</Link>
            {one.fare_from_kobo !== null && (
              <Link
                className={styles.price}
                to={`/bookride?from=${from.code}&to=${to.code}&date=${one.fare_from_date ?? date}&operator=${one.code}`}
              >
                from {formatNaira(one.fare_from_kobo)}
              </Link>
            )}
            <p className={`${styles.soft} ${styles.words}`}>
              {one.rating !== null && `★\u00a0${formatStars(one.rating)} · `}
              {one.first_at === null
                ? 'Not on this day'
                : `${formatCount(one.departures, 'bus', 'buses')}, first ${formatTime(one.first_at, zone)}`}
              {one.fare_from_date !== null &&
                one.fare_from_date !== date &&
                ` · cheapest on ${formatDayShort(one.fare_from_date, false)}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The motor parks where travellers board. */
function Boarding({ road: { parks, from } }: { road: CityRoute }) {
  if (parks.length === 0) return null
  return (
    <Card label="Where you board">
      <h2>Where you board in {from.name}</h2>
      <ul>
        {parks.map(({ code, name }) => (
          <li key={code}>
            <Link className={styles.back} to={`/ride-board/motor-park/${code}`}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
