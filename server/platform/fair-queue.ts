import { refuse } from '#contract/errors'

/** How many work at once, how many may wait, and how many of one lane. */
export interface QueueLimits {
  atOnce: number
  mostWaiting: number
  mostOfOneLane: number
}

/** Somebody who waits: `go` gives them their place, `leave` ends their waiting with an error. */
interface Waiter {
  go: () => void
  leave: (why: Error) => void
}

const tooMany = () => refuse('too_many_requests', { retry_after: 3 })

/**
 * A queue in which lanes take turns: who sends a hundred things waits for their own hundred, and everybody
 * else for one of them. Throws `too_many_requests` where one lane alone has too many. Where all together have,
 * the last one of the longest lane makes room for a shorter lane; `unavailable` only where none is longer.
 */
export function fairQueue({ atOnce, mostWaiting, mostOfOneLane }: QueueLimits) {
  let running = 0
  let waiting = 0
  /** Who waits; the lane whose turn is next stands first. */
  const lanes = new Map<string, Waiter[]>()

  async function placeIn(lane: string): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    const mine = lanes.get(lane) ?? []
    if (mine.length >= mostOfOneLane) throw tooMany()
    if (waiting >= mostWaiting && !makeRoom(mine.length))
      throw refuse('unavailable', { retry_after: 3 })
    lanes.set(lane, mine)
    waiting += 1
    await new Promise<void>((go, leave) => void mine.push({ go, leave }))
  }

  /** Sends away the last one of the longest lane, where that leaves it no shorter than one of `length` would be. */
  function makeRoom(length: number): boolean {
    let longest: Waiter[] = []
    for (const one of lanes.values()) if (one.length > longest.length) longest = one
    if (longest.length <= length + 1) return false
    longest.pop()?.leave(tooMany())
    waiting -= 1
    return true
  }

  /** Gives a place to the lane whose turn it is, which then stands last. */
  function leavePlace(): void {
    const [first] = lanes
    if (first === undefined) {
      running -= 1
      return
    }
    const [lane, mine] = first
    const next = mine.shift()
    lanes.delete(lane)
    if (mine.length > 0) lanes.set(lane, mine)
    waiting -= 1
    next?.go()
  }

  return async function inTurn<T>(lane: string, work: () => Promise<T>): Promise<T> {
    await placeIn(lane)
    try {
      return await work()
    } finally {
      leavePlace()
    }
  }
}
