import { formatDuration } from '#contract/quantities'
import { computeDay, formatDayShort, formatTime } from '#lib/format'
import styles from './trip-line.module.css'

interface RouteEnd {
  city: { name: string }
  park: { name: string }
}

/** A trip as a line between two dots: start, duration, end. `parksOnly`: without cities, because the title has them. */
export function TripLine({
  trip,
  parksOnly = false,
}: {
  parksOnly?: boolean
  trip: {
    from: RouteEnd
    to: RouteEnd
    departs_at: string
    arrives_at: string
    duration_minutes: number
    zone: string
  }
}) {
  const nextDay = computeDay(trip.arrives_at, trip.zone) !== computeDay(trip.departs_at, trip.zone)
  return (
    <div className={styles.line}>
      <TimeOfDay at={trip.departs_at} zone={trip.zone} />
      <div className={styles.road}>
        <span>{formatDuration(trip.duration_minutes)}</span>
      </div>
      <div className={styles.end}>
        <TimeOfDay at={trip.arrives_at} zone={trip.zone} />
      </div>
      <div className={styles.places}>
        <Place end={trip.from} parksOnly={parksOnly} />
        <div className={styles.end}>
          <Place
            end={trip.to}
            parksOnly={parksOnly}
            note={
              nextDay ? formatDayShort(computeDay(trip.arrives_at, trip.zone), false) : undefined
            }
          />
        </div>
      </div>
    </div>
  )
}

/** A time of day in large, aligned digits. */
function TimeOfDay({ at, zone }: { at: string; zone: string }) {
  const [clock, half] = formatTime(at, zone).split('\u00a0')
  return (
    <time dateTime={at} className={styles.time}>
      {clock}
      <span className={styles.half}> {half}</span>
    </time>
  )
}

function Place({
  end,
  note,
  parksOnly,
}: {
  end: RouteEnd
  note?: string | undefined
  parksOnly: boolean
}) {
  if (parksOnly)
    return (
      <small className={styles.park}>
        {end.park.name}
        {note !== undefined && `, ${note}`}
      </small>
    )
  return (
    <div className={styles.place}>
      <b>{end.city.name}</b>
      <small>{end.park.name}</small>
      {note !== undefined && <small>arrives {note}</small>}
    </div>
  )
}
