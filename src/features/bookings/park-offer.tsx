import { reserveBooking } from '#contract/bookings/endpoints'
import type { Booking } from '#contract/bookings/model'
import { formatNaira } from '#contract/money'
import { pluralize } from '#contract/quantities'
import { call, CallError } from '#lib/api'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { rememberPage } from '#lib/browser'
import { formatDayTime } from '#lib/format'
import { useUser } from '#lib/session'
import { Button, ButtonLink } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { Card } from '#ui/page'
import { useMutation, useQueryClient } from '@tanstack/react-query'

interface Props {
  booking: Booking
  /** Called with the booking once it is reserved. `isStillHere`: the person has not left the page meanwhile. */
  onReserved: (booking: Booking, isStillHere: boolean) => void
}

/** Offers to reserve the seats of a held booking and to pay for them at the park. */
export function PayAtParkOffer({ booking, onReserved }: Props) {
  const { reservable_until: until, trip, from_park, fare, seats } = booking
  const user = useUser()
  if (until === null || until === undefined) return null
  const kept = pluralize(seats.length, 'your seat is kept', 'your seats are kept')
  return (
    <Card label="Pay cash at the park">
      <h2>Pay cash at the park</h2>
      <p>
        Without paying now, {kept} until <b>{formatDayTime(until, trip.zone)}</b>. Pay{' '}
        {formatNaira(fare.total_kobo)} at the counter of {trip.operator.name}, {from_park.name},
        before that.
      </p>
      {user === undefined ? (
        <p>
          For people with an account and a verified phone number. Log in before you choose seats.
        </p>
      ) : (
        <ReserveButton reference={booking.reference} onReserved={onReserved} />
      )}
    </Card>
  )
}

function ReserveButton({
  reference,
  onReserved,
}: Pick<Props, 'onReserved'> & Pick<Booking, 'reference'>) {
  const queries = useQueryClient()
  const act = useIdempotencyKey()
  const reserving = useMutation({
    mutationFn: () => call(reserveBooking, { reference }, { key: act.keyFor(reference) }),
    onMutate: rememberPage,
    onSuccess: (booking, _, isStillHere) => onReserved(booking, isStillHere()),
    onError: () => queries.invalidateQueries({ queryKey: ['getBooking', reference] }),
    onSettled: (_, error) => act.settle(error ?? undefined),
  })
  const { error } = reserving
  return (
    <>
      <FailureNotice
        error={error}
        offline="No network. We do not know yet whether the seats are reserved. Try again when it is back."
      />
      {error instanceof CallError && error.code === 'phone_unverified' && (
        <ButtonLink to="/profile/details">Verify my phone</ButtonLink>
      )}
      <Button wide busy={reserving.isPending} onClick={() => reserving.mutate()}>
        Reserve, and pay at the park
      </Button>
    </>
  )
}
