import { exclusiveSchedulePlan } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { sharingRoutes } from './routes.ts'
import { sendMissingArrivalSms } from './upkeep.ts'
import { deletePersonSharing, exportSharing, deleteExpiredSharing } from './upkeep-repository.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Sends an SMS to next of kin if nobody reported an arrival in time. */
    'sharing.ask': Record<string, never>
  }
}

export const room: Room = {
  routes: sharingRoutes,
  plans: { 'sharing.ask': { ...exclusiveSchedulePlan, cron: '*/5 * * * *' } },
  jobs: (deps) => ({
    'sharing.ask': async () => {
      await sendMissingArrivalSms(deps)
    },
  }),
  personalData: {
    export: async ({ db }, person_id) => ({ more: await exportSharing(db, person_id) }),
    forget: deletePersonSharing,
    tidy: deleteExpiredSharing,
  },
}
