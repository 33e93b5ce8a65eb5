import type { Manifest, ManifestSeat } from '#contract/boarding/model'
import type { DepartureSeat, DepartureSeats } from '#contract/boarding/sheet'
import { formatTime } from '#lib/format'
import { MutedText } from '#ui/desk/page'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { SeatLegend, SeatPlan } from '#ui/seats/seat-plan'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { describeSeats } from './describe-seats.ts'
import styles from './departures.module.css'
import { departureSeatsQuery } from './queries.ts'
import { listTicketHolders, formatTravellerName } from './traveller-list-card.tsx'

/** How the plan draws each state of a seat. `aboard`: it is sold, and its traveller has boarded. */
const looks = {
  aboard: { mark: '✓', label: 'Aboard' },
  sold: { mark: '×', label: 'Sold, not aboard' },
  held: { mark: '…', label: 'Held, not paid' },
  set_aside: { mark: '■', label: 'Set aside' },
  blocked: { mark: '–', label: 'Not for sale' },
  free: { mark: '', label: 'Free' },
} as const satisfies Record<DepartureSeat['state'] | 'aboard', { mark: string; label: string }>

const legend = Object.entries(looks).map(([state, look]) => ({ state, ...look }))

/**
 * The seat plan of a departure, with the state of each seat and, for the seat that was tapped, its travellers. It
 * covers the trip from the motor park in whose list the departure was opened.
 */
export function DepartureSeatPlan({ manifest }: { manifest: Manifest }) {
  const [params] = useSearchParams()
  const query = useQuery(departureSeatsQuery(manifest.trip.id, params.get('park') ?? ''))
  return (
    <Card>
      <h2>Seats</h2>
      <QueryResult query={query}>
        {(departure) => <Bus departure={departure} manifest={manifest} />}
      </QueryResult>
    </Card>
  )
}

/** A seat with its travellers. On a trip with several legs it may have several. */
interface Occupancy {
  seat: DepartureSeat
  state: keyof typeof looks
  travellers: readonly ManifestSeat[]
}

function Bus({ departure, manifest }: { departure: DepartureSeats; manifest: Manifest }) {
  const [number, setNumber] = useState<number>()
  const { from, layout, seats, seat_counts } = departure
  const onTheWay = listTicketHolders(manifest).filter(({ leg_to }) => leg_to > from.position)
  const occupancyOf = (seat: DepartureSeat): Occupancy => {
    const travellers = onTheWay.filter((one) => one.seat === seat.number)
    const isAboard = travellers.some(({ boarded_at }) => boarded_at !== null)
    return { seat, state: isAboard ? 'aboard' : seat.state, travellers }
  }
  const chosen = seats.find((seat) => seat.number === number)
  return (
    <div className={styles.bus}>
      <p>
        {from.position > 0 && `From ${from.park} on: `}
        {describeSeats(seat_counts)}
      </p>
      <SeatPlan
        label="Seats, front of the bus first. Arrow keys move, space shows who sits there."
        layout={layout}
        seats={seats}
        lookOf={(seat) => {
          const occupancy = occupancyOf(seat)
          const { state } = occupancy
          return {
            state,
            mark: looks[state].mark,
            label: describeSeat(occupancy),
            isChosen: seat.number === number,
            press: () => setNumber(seat.number),
          }
        }}
      />
      <div role="status">
        {chosen === undefined ? (
          <MutedText>Tap a seat to see who sits there.</MutedText>
        ) : (
          <ChosenSeat occupancy={occupancyOf(chosen)} zone={manifest.trip.zone} />
        )}
      </div>
      <SeatLegend states={legend} />
    </div>
  )
}

/** Describes a seat for screen readers: “Seat 4, row 2, aboard, Adaeze Okonkwo”. */
const describeSeat = ({ seat, state, travellers }: Occupancy) =>
  [
    `Seat ${seat.number}`,
    `row ${seat.row}`,
    looks[state].label.toLowerCase(),
    ...travellers.map(formatTravellerName),
  ].join(', ')

function ChosenSeat({
  occupancy: { seat, state, travellers },
  zone,
}: {
  occupancy: Occupancy
  zone: string
}) {
  return (
    <>
      <p>
        <b>Seat {seat.number}</b> · {looks[state].label}
      </p>
      {travellers.map((one) => (
        <p key={one.ticket_id}>
          {formatTravellerName(one)}{' '}
          <MutedText as="small">
            {one.from} → {one.to} · {one.booking}
            {one.boarded_at !== null && ` · Aboard ${formatTime(one.boarded_at, zone)}`}
          </MutedText>
        </p>
      ))}
      {seat.held_until !== null && (
        <MutedText>Free again at {formatTime(seat.held_until, zone)} if nobody pays.</MutedText>
      )}
    </>
  )
}
