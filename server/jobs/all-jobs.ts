import type { Deps } from '#server/context'
import type { Db } from '#server/db/client'
import type { Demo } from '#server/demo'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import { serverJobPlans, type JobPlans } from '#server/jobs/jobs'
import {
  type JobHandlers,
  type JobQueue,
  type JobErrorHandler,
  openQueue,
} from '#server/jobs/queue'
import { makeComingDepartures } from '#server/jobs/make-departures'
import { deleteExpiredServerData } from './delete-expired.ts'
import type { Room } from '#server/room'
import { listPayables, rooms } from '#server/rooms'

/** Returns retries, concurrency and schedule of each job. */
export function listJobPlans(demo?: Demo, all: readonly Room[] = rooms): JobPlans {
  return Object.assign({}, serverJobPlans, ...all.map(({ plans }) => plans), demo?.plans)
}

/** Returns the handlers of all jobs: those of the rooms, of the demo and of the server. */
export function makeJobHandlers(
  deps: Deps,
  demo?: Demo,
  all: readonly Room[] = rooms,
): JobHandlers {
  const able = { ...deps, payables: listPayables(all) }
  return {
    ...Object.assign({}, ...all.map(({ jobs }) => jobs?.(able))),
    ...demo?.jobs(able),
    'house.tidy': () => deleteExpiredInAllRooms(deps.db, all),
    'trip.roll': () => makeComingDepartures(deps),
  }
}

/** One failure does not stop the other deletions; it is thrown at the end. */
function deleteExpiredInAllRooms(db: Db, all: readonly Room[]): Promise<void> {
  const ofRooms = all.flatMap(({ personalData }) => personalData?.tidy ?? [])
  return runEachDespiteFailures([deleteExpiredServerData, ...ofRooms], (one) => one(db))
}

/** Returns a function that logs the errors of a queue. */
export const makeErrorLogger =
  (log: Deps['log']): JobErrorHandler =>
  (error, job) => {
    if (job === undefined) log.warn({ err: error }, 'a connection to the database was lost')
    else log[job.is_tried_again ? 'warn' : 'error']({ err: error, job: job.name }, 'a job failed')
  }

/** Opens the job queue on a migrated database and creates a queue for every job. */
export function openJobs(
  url: string,
  onError: JobErrorHandler = () => {},
  demo?: Demo,
): Promise<JobQueue> {
  return openQueue(url, listJobPlans(demo), onError)
}
