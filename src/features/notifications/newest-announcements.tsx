import { homeZone } from '#contract/product'
import { announcementsQuery } from '#features/lookups'
import { computeDay, formatDayShort } from '#lib/format'
import { useQuery } from '@tanstack/react-query'
import styles from './notifications.module.css'

const maxAnnouncements = 3

/** The three newest announcements. Renders nothing if there are none. */
export function NewestAnnouncements({ heading }: { heading: string }) {
  const { data = [] } = useQuery(announcementsQuery)
  if (data.length === 0) return null
  return (
    <>
      <h2 id="news">{heading}</h2>
      <ul className={styles.news}>
        {data.slice(0, maxAnnouncements).map(({ id, title, body, published_at }) => (
          <li key={id}>
            <time dateTime={published_at}>
              {formatDayShort(computeDay(published_at, homeZone))}
            </time>
            <h3>{title}</h3>
            <p>{body}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
