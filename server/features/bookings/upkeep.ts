import { passengerDataDays } from '#contract/policy'
import type { Db } from '#server/db/client'
import { blankTravellers } from './repository.ts'
import { advanceTrips, expireHolds } from './seat-repository.ts'

const batch = 1000

/**
 * Tidies holds that have run out and lets trips and bookings follow the clock: departed, travelled,
 * completed. Nothing that is promised depends on when it runs. Answers how many holds went.
 */
export async function keepBookingsCurrent(db: Db): Promise<number> {
  let gone = 0
  for (;;) {
    const now = await expireHolds(db, batch)
    gone += now
    if (now < batch) break
  }
  await advanceTrips(db)
  return gone
}

/**
 * Lets go of where passengers live, their phones and their next of kin, `passengerDataDays` after
 * their trip arrived, in batches. Names, tickets, money and the contact, who gets receipts, stay.
 */
export async function forgetTravellers(db: Db): Promise<void> {
  for (;;) if ((await blankTravellers(db, passengerDataDays, batch)) < batch) return
}
