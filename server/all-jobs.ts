import type { Deps } from '#server/context'
import { demoJobs } from '#server/demo-moving'
import { accountJobs, logins } from '#server/features/accounts'
import { bookingJobs } from '#server/features/bookings'
import { forgetOldPhones, noticeJobs } from '#server/features/notices'
import { parcelJobs } from '#server/features/parcels'
import { paymentJobs } from '#server/features/payments'
import { profileJobs } from '#server/features/profile'
import { rewardJobs } from '#server/features/rewards'
import type { JobHandlers } from '#server/jobs/queue'
import { rollFromToday } from '#server/jobs/roll-departures'
import { tidy } from '#server/jobs/tidy'
import { sandboxJobs } from '#server/sandbox/jobs'

/** Who does which job. A room with jobs adds its line here. */
export function allJobs(deps: Deps): JobHandlers {
  return {
    ...accountJobs(deps),
    ...bookingJobs(deps),
    ...paymentJobs(deps),
    ...parcelJobs(deps),
    ...noticeJobs(deps),
    ...profileJobs(deps),
    ...rewardJobs(deps),
    ...sandboxJobs(deps),
    ...demoJobs(deps),
    'house.tidy': async () => {
      await logins.forgetOld(deps.db)
      await forgetOldPhones(deps.db)
      await tidy(deps.db)
    },
    'trip.roll': () => rollFromToday(deps),
  }
}
