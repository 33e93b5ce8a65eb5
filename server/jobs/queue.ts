import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { homeZone } from '#contract/product'
import type { Db } from '#server/db/client'
import { findCauser, runAsJob } from '#server/db/current-work'
import { sql } from '#server/db/sql'
import {
  type JobName,
  type JobPayloads,
  type JobPlan,
  type JobPlans,
  heartbeatSeconds,
} from './jobs.ts'

export type { JobName, JobPayloads } from './jobs.ts'

/** The handler of each job. If it throws, the job is retried as its plan says. */
export type JobHandlers = {
  [Name in JobName]?: (payload: JobPayloads[Name]) => Promise<void>
}

/** Called when the database is lost, or when a job fails, with whether the job is retried. */
export type JobErrorHandler = (
  error: unknown,
  job?: { name: string; is_tried_again: boolean },
) => void

export interface JobQueue {
  /** Starts the jobs that have a handler, and the scheduled ones. */
  work: (handlers: JobHandlers) => Promise<void>
  /** Waits up to ten seconds for running jobs. Unfinished ones are retried later. */
  stop: () => Promise<void>
}

/**
 * Opens the job queue on a migrated database and creates a queue for each plan. Jobs are stored in PostgreSQL, so any
 * number of processes may run them. `onError` is called when the database is lost, which never ends the process, and
 * for each failed attempt, with its job.
 */
export async function openQueue(
  url: string,
  plans: JobPlans,
  onError: JobErrorHandler = () => {},
): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'waka jobs',
    max: 4,
    migrate: false,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
  })
  boss.on('error', onError)
  await boss.start()
  await makeQueues(boss, plans)
  return {
    work: async (handlers) => {
      for (const [name, handler] of Object.entries(handlers)) {
        const plan = plans[name as JobName]
        if (plan === undefined) throw new Error(`the job ${name} has no plan`)
        const done = handler as (payload: object) => Promise<void>
        await startWork(boss, name, plan, async ({ data, groupId, retryCount, retryLimit }) => {
          await runAsJob(groupId ?? name, () => done(data)).catch((error: unknown) => {
            onError(error, { name, is_tried_again: retryCount < retryLimit })
            throw error
          })
        })
      }
    },
    stop: () => boss.stop({ timeout: 10_000 }),
  }
}

export interface EnqueueOptions {
  /** Seconds until the job may run. */
  after_seconds?: number
  /** If the queue's policy is `short`: does nothing if a job with this key is waiting. */
  key?: string
  /** Does nothing if a job was enqueued with this text before. */
  once?: string
  /** Jobs of a higher priority are taken first; 0 by default. */
  priority?: 0 | typeof codeJobPriority
}

/** The priority of codes, for which a person waits at the screen. */
export const codeJobPriority = 1_000_000_000

/**
 * Enqueues a job in the caller's transaction: the job exists if, and only if, the transaction commits. Uses one
 * statement, like pg-boss' own `send`. If no process has opened the queue yet, the statement fails (null in
 * retry_limit). Causers take turns (start-time fair queueing): a job waits for all earlier jobs of its own causer
 * (`findCauser`), but only for the first waiting job of each other causer. The rank of a job in this order is
 * subtracted from its priority. Ranks start at the lowest one that waits, so that newer jobs cannot overtake an old one
 * for ever. Jobs that are to run at a later time have no rank. A failed job keeps its rank: it still counts as a job of
 * its causer and, once it is due again, is the first of all.
 */
export async function enqueue<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
  { after_seconds = 0, key, once, priority = 0 }: EnqueueOptions = {},
): Promise<void> {
  const start = sql`pgboss.job_now() + make_interval(secs => ${after_seconds}::float8)`
  const causer = after_seconds > 0 ? null : (findCauser() ?? null)
  const waiting = sql`pgboss.job where name = ${name} and state < 'active' and group_id is not null
    and priority <= ${priority} and priority > ${priority - codeJobPriority}`
  const last = sql`(select min(priority) - 1 from ${waiting} and group_id = ${causer})`
  const first = sql`(select max(priority) from ${waiting} and start_after <= pgboss.job_now())`
  await sql`
    insert into pgboss.job (id, name, data, group_id, priority, start_after, created_on, keep_until, singleton_key, policy,
      expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      dead_letter, heartbeat_seconds)
    select coalesce(md5(${once ?? null})::uuid, gen_random_uuid()), ${name}, ${JSON.stringify(payload)}::jsonb,
      ${causer}, case when ${causer}::text is null then ${priority} else coalesce(${last}, ${first}, ${priority}) end, ${start}, pgboss.job_now(),
      ${start} + make_interval(secs => retention_seconds), ${key ?? null}, policy,
      expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      dead_letter, heartbeat_seconds
    from (select) as job left join pgboss.queue on name = ${name}
    on conflict do nothing`.execute(db)
}

async function makeQueues(boss: PgBoss, plans: JobPlans): Promise<void> {
  const there = new Set((await boss.getQueues()).map((queue) => queue.name))
  for (const [name, plan] of Object.entries(plans)) {
    const { policy = 'standard', cron: _, at_once: __, ...rest } = plan
    const options = { heartbeatSeconds, ...rest }
    if (there.has(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, { ...options, policy })
  }
}

/** How many batches of a job one process works on at a time, so that a slow job delays only its own batch. */
const batches = 2

/**
 * Starts the workers of a job. Each takes a batch, runs its jobs at the same time and reports the outcome of each.
 * After a full batch it takes the next one without waiting; otherwise it looks again after a second.
 */
async function startWork(
  boss: PgBoss,
  name: string,
  { cron, policy, at_once = policy === 'exclusive' ? 1 : 2 }: JobPlan,
  handler: (job: JobWithMetadata<object>) => Promise<void>,
): Promise<void> {
  const run = async (job: JobWithMetadata<object>): Promise<JobResult> => {
    try {
      await handler(job)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      return { id: job.id, status: 'failed', output: { message: String(error) } }
    }
  }
  await boss.work(
    name,
    {
      localConcurrency: at_once === 1 ? 1 : batches,
      batchSize: at_once,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 1,
      includeMetadata: true,
      perJobResults: true,
    },
    (jobs: JobWithMetadata<object>[]) => Promise.all(jobs.map(run)),
  )
  if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: homeZone })
}
