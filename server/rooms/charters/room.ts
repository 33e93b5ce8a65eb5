import { exclusiveSchedulePlan } from '#server/jobs/jobs'
import { type Room, describeCount } from '#server/room'
import { charterPayable } from './trips/index.ts'
import { charterRoutes } from './routes.ts'
import {
  countCurrentCharters,
  forgetCharterCustomer,
  isCharterUnderWay,
  selectCharterSubjects,
} from './upkeep-repository.ts'
import {
  makeCharterJobs,
  exportCharters,
  cancelPersonCharters,
  exportCharterRequests,
} from './upkeep.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /**
     * Ends unpaid charters, sends reminders of balances, and deletes personal data of charters after their retention.
     */
    'charter.sweep': Record<string, never>
  }
}

export const room: Room = {
  routes: charterRoutes,
  plans: { 'charter.sweep': { ...exclusiveSchedulePlan, cron: '*/5 * * * *' } },
  jobs: makeCharterJobs,
  payables: [charterPayable],
  personalData: {
    export: async ({ db }, person_id) => ({
      more: {
        charters: await exportCharters(db, person_id),
        charter_requests: await exportCharterRequests(db, person_id),
      },
    }),
    left: async (db, person_id) =>
      describeCount(
        await countCurrentCharters(db, person_id),
        'charter to come',
        'charters to come',
      ),
    isBusy: isCharterUnderWay,
    end: cancelPersonCharters,
    selectSubjects: selectCharterSubjects,
    forget: forgetCharterCustomer,
  },
}
