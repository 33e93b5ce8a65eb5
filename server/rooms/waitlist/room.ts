import type { Deps } from '#server/context'
import { exclusiveSchedulePlan, longRetryPlan } from '#server/jobs/jobs'
import type { JobHandlers } from '#server/jobs/queue'
import type { Room } from '#server/room'
import { deleteOldNetworkHashes } from '#server/rooms/timetables'
import { checkWatchedRoutes } from './alerts.ts'
import { offerSeats, sweepWaitlists } from './offering.ts'
import {
  deletePersonWaitlists,
  leaveWaitlists,
  exportTravelRequests,
  deleteOldWaitlistEntries,
} from './personal-repository.ts'
import { expireTravelRequests } from './request-repository.ts'
import { waitlistRoutes } from './routes.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Offers the free seats of one departure to its waiting list. */
    'queue.offer': { trip_id: string }
    /** Ends expired offers, and offers free seats of every departure with waiting people. */
    'queue.sweep': Record<string, never>
    /** Checks watched routes, and notifies people whose price alert or first-departure alert matches. */
    'alert.look': Record<string, never>
  }
}

const jobs = (deps: Deps): JobHandlers => ({
  'queue.offer': async ({ trip_id }) => void (await offerSeats(deps, trip_id)),
  'queue.sweep': async () => {
    await expireTravelRequests(deps.db)
    await sweepWaitlists(deps)
  },
  'alert.look': () => checkWatchedRoutes(deps),
})

export const room: Room = {
  routes: waitlistRoutes,
  plans: {
    'queue.offer': longRetryPlan,
    'queue.sweep': { ...exclusiveSchedulePlan, cron: '* * * * *' },
    'alert.look': { ...exclusiveSchedulePlan, cron: '*/10 * * * *' },
  },
  jobs,
  personalData: {
    export: async ({ db }, person_id) => ({ more: await exportTravelRequests(db, person_id) }),
    end: leaveWaitlists,
    forget: deletePersonWaitlists,
    tidy: async (db) => {
      await deleteOldWaitlistEntries(db)
      await deleteOldNetworkHashes(db)
    },
  },
}
