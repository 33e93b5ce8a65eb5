import type { Db } from '#server/db/client'
import { forgetOldCodes } from './guests/index.ts'
import { advanceTrips, expireHolds } from './holds/index.ts'

const batch = 1000

/**
 * Tidies holds that have run out and lets trips and bookings follow the clock: departed, travelled,
 * completed. Nothing that is promised depends on when it runs. Returns how many holds went.
 */
export async function keepBookingsCurrent(db: Db): Promise<number> {
  let gone = 0
  for (;;) {
    const now = await expireHolds(db, batch)
    gone += now
    if (now < batch) break
  }
  await advanceTrips(db)
  await forgetOldCodes(db)
  return gone
}
