import { formatParkPlace } from '#contract/trips/rules'
import type { Booking } from '#contract/bookings/model'
import { formatDuration } from '#contract/quantities'
import type { ParkDetail } from '#contract/trips/model'
import { formatPhone } from '#contract/phone'
import { computeDay, formatDay, formatDayTime, formatTime } from '#lib/format'
import { UnstyledButton } from '#ui/button'
import { FareLines } from '#ui/money'
import { QrCode } from '#ui/codes/qr-code'
import { TripLine } from '#ui/pictures/trip-line'
import { Stub } from '#ui/stub'
import type { TicketSummary } from './stub.ts'
import styles from './ticket.module.css'

interface StubProps {
  stub: TicketSummary
  ticket: TicketSummary['tickets'][number]
  onBig: () => void
}

/**
 * The ticket of one traveller, drawn as a stub with a perforated edge. What attendants need is above, the trip below.
 */
export function TicketStub({ stub, ticket, onBig }: StubProps) {
  const { booking } = stub
  return (
    <Stub
      label={`Ticket of ${ticket.passenger}, seat ${ticket.seat}`}
      head={
        <>
          <b>{stub.operator}</b>
          <span>{formatDay(computeDay(stub.departs_at, stub.zone))}</span>
        </>
      }
      above={<Proof {...{ stub, ticket, onBig }} />}
    >
      <div className={styles.road}>
        {booking === undefined ? (
          <p>
            {stub.from} → {stub.to}
          </p>
        ) : (
          <TripLine trip={booking.trip} />
        )}
        <BookingReference of={stub.reference} />
      </div>
      {booking && (
        <dl className={styles.more}>
          <Fact
            name="Address"
            value={formatParkPlace({ ...booking.from_park, city: booking.from_park.city.name })}
          />
          <ParkWays park={booking.from_park} />
          <Fact name="Plate" value={booking.plate ?? 'Ask at the park'} />
          <Fact name="Luggage" value={booking.luggage} />
          {booking.operator_phone !== null && (
            <div>
              <dt>Operator</dt>
              <dd>
                <a href={`tel:${booking.operator_phone}`}>{formatPhone(booking.operator_phone)}</a>
              </dd>
            </div>
          )}
          <Fact name="If you cancel" value={booking.trip.refund_policy} />
        </dl>
      )}
      {booking && <ReceiptLines booking={booking} />}
    </Stub>
  )
}

/** What attendants need: the delay, the code, the seat, the times and the name. */
function Proof({ stub, ticket, onBig }: StubProps) {
  const { booking } = stub
  return (
    <>
      <Late stub={stub} />
      <div className={styles.proof}>
        <UnstyledButton
          className={styles.show}
          onClick={onBig}
          aria-label={`Show the code of seat ${ticket.seat} big`}
        >
          <QrCode
            text={ticket.payload}
            label={`Ticket code of ${ticket.passenger}, seat ${ticket.seat}`}
          />
        </UnstyledButton>
        <dl className={styles.side}>
          <Fact name="Seat" value={String(ticket.seat)} strong />
          <Fact name="Leaves" value={formatTime(stub.departs_at, stub.zone)} />
          {booking && (
            <Fact name="Be there by" value={formatTime(booking.reporting_at, stub.zone)} />
          )}
        </dl>
        <dl className={styles.facts}>
          <Fact name="Traveller" value={ticket.passenger} />
          {booking && <Fact name="Motor park" value={booking.from_park.name} />}
        </dl>
      </div>
    </>
  )
}

/** The price that was paid, line by line, from the phone's own copy of the booking. */
function ReceiptLines({ booking }: { booking: Booking }) {
  return (
    <details className={styles.receipt}>
      <summary>Receipt</summary>
      <FareLines lines={booking.fare.lines} total_kobo={booking.fare.total_kobo} />
    </details>
  )
}

/** The reference of the booking, for which attendants may ask. */
export function BookingReference({ of }: { of: string }) {
  return (
    <p className={styles.reference}>
      <small>Reference</small>
      <b>{spaced(of)}</b>
    </p>
  )
}

/** Links to call the motor park and to open it in the phone's map. Neither needs our server. */
function ParkWays({ park: { name, phone, latitude, longitude } }: { park: ParkDetail }) {
  const place = latitude === null || longitude === null ? undefined : `${latitude},${longitude}`
  if (phone === null && place === undefined) return null
  return (
    <div>
      <dt>Find the motor park</dt>
      <dd className={styles.ways}>
        {phone !== null && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
        {place !== undefined && (
          <a href={`geo:${place}?q=${place}(${encodeURIComponent(name)})`}>Map of {name}</a>
        )}
      </dd>
    </div>
  )
}

/** The latest update from the operator: the delay and its reason. */
function Late({ stub }: { stub: TicketSummary }) {
  const { booking, operator, delay_minutes: late = 0 } = stub
  if (late === 0 && !booking?.note) return null
  return (
    <div className={styles.late} role="status">
      {late > 0 && (
        <p>
          <b>
            Delayed {formatDuration(late)}, now{' '}
            <span className={styles.now}>{formatLeaving(stub, late)}</span>
          </b>
        </p>
      )}
      {booking?.note && (
        <p>
          {operator} says: {booking.note}
        </p>
      )}
    </div>
  )
}

/** Returns the departure time with the delay, and the day if that has changed. */
function formatLeaving({ departs_at, zone }: TicketSummary, late: number): string {
  const leaves = Date.parse(departs_at) + late * 60_000
  const isSameDay = computeDay(leaves, zone) === computeDay(departs_at, zone)
  return isSameDay ? formatTime(leaves, zone) : formatDayTime(leaves, zone)
}

function Fact({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={strong ? styles.strong : undefined}>{value}</dd>
    </div>
  )
}

/** `4F7K 2M9Q XBT`: the reference in groups that are easy to read aloud. */
const spaced = (reference: string) => reference.replaceAll(/(.{4})(?=.)/g, '$1 ')
