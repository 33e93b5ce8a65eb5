import { formatNaira } from '#contract/money'
import { computeDay, formatDayShort } from '#lib/format'
import { useEffect, useRef } from 'react'
import { Link } from '#ui/link'
import { useSearchParams } from 'react-router-dom'
import { withParameter } from '#ui/lists/url-search'
import styles from './results.module.css'
import { useOutboundBooking } from './outbound-trip.tsx'

interface Day {
  date: string
  fare_kobo: number | null
  trips: number
  is_full: boolean
}

function priceLabel({ fare_kobo, trips, is_full }: Day): string {
  if (is_full) return 'Full'
  if (trips === 0) return 'No trip'
  return fare_kobo === null ? 'Ask' : formatNaira(fare_kobo)
}

/** Links to the days before and after, each with its cheapest fare. For a return trip, no day is before the arrival. */
export function WeekStrip({ week, date }: { week: readonly Day[]; date: string }) {
  const [params] = useSearchParams()
  const out = useOutboundBooking()?.trip
  const first = out === undefined ? '' : computeDay(out.arrives_at, out.zone)
  const here = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    here.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [date])
  return (
    <nav aria-label="Cheapest fares of the week" className={styles.strip}>
      {week
        .filter((day) => day.date >= first)
        .map((day) => (
          <Link
            key={day.date}
            ref={day.date === date ? here : undefined}
            to={{ search: `?${withParameter(params, 'date', day.date).toString()}` }}
            replace
            aria-current={day.date === date ? 'date' : undefined}
            className={styles.day}
          >
            <span>{formatDayShort(day.date)}</span>
            <b>{priceLabel(day)}</b>
          </Link>
        ))}
    </nav>
  )
}
