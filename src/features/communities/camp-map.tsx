import type { NyscCamp } from '#contract/communities/nysc'
import styles from './communities.module.css'

/** Degrees to the map's own units: the country is about twelve degrees wide and ten high. */
const x = (longitude: number) => (longitude - 2.6) * 25
const y = (latitude: number) => (14 - latitude) * 25

/** Where the camps' cities lie, the chosen one in yellow with its name. The list above says the same. */
export function CampMap({
  camps,
  chosen,
}: {
  camps: readonly NyscCamp[]
  chosen: NyscCamp | undefined
}) {
  const label =
    chosen === undefined
      ? 'The cities nearest to the 37 camps'
      : `${chosen.city.name}, the city nearest to the camp of ${chosen.state}`
  return (
    <svg viewBox="0 0 305 250" className={styles.map} role="img" aria-label={label}>
      {camps.map(({ code, city }) => (
        <circle key={code} cx={x(city.longitude)} cy={y(city.latitude)} r="3" />
      ))}
      {chosen !== undefined && (
        <g className={styles.chosen}>
          <circle cx={x(chosen.city.longitude)} cy={y(chosen.city.latitude)} r="8" />
          <text
            x={x(chosen.city.longitude) + (chosen.city.longitude > 11 ? -12 : 12)}
            y={y(chosen.city.latitude) + 5}
            textAnchor={chosen.city.longitude > 11 ? 'end' : 'start'}
          >
            {chosen.city.name}
          </text>
        </g>
      )}
    </svg>
  )
}
