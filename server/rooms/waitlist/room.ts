import type { Deps } from '#server/context'
import { scheduledAlone, retriedForHours } from '#server/jobs/jobs'
import type { JobHandlers } from '#server/jobs/queue'
import type { Room } from '#server/room'
import { forgetDepartureNetworks } from '#server/rooms/timetables'
import { checkRoutes } from './alerts.ts'
import { offerSeats, sweepQueues } from './offering.ts'
import {
  forgetQueues,
  leaveQueues,
  exportRequests,
  deleteExpiredQueueEntries,
} from './personal-repository.ts'
import { expireRequests } from './request-repository.ts'
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
    await expireRequests(deps.db)
    await sweepQueues(deps)
  },
  'alert.look': () => checkRoutes(deps),
})

export const room: Room = {
  routes: waitlistRoutes,
  plans: {
    'queue.offer': retriedForHours,
    'queue.sweep': { ...scheduledAlone, cron: '* * * * *' },
    'alert.look': { ...scheduledAlone, cron: '*/10 * * * *' },
  },
  jobs,
  personalData: {
    export: async ({ db }, person_id) => ({ more: await exportRequests(db, person_id) }),
    end: leaveQueues,
    forget: forgetQueues,
    tidy: async (db) => {
      await deleteExpiredQueueEntries(db)
      await forgetDepartureNetworks(db)
    },
  },
}
