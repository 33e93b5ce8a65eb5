import { alone } from '#server/jobs/jobs'
import { type Room, counted } from '#server/room'
import { giveUpPoints, pointsLeft, pointsOf } from './points.ts'
import { rewardRoutes } from './routes.ts'
import { rewardJobs } from './sweep.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Awards points and referral rewards for travelled trips, and expires points. */
    'rewards.sweep': Record<string, never>
  }
}

export const room: Room = {
  routes: rewardRoutes,
  plans: {
    'rewards.sweep': { ...alone, cron: '*/5 * * * *' },
  },
  jobs: rewardJobs,
  personalData: {
    export: async ({ db }, person_id) => ({ points: await pointsOf(db, person_id) }),
    left: async (db, person_id) => counted(await pointsLeft(db, person_id), 'point'),
    end: async (tx, person_id) => void (await giveUpPoints(tx, person_id)),
  },
}
