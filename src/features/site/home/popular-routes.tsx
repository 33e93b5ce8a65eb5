import { formatNaira } from '#contract/money'
import { CityRoutes, popularRoutesQuery } from '#features/lookups'
import { today } from '#lib/format'
import { useHydrated } from '#lib/use-hydrated'
import { useOnline } from '#lib/online'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#ui/link'
import styles from './home.module.css'

/** Prerendered empty boxes, so that nothing moves when the routes load. */
const waiting = Array.from({ length: 6 }, (_, index) => <span key={index} />)

/** The busiest routes with their cheapest fares of the coming week, and a map. Each links to the buses of that day. */
export function PopularRoutes() {
  const hydrated = useHydrated()
  const { data, isPending } = useQuery(popularRoutesQuery)
  const online = useOnline()
  // A phone that was offline for days has fares of past days.
  const roads = data?.filter(({ date }) => date >= today()) ?? []
  const isWaiting = !hydrated || (isPending && online)
  if (!isWaiting && roads.length === 0) return null
  return (
    <nav className={styles.popular} aria-labelledby="popular">
      <h2 id="popular">Popular routes</h2>
      <div>
        {isWaiting
          ? waiting
          : roads.map(({ from, to, fare_from_kobo, date }) => (
              <Link
                key={`${from.code} ${to.code}`}
                to={`/bookride?from=${from.code}&to=${to.code}&date=${date}&passengers=1`}
              >
                <b>{from.name}</b>
                <b>→ {to.name}</b>
                <small>from {formatNaira(fare_from_kobo)}</small>
              </Link>
            ))}
      </div>
      <CityRoutes
        label="Popular routes on the map of Nigeria"
        routes={roads.map(({ from, to }) => [from.code, to.code])}
      />
    </nav>
  )
}
