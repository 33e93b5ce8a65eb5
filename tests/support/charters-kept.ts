import { allJobs } from '#server/jobs/all-jobs'
import { pino } from 'pino'
import type { Db } from '#server/db/client'
import { aConfig } from '#tests/support/server'

/** Does the job that keeps charters current, once. */
export async function keepChartersCurrent(db: Db): Promise<void> {
  const jobs = allJobs({ db, config: aConfig(), log: pino({ level: 'silent' }) })
  await jobs['charter.sweep']?.({})
}
