import { pino } from 'pino'
import type { Db } from '#server/db/client'
import { bookingJobs } from '#server/rooms/bookings'
import { aConfig } from '#tests/support/server'

/** Does the job that tidies holds and lets bookings follow the clock, once. */
export async function keepBookingsCurrent(db: Db): Promise<void> {
  const jobs = bookingJobs({ db, config: aConfig(), log: pino({ level: 'silent' }) })
  await jobs['hold.sweep']?.({})
}
