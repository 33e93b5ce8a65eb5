/** Reproducible random numbers: the same seed gives the same sequence. */
export interface SeededRandom {
  /** An integer between `from` and `to`, both included. */
  number: (from: number, to: number) => number
  /** True with a probability of `percent`. */
  chance: (percent: number) => boolean
  pick: <const T>(list: readonly T[]) => T
  /** Returns `count` different elements, or all if there are fewer. */
  some: <T>(list: readonly T[], count: number) => T[]
  /** Returns a new generator, whose numbers do not depend on how often this one is used. */
  fork: (name: number) => SeededRandom
}

/** Makes a random generator from a seed (mulberry32). */
export function makeSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const number = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <const T>(list: readonly T[]): T => {
    const found = list[number(0, list.length - 1)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  const some = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list]
    const taken: T[] = []
    while (rest.length > 0 && taken.length < count)
      taken.push(...rest.splice(number(0, rest.length - 1), 1))
    return taken
  }
  const chance = (percent: number) => next() * 100 < percent
  return {
    number,
    chance,
    pick,
    some,
    fork: (name) => makeSeededRandom(Math.imul(seed + 1, 2_654_435_761) ^ (name * 97 + 13)),
  }
}
