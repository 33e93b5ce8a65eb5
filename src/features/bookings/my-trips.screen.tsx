import { type Booking, BookingCodeInput } from '#contract/bookings/model'
import { normaliseReference } from '#contract/reference'
import { UnsettledPaymentNotice } from '#features/payments'
import { CallError } from '#lib/api'
import { type NextTrip, read, useStored } from '#lib/device'
import { makeLoginPath, rememberPage } from '#lib/browser'
import { useForm } from '#lib/use-form'
import { useUser } from '#lib/session'
import { deleteEndedTickets } from '#lib/vault'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { PhoneField, TextField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AccountTrips } from './account-trips.tsx'
import { groupReturnTrips } from './booking-order.ts'
import styles from './bookings.module.css'
import { BookingCodeForm } from './booking-code-form.tsx'
import { CancelledBookingCards, StoredTripCard, useStoredTrips } from './stored-trips.tsx'
import { BookingWithActions } from './booking-with-actions.tsx'
import { changeBookingLists, listBookingsQuery } from './booking-lists.ts'
import { getBookingQuery, storeBooking, openBooking, replaceOldTickets } from './queries.ts'
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
  const trips = useStoredTrips()
  const upcoming = useQuery({ ...listBookingsQuery('upcoming'), enabled: user !== undefined }).data
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
          <GuestTrips trips={[...trips.next, ...trips.over]} />
          <p>
            <a href={makeLoginPath()}>Log in</a> to see every trip in your account.
          </p>
        </>
      ) : (
        <AccountTrips storedTrips={trips} />
      )}
      <OpenForm />
    </Page>
  )
}

/** The tickets on this phone, then the cancelled bookings that a guest opened. */
function GuestTrips({ trips }: { trips: readonly NextTrip[] }) {
  return (
    <ul className={styles.rows}>
      {trips.length === 0 && <li className={styles.soft}>No ticket is saved on this phone yet.</li>}
      {groupReturnTrips(trips).map((directions) => (
        <StoredTripCard key={directions[0].reference} directions={directions} />
      ))}
      <CancelledBookingCards except={trips} />
    </ul>
  )
}

function OpenForm({ reference: known = '' }: { reference?: string }) {
  const [reference, setReference] = useState(known)
  const [phone, setPhone] = useState('')
  const [, setParams] = useSearchParams()
  const queries = useQueryClient()
  const { form, submit, isSending, errors, problem } = useForm(BookingCodeInput, {
    draft: { value: phone },
    read: () => ({ reference: normaliseReference(reference), phone }),
    send: (input) => {
      const isStillHere = rememberPage()
      return openBooking(input.reference, input.phone).catch((error: unknown) => {
        // After too many wrong phone numbers for a booking, only a code opens it, even if the number is now right.
        if (error instanceof CallError && error.code === 'code_needed' && isStillHere())
          setParams({ booking: input.reference })
        throw error
      })
    },
    done: (booking, isStillHere) => {
      storeBooking(queries, booking)
      if (isStillHere()) setParams({ booking: booking.reference })
    },
  })
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
          <Notice tone="danger" live="assertive">
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

/**
 * Deletes the tickets of a cancelled booking from this phone, and updates the lists, even if another device cancelled
 * it. Replaces the tickets of a booking that was moved or cancelled in part.
 */
function useEndTickets(booking: Booking | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (booking?.status === 'confirmed') void replaceOldTickets(queries, booking)
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
            {data.needs_code === true && prove()}
            <BookingWithActions booking={data} />
          </>
        )}
      </QueryResult>
    </Page>
  )
}
