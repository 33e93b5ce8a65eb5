import type { QueueOptions, QueuePolicy } from 'pg-boss'

/**
 * Every job by its name, with its payload. A job may run twice, so a second run must have no further effect. Each room
 * adds its own jobs where its plans are.
 */
export interface JobPayloads {
  /** Makes departures for the coming days from the schedules. */
  'trip.roll': Record<string, never>
  /** Deletes old answers and rate limits, and data after its retention. */
  'house.tidy': Record<string, never>
}
export type JobName = keyof JobPayloads

/** A job's retries, concurrency and schedule. */
export interface JobPlan extends QueueOptions {
  /** `short`: one waiting job per key, so that enqueueing twice has one effect. */
  policy?: QueuePolicy
  /**
   * When the job runs, as a cron expression in the time zone of Nigeria; omitted if it only runs when it is enqueued.
   */
  cron?: string
  /**
   * How many of these jobs one process runs at the same time in a batch: 2 by default, 1 for jobs that run alone
   * (`exclusive`), of which a worker takes one per second.
   */
  at_once?: number
}
export type JobPlans = { readonly [Name in JobName]?: JobPlan }

/** If a process is silent for this long, its job is given to another process. */
export const heartbeatSeconds = 20

/** Jobs that call a third party are retried for hours. */
export const longRetryPlan: JobPlan = {
  retryLimit: 12,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 1800,
}
/** Scheduled jobs, one at a time. A failed run is not retried: the next run does its work. */
export const exclusiveSchedulePlan: JobPlan = {
  policy: 'exclusive',
  retryLimit: 0,
  expireInSeconds: 600,
}

export const serverJobPlans = {
  // Runs every hour, so that a failed run is repaired within the hour; it costs almost nothing if there is nothing to
  // make.
  'trip.roll': {
    ...exclusiveSchedulePlan,
    cron: '10 * * * *',
    retryLimit: 5,
    retryDelay: 60,
    retryBackoff: true,
    expireInSeconds: 3600,
  },
  'house.tidy': { ...exclusiveSchedulePlan, cron: '40 2 * * *' },
} satisfies JobPlans
