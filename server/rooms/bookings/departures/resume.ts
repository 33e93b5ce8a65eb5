import type { Db } from '#server/db/client'
import { enqueue } from '#server/jobs/queue'
import { findCancelledTripsWithBookings } from './trip-repository.ts'
import { findOverdueVehicleChanges } from './vehicle-repository.ts'

/**
 * Enqueues again the jobs of departures that still have bookings after they were cancelled, or whose travellers were
 * not reseated within an hour. Such a job gives up after some hours, but people are owed their money or their seat.
 */
export async function resumeDepartures(db: Db): Promise<void> {
  for (const trip_id of await findCancelledTripsWithBookings(db))
    await enqueue(db, 'trip.end', { trip_id })
  for (const change_id of await findOverdueVehicleChanges(db))
    await enqueue(db, 'trip.reseat', { change_id })
}
