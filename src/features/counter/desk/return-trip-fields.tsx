import type { OperatorDeparture } from '#contract/boarding/model'
import { formatCount } from '#contract/quantities'
import type { TripDetail } from '#contract/trips/model'
import { DepartureLimitNote } from '#features/boarding'
import { departuresQuery, OptionalDepartureParkField } from '#features/bookings/desk'
import { listFreeSeats, SeatMap, toggleSeat } from '#features/trips'
import { computeDay } from '#lib/format'
import { FieldGroup } from '#ui/choices'
import { MutedText } from '#ui/desk/page'
import { DateField, SelectField } from '#ui/fields'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isDepartureOnSale, labelDeparture } from './departure-labels.ts'
import styles from './counter.module.css'
import { seatsQuery } from './queries.ts'
import type { ReturnTripChoice } from './use-return-trip.ts'

interface Props {
  /** The outbound trip. */
  out: TripDetail
  /** How many seats are chosen on it. */
  count: number
  value: ReturnTripChoice
  /** As in `listFreeSeats`. */
  sent: readonly number[] | undefined
  error: string | undefined
  onChange: (value: ReturnTripChoice) => void
}

/** Returns the wire id of the part of a departure that is the return of `out`; undefined if it does not lead back. */
function findReturnPart(
  { trip_id, position, park, drop_offs }: OperatorDeparture,
  out: TripDetail,
) {
  if (park.city !== out.to.city.name) return undefined
  const end = drop_offs?.find(({ city }) => city === out.from.city.name)
  return end && `${trip_id}.${position}.${end.position}`
}

/** Day, departure and seats of the return trip. Only departures after the outbound arrival are listed. */
export function ReturnTripFields({ out, count, value, sent, error, onChange }: Props) {
  const first = computeDay(out.arrives_at, out.zone)
  const day = value.day > first ? value.day : first
  const [park, setPark] = useState('')
  const query = useQuery(departuresQuery(day, { park, past: false }))
  return (
    <FieldGroup label="Return trip">
      <div className={styles.parts}>
        <DateField
          label="Day back"
          value={day}
          min={first}
          onChange={(next) => next && onChange({ day: next, trip: '', seats: [] })}
        />
        <OptionalDepartureParkField
          departures={query.data ?? []}
          day={day}
          value={park}
          onChange={setPark}
        />
        <QueryResult query={query}>
          {(all) => {
            const options = all
              .filter((one) => isDepartureOnSale(one) && one.departs_at > out.arrives_at)
              .flatMap((one) => {
                const id = findReturnPart(one, out)
                return id === undefined ? [] : [{ value: id, label: labelDeparture(one) }]
              })
            if (options.length === 0)
              return <MutedText>No return departure on this day. Choose another day.</MutedText>
            return (
              <>
                <SelectField
                  label="Return departure"
                  value={value.trip}
                  error={error}
                  options={[{ value: '', label: 'Choose a departure' }, ...options]}
                  onChange={(trip) => onChange({ day, trip, seats: [] })}
                />
                {value.trip !== '' && (
                  <SeatsBack
                    id={value.trip}
                    count={count}
                    chosen={value.seats}
                    sent={sent}
                    onChange={(seats) => onChange({ ...value, day, seats })}
                  />
                )}
              </>
            )
          }}
        </QueryResult>
        <DepartureLimitNote departures={query.data ?? []} />
      </div>
    </FieldGroup>
  )
}

function SeatsBack({
  id,
  count,
  chosen,
  sent,
  onChange,
}: {
  id: string
  count: number
  chosen: readonly number[]
  sent: readonly number[] | undefined
  onChange: (seats: readonly number[]) => void
}) {
  const query = useQuery(seatsQuery(id))
  return (
    <QueryResult query={query}>
      {(trip) => {
        if (trip.fare_kobo === null)
          return <MutedText>The fare of this departure is not known. Choose another.</MutedText>
        const seats = listFreeSeats(trip, chosen, sent)
        return (
          <>
            <SeatMap
              name="Seat map of the return trip"
              layout={trip.layout}
              seats={trip.seats}
              chosen={seats}
              onToggle={(seat) => onChange(toggleSeat(seats, seat, count))}
            />
            {seats.length !== count && (
              <MutedText>Choose {formatCount(count, 'seat')} for the return trip.</MutedText>
            )}
          </>
        )
      }}
    </QueryResult>
  )
}
