import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { eachAlone } from '#server/jobs/each-alone'
import { findUnreminded, noteReminded } from './reminder-repository.ts'
import { announceToBooking } from './trip-news.ts'

/** How many bookings one run reminds; the next one goes on. */
const batch = 2000

/**
 * Tells the travellers of every paid booking once, the evening before, when their bus leaves and where. Harmless when
 * repeated or cut off; a booking that cannot be told keeps no other from it, and is what it throws when all is done.
 */
export async function remindTravellers({ db, config }: Deps): Promise<void> {
  await eachAlone(await findUnreminded(db, batch), (id) =>
    inTransaction(db, async (tx) => {
      if (await noteReminded(tx, id)) await announceToBooking(tx, config.public_url, id, 'reminder')
    }),
  )
}
