import { formatCount, formatSeats } from '#contract/quantities'
import type { Booking, RescheduleOption } from '#contract/bookings/model'
import { formatNaira } from '#contract/money'
import { reschedulePolicySentence } from '#contract/policy'
import type { RefundDestination } from '#features/wallet'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { refetchBalances } from '#lib/room'
import { useUser } from '#lib/session'
import { formatDayShort, formatDayTime } from '#lib/format'
import { showToast } from '#lib/toast'
import { QueryResult } from '#ui/query-result'
import { Button, UnstyledButton } from '#ui/button'
import { SelectField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { TripLine } from '#ui/pictures/trip-line'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import styles from './bookings.module.css'
import {
  listRescheduleOptionsQuery,
  moveBooking,
  previewCancellationQuery,
  storeChangedBooking,
} from './queries.ts'
import { listActiveTravellers } from './directions.ts'
import { useRefundTarget } from './refund-target.tsx'

interface Move {
  trip_id: string
  seats: number[]
  refund_to: RefundDestination
}

/** The trips to which this booking can move, with the difference in price. */
export function RescheduleList({
  booking,
  onDone,
  onCancel,
}: {
  booking: Booking
  onDone: () => void
  onCancel: () => void
}) {
  const options = useQuery(listRescheduleOptionsQuery(booking.reference))
  const queries = useQueryClient()
  const act = useIdempotencyKey()
  const moving = useMutation({
    mutationFn: ({ trip_id, seats, refund_to }: Move) =>
      moveBooking(
        { reference: booking.reference, trip_id, seats, refund_to },
        act.keyFor(`${trip_id} ${seats.join(',')} ${refund_to}`),
      ),
    onSuccess: async (next) => {
      act.settle()
      onDone()
      queries.removeQueries({ queryKey: ['previewCancellation', booking.reference] })
      refetchBalances(queries)
      showToast(`Moved to ${formatDayTime(next.trip.departs_at, next.trip.zone)}.`)
      await storeChangedBooking(queries, next)
    },
    onError: (error) => {
      act.settle(error)
      // Even without an answer, the booking may have been moved; after a refusal, seats may have been taken.
      for (const name of ['getBooking', 'listBookings', 'listRescheduleOptions'])
        void queries.invalidateQueries({ queryKey: [name] })
    },
  })
  const why = (
    <FailureNotice
      error={moving.error}
      offline="No network. We do not know yet whether it was moved. Try again; it cannot be moved twice."
    />
  )
  const tried = moving.variables?.trip_id
  return (
    <Card label="Move to another trip">
      <h2>Move to another trip</h2>
      <p className={styles.soft}>{reschedulePolicySentence}</p>
      <QueryResult query={options}>
        {(all) => (
          <>
            {!all.some(({ trip, difference_kobo }) => trip.id === tried && difference_kobo <= 0) &&
              why}
            {all.length === 0 ? (
              <Notice title="No other trip with enough seats in the next two weeks." />
            ) : (
              <Days
                all={all}
                from={booking.trip.service_date}
                isMoving={moving.isPending}
                onCancel={onCancel}
              >
                {(option) => (
                  <Option
                    key={option.trip.id}
                    option={option}
                    booking={booking}
                    why={option.trip.id === tried && why}
                    isMoving={moving.isPending}
                    onMove={(choice) => moving.mutate({ trip_id: option.trip.id, ...choice })}
                  />
                )}
              </Days>
            )}
          </>
        )}
      </QueryResult>
      <Button kind="quiet" onClick={onDone}>
        Stay on my trip
      </Button>
    </Card>
  )
}

/**
 * Shows the trips of one day at a time, because there may be fifty in two weeks. The first day is that of the booking
 * (`from`), or a later day with a trip to which the booking can move. Trips that cost more are folded, since the
 * booking cannot move to them.
 */
function Days({
  all,
  from,
  isMoving,
  onCancel,
  children,
}: {
  all: readonly RescheduleOption[]
  from: string
  isMoving: boolean
  onCancel: () => void
  children: (option: RescheduleOption) => ReactNode
}) {
  const days = [...new Set(all.map(({ trip }) => trip.service_date))]
  const onDay = (day: string) => all.filter(({ trip }) => trip.service_date === day)
  const listMovable = (day: string) => onDay(day).filter((one) => one.difference_kobo <= 0)
  const [chosen, setChosen] = useState<string>()
  const day =
    days.find((one) => one === chosen) ??
    days.find((one) => one >= from && listMovable(one).length > 0) ??
    days.find((one) => listMovable(one).length > 0) ??
    days[0] ??
    ''
  const movable = listMovable(day)
  const expensive = onDay(day).filter((one) => one.difference_kobo > 0)
  return (
    <>
      <SelectField
        label="Day"
        value={day}
        onChange={setChosen}
        disabled={isMoving}
        options={days.map((value) => ({
          value,
          label: `${formatDayShort(value)} · ${listMovable(value).length === 0 ? 'costs more' : formatCount(listMovable(value).length, 'trip')}`,
        }))}
      />
      {movable.length > 0 && <ul className={styles.moves}>{movable.map(children)}</ul>}
      {expensive.length > 0 && (
        <details key={day} open={movable.length === 0}>
          <summary>{formatCount(expensive.length, 'trip')} at a higher price</summary>
          <p className={styles.soft}>
            You cannot move to a trip that costs more. You can cancel this booking and book that
            trip.
          </p>
          <Button kind="quiet" onClick={onCancel}>
            See what cancelling costs
          </Button>
          <ul className={styles.moves}>{expensive.map(children)}</ul>
        </details>
      )}
    </>
  )
}

/** One trip to which the booking can move. `why` is the reason if a move failed. */
function Option({
  option: { trip, difference_kobo, kept_kobo, free_seats },
  booking,
  why,
  isMoving,
  onMove,
}: {
  option: RescheduleOption
  booking: Booking
  why: ReactNode
  isMoving: boolean
  onMove: (choice: Omit<Move, 'trip_id'>) => void
}) {
  const now = listActiveTravellers(booking).map((one) => one.seat)
  const [picked, setPicked] = useState<number[]>([])
  const [isChosen, setChosen] = useState(false)
  const order = [...new Set([...picked, ...now, ...free_seats])]
    .filter((seat) => free_seats.includes(seat))
    .slice(0, now.length)
  const seats = order.toSorted((a, b) => a - b)
  return (
    <Card as="li">
      <p>
        <b>{formatDayShort(trip.service_date)}</b> · {trip.operator.name} ·{' '}
        {describeDifference(difference_kobo, kept_kobo)}
      </p>
      <TripLine trip={trip} />
      {why}
      {difference_kobo > 0 ? null : isChosen ? (
        <>
          <MoveQuestion
            title={`Move to ${formatSeats(seats)} of this trip? A booking can be moved only once.`}
            reference={booking.reference}
            travelling={now}
            isRefunded={difference_kobo + kept_kobo < 0}
            isMoving={isMoving}
            onYes={(refund_to) => onMove({ seats, refund_to })}
            onNo={() => setChosen(false)}
          />
          <SeatPicker
            free={free_seats}
            seats={seats}
            disabled={isMoving}
            onPick={(seat) => setPicked([...order.slice(1), seat])}
          />
        </>
      ) : (
        <Button disabled={isMoving} onClick={() => setChosen(true)}>
          Move to {formatSeats(seats)}
        </Button>
      )}
    </Card>
  )
}

/**
 * Asks before a move, since a booking can move only once and the seats may differ from the tapped ones. If money goes
 * back, first asks where the refund goes. `travelling`: the seats of those who travel.
 */
function MoveQuestion({
  title,
  reference,
  travelling,
  isRefunded,
  isMoving,
  onYes,
  onNo,
}: {
  title: string
  reference: string
  travelling: readonly number[]
  isRefunded: boolean
  isMoving: boolean
  onYes: (refund_to: RefundDestination) => void
  onNo: () => void
}) {
  // A guest cannot choose where the refund goes, so there is nothing to load. The terms of the refund are those of a
  // cancellation.
  const hasChoice = useUser() !== undefined && isRefunded
  const terms = useQuery({ ...previewCancellationQuery(reference, travelling), enabled: hasChoice })
  const target = useRefundTarget(terms.data)
  const isWaiting = hasChoice && terms.isPending
  return (
    <>
      {isRefunded && !isWaiting && (
        <>
          {target.choice}
          <p className={styles.soft}>{target.words}</p>
        </>
      )}
      <Notice
        tone="warning"
        live="assertive"
        title={title}
        actions={
          <>
            <Button
              kind="primary"
              busy={isMoving}
              disabled={isWaiting}
              onClick={() => onYes(target.refund_to)}
            >
              Yes, move
            </Button>
            <Button kind="quiet" disabled={isMoving} onClick={onNo}>
              No
            </Button>
          </>
        }
      />
    </>
  )
}

/** The free seats. A tapped seat replaces the one that was chosen first, so that their number stays the same. */
function SeatPicker({
  free,
  seats,
  disabled,
  onPick,
}: {
  free: readonly number[]
  seats: readonly number[]
  disabled: boolean
  onPick: (seat: number) => void
}) {
  if (free.length === seats.length) return null
  return (
    <details>
      <summary>Choose other seats</summary>
      <div role="group" aria-label="Free seats" className={styles.seats}>
        {free.map((seat) => (
          <UnstyledButton
            key={seat}
            disabled={disabled}
            aria-pressed={seats.includes(seat)}
            aria-label={`Seat ${seat}`}
            onClick={() => !seats.includes(seat) && onPick(seat)}
          >
            {seat}
          </UnstyledButton>
        ))}
      </div>
    </details>
  )
}

function describeDifference(difference_kobo: number, kept_kobo: number): string {
  if (difference_kobo === 0) return 'same price'
  return difference_kobo > 0
    ? `${formatNaira(difference_kobo)} more`
    : `${formatNaira(-difference_kobo - kept_kobo)} refunded${kept_kobo === 0 ? '' : `, ${formatNaira(kept_kobo)} not refunded`}`
}
