import { pino } from 'pino'
import type { Deps } from '#server/context'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeJobHandlers } from '#server/jobs/all-jobs'
import type { JobHandlers, JobName, JobPayloads } from '#server/jobs/queue'
import { aConfig } from './test-server.ts'

/** Makes the dependencies of jobs in a test without a server. */
export const makeDepsWithoutServer = (db: Db): Deps => ({
  db,
  config: aConfig(),
  log: pino({ level: 'silent' }),
})

/** Runs one job now, as the queue would. */
export async function runJob<Name extends JobName>(
  deps: Deps,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  const handler = makeJobHandlers(deps)[name]
  if (handler === undefined) throw new Error(`nobody does ${name}`)
  await handler(payload)
}

/** Runs every due job, in order, until none is left. Returns the errors that were thrown. */
export async function runDueJobs(db: Db, handlers: JobHandlers): Promise<unknown[]> {
  const thrown: unknown[] = []
  for (;;) {
    const { rows } = await sql<{ id: string; name: keyof JobHandlers; data: never }>`
      update pgboss.job set state = 'completed' where id = (
        select id from pgboss.job where state = 'created' and start_after <= now() order by created_on limit 1)
      returning id, name, data`.execute(db)
    const [job] = rows
    if (job === undefined) return thrown
    await handlers[job.name]?.(job.data).catch((error: unknown) => thrown.push(error))
  }
}

/** Runs the job that expires holds and updates bookings by the clock, once. */
export const runHoldSweep = (db: Db) => runJob(makeDepsWithoutServer(db), 'hold.sweep', {})

/** Runs the job that updates charters by the clock, once. */
export const runCharterSweep = (db: Db) => runJob(makeDepsWithoutServer(db), 'charter.sweep', {})

/** Erases the accounts whose waiting time is over, as the nightly job does. */
export const eraseDueAccounts = (deps: Deps) => runJob(deps, 'profile.erase', {})
