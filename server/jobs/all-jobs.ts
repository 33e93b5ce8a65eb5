import type { Deps } from '#server/context'
import type { Demo } from '#server/demo'
import { housePlans, type JobPlans } from '#server/jobs/jobs'
import { type JobHandlers, type JobQueue, type OnError, openQueue } from '#server/jobs/queue'
import { rollFromToday } from '#server/jobs/roll-departures'
import { tidy } from '#server/jobs/tidy'
import { payablesOf } from '#server/rooms'
import type { Room } from '#server/room'
import { rooms } from '#server/rooms'

/** Retries, concurrency and schedule of each job. */
export function allPlans(demo?: Demo, all: readonly Room[] = rooms): JobPlans {
  return Object.assign({}, housePlans, ...all.map(({ plans }) => plans), demo?.plans)
}

/** The handler of each job. */
export function allJobs(deps: Deps, demo?: Demo, all: readonly Room[] = rooms): JobHandlers {
  const able = { ...deps, payables: payablesOf(all) }
  return {
    ...Object.assign({}, ...all.map(({ jobs }) => jobs?.(able))),
    ...demo?.jobs(able),
    'house.tidy': async () => {
      for (const { personalData } of all) await personalData?.tidy?.(deps.db)
      await tidy(deps.db)
    },
    'trip.roll': () => rollFromToday(deps),
  }
}

/** Opens the job queue on a migrated database, with a queue for every job there is. */
export function openJobs(url: string, onError: OnError = () => {}, demo?: Demo): Promise<JobQueue> {
  return openQueue(url, allPlans(demo), onError)
}
