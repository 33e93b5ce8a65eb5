import type { PopularRoute } from '#contract/trips/model'
import { formatNaira } from '#contract/money'
import { CityRoutesMap, popularRoutesQuery } from '#features/lookups'
import { today } from '#lib/format'
import { useHydrated } from '#lib/use-hydrated'
import { useOnline } from '#lib/online'
import { useWaitingSeconds } from '#lib/use-waiting-seconds'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import styles from './home.module.css'

/** Prerendered empty boxes, so that nothing moves when the routes load. */
const waiting = Array.from({ length: 6 }, (_, index) => <span key={index} />)

/**
 * The busiest routes with their cheapest fares of the coming week, and a map. Each links to the buses of the day of its
 * fare. Renders nothing, not even the heading, if there are no routes.
 */
export function PopularRoutes() {
  const hydrated = useHydrated()
  const routes = useQuery(popularRoutesQuery)
  const online = useOnline()
  const isWaiting = !hydrated || (routes.isPending && online)
  const seconds = useWaitingSeconds(hydrated && isWaiting)
  const { data = [] } = routes
  if (isWaiting ? seconds >= 7 : data.length === 0) return null
  return (
    <nav className={styles.popular} aria-labelledby="popular">
      <h2 id="popular">Popular routes</h2>
      {isWaiting ? (
        <div className={styles.routes}>{waiting}</div>
      ) : (
        <QueryResult query={routes}>{(all) => <RouteLinks routes={all} />}</QueryResult>
      )}
      <CityRoutesMap
        label="Popular routes on the map of Nigeria"
        routes={data.map(({ from, to }) => [from.code, to.code])}
      />
    </nav>
  )
}

/** The routes. A phone that was offline for days has fares of past days: then the link is to the buses of today. */
function RouteLinks({ routes }: { routes: readonly PopularRoute[] }) {
  return (
    <div className={styles.routes}>
      {routes.map(({ from, to, fare_from_kobo, date }) => {
        const isPast = date < today()
        return (
          <Link
            key={`${from.code} ${to.code}`}
            to={`/bookride?from=${from.code}&to=${to.code}&date=${isPast ? today() : date}&passengers=1`}
          >
            <b>{from.name}</b>
            <b>→ {to.name}</b>
            <small>{isPast ? 'See today’s buses' : `from ${formatNaira(fare_from_kobo)}`}</small>
          </Link>
        )
      })}
    </div>
  )
}
