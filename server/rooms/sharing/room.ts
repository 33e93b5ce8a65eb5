import { alone } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { sharingRoutes } from './routes.ts'
import { askAfterArrivals } from './upkeep.ts'
import { forgetSharing, sharingOf, tidySharing } from './upkeep-repository.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Sends an SMS to next of kin if nobody reported an arrival in time. */
    'sharing.ask': Record<string, never>
  }
}

export const room: Room = {
  routes: sharingRoutes,
  plans: { 'sharing.ask': { ...alone, cron: '*/5 * * * *' } },
  jobs: (deps) => ({
    'sharing.ask': async () => {
      await askAfterArrivals(deps)
    },
  }),
  personalData: {
    export: async ({ db }, person_id) => ({ more: await sharingOf(db, person_id) }),
    forget: forgetSharing,
    tidy: tidySharing,
  },
}
