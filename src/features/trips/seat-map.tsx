import type { Seat, TripDetail } from '#contract/trips/model'
import { CheckField } from '#ui/choices'
import { SeatLegend, SeatPlan } from '#ui/seats/seat-plan'
import styles from './seat-map.module.css'
import { describeSeat } from './labels.ts'

const marks: Record<Seat['state'] | 'mine', string> = {
  free: '',
  mine: '✓',
  held: '…',
  sold: '×',
  blocked: '–',
}

/** The seat map of a trip, on which people choose seats. The Tab key first reaches the first free seat. */
export function SeatMap({
  name = 'Seat map',
  layout,
  seats,
  chosen,
  onToggle,
}: Pick<TripDetail, 'layout' | 'seats'> & {
  /** For screen readers, if there are several. */
  name?: string
  chosen: readonly number[]
  /** Undefined if the seats cannot be chosen. */
  onToggle: ((seat: number) => void) | undefined
}) {
  return (
    <SeatPlan
      label={`${name}, front of the bus first. Arrow keys move, space chooses.`}
      layout={layout}
      seats={seats}
      start={seats.find((seat) => seat.state === 'free')}
      lookOf={(seat) => {
        const isMine = chosen.includes(seat.number)
        const state = isMine ? 'mine' : seat.state
        const canChange = onToggle !== undefined && (isMine || seat.state === 'free')
        return {
          state,
          mark: marks[state],
          label: isMine ? `${describeSeat(seat)}, chosen by you` : describeSeat(seat),
          isChosen: isMine,
          press: canChange
            ? () => {
                navigator.vibrate?.(10)
                onToggle(seat.number)
              }
            : undefined,
        }
      }}
    />
  )
}

const legend = (
  [
    ['free', 'Free'],
    ['mine', 'Yours'],
    ['held', 'Being booked'],
    ['sold', 'Sold'],
    ['blocked', 'Not for sale'],
  ] as const
).map(([state, label]) => ({ state, mark: marks[state], label }))

export const SeatMapLegend = () => <SeatLegend states={legend} />

const takenLabels = { sold: 'Sold or set aside', held: 'Being booked', blocked: 'Not for sale' }

/**
 * How the map draws seats that cannot be chosen, as clerks need it: only of the states that occur. Seats that are set
 * aside are drawn as sold ones are.
 */
export function TakenSeatsLegend({ seats }: Pick<TripDetail, 'seats'>) {
  const states = (['sold', 'held', 'blocked'] as const)
    .filter((state) => seats.some((seat) => seat.state === state))
    .map((state) => ({ state, mark: marks[state], label: takenLabels[state] }))
  return states.length > 0 && <SeatLegend states={states} />
}

/** The seats as a plain list, for screen readers and for people who prefer it. */
export function SeatList({
  seats,
  chosen,
  onToggle,
}: {
  seats: readonly Seat[]
  chosen: readonly number[]
  onToggle: ((seat: number) => void) | undefined
}) {
  const rows = [...new Set(seats.map((seat) => seat.row))]
  return (
    <div className={styles.rows}>
      {rows.map((row) => (
        <section key={row} aria-label={`Row ${row}`}>
          <h3>Row {row}</h3>
          {seats
            .filter((seat) => seat.row === row)
            .map((seat) => (
              <CheckField
                key={seat.number}
                label={describeSeat(seat)}
                checked={chosen.includes(seat.number)}
                disabled={
                  onToggle === undefined || (seat.state !== 'free' && !chosen.includes(seat.number))
                }
                onChange={() => onToggle?.(seat.number)}
              />
            ))}
        </section>
      ))}
    </div>
  )
}
