import { useRecentSearches } from '#features/lookups'
import { Link } from '#ui/link'
import styles from './home.module.css'

/** The routes that were searched on this phone, linked to their buses. */
export function RecentRoutes() {
  const searches = useRecentSearches()
  if (searches.length === 0) return null
  return (
    <nav className={styles.recent} aria-label="Searched before">
      {searches.map(({ from, to, date, return: back, passengers }) => (
        <Link
          key={`${from.code} ${to.code}`}
          to={`/bookride?${new URLSearchParams({
            from: from.code,
            to: to.code,
            date,
            passengers: String(passengers),
            ...(back !== undefined && { return: back }),
          })}`}
        >
          {from.name} → {to.name}
        </Link>
      ))}
    </nav>
  )
}
