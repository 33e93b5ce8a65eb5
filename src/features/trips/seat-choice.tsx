import type { TripDetail } from '#contract/trips/model'
import { maxSeats } from '#contract/policy'
import { Button, ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useState } from 'react'
import { chooseTogether } from './choose-together.ts'
import { SeatLegend, SeatList, SeatMap } from './seat-map.tsx'
import styles from './trip.module.css'

/** Where one waits for seats of a departure. */
export const waitPath = (trip: string, wanted: number) =>
  `/profile/travel-request/wait?trip=${trip}&passengers=${wanted}`

const canBeAwaited = ({ status, fare_kobo }: TripDetail) =>
  (status === 'scheduled' || status === 'boarding') && fare_kobo !== null

interface Choice {
  trip: TripDetail
  wanted: number
  chosen: readonly number[]
  lost: readonly number[]
  toggle: (seat: number) => void
  choose: (seats: number[]) => void
}

/** Choosing seats by eye, by keyboard, from a list, or all together with one tap. */
export function SeatChoice({ trip, wanted, chosen, lost, toggle, choose }: Choice) {
  const [asList, setAsList] = useState(false)
  const together = chooseTogether(trip.seats, wanted)
  return (
    <Card label="Choose your seats">
      <div className={styles.head}>
        <h2>Choose your seats</h2>
        <Button kind="quiet" aria-pressed={asList} onClick={() => setAsList(!asList)}>
          {asList ? 'Show the bus' : 'Show as list'}
        </Button>
      </div>
      {lost.length > 0 && (
        <Notice kind="mind" says="now">
          {lost.length === 1 ? `Seat ${lost[0]} was` : `Seats ${lost.join(', ')} were`} just taken
          by somebody else. Pick again.
        </Notice>
      )}
      {together === undefined ? (
        <Notice
          kind="mind"
          title={
            trip.seats_left === 0
              ? 'This departure is sold out.'
              : `Fewer than ${wanted} seats are free on this trip.`
          }
          actions={
            canBeAwaited(trip) && (
              <ButtonLink to={waitPath(trip.id, wanted)} kind="primary">
                Join the waiting list
              </ButtonLink>
            )
          }
        >
          When seats come free, we hold yours for 30 minutes and tell you.
        </Notice>
      ) : (
        <Button onClick={() => choose(together)}>
          {wanted === 1 ? 'Pick a seat for me' : `Seat ${wanted} of us together`}
        </Button>
      )}
      {asList ? (
        <SeatList seats={trip.seats} chosen={chosen} onToggle={toggle} />
      ) : (
        <>
          <SeatMap layout={trip.layout} seats={trip.seats} chosen={chosen} onToggle={toggle} />
          <SeatLegend />
        </>
      )}
      <p className={styles.small}>Up to {maxSeats} seats in one booking.</p>
    </Card>
  )
}
