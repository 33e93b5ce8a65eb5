import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'
import { placeHold } from '#tests/load/sales/bookings'
import { aTrip } from '#tests/support/makers/trips'

/**
 * Requests four seats of one departure with each of eight new devices of one network, all at the same time and with
 * proof of work.
 */
export async function holdManyFromOneNetwork(db: Db): Promise<void> {
  const { trip_id, sellable } = await aTrip(db, { vehicle: 'coach-59' })
  const take = (device: number) =>
    db.transaction(async (tx) => {
      const seats = sellable.slice(device * 4, device * 4 + 4)
      await sql`select outcome from hold_seats(${makeId()}, ${makeReference()}, ${trip_id}, 0::smallint, 1::smallint,
        ${seats}::smallint[], ${seats.map(() => 'adult')}::text[], ${`device:${makeId()}`}, null, '\\x00'::bytea,
        '{}'::jsonb, 0::bigint, 10, 'one network', ${makeId()}, 1::real)`.execute(tx)
      await sleep(60)
    })
  await Promise.all(Array.from({ length: 8 }, (_, device) => take(device)))
}

/** Requests seats of a departure that its timetable no longer has. */
export async function holdWithdrawnTrip(db: Db): Promise<void> {
  const { trip_id } = await aTrip(db)
  await sql`update trip set withdrawn_at = now() where id = ${trip_id}`.execute(db)
  await placeHold(db, trip_id, [4])
}
