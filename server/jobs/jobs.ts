import type { QueueOptions, QueuePolicy } from 'pg-boss'

/**
 * Every job by its name, with its payload. A job may run twice, so its effect must not. A room declares its own
 * beside its plans.
 */
export interface JobPayloads {
  /** Makes departures for the coming days from the schedules. */
  'trip.roll': Record<string, never>
  /** Deletes old answers and limits, and data after its retention. */
  'house.tidy': Record<string, never>
}
export type JobName = keyof JobPayloads

/** A job's retries, concurrency and schedule. */
export interface JobPlan extends QueueOptions {
  /** `short`: one waiting job per key, so that enqueueing twice has one effect. */
  policy?: QueuePolicy
  /** When it runs by itself, in the home zone. */
  cron?: string
  /** How many run at once in one process. */
  at_once?: number
}
export type JobPlans = { readonly [Name in JobName]?: JobPlan }

/** A job whose process was silent for so long is given to another. */
export const heartbeatSeconds = 20

/** Jobs that call a third party are retried for hours. */
export const retriedForHours: JobPlan = {
  retryLimit: 12,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 1800,
}
/** Scheduled jobs, one at a time; the next run repairs a failure. */
export const scheduledAlone: JobPlan = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 }

export const housePlans = {
  // Costs next to nothing if there is nothing to make, so a failed night is repaired within the hour.
  'trip.roll': {
    ...scheduledAlone,
    cron: '10 * * * *',
    retryLimit: 5,
    retryDelay: 60,
    retryBackoff: true,
    expireInSeconds: 3600,
  },
  'house.tidy': { ...scheduledAlone, cron: '40 2 * * *' },
} satisfies JobPlans
