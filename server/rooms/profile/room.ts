import { exclusiveSchedulePlan } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { makeProfileJobs } from './erase.ts'
import { profileRoutes } from './routes.ts'
import { findTravellers, deletePersonTravellers } from './traveller-repository.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /** Erases accounts 14 days after the request. */
    'profile.erase': Record<string, never>
  }
}

/** Makes the room of the profile, which asks every other room for a person's data. */
export function makeProfileRoom(others: readonly Room[]): Room {
  const own: Room = {
    plans: {
      'profile.erase': { ...exclusiveSchedulePlan, cron: '20 3 * * *' },
    },
    personalData: {
      export: async ({ db }, person_id) => ({ travellers: await findTravellers(db, person_id) }),
      forget: deletePersonTravellers,
    },
  }
  const holders = [own, ...others].flatMap(({ personalData }) => personalData ?? [])
  return { ...own, routes: profileRoutes(holders), jobs: (deps) => makeProfileJobs(deps, holders) }
}
