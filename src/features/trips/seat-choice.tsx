import { formatCount, formatSeats, pluralize } from '#contract/quantities'
import type { TripDetail } from '#contract/trips/model'
import { maxSeats } from '#contract/policy'
import { Button, ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useState } from 'react'
import { SeatList, SeatMap, SeatMapLegend } from './seat-map.tsx'
import { areSeatsTogether } from './choose-together.ts'
import { describeHeldSeats } from './labels.ts'
import styles from './trip.module.css'
import { makeWaitlistPath } from './waitlist-path.ts'

interface Choice {
  trip: TripDetail
  wanted: number
  /** `wanted` free seats close together; undefined if fewer are free. */
  together: number[] | undefined
  /** Whether sales are closed: the seats are displayed but cannot be chosen. */
  isClosed: boolean
  chosen: readonly number[]
  lost: readonly number[]
  toggle: (seat: number) => void
  choose: (seats: number[]) => void
}

/** Says why there are not `wanted` free seats. */
function tooFewLabel({ seats, seats_left }: TripDetail, wanted: number): string {
  if (seats_left > 0)
    return `Fewer than ${formatCount(wanted, 'seat')} ${pluralize(wanted, 'is', 'are')} free on this trip.`
  const held = seats.filter(({ state }) => state === 'held').length
  return held === 0 ? 'This departure is sold out.' : `${describeHeldSeats(held)}.`
}

/** Chooses the seats that are closest together, and says so if they are apart. */
function TogetherButton({
  trip,
  wanted,
  together,
  choose,
}: Pick<Choice, 'trip' | 'wanted' | 'choose'> & { together: number[] }) {
  const isClose = areSeatsTogether(trip.seats, together)
  return (
    <>
      {!isClose && (
        <p className={styles.small}>
          No {formatCount(wanted, 'seat')} {wanted === 2 ? 'side by side' : 'together'} are free.
          The closest are {formatSeats(together)}.
        </p>
      )}
      <Button
        onClick={({ currentTarget }) => {
          choose(together)
          showSeat(currentTarget.closest('section'), together[0])
        }}
      >
        {isClose
          ? pluralize(wanted, 'Pick a seat for me', `Seat ${wanted} of us together`)
          : `Take the closest ${formatCount(wanted, 'seat')}`}
      </Button>
    </>
  )
}

/** Scrolls to a seat of the map, so that a person sees what was chosen for them. */
function showSeat(card: Element | null, seat: number | undefined): void {
  card?.querySelector(`[data-seat="${seat}"]`)?.scrollIntoView?.({ block: 'nearest' })
}

/** Lets the person choose seats on the map, with the keyboard, from a list, or all together with one tap. */
export function SeatChoice({
  trip,
  wanted,
  together,
  isClosed,
  chosen,
  lost,
  toggle,
  choose,
}: Choice) {
  const [asList, setAsList] = useState(false)
  const title = isClosed ? 'Seats' : 'Choose your seats'
  const onToggle = isClosed ? undefined : toggle
  return (
    <Card label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Button kind="quiet" aria-pressed={asList} onClick={() => setAsList(!asList)}>
          {asList ? 'Show the bus' : 'Show as list'}
        </Button>
      </div>
      {lost.length > 0 && (
        <Notice tone="warning" live="assertive">
          {formatSeats(lost, 'Seat')} {pluralize(lost.length, 'was', 'were')} just taken by somebody
          else. Pick again.
        </Notice>
      )}
      {isClosed ? null : together === undefined ? (
        <Notice
          tone="warning"
          title={tooFewLabel(trip, wanted)}
          actions={
            <ButtonLink to={makeWaitlistPath(trip.id, wanted)} kind="primary">
              Join the waiting list
            </ButtonLink>
          }
        >
          When seats come free, we hold yours for 30 minutes and tell you.
        </Notice>
      ) : (
        <TogetherButton {...{ trip, wanted, together, choose }} />
      )}
      {asList ? (
        <SeatList seats={trip.seats} chosen={chosen} onToggle={onToggle} />
      ) : (
        <>
          <SeatMap layout={trip.layout} seats={trip.seats} chosen={chosen} onToggle={onToggle} />
          <SeatMapLegend />
        </>
      )}
      {!isClosed && <p className={styles.small}>Up to {maxSeats} seats in one booking.</p>}
    </Card>
  )
}
