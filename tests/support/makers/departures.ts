import { cancelTrip } from '#contract/bookings/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { anOperatorKey } from './boarding.ts'
import { runJob } from '#tests/support/server/jobs'
import type { MadeTrip } from './trips.ts'
import type { TestServer } from '#tests/support/server/test-server'

/** Cancels a departure as its operator, and runs the job that cancels its bookings. Throws when the call is refused. */
export async function cancelByOperator(
  server: TestServer,
  { trip_id, operator_id }: Pick<MadeTrip, 'trip_id' | 'operator_id'>,
): Promise<void> {
  const as = await anOperatorKey(server, operator_id)
  const { status, text } = await server.call(cancelTrip, { id: trip_id }, { as })
  if (status !== 200) throw new Error(text)
  await runJob(server.host, 'trip.end', { trip_id })
}

/**
 * Makes a trip one of today's departures, even if it leaves after midnight. Trips that tests make late in the evening
 * do.
 */
export async function setServiceDateToday(
  db: Db,
  { trip_id }: Pick<MadeTrip, 'trip_id'>,
): Promise<void> {
  await sql`update trip set service_date = lagos_today() where id = ${trip_id}`.execute(db)
}
