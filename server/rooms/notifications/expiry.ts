import { readClock } from '#server/db/clock'
import type { Db } from '#server/db/client'

/** Returns whether a message has expired, for example because the code in it has. */
export const hasExpired = async (db: Db, { until }: { until?: string }): Promise<boolean> =>
  until !== undefined && Date.parse(until) <= (await readClock(db)).getTime()
