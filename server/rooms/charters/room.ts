import { alone } from '#server/jobs/jobs'
import { type Room, counted } from '#server/room'
import { charterPayable } from './trips/index.ts'
import { charterRoutes } from './routes.ts'
import { countLive, forgetPerson, isUnderWay } from './upkeep-repository.ts'
import { charterJobs, chartersOfPerson, endAllOf, requestsOfPerson } from './upkeep.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Ends unpaid charters, reminds of balances, and deletes people of charters after their retention. */
    'charter.sweep': Record<string, never>
  }
}

export const room: Room = {
  routes: charterRoutes,
  plans: { 'charter.sweep': { ...alone, cron: '*/5 * * * *' } },
  jobs: charterJobs,
  payables: [charterPayable],
  personalData: {
    export: async ({ db }, person_id) => ({
      more: {
        charters: await chartersOfPerson(db, person_id),
        charter_requests: await requestsOfPerson(db, person_id),
      },
    }),
    left: async (db, person_id) =>
      counted(await countLive(db, person_id), 'charter to come', 'charters to come'),
    isBusy: isUnderWay,
    end: endAllOf,
    forget: forgetPerson,
  },
}
