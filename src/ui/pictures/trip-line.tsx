import { formatDuration } from '#contract/quantities'
import { computeDay, formatDayShort, formatTime } from '#lib/format'
import type { ReactNode } from 'react'
import styles from './trip-line.module.css'

interface RouteEnd {
  city: { name: string }
  park: { name: string }
}

/**
 * A trip as a line between two dots: start, duration, end. `parksOnly`: without cities, because the title has them.
 * `mark`: a sign before the place of arrival.
 */
export function TripLine({
  trip,
  parksOnly = false,
  mark,
}: {
  parksOnly?: boolean
  mark?: ReactNode
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
            mark={mark}
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
  mark,
  note,
  parksOnly,
}: {
  end: RouteEnd
  mark?: ReactNode
  note?: string | undefined
  parksOnly: boolean
}) {
  if (parksOnly)
    return (
      <small className={styles.park}>
        {mark}
        {end.park.name}
        {note !== undefined && `, ${note}`}
      </small>
    )
  return (
    <div className={styles.place}>
      <b>{end.city.name}</b>
      <small>
        {mark}
        {end.park.name}
      </small>
      {note !== undefined && <small>arrives {note}</small>}
    </div>
  )
}
