import type { Seat } from '#contract/trips/model'

/**
 * Chooses seats for a group, as close together as possible: side by side in one row, else in neighbouring rows, front
 * before rear. Undefined if fewer than `count` are free.
 */
export function chooseAdjacentSeats(seats: readonly Seat[], count: number): number[] | undefined {
  const free = seats.filter((seat) => seat.state === 'free')
  if (free.length < count) return undefined
  const groups = free.map((first) => nearest(first, free, count))
  const best =
    groups.toSorted((a, b) => sumDistances(a) - sumDistances(b) || rowOf(a) - rowOf(b))[0] ?? []
  return best.map((seat) => seat.number).toSorted((a, b) => a - b)
}

/**
 * Returns whether the chosen seats are together: two side by side; in a larger group, each in the same row as another
 * or in the next one.
 */
export function areSeatsTogether(seats: readonly Seat[], chosen: readonly number[]): boolean {
  const group = seats.filter(({ number }) => chosen.includes(number))
  const reach = group.length === 2 ? 1 : rowDistance + 1
  return group.every((one) =>
    group.some((other) => group.length === 1 || (other !== one && distance(one, other) <= reach)),
  )
}

/** The distance from one row to the next, in seats: more than the width of the widest bus. */
const rowDistance = 6

const rowOf = (group: readonly Seat[]) => group[0]?.row ?? 0

const distance = (a: Seat, b: Seat) =>
  Math.abs(a.row - b.row) * rowDistance + Math.abs(a.column - b.column)

function nearest(first: Seat, free: readonly Seat[], count: number): Seat[] {
  // Sorting once for each of 59 seats would delay the response to the next tap on a slow phone.
  if (count === 1) return [first]
  return free
    .toSorted((a, b) => distance(first, a) - distance(first, b) || a.number - b.number)
    .slice(0, count)
}

function sumDistances(group: readonly Seat[]): number {
  let sum = 0
  for (const a of group) for (const b of group) sum += distance(a, b)
  return sum
}
