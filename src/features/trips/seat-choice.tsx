import type { TripDetail } from '#contract/trips/model'
import { maxSeats } from '#contract/policy'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useState } from 'react'
import { chooseTogether } from './choose-together.ts'
import { SeatLegend, SeatList, SeatMap } from './seat-map.tsx'
import styles from './trip.module.css'

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
      <p className={styles.small}>Up to {maxSeats} in one booking.</p>
      {lost.length > 0 && (
        <Notice kind="mind" says="now">
          {lost.length === 1 ? `Seat ${lost[0]} was` : `Seats ${lost.join(', ')} were`} just taken
          by someone else. Pick again.
        </Notice>
      )}
      {together === undefined ? (
        <Notice kind="mind">Fewer than {wanted} seats are free on this trip.</Notice>
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
    </Card>
  )
}
