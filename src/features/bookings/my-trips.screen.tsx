import { type Booking, BookingCodeInput } from '#contract/bookings/model'
import { normaliseReference } from '#contract/reference'
import { UnsettledPaymentNotice } from '#features/payments'
import { CallError } from '#lib/api'
import { type NextTrip, onDeviceChange, read, useStored } from '#lib/device'
import { makeLoginPath } from '#lib/browser'
import { useForm } from '#lib/use-form'
import { useUser } from '#lib/session'
import { useProofs } from '#lib/session/proofs'
import { deleteEndedTickets, readStoredTrips, readNextTrips } from '#lib/vault'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { PhoneField, TextField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AccountTrips } from './account-trips.tsx'
import { BookingCard } from './booking-card.tsx'
import { groupReturnTrips } from './booking-order.ts'
import styles from './bookings.module.css'
import { BookingCodeForm } from './booking-code-form.tsx'
import { MyTripCard, TripDirectionLink } from './my-trip-card.tsx'
import { BookingWithActions } from './booking-with-actions.tsx'
import { changeBookingLists, listBookingsQuery } from './booking-lists.ts'
import { getBookingQuery, storeBooking, openBooking } from './queries.ts'
import { isCancelled, UnpaidBookingCard, useStoreUnpaidBooking } from './unpaid.tsx'

/**
 * The trips on this phone and in the account, and a form to open any booking by its reference and phone number. With
 * `?booking=`, only that booking.
 */
export function MyTripsScreen() {
  const [params] = useSearchParams()
  const reference = params.get('booking')
  return reference === null ? <MyTrips /> : <OneBooking reference={reference} />
}

function MyTrips() {
  const user = useUser()
  const trips = usePhoneTrips()
  const upcoming = useQuery({ ...listBookingsQuery('upcoming'), enabled: user !== undefined }).data
  const others = trips.filter((trip) => !upcoming?.some((one) => one.reference === trip.reference))
  const unpaid = read('pending_payment')?.['booking']
  const begun = useStored('unpaid_booking')?.reference
  return (
    <Page title="My trips" narrow>
      <UnsettledPaymentNotice kind="booking" />
      {begun !== unpaid && !upcoming?.some(({ reference }) => reference === begun) && (
        <UnpaidBookingCard />
      )}
      {user === undefined ? (
        <>
          <PhoneTrips trips={trips} />
          <p>
            <a href={makeLoginPath()}>Log in</a> to see every trip in your account.
          </p>
        </>
      ) : (
        <>
          <AccountTrips />
          {others.length > 0 && (
            <>
              <h2>Also on this phone</h2>
              <PhoneTrips trips={others} />
            </>
          )}
        </>
      )}
      <OpenForm />
    </Page>
  )
}

/** The tickets on this phone, then the paid and cancelled ones of the last ten other bookings that a guest opened. */
function PhoneTrips({ trips }: { trips: readonly NextTrip[] }) {
  const isHere = (reference: string) => trips.some((trip) => trip.reference === reference)
  const others = Object.keys(useProofs()).filter((one) => !isHere(one))
  return (
    <ul className={styles.rows}>
      {trips.length === 0 && <li className={styles.soft}>No ticket is saved on this phone yet.</li>}
      {groupReturnTrips(trips).map((directions) => (
        <PhoneTrip key={directions[0].reference} directions={directions} />
      ))}
      {others.slice(-10).map((reference) => (
        <Cancelled key={reference} reference={reference} />
      ))}
    </ul>
  )
}

function PhoneTrip({ directions }: { directions: readonly [NextTrip, ...NextTrip[]] }) {
  const [first] = directions
  return (
    <MyTripCard
      label={`${first.from} to ${first.to}${directions.length > 1 ? ' and back' : ''}`}
      action={
        <ButtonLink to={`/ticket/${first.reference}`} kind="primary">
          Show ticket
        </ButtonLink>
      }
    >
      {directions.map((trip) => (
        <TripDirectionLink key={trip.reference} trip={trip} />
      ))}
    </MyTripCard>
  )
}

