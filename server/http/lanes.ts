import { waitForDatabase } from '#server/db/current-work'

/**
 * Makes independent queues, each of which runs one task at a time, in order. Adding a task returns undefined if
 * `maxWaiting` tasks already wait.
 */
export function makeSerialQueues(maxWaiting: number) {
  /** The number of tasks in each queue, and the end of the last one. */
  const lanes = new Map<string, { there: number; last: Promise<unknown> }>()
  return <T>(name: string, work: () => Promise<T>): Promise<T> | undefined => {
    const lane = lanes.get(name) ?? { there: 0, last: Promise.resolve() }
    if (lane.there > maxWaiting) return undefined
    lanes.set(name, lane)
    lane.there += 1
    const before = lane.last
    // The previous task is a transaction of another call, so this wait counts as waiting for the database.
    const mine = waitForDatabase(() => before)
      .then(work)
      .finally(() => {
        lane.there -= 1
        if (lane.there === 0) lanes.delete(name)
      })
    lane.last = Promise.allSettled([before, mine])
    return mine
  }
}
