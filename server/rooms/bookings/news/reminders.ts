import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { runEachDespiteFailures } from '#server/jobs/each-alone'
import { findBookingIdsToRemind, markBookingReminded } from './reminder-repository.ts'
import { notifyBookingOfTripNews } from './trip-news.ts'

/** The maximum number of bookings in one run; the next run continues. */
const batch = 2000

/**
 * Sends the reminders that are due (`findBookingIdsToRemind`), with the time and place of departure; each booking gets
 * one per trip, even if this is repeated. A failure for one booking does not stop the others and is thrown at the end.
 */
export async function remindTravellers({ db, config }: Deps): Promise<void> {
  await runEachDespiteFailures(await findBookingIdsToRemind(db, batch), (id) =>
    inTransaction(db, async (tx) => {
      if (await markBookingReminded(tx, id))
        await notifyBookingOfTripNews(tx, config.public_url, id, 'reminder')
    }),
  )
}
