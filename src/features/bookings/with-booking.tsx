import type { Booking } from '#contract/bookings/model'
import { QueryResult } from '#ui/query-result'
import { MissingPage } from '#ui/missing-page'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Fragment } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSecondsLeft } from '#ui/countdown'
import { getBookingQuery } from './queries.ts'
import { useStoreUnpaidBooking } from './unpaid.tsx'

/** Renders a step for the booking in the URL (`?booking=`). Without one, shows a link to open a booking. */
export function WithBooking({
  title,
  children,
}: {
  /** The title while the booking loads. */
  title: string
  /** `isOver` means that the seats are no longer held, so the booking cannot be paid. */
  children: (booking: Booking, isOver: boolean) => ReactNode
}) {
  const [params] = useSearchParams()
  const reference = params.get('booking') ?? ''
  const booking = useQuery({ ...getBookingQuery(reference), enabled: reference !== '' })
  useStoreUnpaidBooking(booking.data)
  const isOver = useSecondsLeft(booking.data?.hold_expires_at ?? '') === 0
  if (reference === '') return <NoBooking />
  return (
    <QueryResult
      title={title}
      query={booking}
      refused={{ not_found: NoBooking, invalid_input: NoBooking }}
    >
      {(data) => <Fragment key={data.reference}>{children(data, isOver)}</Fragment>}
    </QueryResult>
  )
}

function NoBooking() {
  return (
    <MissingPage
      title="Booking not found"
      text="This booking is not on this phone."
      to="/profile/trip"
      action="Open a booking"
    >
      You can open a booking with its reference and the phone number it was made with. For the
      ticket, we also send a code to that number.
    </MissingPage>
  )
}
