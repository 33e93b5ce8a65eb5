import { readClock } from '#server/db/clock'
import type { Db } from '#server/db/client'

/** Whether the text of a message is over: its code has expired, for example. */
export const isOver = async (db: Db, { until }: { until?: string }): Promise<boolean> =>
  until !== undefined && Date.parse(until) <= (await readClock(db)).getTime()
