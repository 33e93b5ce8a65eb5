import type { TripDetail } from '#contract/trips/model'
import { SeatLegend, SeatPlan } from '#ui/seats/seat-plan'
import { useState } from 'react'
import { ExampleCard } from './example-card.tsx'

const layout: TripDetail['layout'] = {
  rows: 3,
  columns: 3,
  fixtures: [
    { row: 1, column: 1, kind: 'driver' },
    { row: 1, column: 3, kind: 'door' },
  ],
}

const seats = [
  { number: 1, row: 2, column: 1 },
  { number: 2, row: 2, column: 3 },
  { number: 3, row: 3, column: 1 },
  { number: 4, row: 3, column: 3 },
]

/** A small bus, in which two seats are taken. */
export function SeatExamples() {
  const [chosen, setChosen] = useState(1)
  return (
    <ExampleCard title="Seats of a bus">
      <SeatPlan
        label="Seats"
        layout={layout}
        seats={seats}
        lookOf={({ number }) =>
          number > 2
            ? {
                state: 'sold',
                mark: '×',
                label: `Seat ${number}, taken`,
                isChosen: false,
                press: undefined,
              }
            : {
                state: number === chosen ? 'mine' : 'free',
                mark: number === chosen ? '✓' : '',
                label: `Seat ${number}, free`,
                isChosen: number === chosen,
                press: () => setChosen(number),
              }
        }
      />
      <SeatLegend
        states={[
          { state: 'free', mark: '', label: 'Free' },
          { state: 'mine', mark: '✓', label: 'Yours' },
          { state: 'sold', mark: '×', label: 'Taken' },
        ]}
      />
    </ExampleCard>
  )
}
