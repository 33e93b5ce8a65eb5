import { ConfirmButton } from '#ui/confirm-button'
import { directionLabels } from '#contract/bookings/rules'
import { formatNaira } from '#contract/money'
import { pluralize } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { Refunds } from '#features/wallet'
import { computeDay, formatDay, formatTime } from '#lib/format'
import { Button, ButtonLink } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { FareLines } from '#ui/money'
import { ErrorDrawing } from '#ui/pictures/error-state'
import { TripLine } from '#ui/pictures/trip-line'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from '#ui/link'
import styles from './bookings.module.css'
import { changeBookingLists } from './booking-lists.ts'
import { BookAgainLink } from './book-again.tsx'
import { BookingStateLabel } from './booking-state.tsx'
import { CancelBookingForm } from './cancel-form.tsx'
import { releaseBooking, releaseOtherDirection } from './release.ts'
import { ReservationCard } from './reservation.tsx'
import { RescheduleList } from './reschedule-list.tsx'
import { ReceiptButton } from './receipt.tsx'
import {
  FinishPayingLink,
  HoldDeadline,
  PendingMoneyNotice,
  hasValidTicket,
  isCancelled,
  isPaid,
  useTimeToPay,
} from './unpaid.tsx'

type Change = 'cancel' | 'move'

/** Returns whether a booking can be cancelled or moved here: its operator changes what its own counter sold. */
const mayChange = (booking: Booking) =>
  booking.status === 'confirmed' && booking.paid_at_counter !== true

const mayMove = (booking: Booking) => mayChange(booking) && booking.reschedules_left > 0

/** One booking with its actions: open the ticket, cancel, move, see refunds. */
export function BookingWithActions({ booking }: { booking: Booking }) {
  const [doing, setDoing] = useState<Change>()
  const [refund_kobo, setRefund] = useState<number>()
  const { trip, reference } = booking
  const live = booking.status === 'confirmed'
  return (
    <>
      {refund_kobo !== undefined && <CancellationResult refund_kobo={refund_kobo} />}
      <Card label="The booking">
        {isCancelled(booking) && <ErrorDrawing picture="cancelled" />}
        <BookingStateLabel booking={booking} />
        {booking.needs_code !== true && <ReservationCard booking={booking} />}
        <h2>
          {trip.operator.name}, {formatDay(trip.service_date)}
        </h2>
        <TripLine trip={trip} />
        <p>
          Reference <b>{reference}</b>
        </p>
        {booking.return_trip && (
          <p>
            {directionLabels[booking.return_trip.way]}.{' '}
            <Link to={`/profile/trip?booking=${booking.return_trip.other}`}>
              {booking.return_trip.way === 'out' ? 'See the return trip' : 'See the outbound trip'}
            </Link>
          </p>
        )}
        {booking.passengers.length > 0 && <Travellers passengers={booking.passengers} />}
        <FareLines lines={booking.fare.lines} total_kobo={booking.fare.total_kobo} />
        <SumAfterRefunds booking={booking} />
        <PendingMoneyNotice booking={booking} />
        {live && !mayChange(booking) && (
          <p className={styles.soft}>
            You paid at the operator’s counter. Go there to change or cancel this booking.
          </p>
        )}
        <MoveHistory booking={booking} />
        {booking.needs_code !== true && booking.reserved !== true && (
          <HoldDeadline booking={booking} />
        )}
        {booking.needs_code !== true && (
          <BookingActions
            booking={booking}
            onChange={(change) => {
              setDoing(change)
              // Remove the last result, so that the next one takes the focus even if its sum is the same.
              setRefund(undefined)
            }}
          />
        )}
      </Card>
      <Refunds refunds={booking.refunds} atCounter={booking.paid_at_counter} />
      {doing !== undefined && (doing === 'move' ? mayMove : mayChange)(booking) && (
        <Panel key={doing}>
          {doing === 'cancel' ? (
            <CancelBookingForm
              booking={booking}
              onDone={(kobo) => {
                setDoing(undefined)
                setRefund(kobo)
              }}
            />
          ) : (
            <RescheduleList
              booking={booking}
              onDone={() => setDoing(undefined)}
              onCancel={() => setDoing('cancel')}
            />
          )}
        </Panel>
      )}
    </>
  )
}

/** `24 Nov 2026, 3:15 PM`: with the year, since people read a booking long after the trip. */
const formatDayWithTime = (at: string, zone?: string) =>
  `${formatDay(computeDay(at, zone))}, ${formatTime(at, zone)}`

/** Lists the departures from which the booking was moved, and when. Says if the booking cannot be moved again. */
function MoveHistory({ booking }: { booking: Booking }) {
  const { moves = [], reschedules_left, trip } = booking
  const isUsedUp = mayChange(booking) && reschedules_left === 0
  if (moves.length === 0 && !isUsedUp) return null
  return (
    <div className={styles.soft}>
      {moves.map(({ departs_at, moved_at }) => (
        <p key={moved_at}>
          Moved on {formatDayWithTime(moved_at)}, from the trip on{' '}
          <b>{formatDayWithTime(departs_at, trip.zone)}</b>.
        </p>
      ))}
      {isUsedUp && (
        <p>{moves.length === 0 && 'Moved once already. '}A booking can be moved only once.</p>
      )}
    </div>
  )
}

