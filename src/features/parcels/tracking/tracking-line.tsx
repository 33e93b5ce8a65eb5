import { isParcelBeforeArrival } from '#contract/parcels/rules'
import type { Tracking } from '#contract/parcels/tracking'
import { formatDayTime } from '#lib/format'
import type { CSSProperties } from 'react'
import styles from './tracking.module.css'

/**
 * The route of a parcel as a line of places. It is dark up to the last scan, then grey. The length of each stretch is
 * in proportion to the distance. Stops before the last scan count as passed. Planned times are displayed only for a
 * parcel that can still arrive. A bus leaves a stop later than the first scan there, so the departure time of the bus
 * is displayed. Screen readers get a list.
 */
export function TrackingLine({ tracking }: { tracking: Tracking }) {
  const { stops, zone } = tracking
  const longest = Math.max(1, ...stops.map(({ km }, at) => (stops[at + 1]?.km ?? km) - km))
  const last = stops.findLastIndex(({ at }) => at !== null)
  const isMoving = tracking.state === 'in_transit' && last < stops.length - 1
  const left = tracking.events.find(({ kind }) => kind === 'in_transit')
  const onTheRoad = left ? `On the road since ${formatDayTime(left.at, zone)}` : 'On the road'
  return (
    <ol className={styles.line} aria-label="Route of this parcel">
      {stops.map(({ place, km, planned_at, at }, index) => (
        <li
          key={km + place}
          className={[
            index < last && styles.passed,
            index === last && (isMoving ? styles.left : styles.here),
            index > last && styles.ahead,
          ]
            .filter(Boolean)
            .join(' ')}
          aria-current={index === last && !isMoving ? 'step' : undefined}
          style={{ '--part': ((stops[index + 1]?.km ?? km) - km) / longest } as CSSProperties}
        >
          <b>{place}</b>
          {at !== null && <time dateTime={at}>{formatDayTime(at, zone)}</time>}
          {at === null && index < last && <span>passed</span>}
          {index > last && planned_at !== null && isParcelBeforeArrival(tracking.state) && (
            <span>
              planned <time dateTime={planned_at}>{formatDayTime(planned_at, zone)}</time>
            </span>
          )}
          {index === last && isMoving && <em>{onTheRoad}</em>}
        </li>
      ))}
    </ol>
  )
}
