import { exclusiveSchedulePlan } from '#server/jobs/jobs'
import { type Room, describeCount } from '#server/room'
import {
  countOpenRewardCases,
  deleteRewardCaseReasons,
  selectReferrerSubjects,
} from './case-repository.ts'
import { removePoints, countPoints, listAllPoints } from './points.ts'
import { rewardRoutes } from './routes.ts'
import { makeRewardJobs } from './sweep.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Awards points and referral rewards for travelled trips, and expires points. */
    'rewards.sweep': Record<string, never>
  }
}

export const room: Room = {
  routes: rewardRoutes,
  plans: {
    'rewards.sweep': { ...exclusiveSchedulePlan, cron: '*/5 * * * *' },
  },
  jobs: makeRewardJobs,
  figures: [
    {
      name: 'reward_cases',
      help: 'Bookings whose rewards wait for our staff',
      read: async (db) => ({ open: await countOpenRewardCases(db) }),
    },
  ],
  personalData: {
    export: async ({ db }, person_id) => ({ points: await listAllPoints(db, person_id) }),
    left: async (db, person_id) => describeCount(await countPoints(db, person_id), 'point'),
    end: async (tx, person_id) => void (await removePoints(tx, person_id)),
    selectSubjects: selectReferrerSubjects,
    forget: deleteRewardCaseReasons,
  },
}
