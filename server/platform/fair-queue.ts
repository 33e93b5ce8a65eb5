import { makeRefusal } from '#contract/errors'

/** How many tasks run at the same time (of all lanes together, and of one lane), and how many callers may wait. */
export interface QueueLimits {
  concurrency: number
  /** By default the same as `concurrency`. */
  maxRunningPerLane?: number
  maxWaiting: number
  maxWaitingPerLane: number
  /** The limit for one group of lanes together, such as the lanes of one network. By default `maxWaiting`. */
  maxWaitingPerGroup?: number
}

/** A waiting caller: `go` starts it, `leave` ends its waiting with an error. */
interface Waiter {
  group: string | undefined
  go: () => void
  leave: (why: Error) => void
}

const tooMany = () => makeRefusal('too_many_requests', { retry_after: 3 })

/**
 * Makes a queue in which lanes take turns: a caller with a hundred items waits for all of them, but everybody else
 * waits for only one of them. Throws `too_many_requests` if too many callers of one lane wait. If too many wait in all,
 * a caller of a shorter lane replaces the last caller of the longest lane; throws `unavailable` if no lane is longer.
 * If too many of one group wait, a caller replaces the last one of the group's longest lane in the same way; throws
 * `too_many_requests` if no lane of the group is longer.
 */
export function makeFairQueue({
  concurrency,
  maxRunningPerLane = concurrency,
  maxWaiting,
  maxWaitingPerLane,
  maxWaitingPerGroup = maxWaiting,
}: QueueLimits) {
  let running = 0
  const runningOf = new Map<string, number>()
  let waiting = 0
  /** Waiting callers; the lane whose turn is next comes first. */
  const lanes = new Map<string, Waiter[]>()

  async function placeIn(lane: string, group: string | undefined): Promise<void> {
    if (running < concurrency && mayRun(lane)) return takePlace(lane)
    const mine = lanes.get(lane) ?? []
    if (mine.length >= maxWaitingPerLane) throw tooMany()
    if (
      group !== undefined &&
      countWaiting(lanes, group) >= maxWaitingPerGroup &&
      !makeRoom(mine, group)
    )
      throw tooMany()
    if (waiting >= maxWaiting && !makeRoom(mine))
      throw makeRefusal('unavailable', { retry_after: 3 })
    lanes.set(lane, mine)
    waiting += 1
    await new Promise<void>((go, leave) => void mine.push({ group, go, leave }))
  }

  /** Removes the last caller of the longest lane, if that lane stays longer than `mine`. Returns whether it did. */
  function makeRoom(mine: readonly Waiter[], group?: string): boolean {
    const removed = removeFromLongest(lanes, mine.length, group)
    if (removed === undefined) return false
    removed.leave(tooMany())
    waiting -= 1
    return true
  }

  const mayRun = (lane: string) => (runningOf.get(lane) ?? 0) < maxRunningPerLane

  function takePlace(lane: string): void {
    running += 1
    runningOf.set(lane, (runningOf.get(lane) ?? 0) + 1)
  }

  /**
   * Frees the place of lane `left`. Starts a caller of the first lane that may run one, and moves that lane to the end.
   */
  function leavePlace(left: string): void {
    running -= 1
    const others = (runningOf.get(left) ?? 0) - 1
    if (others > 0) runningOf.set(left, others)
    else runningOf.delete(left)
    for (const [lane, mine] of lanes) {
      if (!mayRun(lane)) continue
      const next = mine.shift()
      lanes.delete(lane)
      if (mine.length > 0) lanes.set(lane, mine)
      waiting -= 1
      takePlace(lane)
      next?.go()
      return
    }
  }

  return async function inTurn<T>(
    lane: string,
    work: () => Promise<T>,
    group?: string,
  ): Promise<T> {
    await placeIn(lane, group)
    try {
      return await work()
    } finally {
      leavePlace(lane)
    }
  }
}

type Lanes = ReadonlyMap<string, Waiter[]>

const countWaiting = (lanes: Lanes, group: string) =>
  [...lanes.values()].flat().filter((one) => one.group === group).length

/**
 * Removes and returns the last caller of the longest lane, if that lane stays longer than `length`. With a group,
 * counts and removes callers of that group only.
 */
function removeFromLongest(lanes: Lanes, length: number, group?: string): Waiter | undefined {
  const inGroup = (one: Waiter) => group === undefined || one.group === group
  let longest: Waiter[] = []
  let most = 0
  for (const lane of lanes.values()) {
    const count = lane.filter(inGroup).length
    if (count > most) [longest, most] = [lane, count]
  }
  if (most <= length + 1) return undefined
  return longest.splice(longest.findLastIndex(inGroup), 1)[0]
}
