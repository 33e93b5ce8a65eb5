import type { RescheduleOption } from '#contract/bookings/changes'
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
import { type ReactNode, useState } from 'react'
import styles from './bookings.module.css'
import { listRescheduleOptionsQuery, moveBooking, noteChange } from './queries.ts'

/** Trips of the same road this booking may move to, with what comes back or is missing. */
export function RescheduleList({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const options = useQuery(listRescheduleOptionsQuery(booking.reference))
  const queries = useQueryClient()
  const act = useActKey()
  const moving = useMutation({
    mutationFn: ({ trip_id, seats }: { trip_id: string; seats: number[] }) =>
      moveBooking(
        { reference: booking.reference, trip_id, seats },
        act.keyFor(`${trip_id} ${seats.join(',')}`),
      ),
    onSuccess: async (next) => {
      onDone()
      toast(`Moved to ${showDayTime(next.trip.departs_at, next.trip.zone)}.`)
      await noteChange(queries, next)
    },
    onError: (error) => {
      act.settle(error)
      // The seats that were free may be gone.
      void queries.invalidateQueries(listRescheduleOptionsQuery(booking.reference))
    },
  })
  const why = moving.error && (
    <Notice kind="harm" says="now">
      {sentenceOf(
        moving.error,
        'No network. We do not know yet whether it was moved. Try again; it cannot be moved twice.',
      )}
    </Notice>
  )
  const tried = moving.variables?.trip_id
  const [chosen, setChosen] = useState<string>()
  const count = booking.passengers.filter((one) => one.state === 'travelling').length
  return (
    <Card label="Move to another trip">
      <h2>Move to another trip</h2>
      <p className={styles.soft}>{moveSentence}</p>
      <Answer query={options}>
        {(all) => (
          <>
            {!all.some(({ trip }) => trip.id === tried) && why}
            {all.length === 0 ? (
              <Notice title="No other trip with enough seats in the next two weeks." />
            ) : (
              <ul className={styles.moves}>
                {all.map((option) => (
                  <Option
                    key={option.trip.id}
                    option={option}
                    seats={option.free_seats.slice(0, count)}
                    why={option.trip.id === tried && why}
                    isMoving={moving.isPending}
                    isChosen={option.trip.id === chosen}
                    onChoose={setChosen}
                    onMove={(seats) => moving.mutate({ trip_id: option.trip.id, seats })}
                  />
                ))}
              </ul>
            )}
          </>
        )}
      </Answer>
      <Button kind="quiet" onClick={onDone}>
        Stay on my trip
      </Button>
    </Card>
  )
}

/** One trip to move to, by `seats`; `why` it was not moved there. */
function Option({
  option: { trip, difference_kobo, kept_kobo },
  seats,
  why,
  isMoving,
  isChosen,
  onChoose,
  onMove,
}: {
  option: RescheduleOption
  seats: number[]
  why: ReactNode
  isMoving: boolean
  isChosen: boolean
  onChoose: (trip: string | undefined) => void
  onMove: (seats: number[]) => void
}) {
  return (
    <Card as="li">
      <p>
        <b>{showDayShort(trip.service_date)}</b> · {trip.operator.name} ·{' '}
        {differenceWords(difference_kobo, kept_kobo)}
      </p>
      <TripLine trip={trip} />
      {why}
      {isChosen ? (
        <Confirm
          seats={seats}
          busy={isMoving}
          onYes={() => onMove(seats)}
          onNo={() => onChoose(undefined)}
        />
      ) : (
        <Button disabled={difference_kobo > 0 || isMoving} onClick={() => onChoose(trip.id)}>
          {difference_kobo > 0
            ? 'Costs more: cancel and book it instead'
            : `Move to seat ${seats.join(', ')}`}
        </Button>
      )}
    </Card>
  )
}

/** A booking moves once, so one tap in a long list must not do it. The seats may be others than those that were tapped. */
function Confirm({
  seats,
  busy,
  onYes,
  onNo,
}: {
  seats: readonly number[]
  busy: boolean
  onYes: () => void
  onNo: () => void
}) {
  return (
    <Notice
      kind="mind"
      says="now"
      title={`Move to seat ${seats.join(', ')} of this trip? A booking can be moved only once.`}
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
