import { allJobs } from '#server/jobs/all-jobs'
import { pino } from 'pino'
import type { Db } from '#server/db/client'
import { aConfig } from '#tests/support/server'

/** Does the job that tidies holds and lets bookings follow the clock, once. */
export async function keepBookingsCurrent(db: Db): Promise<void> {
  const jobs = allJobs({ db, config: aConfig(), log: pino({ level: 'silent' }) })
  await jobs['hold.sweep']?.({})
}
