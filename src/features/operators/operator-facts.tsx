import { formatCount, pluralize, formatDuration } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import type { OperatorDetail, Punctuality } from '#contract/operators/model'
import { minPunctualityDepartures, onTimeMinutes } from '#contract/operators/rules'
import { amenityLabels } from '#features/trips'
import { Card } from '#ui/page'
import { RouteMap } from '#ui/pictures/route-map'
import { VehicleDrawing } from '#ui/pictures/vehicle'
import { Link } from '#ui/link'
import styles from './operators.module.css'

type Road = OperatorDetail['road_list'][number]

/** The number of routes displayed before the person asks for the rest. */
const seen = 8

/** The operator's routes with duration and price. Each links to a search with this operator chosen. */
export function OperatorRoutes({ operator }: { operator: OperatorDetail }) {
  const { code, road_list: roads } = operator
  const rest = roads.slice(seen)
  return (
    <Card label="Routes">
      <h2 id="roads">Routes and prices</h2>
      {roads.length === 0 && <p>No departures of this operator are on sale now.</p>}
      <RouteRows roads={roads.slice(0, seen)} code={code} />
      {rest.length > 0 && (
        <details>
          <summary className={styles.link}>Show {moreRoutes(rest.length)}</summary>
          <RouteRows roads={rest} code={code} />
        </details>
      )}
      {operator.roads > roads.length && (
        <p className={styles.soft}>Find {moreRoutes(operator.roads - roads.length)} by search.</p>
      )}
    </Card>
  )
}

const moreRoutes = (count: number) => `${formatCount(count, 'more route')}`

function RouteRows({ roads, code }: { roads: readonly Road[]; code: string }) {
  return (
    <ul className={styles.rows}>
      {roads.map(({ from, to, minutes, price_from_kobo }) => (
        <li key={`${from.code} ${to.code}`}>
          <Link
            className={styles.road}
            to={`/bookride/${from.code}-to-${to.code}?operator=${code}`}
          >
            <b>
              {from.name} <span aria-label="to">→</span> {to.name}
            </b>
            <b>{price_from_kobo === null ? '' : `from ${formatNaira(price_from_kobo)}`}</b>
            <small className={styles.soft}>about {formatDuration(minutes)}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Drawings of the operator's vehicles, with their amenities. */
export function FleetCard({ fleet }: { fleet: OperatorDetail['fleet'] }) {
  if (fleet.length === 0) return null
  return (
    <Card label="Vehicles">
      <h2>Vehicles</h2>
      <ul className={styles.rows}>
        {fleet.map(({ code, name, seats, amenities }) => (
          <li key={code} className={styles.kind}>
            <VehicleDrawing type={code} />
            <div>
              <b>{name}</b>
              <p className={styles.soft}>
                {formatCount(seats, 'seat')}
                {amenities.map((one) => ` · ${amenityLabels[one]}`)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The motor parks where its buses stop, on the map and as text. */
export function ParksCard({ operator: { name, parks } }: { operator: OperatorDetail }) {
  if (parks.length === 0) return null
  return (
    <Card label="Motor parks">
      <h2>Motor parks</h2>
      <RouteMap
        label={`Map of the motor parks of ${name}; the list below names them`}
        points={parks}
      />
      <details>
        <summary className={styles.link}>
          {pluralize(
            parks.length,
            'Show the motor park',
            `Show all ${formatCount(parks.length, 'motor park')}`,
          )}
        </summary>
        <ul>
          {parks.map((park) => (
            <li key={park.code}>
              <Link className={styles.link} to={`/ride-board/motor-park/${park.code}`}>
                {park.name}, {park.city}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}

/** Punctuality according to reports. If there are too few reports, it says so. */
export function PunctualityCard({ punctuality }: { punctuality: Punctuality }) {
  const { days, counted, on_time, cancelled } = punctuality
  return (
    <Card label="On time">
      <h2>On time</h2>
      {counted < minPunctualityDepartures ? (
        <p>
          Not counted yet: too few departures were reported in the last {formatCount(days, 'day')}.
        </p>
      ) : (
        <>
          <p>
            <b className={styles.big}>{Math.round((on_time / counted) * 100)}%</b> left within{' '}
            {onTimeMinutes} minutes of their time.
          </p>
          <p className={styles.soft}>
            Counted from {formatCount(counted, 'reported departure')} of the last{' '}
            {formatCount(days, 'day')}
            {cancelled > 0 && `; ${formatCount(cancelled, 'more was', 'more were')} cancelled`}.
          </p>
        </>
      )}
    </Card>
  )
}

/** The rules for luggage, refunds and insurance. */
export function RulesCard({ operator }: { operator: OperatorDetail }) {
  return (
    <Card label="Rules">
      <h2>Luggage</h2>
      <p>{operator.luggage}</p>
      <h2>Refunds</h2>
      <p>{operator.refund_policy}</p>
      {operator.insurer !== null && (
        <>
          <h2>Insurance</h2>
          <p>Travellers are insured with {operator.insurer}.</p>
        </>
      )}
    </Card>
  )
}
