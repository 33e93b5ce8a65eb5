import type { Seat, TripDetail } from '#contract/trips/model'
import { UnstyledButton } from '#ui/button'
import { CheckField } from '#ui/choices'
import { type KeyboardEvent, useRef, useState } from 'react'
import styles from './seat-map.module.css'
import { describeSeat } from './labels.ts'

const marks: Record<Seat['state'], string> = { free: '', held: '…', sold: '×', blocked: '–' }
const fixtureWords = {
  driver: 'Driver',
  door: 'Door',
  toilet: 'Toilet',
  conductor: 'Con\u00adductor',
} as const

/** The seat map of a trip, on which people choose seats. The Tab key first reaches the first free seat. */
export function SeatMap({
  layout,
  seats,
  chosen,
  onToggle,
}: Pick<TripDetail, 'layout' | 'seats'> & {
  chosen: readonly number[]
  /** Undefined if the seats cannot be chosen. */
  onToggle: ((seat: number) => void) | undefined
}) {
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(
    () => seats.find((seat) => seat.state === 'free')?.number ?? seats[0]?.number,
  )
  function walk(event: KeyboardEvent, seat: Seat) {
    const next = findNeighbour(seats, seat, event.key)
    if (next === undefined) return
    event.preventDefault()
    setAt(next.number)
    box.current?.querySelector<HTMLElement>(`[data-seat="${next.number}"]`)?.focus()
  }
  return (
    <div className={styles.bus}>
      <div
        ref={box}
        className={styles.grid}
        data-columns={layout.columns}
        role="group"
        aria-label="Seat map, front of the bus first. Arrow keys move, space chooses."
      >
        {cellsOf(layout, seats).map(({ key, seat, fixture }) => {
          if (seat === undefined)
            return (
              <span key={key} className={fixture && styles.fixture} data-kind={fixture}>
                {fixture && fixtureWords[fixture]}
              </span>
            )
          const mine = chosen.includes(seat.number)
          const toggle = mine || seat.state === 'free' ? onToggle : undefined
          return (
            <UnstyledButton
              key={key}
              data-seat={seat.number}
              data-state={mine ? 'mine' : seat.state}
              className={styles.seat}
              tabIndex={seat.number === at ? 0 : -1}
              aria-pressed={mine}
              aria-disabled={toggle === undefined}
              aria-label={mine ? `${describeSeat(seat)}, chosen by you` : describeSeat(seat)}
              onFocus={() => setAt(seat.number)}
              onKeyDown={(event) => walk(event, seat)}
              onClick={() => toggle?.(seat.number)}
            >
              <span>{seat.number}</span>
              <small aria-hidden="true">{mine ? '✓' : marks[seat.state]}</small>
            </UnstyledButton>
          )
        })}
      </div>
    </div>
  )
}

/** Returns every cell of the bus in order, including the aisle, because the prerendered page has no inline styles. */
function cellsOf({ rows, columns, fixtures }: TripDetail['layout'], seats: readonly Seat[]) {
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
export function findNeighbour(seats: readonly Seat[], from: Seat, key: string): Seat | undefined {
  const step = steps[key]
  if (step === undefined) return undefined
  const [rows, columns] = step
  const ahead = seats.filter(
    (seat) => (seat.row - from.row) * rows + (seat.column - from.column) * columns > 0,
  )
  const inLine = columns === 0 ? ahead : ahead.filter((seat) => seat.row === from.row)
  const away = (seat: Seat) =>
    Math.abs(seat.row - from.row) * 10 + Math.abs(seat.column - from.column)
  return inLine.toSorted((a, b) => away(a) - away(b))[0]
}

/** The legend of the seat map: how it draws a seat in each state. */
export function SeatLegend() {
  return (
    <ul className={styles.legend}>
      {(['free', 'mine', 'held', 'sold', 'blocked'] as const).map((state) => (
        <li key={state}>
          <span data-state={state} className={styles.sample} aria-hidden="true">
            {state === 'mine' ? '✓' : marks[state]}
          </span>
          {
            {
              free: 'Free',
              mine: 'Yours',
              held: 'Being booked',
              sold: 'Sold',
              blocked: 'Not for sale',
            }[state]
          }
        </li>
      ))}
    </ul>
  )
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
