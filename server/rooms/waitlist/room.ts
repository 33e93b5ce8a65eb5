import type { Deps } from '#server/context'
import { alone, outside } from '#server/jobs/jobs'
import type { JobHandlers } from '#server/jobs/queue'
import type { Room } from '#server/room'
import { lookAtRoads } from './alerts.ts'
import { offerSeats, sweepQueues } from './offering.ts'
import { forgetQueues, leaveQueues, requestsOfPerson, tidyQueues } from './personal-repository.ts'
import { endWhatIsOver } from './request-repository.ts'
import { waitlistRoutes } from './routes.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Offers the free seats of one departure to its waiting list. */
    'queue.offer': { trip_id: string }
    /** Ends expired offers, and offers free seats of every departure with waiting people. */
    'queue.sweep': Record<string, never>
    /** Checks the prices and first departures of alerts. */
    'alert.look': Record<string, never>
  }
}

const jobs = (deps: Deps): JobHandlers => ({
  'queue.offer': async ({ trip_id }) => void (await offerSeats(deps, trip_id)),
  'queue.sweep': async () => {
    await endWhatIsOver(deps.db)
    await sweepQueues(deps)
  },
  'alert.look': () => lookAtRoads(deps),
})

export const room: Room = {
  routes: waitlistRoutes,
  plans: {
    'queue.offer': outside,
    'queue.sweep': { ...alone, cron: '* * * * *' },
    'alert.look': { ...alone, cron: '*/10 * * * *' },
  },
  jobs,
  personalData: {
    export: async ({ db }, person_id) => ({ more: await requestsOfPerson(db, person_id) }),
    end: leaveQueues,
    forget: forgetQueues,
    tidy: tidyQueues,
  },
}
