import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { runConcurrently } from './concurrently.ts'
import { makeReference } from '#server/platform/ids'
import { sellBooking } from '#tests/load/sales/bookings'
import { aPerson, aHoldForPerson } from '#tests/load/sales/wallets'
import { aTrip } from '#tests/support/makers/trips'

/** Ignores errors: they mean that the guard works. */
const refused = (work: Promise<unknown>) => work.catch(() => undefined)

/** Adds a guest's paid booking to a person's account, and requests its refund to that person's wallet. */
export async function takeOverAndCancel(db: Db): Promise<void> {
  const sold = await sellBooking(db, (await aTrip(db)).trip_id, [4])
  const person = await aPerson(db, 0)
  await sql`update booking set user_id = ${person} where id = ${sold.id}`.execute(db)
  await refused(
    sql`select request_refund(${sold.id}::uuid, 100000::bigint, 'cancelled', 'wallet', 'taken', '{}')`.execute(
      db,
    ),
  )
}

/** Moves a booking to the cheapest trip for more money than a cancellation would refund. */
export async function moveToCheapestTrip(db: Db): Promise<void> {
  const { trip_id, operator_id } = await aTrip(db)
  const cheap = await aTrip(db, { operator_id, departs_in_hours: 72 })
  const sold = await sellBooking(db, trip_id, [4])
  const to_kobo = 100_000
  const tickets = [[randomBytes(8)], [makeReference()]]
  const move = db.transaction(async (tx) => {
    await sql`select move_booking(${sold.id}::uuid, ${cheap.trip_id}::uuid, 0::smallint, 1::smallint, '{4}', '{4}',
      '{adult}', '{}', ${to_kobo}::bigint, 50::smallint, ${sold.total_kobo}::bigint, ${sold.total_kobo / 2}::bigint,
      1::smallint, ${tickets[0]}::bytea[], ${tickets[1]}::text[])`.execute(tx)
    await sql`select request_refund(${sold.id}::uuid, ${sold.total_kobo - to_kobo}::bigint, 'price_difference',
      'source', ${`move:${sold.id}:${trip_id}`}, '{4}')`.execute(tx)
  })
  await refused(move)
}

/**
 * Pays small sums with two phones at the same time, from one wallet that has nearly reached the day's limit without a
 * PIN.
 */
export async function spendSmallSumsAtOnce(db: Db): Promise<void> {
  const person = await aPerson(db, 5_000_000)
  const spend = async (on: Db, kobo: number) => {
    const sold = await aHoldForPerson(db, person)
    await sql`update payment set status = 'failed' where reference = ${sold.payment}`.execute(db)
    await sql`select take_from_wallet(gen_random_uuid(), ${makeReference()}, ${person}::uuid, ${sold.id}::uuid,
      ${kobo}::bigint, null, null, ${kobo}::bigint)`.execute(on)
  }
  await spend(db, 900_000)
  const small = (tx: Db) => spend(tx, 900_000)
  await runConcurrently(db, small, small)
}
