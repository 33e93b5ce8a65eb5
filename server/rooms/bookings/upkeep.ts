import type { Db } from '#server/db/client'
import { deleteExpiredGuestAccess } from './guests/index.ts'
import { advanceTrips, expireHolds } from './holds/index.ts'

const batch = 1000

/**
 * Expires overdue holds, updates trips and bookings by the clock (departed, travelled, completed), and deletes the
 * expired access of guests. Nothing depends on when this runs. Returns the number of expired holds.
 */
export async function sweepBookings(db: Db): Promise<number> {
  let gone = 0
  for (;;) {
    const now = await expireHolds(db, batch)
    gone += now
    if (now < batch) break
  }
  await advanceTrips(db)
  await deleteExpiredGuestAccess(db)
  return gone
}
