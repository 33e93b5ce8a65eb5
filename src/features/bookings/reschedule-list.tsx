import type { Booking } from '#contract/bookings/model'
import { naira } from '#contract/money'
import { moveSentence } from '#contract/policy'
import { sentenceOf, useActKey } from '#lib/act'
import { showDayShort, showDayTime } from '#lib/format'
import { toast } from '#lib/toast'
import { Answer } from '#ui/answer'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { TripLine } from '#ui/pictures/trip-line'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './bookings.module.css'
import { listRescheduleOptionsQuery, moveBooking, noteChange } from './queries.ts'

/** Trips of the same road this booking may move to, with what comes back or is missing. */
export function RescheduleList({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const options = useQuery(listRescheduleOptionsQuery(booking.reference))
  const queries = useQueryClient()
  const act = useActKey()
  const moving = useMutation({
    mutationFn: ({ trip_id, seats }: { trip_id: string; seats: number[] }) =>
      moveBooking({ reference: booking.reference, trip_id, seats }, act.keyFor(trip_id)),
    onSuccess: async (next) => {
      onDone()
      toast(`Moved to ${showDayTime(next.trip.departs_at, next.trip.zone)}.`)
      await noteChange(queries, next)
    },
    onError: (error) => act.settle(error),
  })
  const [chosen, setChosen] = useState<string>()
  const count = booking.passengers.filter((one) => one.state === 'travelling').length
  return (
    <Card label="Move to another trip">
      <h2>Move to another trip</h2>
      <p className={styles.soft}>{moveSentence}</p>
      <Answer query={options}>
        {(all) =>
          all.length === 0 ? (
            <Notice title="No other trip with enough seats in the next two weeks." />
          ) : (
            <ul className={styles.rows}>
              {all.map(({ trip, difference_kobo, kept_kobo, free_seats }) => (
                <Card as="li" key={trip.id}>
                  <p>
                    <b>{showDayShort(trip.service_date)}</b> · {trip.operator.name} ·{' '}
                    {differenceWords(difference_kobo, kept_kobo)}
                  </p>
                  <TripLine trip={trip} />
                  {moving.error !== null && moving.variables.trip_id === trip.id && (
                    <Notice kind="harm" says="now">
                      {sentenceOf(
                        moving.error,
                        'No network. We do not know yet whether it was moved. Try again; it cannot be moved twice.',
                      )}
                    </Notice>
                  )}
                  {chosen === trip.id ? (
                    <Confirm
                      busy={moving.isPending}
                      onYes={() =>
                        moving.mutate({ trip_id: trip.id, seats: free_seats.slice(0, count) })
                      }
                      onNo={() => setChosen(undefined)}
                    />
                  ) : (
                    <Button
                      disabled={difference_kobo > 0 || moving.isPending}
                      onClick={() => setChosen(trip.id)}
                    >
                      {difference_kobo > 0
                        ? 'Costs more: cancel and book it instead'
                        : `Move to seat ${free_seats.slice(0, count).join(', ')}`}
                    </Button>
                  )}
                </Card>
              ))}
            </ul>
          )
        }
      </Answer>
      <Button kind="quiet" onClick={onDone}>
        Stay on my trip
      </Button>
    </Card>
  )
}

/** A booking moves once, so one tap in a long list must not do it. */
function Confirm({ busy, onYes, onNo }: { busy: boolean; onYes: () => void; onNo: () => void }) {
  return (
    <Notice
      kind="mind"
      says="now"
      title="Move to this trip? A booking can be moved only once."
      actions={
        <>
          <Button kind="primary" busy={busy} onClick={onYes}>
            Yes, move
          </Button>
          <Button kind="quiet" disabled={busy} onClick={onNo}>
            No
          </Button>
        </>
      }
    />
  )
}

function differenceWords(difference_kobo: number, kept_kobo: number): string {
  if (difference_kobo === 0) return 'same price'
  return difference_kobo > 0
    ? `${naira(difference_kobo)} more`
    : `${naira(-difference_kobo - kept_kobo)} refunded${kept_kobo === 0 ? '' : `, ${naira(kept_kobo)} not refunded`}`
}
