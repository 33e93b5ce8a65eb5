import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Seat } from '#contract/trips/model'
import { areSeatsTogether, chooseAdjacentSeats } from '#src/features/trips/choose-together.ts'
import { findNeighbour } from '#ui/seats/seat-plan'

const states = ['free', 'held', 'sold', 'blocked'] as const

const aSeat = (state: Seat['state'], at: number): Seat => ({
  number: at + 1,
  row: Math.floor(at / 4) + 1,
  column: (at % 4) + (at % 4 > 1 ? 2 : 1),
  kind: 'window',
  state,
  fare_kobo: 1,
})

/** A bus with rows of four and an aisle in the middle, in which each seat is taken or free. */
const aBus = fc
  .array(fc.constantFrom<Seat['state']>(...states, 'free', 'free'), { minLength: 1, maxLength: 56 })
  .map((all) => all.map(aSeat))
const count = fc.integer({ min: 1, max: 6 })

const freeIn = (seats: readonly Seat[]) => seats.filter((seat) => seat.state === 'free')
const areSideBySide = (one: Seat, other: Seat | undefined) =>
  one.row === other?.row && Math.abs(one.column - other.column) === 1

test('a group gets as many free seats as it needs, each once, or none at all', () => {
  fc.assert(
    fc.property(aBus, count, (seats, people) => {
      const free = new Set(freeIn(seats).map((seat) => seat.number))
      const chosen = chooseAdjacentSeats(seats, people)
      expect(chosen === undefined).toBe(free.size < people)
      expect(new Set(chosen).size).toBe(chosen === undefined ? 0 : people)
      for (const number of chosen ?? []) expect(free.has(number)).toBe(true)
    }),
  )
})

test('two sit side by side wherever the bus still has two such seats', () => {
  fc.assert(
    fc.property(aBus, (seats) => {
      const free = freeIn(seats)
      const possible = free.some((seat, at) => areSideBySide(seat, free[at + 1]))
      const [one, other] = (chooseAdjacentSeats(seats, 2) ?? []).map((number) => seats[number - 1])
      if (possible && one !== undefined) expect(areSideBySide(one, other)).toBe(true)
    }),
  )
})

test('two are said to be together only when they sit side by side', () => {
  fc.assert(
    fc.property(aBus, (seats) => {
      const chosen = chooseAdjacentSeats(seats, 2)
      if (chosen === undefined) return
      const [one, other] = chosen.map((number) => seats[number - 1])
      expect(areSeatsTogether(seats, chosen)).toBe(one !== undefined && areSideBySide(one, other))
    }),
  )
})

test('a larger group is together in one row or right behind each other', () => {
  const bus = Array.from({ length: 12 }, (_, at) => aSeat('free', at))
  expect(areSeatsTogether(bus, [1])).toBe(true)
  expect(areSeatsTogether(bus, [1, 2, 5])).toBe(true)
  expect(areSeatsTogether(bus, [1, 2, 11])).toBe(false)
})

test('four get a whole row when one is free, the front one of several', () => {
  fc.assert(
    fc.property(aBus, (seats) => {
      const rows = Map.groupBy(freeIn(seats), (seat) => seat.row)
      const whole = [...rows.values()].find((row) => row.length === 4)
      if (whole === undefined) return
      expect(chooseAdjacentSeats(seats, 4)).toEqual(whole.map((seat) => seat.number))
    }),
  )
})

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const

test('an arrow key goes one step its own way and never out of the bus', () => {
  fc.assert(
    fc.property(aBus, fc.nat(), fc.constantFrom(...arrows), (seats, at, key) => {
      const from = seats[at % seats.length]
      if (from === undefined) return
      const to = findNeighbour(seats, from, key)
      if (to === undefined) return
      expect(seats).toContain(to)
      const vertical = key === 'ArrowUp' || key === 'ArrowDown'
      const sign = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1
      if (vertical) expect(to.row).toBe(from.row + sign)
      else expect([to.row, Math.sign(to.column - from.column)]).toEqual([from.row, sign])
    }),
  )
})

test('down and up come back to the same seat, and every seat can be reached by arrow keys', () => {
  fc.assert(
    fc.property(aBus, (seats) => {
      const [first] = seats
      if (first === undefined) return
      const reached = new Set([first])
      for (const seat of reached)
        for (const key of arrows) {
          const next = findNeighbour(seats, seat, key)
          if (next !== undefined) reached.add(next)
        }
      expect(reached.size).toBe(seats.length)
      const down = findNeighbour(seats, first, 'ArrowDown')
      if (down !== undefined) expect(findNeighbour(seats, down, 'ArrowUp')).toBe(first)
    }),
  )
})

test('other keys do not move', () => {
  const [seat] = fc.sample(aBus, 1)[0] ?? []
  if (seat === undefined) throw new Error('a bus has a seat')
  for (const key of ['Enter', ' ', 'Tab', 'a', 'Home'])
    expect(findNeighbour([seat], seat, key)).toBeUndefined()
})
