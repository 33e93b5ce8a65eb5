import type { Seat, TripDetail } from '#contract/trips/model'
import { UnstyledButton } from '#ui/button'
import { type KeyboardEvent, useRef, useState } from 'react'
import styles from './seat-plan.module.css'

export type SeatPosition = Pick<Seat, 'number' | 'row' | 'column'>

/** How a seat is drawn, and what screen readers say about it. */
interface SeatLook {
  /** Selects its colours. `mark` distinguishes it without colours. */
  state: string
  mark: string
  label: string
  isChosen: boolean
  /** Undefined if it cannot be chosen. */
  press: (() => void) | undefined
}

const fixtureLabels = {
  driver: 'Driver',
  door: 'Door',
  toilet: 'Toilet',
  conductor: 'Con\u00adductor',
} as const

/**
 * A bus drawn from above by its layout, with the front at the top. Its seats are one tab stop, at first the seat
 * `start`; arrow keys move between seats. They also reach seats that cannot be chosen, so that no seat seems to be
 * missing.
 */
export function SeatPlan<Place extends SeatPosition>({
  label,
  layout,
  seats,
  start = seats[0],
  lookOf,
}: Pick<TripDetail, 'layout'> & {
  label: string
  seats: readonly Place[]
  start?: Place | undefined
  lookOf: (seat: Place) => SeatLook
}) {
  const box = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<number>()
  // The seat may be gone, if the bus was replaced by a smaller one.
  const at = seats.some(({ number }) => number === focused) ? focused : start?.number
  function walk(event: KeyboardEvent, seat: Place) {
    const next = findNeighbour(seats, seat, event.key)
    if (next === undefined) return
    event.preventDefault()
    setFocused(next.number)
    box.current?.querySelector<HTMLElement>(`[data-seat="${next.number}"]`)?.focus()
  }
  return (
    <div className={styles.bus}>
      <div
        ref={box}
        className={styles.grid}
        data-columns={layout.columns}
        role="group"
        aria-label={label}
      >
        {cellsOf(layout, seats).map(({ key, seat, fixture }) => {
          if (seat === undefined)
            return (
              <span key={key} className={fixture && styles.fixture} data-kind={fixture}>
                {fixture && fixtureLabels[fixture]}
              </span>
            )
          const { state, mark, label: name, isChosen, press } = lookOf(seat)
          return (
            <UnstyledButton
              key={key}
              data-seat={seat.number}
              data-state={state}
              className={styles.seat}
              tabIndex={seat.number === at ? 0 : -1}
              aria-pressed={isChosen}
              aria-disabled={press === undefined}
              aria-label={name}
              onFocus={() => setFocused(seat.number)}
              onKeyDown={(event) => walk(event, seat)}
              onClick={press}
            >
              <span>{seat.number}</span>
              <small aria-hidden="true">{mark}</small>
            </UnstyledButton>
          )
        })}
      </div>
    </div>
  )
}

/**
 * Returns every cell of the grid in order, including the aisle: cells cannot be positioned by inline styles, which the
 * prerendered page does not allow.
 */
function cellsOf<Place extends SeatPosition>(
  { rows, columns, fixtures }: TripDetail['layout'],
  seats: readonly Place[],
) {
  const standing = new Map(fixtures.map((one) => [keyOf(one), one.kind]))
  const seated = new Map(seats.map((one) => [keyOf(one), one]))
  return Array.from({ length: rows * columns }, (_, index) => {
    const key = keyOf({ row: Math.floor(index / columns) + 1, column: (index % columns) + 1 })
    return { key, seat: seated.get(key), fixture: standing.get(key) }
  })
}

const keyOf = ({ row, column }: { row: number; column: number }) => `${row}-${column}`

const steps: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Returns the nearest seat in the direction of an arrow key; undefined at the edge and for other keys. */
export function findNeighbour<Place extends SeatPosition>(
  seats: readonly Place[],
  from: SeatPosition,
  key: string,
): Place | undefined {
  const step = steps[key]
  if (step === undefined) return undefined
  const [rows, columns] = step
  const ahead = seats.filter(
    (seat) => (seat.row - from.row) * rows + (seat.column - from.column) * columns > 0,
  )
  const inLine = columns === 0 ? ahead : ahead.filter((seat) => seat.row === from.row)
  const away = (seat: SeatPosition) =>
    Math.abs(seat.row - from.row) * 10 + Math.abs(seat.column - from.column)
  return inLine.toSorted((a, b) => away(a) - away(b))[0]
}

/** How the plan draws a seat in each state. */
export function SeatLegend({
  states,
}: {
  states: readonly { state: string; mark: string; label: string }[]
}) {
  return (
    <ul className={styles.legend}>
      {states.map(({ state, mark, label }) => (
        <li key={state}>
          <span data-state={state} className={styles.sample} aria-hidden="true">
            {mark}
          </span>
          {label}
        </li>
      ))}
    </ul>
  )
}
