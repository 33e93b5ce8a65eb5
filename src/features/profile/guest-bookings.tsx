import { pluralize } from '#contract/quantities'
import type { Booking } from '#contract/bookings/model'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { formatDay } from '#lib/format'
import { Button, ButtonLink } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { Notice } from '#ui/notice'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listGuestBookingsQuery, addGuestBookings } from './queries.ts'
import styles from './profile.module.css'

/** Offers to add bookings that were made without an account. Renders nothing without any. */
export function GuestBookingsOffer() {
  const found = useQuery(listGuestBookingsQuery).data ?? []
  const queries = useQueryClient()
  const act = useIdempotencyKey()
  const taking = useMutation({
    mutationFn: () => addGuestBookings(act.keyFor(found.map(({ reference }) => reference).join())),
    onSuccess: () => {
      queries.setQueryData(listGuestBookingsQuery.queryKey, [])
      void queries.invalidateQueries({ queryKey: ['listBookings'] })
    },
    onSettled: (_, error) => act.settle(error ?? undefined),
  })
  if (taking.data !== undefined) return <AdoptedBookingsNotice adopted={taking.data.adopted} />
  if (found.length === 0) return null
  return (
    <Notice
      tone="warning"
      title={pluralize(
        found.length,
        'A booking made without an account is yours.',
        `${found.length} bookings made without an account are yours.`,
      )}
      actions={
        <Button kind="primary" busy={taking.isPending} onClick={() => taking.mutate()}>
          Add to my trips
        </Button>
      }
    >
      <ul className={styles.list}>
        {found.map((booking) => (
          <li key={booking.reference}>{formatRoute(booking)}</li>
        ))}
      </ul>
      <FailureNotice error={taking.error} offline="No network. Try again when it is back." />
    </Notice>
  )
}

const formatRoute = ({ trip }: Booking) =>
  `${trip.from.city.name} → ${trip.to.city.name}, ${formatDay(trip.service_date)}`

function AdoptedBookingsNotice({ adopted }: { adopted: number }) {
  return (
    <Notice
      tone="success"
      live="polite"
      title={pluralize(adopted, 'It is in your trips now.', `${adopted} are in your trips now.`)}
      actions={<ButtonLink to="/profile/trip">My trips</ButtonLink>}
    />
  )
}
