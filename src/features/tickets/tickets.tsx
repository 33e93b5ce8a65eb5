import { serverNow, toServerTime } from '#lib/clock'
import { formatAge, formatDay } from '#lib/format'
import { useOnline } from '#lib/online'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Notice } from '#ui/notice'
import { Skeleton } from '#ui/page'
import { QrCode } from '#ui/codes/qr-code'
import { Chevron } from '#ui/pictures/chevron'
import { TripLine } from '#ui/pictures/trip-line'
import { StubSkeleton } from '#ui/stub'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { useCachedBooking, useTicketSummary } from './queries.ts'
import { TicketSharing } from './sharing.tsx'
import type { TicketSummary } from './stub.ts'
import { BookingReference, TicketStub } from './ticket-stub.tsx'
import styles from './ticket.module.css'
import { useWakeLock } from './wake-lock.ts'

/** Returns whether a ticket may have changed, because it could not be checked for an hour. */
const mayHaveChanged = (at: number) => at < serverNow() - 3_600_000

/**
 * The tickets of a booking on this phone, with buttons to share them, with or without a network. `children` is
 * displayed below valid tickets that are saved on this phone.
 */
export function BookingTickets({
  reference,
  refused,
  isNew = false,
  children,
}: {
  reference: string
  refused?: ComponentProps<typeof QueryResult>['refused']
  /** Whether they were just paid: an animation then shows them being torn off. */
  isNew?: boolean
  children?: ReactNode
}) {
  const stub = useTicketSummary(reference)
  useWakeLock()
  return (
    <div className={styles.ticket} data-torn={isNew || undefined}>
      <QueryResult query={stub} refused={refused} waiting={<WaitingTicket reference={reference} />}>
        {(data) => (
          <Stubs
            stub={data}
            at={toServerTime(stub.dataUpdatedAt)}
            under={stub.isSaved ? children : <NotSavedNotice />}
          />
        )}
      </QueryResult>
    </div>
  )
}

const NotSavedNotice = () => (
  <Notice tone="warning" live="polite" title="This phone could not save the ticket.">
    Its storage is full or switched off, so the ticket does not open here without a network. Take a
    picture of this screen.
  </Notice>
)

/** The skeleton of a ticket, with its reference and, if this phone has already displayed the booking, its trip. */
function WaitingTicket({ reference }: { reference: string }) {
  const booking = useCachedBooking(reference)
  return (
    <StubSkeleton
      head={
        booking && (
          <>
            <b>{booking.trip.operator.name}</b>
            <span>{formatDay(booking.trip.service_date)}</span>
          </>
        )
      }
    >
      {booking ? <TripLine trip={booking.trip} /> : <Skeleton count={1} />}
      <BookingReference of={reference} />
    </StubSkeleton>
  )
}

function Stubs({ stub, at, under }: { stub: TicketSummary; at: number; under: ReactNode }) {
  const [big, setBig] = useState<TicketSummary['tickets'][number]>()
  const online = useOnline()
  const live = stub.tickets.filter(
    (ticket) => ticket.status !== 'cancelled' && ticket.status !== 'reissued',
  )
  return (
    <div className={styles.tickets}>
      {live.length === 0 && (
        <Notice
          tone="danger"
          title="This booking was cancelled. The ticket is no longer valid."
          actions={
            <ButtonLink to={`/profile/trip?booking=${stub.reference}`}>See the booking</ButtonLink>
          }
        />
      )}
      <Pages>
        {live.map((ticket) => (
          <TicketStub
            key={ticket.payload}
            stub={stub}
            ticket={ticket}
            onBig={() => setBig(ticket)}
          />
        ))}
      </Pages>
      {!online && mayHaveChanged(at) && (
        <p>Checked {formatAge(at)}. Something may have changed since.</p>
      )}
      {live.length > 0 && under}
      {live.length > 0 && <TicketSharing stub={{ ...stub, tickets: live }} />}
      <Dialog
        open={big !== undefined}
        onClose={() => setBig(undefined)}
        title={`Seat ${big?.seat ?? ''}, ${big?.passenger ?? ''}`}
      >
        {big && (
          <div className={styles.big}>
            <QrCode
              text={big.payload}
              label={`Ticket code of ${big.passenger}, seat ${big.seat}`}
            />
            <p>Hold this to the attendant’s phone. Turn the brightness up.</p>
            <Button kind="primary" wide onClick={() => setBig(undefined)}>
              Done
            </Button>
          </div>
        )}
      </Dialog>
    </div>
  )
}

/** Shows several tickets side by side, changed by swiping or tapping. Prints all of them. */
function Pages({ children }: { children: ReactNode[] }) {
  const row = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const turn = (label: string, direction: 'back' | 'forward') => (
    <Button
      aria-label={label}
      onClick={() => {
        const width = row.current?.clientWidth ?? 0
        row.current?.scrollBy(direction === 'back' ? -width : width, 0)
      }}
    >
      <Chevron to={direction} />
    </Button>
  )
  return (
    <>
      {children.length > 1 && (
        <div className={styles.turn} role="group" aria-label="Travellers">
          {turn('Previous traveller', 'back')}
          <b aria-live="polite">
            {at + 1} of {children.length}
          </b>
          {turn('Next traveller', 'forward')}
        </div>
      )}
      <div
        ref={row}
        className={styles.pages}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setAt(Math.round(scrollLeft / clientWidth))
        }
      >
        {children}
      </div>
    </>
  )
}
