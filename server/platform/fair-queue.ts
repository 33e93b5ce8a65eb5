import { refuse } from '#contract/errors'

/** How many tasks run at once, how many may wait, and how many of one lane may wait. */
export interface QueueLimits {
  concurrency: number
  maxWaiting: number
  maxWaitingPerLane: number
}

/** A waiting caller: `go` starts it, `leave` ends its waiting with an error. */
interface Waiter {
  go: () => void
  leave: (why: Error) => void
}

const tooMany = () => refuse('too_many_requests', { retry_after: 3 })

/**
 * Makes a queue in which lanes take turns: a caller with a hundred items waits for all of them, but everybody else
 * waits for only one of them. Throws `too_many_requests` if too many of one lane wait. If too many wait in all, the
 * last caller of the longest lane is removed in favour of a shorter lane; throws `unavailable` if no lane is longer.
 */
export function makeFairQueue({ concurrency, maxWaiting, maxWaitingPerLane }: QueueLimits) {
  let running = 0
  let waiting = 0
  /** Waiting callers; the lane whose turn is next comes first. */
  const lanes = new Map<string, Waiter[]>()

  async function placeIn(lane: string): Promise<void> {
    if (running < concurrency) {
      running += 1
      return
    }
    const mine = lanes.get(lane) ?? []
    if (mine.length >= maxWaitingPerLane) throw tooMany()
    if (waiting >= maxWaiting && !makeRoom(mine.length))
      throw refuse('unavailable', { retry_after: 3 })
    lanes.set(lane, mine)
    waiting += 1
    await new Promise<void>((go, leave) => void mine.push({ go, leave }))
  }

  /** Removes the last caller of the longest lane, unless that would make it shorter than `length`. */
  function makeRoom(length: number): boolean {
    let longest: Waiter[] = []
    for (const one of lanes.values()) if (one.length > longest.length) longest = one
    if (longest.length <= length + 1) return false
    longest.pop()?.leave(tooMany())
    waiting -= 1
    return true
  }

  /** Starts the next lane's caller and moves that lane to the end. */
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
