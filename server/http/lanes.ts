/**
 * Lanes in which one works at a time, in the order they came; lanes know nothing of each other. Undefined where
 * `mostWaiting` wait in this one already.
 */
export function aLaneEach(mostWaiting: number) {
  /** How many are in each lane that is not empty, and when the last of them ends. */
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
