import { latePart } from '#lib/part'
import type { MapPoint } from './map.tsx'
import styles from './road-map.module.css'

const CountryMap = latePart(async () => (await import('./map.tsx')).CountryMap)

/** A road on the map of the country. Its place is kept while the map is on its way. */
export function RoadMap({ label, points }: { label: string; points: readonly MapPoint[] }) {
  return (
    <div className={styles.map}>
      <CountryMap label={label} points={points} joined />
    </div>
  )
}
