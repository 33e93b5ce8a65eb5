import type { Booking } from '#contract/bookings/model'
import { PushAsk } from '#features/notifications'
import { saveTicketsOf } from '#features/tickets'
import { forget, read } from '#lib/device'
import { showDayTime, showTime } from '#lib/format'
import { nextTrips } from '#lib/vault'
import { Answer } from '#ui/answer'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card, Page, Steps } from '#ui/page'
import { FareLines } from '#ui/money'
import { TripLine } from '#ui/trip-line'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import styles from './bookings.module.css'
import { WithBooking } from './with-booking.tsx'

/** Paid: the ticket goes onto the phone at once, then everything one needs to know for the day. */
export function BookedScreen() {
  return <WithBooking title="Your booking">{(booking) => <Booked booking={booking} />}</WithBooking>
}

function Booked({ booking }: { booking: Booking }) {
  const { reference, trip } = booking
  const saved = useQuery({
    queryKey: ['listTickets', reference],
    queryFn: ({ signal }) => saveTicketsOf(reference, signal),
  })
  useEffect(() => {
    if (read('pending_payment')?.booking === reference) forget('pending_payment')
    forget('current_booking')
    void navigator.storage?.persist?.().catch(() => undefined)
  }, [reference])
  if (booking.status !== 'confirmed') return <NotPaid booking={booking} />
  return (
    <Page
      title="Thank you. Your seats are yours."
      narrow
      bar={
        <ButtonLink to={`/ticket/${reference}`} kind="primary" wide>
          Show my ticket
        </ButtonLink>
      }
    >
      <Steps names={['Seats', 'Passengers', 'Pay', 'Ticket']} at={3} />
      {booking.reseated && (
        <Notice
          kind="mind"
          title={`Your payment came after the hold ended, so you now have seat ${booking.seats.join(', ')}.`}
        >
          {booking.free_cancel_until !== null &&
            `If that does not suit you, cancel for free until ${showDayTime(booking.free_cancel_until)}.`}
        </Notice>
      )}
      {isOnThisPhone(reference) ? (
        <Saved booking={booking} />
      ) : (
        <Answer query={saved}>{() => <Saved booking={booking} />}</Answer>
      )}
      <PushAsk reference={reference} />
      <Card label="Your trip">
        <p className={styles.big}>{reference}</p>
        <p className={styles.soft}>
          Your reference. With it and your phone number you can open this booking anywhere.
        </p>
        <TripLine trip={trip} />
        <p>
          Be at <b>{booking.from_park.name}</b> by{' '}
          <b>{showTime(booking.reporting_at, trip.zone)}</b>. {booking.from_park.address}.
        </p>
      </Card>
      <Card label="What you paid">
        <h2>What you paid</h2>
        <FareLines
          lines={booking.fare.lines}
          total_kobo={booking.fare.total_kobo}
          total_label="Paid"
        />
      </Card>
    </Page>
  )
}

const isOnThisPhone = (reference: string) =>
  nextTrips().some((trip) => trip.reference === reference)

function Saved({ booking }: { booking: Booking }) {
  return (
    <Notice kind="done" title="The ticket is saved on this phone." says="soon">
      It opens without a network. We also send it by{' '}
      {booking.contact?.email ? 'SMS and e-mail' : 'SMS'}.
    </Notice>
  )
}

function NotPaid({ booking }: { booking: Booking }) {
  return (
    <Page title="Not paid yet" narrow>
      <Notice
        kind="mind"
        title={
          booking.status === 'cancelled'
            ? 'This booking was cancelled.'
            : 'We have not seen the payment yet.'
        }
        actions={
          <ButtonLink to={`/bookride/pay?booking=${booking.reference}`} kind="primary">
            See the payment
          </ButtonLink>
        }
      />
    </Page>
  )
}
