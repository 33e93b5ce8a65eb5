import type { QueueOptions, QueuePolicy } from 'pg-boss'

/**
 * Every job by its name, with what it is given. A job may run twice, so its effect must not. A room declares
 * its own beside its plans.
 */
export interface JobPayloads {
  /** Makes the departures of the days ahead out of the schedules. */
  'trip.roll': Record<string, never>
  /** Deletes old answers and limits, and data whose retention time is over. */
  'house.tidy': Record<string, never>
}
export type JobName = keyof JobPayloads

/** A job's retries, concurrency and schedule. */
export interface JobPlan extends QueueOptions {
  /** `short`: one waiting job a key, so that asking twice does it once. */
  policy?: QueuePolicy
  /** Makes the job by itself, in the home zone's time. */
  cron?: string
  /** How many run at once in one process. */
  at_once?: number
}
export type JobPlans = { readonly [Name in JobName]?: JobPlan }

/** A job whose process fell silent for so long is given to another. */
export const heartbeatSeconds = 20

/** Jobs that call a third party: retried for hours. */
export const outside: JobPlan = {
  retryLimit: 12,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 1800,
}
/** Scheduled jobs, one at a time; the next run makes up for a failure. */
export const alone: JobPlan = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 }

export const housePlans = {
  // With nothing to make it costs next to nothing, so a night that failed is made up for within the hour.
  'trip.roll': {
    ...alone,
    cron: '10 * * * *',
    retryLimit: 5,
    retryDelay: 60,
    retryBackoff: true,
    expireInSeconds: 3600,
  },
  'house.tidy': { ...alone, cron: '40 2 * * *' },
} satisfies JobPlans
