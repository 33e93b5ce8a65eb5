import { longRetryPlan } from '#server/jobs/jobs'
import type { Room } from '#server/room'
import { makeAccountJobs } from './codes.ts'
import { forgetPerson, selectPersonSubjects } from './erase-repository.ts'
import { logins } from './session-service.ts'
import { accountRoutes } from './routes.ts'

declare module '#server/jobs/jobs' {
  interface JobPayloads {
    /**
     * Writes to the email address and phone number of a new account. `network` is the caller's network as a keyed hash.
     */
    'account.welcome': { person_id: string; network?: string }
    /** Sends a code for a new password, if an account has this email address or phone number. */
    'account.forgot': { login: string; network?: string; asked_by?: string }
  }
}

export const room: Room = {
  routes: accountRoutes,
  plans: {
    'account.welcome': { ...longRetryPlan, at_once: 4 },
    'account.forgot': { ...longRetryPlan, at_once: 4 },
  },
  jobs: makeAccountJobs,
  personalData: {
    export: async ({ db }, person_id) => ({
      logins: (await logins.list(db, person_id)).map(({ device, created_at, last_used_at }) => ({
        device,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
      })),
    }),
    selectSubjects: selectPersonSubjects,
    forget: forgetPerson,
    tidy: logins.forgetOld,
  },
}