function CancellationResult({ refund_kobo }: { refund_kobo: number }) {
  const title =
    refund_kobo === 0
      ? 'Cancelled, without a refund.'
      : `Cancelled. You get ${formatNaira(refund_kobo)} back.`
  return (
    <Panel>
      <Notice tone="success" live="polite" title={title} />
    </Panel>
  )
}

/**
 * The sum that was paid, its refunds, and the rest. The rest is the fees of a cancelled booking, or the price of a
 * booking that was cancelled in part or moved to a cheaper trip.
 */
function SumAfterRefunds({
  booking: { status, paid_kobo, refunds, needs_code },
}: {
  booking: Booking
}) {
  // Refunds of money that was paid twice or too late are not part of this sum.
  const isPlain = refunds.every(({ reason }) => !reason.startsWith('paid_'))
  const isCancelled = status === 'cancelled'
  if (!isCancelled && refunds.length === 0) return null
  if (paid_kobo === 0 || needs_code === true || !isPlain) return null
  const back_kobo = refunds.reduce((sum, one) => sum + one.amount_kobo, 0)
  return (
    <FareLines
      lines={[
        { label: 'Paid', amount_kobo: paid_kobo },
        { label: 'Refund', amount_kobo: -back_kobo },
      ]}
      total_kobo={paid_kobo - back_kobo}
      total_label={isCancelled ? 'Fees we kept' : 'Paid after refunds'}
    />
  )
}

/** The next steps of a booking; `onChange` opens the panel of a change. */
function BookingActions({
  booking,
  onChange,
}: {
  booking: Booking
  onChange: (change: Change) => void
}) {
  const { trip, reference } = booking
  const live = booking.status === 'confirmed'
  const time = useTimeToPay(booking)
  return (
    <ButtonRow wide>
      <FinishPayingLink booking={booking} />
      {time === 'running' && <ReleaseSeatsButton booking={booking} />}
      {isPaid(booking) && (
        <ButtonLink to={`/ticket/${reference}`} kind="primary">
          Show ticket
        </ButtonLink>
      )}
      {hasValidTicket(booking) && (
        <ButtonLink to={`/ticket/${reference}/share`}>Share my trip</ButtonLink>
      )}
      {isPaid(booking) && <ReceiptButton reference={reference} />}
      {mayMove(booking) && <Button onClick={() => onChange('move')}>Move to another trip</Button>}
      {mayChange(booking) && (
        <Button kind="quiet-danger" onClick={() => onChange('cancel')}>
          Cancel
        </Button>
      )}
      {!live && (time === undefined || time === 'over') && <BookAgainLink booking={booking} />}
      {booking.status === 'completed' && (
        <ButtonLink to={`/write-a-review?operator=${trip.operator.code}&booking=${reference}`}>
          {booking.reviewed ? 'See my review' : 'Write a review'}
        </ButtonLink>
      )}
    </ButtonRow>
  )
}

// Another traveller may have the seat of a cancelled one.
const Travellers = ({ passengers }: Pick<Booking, 'passengers'>) => (
  <ul>
    {passengers.map((one) => (
      <li key={`${one.seat} ${one.state} ${one.full_name}`}>
        Seat {one.seat}: {one.full_name}
        {one.infant_name && ` and baby ${one.infant_name}`}
        {one.state === 'cancelled' && ' (cancelled)'}
      </li>
    ))}
  </ul>
)

/** A panel that scrolls into view and takes the focus when it opens. On a phone it is below the tapped button. */
function Panel({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView?.({ block: 'start' })
  }, [])
  return (
    <div ref={box} tabIndex={-1} className={styles.panel}>
      {children}
    </div>
  )
}

function ReleaseSeatsButton({ booking: { reference, return_trip, seats } }: { booking: Booking }) {
  const count = return_trip ? 2 * seats.length : seats.length
  const queries = useQueryClient()
  const giving = useMutation({
    mutationFn: async () => {
      if (return_trip) await releaseOtherDirection(return_trip.other)
      await releaseBooking(reference)
    },
    onSuccess: () => {
      for (const released of [reference, return_trip?.other])
        if (released !== undefined) void changeBookingLists(queries, released, undefined)
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['getBooking'] }),
  })
  return (
    <>
      <ConfirmButton yes="Yes, release" busy={giving.isPending} onConfirm={giving.mutate}>
        Release the {pluralize(count, 'seat')}
      </ConfirmButton>
      <FailureNotice
        error={giving.error}
        offline="No network. Try again, or the seats are released when the time is up."
      />
    </>
  )
}