function Cancelled({ reference }: { reference: string }) {
  const { data } = useQuery({
    ...getBookingQuery(reference),
    // Only cancelled paid bookings are displayed, and their refunds may have changed. The others need no new data.
    staleTime: ({ state }) => (wasPaid(state.data) ? 15_000 : Infinity),
  })
  return wasPaid(data) ? <BookingCard bookings={[data]} /> : null
}

/** Returns every ticket on this phone, future trips first. */
function usePhoneTrips(): NextTrip[] {
  const [trips, setTrips] = useState(phoneTrips)
  useEffect(() => onDeviceChange('next_trips', () => setTrips(phoneTrips())), [])
  return trips
}

function phoneTrips(): NextTrip[] {
  const next = readNextTrips()
  const over = readStoredTrips().filter(
    (trip) => !next.some((one) => one.reference === trip.reference),
  )
  return [...next, ...over.reverse()]
}

function OpenForm({ reference: known = '' }: { reference?: string }) {
  const [reference, setReference] = useState(known)
  const [phone, setPhone] = useState('')
  const [, setParams] = useSearchParams()
  const queries = useQueryClient()
  const { form, submit, isSending, errors, problem } = useForm(BookingCodeInput, {
    typed: { value: phone },
    read: () => ({ reference: normaliseReference(reference), phone }),
    send: (input) => openBooking(input.reference, input.phone).catch(askForCode),
    done: (booking) => {
      storeBooking(queries, booking)
      setParams({ booking: booking.reference })
    },
  })
  // After too many wrong phone numbers for a booking, only a code opens it, even if the number is now right.
  function askForCode(error: unknown): never {
    if (error instanceof CallError && error.code === 'code_needed')
      setParams({ booking: normaliseReference(reference) })
    throw error
  }
  return (
    <Card label="Open a booking">
      <h2>Open a booking</h2>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="Reference"
          hint="11 letters and digits, in your SMS"
          autoCapitalize="characters"
          autoComplete="off"
          value={reference}
          onChange={setReference}
          error={errors['reference']}
        />
        <PhoneField
          label="Phone number of the booking"
          value={phone}
          onChange={setPhone}
          error={errors['phone']}
          hint={undefined}
        />
        {problem !== null && (
          <Notice kind="harm" says="now">
            {problem instanceof CallError && problem.code === 'not_found'
              ? 'No booking matches this reference and phone number. Check your SMS and try again.'
              : problem.message}
          </Notice>
        )}
        <Button
          type="submit"
          kind="primary"
          busy={isSending}
          disabled={reference.trim() === '' || phone.trim() === ''}
        >
          Open
        </Button>
      </form>
    </Card>
  )
}

const wasPaid = (booking: Booking | undefined): booking is Booking =>
  isCancelled(booking) && booking.paid_kobo > 0

/** Ends a cancelled booking's tickets and its place among the next trips on this phone, wherever it was cancelled. */
function useEndTickets(booking: Booking | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isCancelled(booking)) return
    void deleteEndedTickets(booking)
    void changeBookingLists(queries, booking.reference, booking)
  }, [booking, queries])
}

function OneBooking({ reference }: { reference: string }) {
  const booking = useQuery(getBookingQuery(reference))
  useStoreUnpaidBooking(booking.data)
  useEndTickets(booking.data)
  const ask = () => <OpenForm reference={reference} />
  const prove = () => (
    <BookingCodeForm reference={reference} onOpen={() => void booking.refetch()} />
  )
  return (
    <Page title="Your booking" back={{ to: '/profile/trip', label: 'My trips' }} narrow>
      <QueryResult
        query={booking}
        refused={{ not_found: ask, invalid_input: ask, code_needed: prove }}
      >
        {(data) => (
          <>
            <BookingWithActions booking={data} />
            {data.needs_code === true && prove()}
          </>
        )}
      </QueryResult>
    </Page>
  )
}
