import type { OperatorDeparture } from '#contract/boarding/model'
import { returnDays } from '#contract/counter/rules'
import { formatCount } from '#contract/quantities'
import type { TripDetail } from '#contract/trips/model'
import { DepartureLimitNote } from '#features/boarding'
import { departuresQuery, OptionalDepartureParkField } from '#features/bookings/desk'
import { listFreeSeats, SeatMap, TakenSeatsLegend, toggleSeat } from '#features/trips'
import { formatDayShort } from '#lib/format'
import { FieldGroup } from '#ui/choices'
import { MutedText } from '#ui/desk/page'
import { SelectField } from '#ui/fields'
import { Notice } from '#ui/notice'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isDepartureOnSale, labelDeparture } from './departure-labels.ts'
import styles from './counter.module.css'
import { returnDaysQuery, seatsQuery } from './queries.ts'
import type { ReturnTripChoice } from './use-return-trip.ts'

interface Props {
  /** The outbound trip. */
  out: TripDetail
  /** How many seats are chosen on it. */
  count: number
  value: ReturnTripChoice
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

/** Day, departure and seats of the return trip. Only days and departures after the outbound arrival are listed. */
export function ReturnTripFields(props: Props) {
  const { out } = props
  const query = useQuery(returnDaysQuery(out))
  return (
    <FieldGroup isPart label="Return trip">
      <QueryResult query={query}>
        {(days) => {
          const [first] = days
          if (first === undefined)
            return (
              <Notice tone="warning">
                No bus of yours goes from {out.to.city.name} to {out.from.city.name} in the{' '}
                {returnDays} days after this trip. Sell one way only.
              </Notice>
            )
          const chosen = days.find(({ date }) => date === props.value.day) ?? first
          return <DayOfReturn {...props} days={days} day={chosen.date} />
        }}
      </QueryResult>
    </FieldGroup>
  )
}

function DayOfReturn({
  out,
  count,
  value,
  error,
  onChange,
  days,
  day,
}: Props & { days: readonly { date: string; departures: number }[]; day: string }) {
  const [park, setPark] = useState('')
  const query = useQuery(departuresQuery(day, { park, past: false }))
  return (
    <div className={styles.parts}>
      <SelectField
        label="Day back"
        value={day}
        options={days.map(({ date, departures }) => ({
          value: date,
          label: `${formatDayShort(date)} · ${formatCount(departures, 'departure')}`,
        }))}
        onChange={(next) => {
          setPark('')
          onChange({ day: next, trip: '', seats: [] })
        }}
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
                <ReturnSeatsField
                  id={value.trip}
                  count={count}
                  chosen={value.seats}
                  onChange={(seats) => onChange({ ...value, day, seats })}
                />
              )}
            </>
          )
        }}
      </QueryResult>
      <DepartureLimitNote departures={query.data ?? []} />
    </div>
  )
}

function ReturnSeatsField({
  id,
  count,
  chosen,
  onChange,
}: {
  id: string
  count: number
  chosen: readonly number[]
  onChange: (seats: readonly number[]) => void
}) {
  const query = useQuery(seatsQuery(id))
  return (
    <QueryResult query={query}>
      {(trip) => {
        if (trip.fare_kobo === null)
          return <MutedText>The fare of this departure is not known. Choose another.</MutedText>
        const seats = listFreeSeats(trip, chosen)
        return (
          <>
            <SeatMap
              name="Seat map of the return trip"
              layout={trip.layout}
              seats={trip.seats}
              chosen={seats}
              onToggle={(seat) => onChange(toggleSeat(seats, seat, count))}
            />
            <TakenSeatsLegend seats={trip.seats} />
            {seats.length !== count && (
              <MutedText>Choose {formatCount(count, 'seat')} for the return trip.</MutedText>
            )}
          </>
        )
      }}
    </QueryResult>
  )
}
