import type { Deps } from '#server/context'
import type { Demo } from '#server/demo'
import { accountJobs, logins } from '#server/rooms/accounts'
import { bookingJobs } from '#server/rooms/bookings'
import { forgetOldPhones, noticeJobs } from '#server/rooms/notifications'
import { parcelJobs } from '#server/rooms/parcels'
import { paymentJobs } from '#server/rooms/payments'
import { profileJobs } from '#server/rooms/profile'
import { rewardJobs } from '#server/rooms/rewards'
import type { JobHandlers } from '#server/jobs/queue'
import { rollFromToday } from '#server/jobs/roll-departures'
import { tidy } from '#server/jobs/tidy'

/** Who does which job. A room with jobs adds its line here. */
export function allJobs(deps: Deps, demo?: Demo): JobHandlers {
  return {
    ...accountJobs(deps),
    ...bookingJobs(deps),
    ...paymentJobs(deps),
    ...parcelJobs(deps),
    ...noticeJobs(deps),
    ...profileJobs(deps),
    ...rewardJobs(deps),
    ...demo?.jobs(deps),
    'house.tidy': async () => {
      await logins.forgetOld(deps.db)
      await forgetOldPhones(deps.db)
      await tidy(deps.db)
    },
    'trip.roll': () => rollFromToday(deps),
  }
}
