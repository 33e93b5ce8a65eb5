import { directionLabels } from '#contract/bookings/rules'
import { formatSeats } from '#contract/quantities'
import { computeDay, formatDayTime } from '#lib/format'
import { ButtonLink } from '#ui/button'
import { CoverLink } from '#ui/cover-link'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { CompanyLogo } from '#ui/pictures/company-logo'
import type { ReactNode } from 'react'
import styles from './my-trip-card.module.css'

/** One card of My trips: a trip, or both directions of a return trip, and its next action. */
export function MyTripCard({
  label,
  action,
  children,
}: {
  label: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Card as="li" label={label}>
      {children}
      {action}
    </Card>
  )
}

/** A link to the ticket of each trip in `valid`. On a card of a return trip (`isReturn`), it says the direction. */
export function TicketLinks({
  valid,
  isReturn,
}: {
  valid: readonly Pick<TripDirection, 'reference' | 'return_trip'>[]
  isReturn: boolean
}) {
  return (
    <ButtonRow wide>
      {valid.map(({ reference, return_trip }, index) => (
        <ButtonLink
          key={reference}
          to={`/ticket/${reference}`}
          kind={index === 0 ? 'primary' : 'plain'}
        >
          {isReturn && return_trip ? `${directionLabels[return_trip.way]} ticket` : 'Show ticket'}
        </ButtonLink>
      ))}
    </ButtonRow>
  )
}

interface TripDirection {
  reference: string
  from: string
  to: string
  operator: string
  logo?: string | null
  departs_at: string
  zone: string
  seats: readonly number[]
  return_trip?: { way: 'out' | 'back' } | null | undefined
}

/** One direction on a `MyTripCard`, as a link to its booking. `children`: further facts about it. */
export function TripDirectionLink({
  trip,
  state,
  children,
}: {
  trip: TripDirection
  state?: ReactNode
  children?: ReactNode
}) {
  const { reference, from, to, operator, logo = null, departs_at, zone, seats, return_trip } = trip
  return (
    <div className={styles.direction}>
      <span className={styles.mark}>
        <CompanyLogo name={operator} logo={logo} />
      </span>
      <div>
        <h2 className={styles.route}>
          <CoverLink to={`/profile/trip?booking=${reference}`}>
            {from} → {to}
          </CoverLink>
        </h2>
        <p>
          {return_trip && `${directionLabels[return_trip.way]} · `}
          {operator}
          {seats.length > 0 && ` · ${formatSeats(seats)}`}
        </p>
      </div>
      <p className={styles.when}>
        <time dateTime={computeDay(departs_at, zone)}>{formatDayTime(departs_at, zone)}</time>
        {state}
      </p>
      {children !== undefined && <div className={styles.more}>{children}</div>}
    </div>
  )
}
