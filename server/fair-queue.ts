import { refuse } from '#contract/errors'

/** How many work at once, how many may wait, and how many of one lane. */
export interface QueueLimits {
  atOnce: number
  mostWaiting: number
  mostOfOneLane: number
}

/**
 * A queue in which lanes take turns: who sends a hundred things waits for their own hundred, and everybody
 * else for one of them. Throws `too_many_requests` where one lane alone has too many, `unavailable` where all have.
 */
export function fairQueue({ atOnce, mostWaiting, mostOfOneLane }: QueueLimits) {
  let running = 0
  let waiting = 0
  /** Who waits; the lane whose turn is next stands first. */
  const lanes = new Map<string, (() => void)[]>()

  async function placeIn(lane: string): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    const mine = lanes.get(lane) ?? []
    if (mine.length >= mostOfOneLane) throw refuse('too_many_requests', { retry_after: 3 })
    if (waiting >= mostWaiting) throw refuse('unavailable', { retry_after: 3 })
    lanes.set(lane, mine)
    waiting += 1
    await new Promise<void>((go) => void mine.push(go))
  }

  /** Gives a place to the lane whose turn it is, which then stands last. */
  function leavePlace(): void {
    const [first] = lanes
    if (first === undefined) {
      running -= 1
      return
    }
    const [lane, mine] = first
    const go = mine.shift()
    lanes.delete(lane)
    if (mine.length > 0) lanes.set(lane, mine)
    waiting -= 1
    go?.()
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
