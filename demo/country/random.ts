import { createHash } from 'node:crypto'

/** A deterministic random generator. */
export interface RandomSource {
  /** Returns a number from 0 up to, but not including, 1. */
  next: () => number
  /** Returns a whole number from `low` to `high`, both included. */
  between: (low: number, high: number) => number
  /** Returns one element of a list that is not empty. */
  pick: <T>(from: readonly T[]) => T
}

/**
 * Makes a generator for a seed number and a subject (`about`). Each subject has its own, so that a new row does not
 * change others.
 */
export function makeRandomSource(seed: number, about: string): RandomSource {
  let state = createHash('sha256').update(`${seed}:${about}`).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (from) => {
      const chosen = from[Math.floor(next() * from.length)]
      if (chosen === undefined) throw new Error(`nothing to pick from about ${about}`)
      return chosen
    },
  }
}

/** Returns a UUIDv7 with the time 1 January 2026, the same for the same seed and name. */
export function makeSeedId(seed: number, name: string): string {
  const hash = createHash('sha256').update(`${seed}:${name}`).digest('hex')
  return `019b7656-c400-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}
