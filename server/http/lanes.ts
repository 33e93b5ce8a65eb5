/**
 * Queues in which one works at a time, in order; independent of each other. Undefined if `mostWaiting` wait already.
 */
export function makeLanes(mostWaiting: number) {
  /** How many are in each queue, and when the last of them ends. */
  const lanes = new Map<string, { there: number; last: Promise<unknown> }>()
  return <T>(name: string, work: () => Promise<T>): Promise<T> | undefined => {
    const lane = lanes.get(name) ?? { there: 0, last: Promise.resolve() }
    if (lane.there > mostWaiting) return undefined
    lanes.set(name, lane)
    lane.there += 1
    const mine = lane.last.then(work).finally(() => {
      lane.there -= 1
      if (lane.there === 0) lanes.delete(name)
    })
    lane.last = mine.catch(() => {})
    return mine
  }
}
