import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { placeHold } from '#tests/load/sales/bookings'
import { aTrip } from '#tests/support/makers/trips'

const device = 'device:guest'
const hashOf = (code: string) => createHash('sha256').update(code).digest()

/** Makes a guest's booking for which the code 123456 was sent, valid for one device; returns the booking's id. */
async function aCodeSent(db: Db): Promise<string> {
  const { trip_id, sellable } = await aTrip(db)
  const held = await placeHold(db, trip_id, sellable.slice(0, 1))
  if (held === undefined) throw new Error('the seat is not free')
  await sql`insert into booking_code (booking_id, device, code_hash, tries_left, expires_at)
    values (${held.id}, ${device}, ${hashOf('123456')}, 5, now() + interval '10 minutes')`.execute(
    db,
  )
  return held.id
}

/** Tries a code as `proveBooking` does, for a new token. Ignores errors: they mean that the guard works. */
const tryCode = (db: Db, booking: string, code: string) =>
  sql`select prove_booking(${booking}::uuid, ${device}, ${hashOf(code)}::bytea, ${randomBytes(32)}::bytea)`
    .execute(db)
    .catch(() => undefined)

/** Guesses a code forty times at the same time. */
export async function guessCodeAtOnce(db: Db): Promise<void> {
  const booking = await aCodeSent(db)
  await Promise.all(Array.from({ length: 40 }, (_, n) => tryCode(db, booking, `wrong ${n}`)))
}

/** Uses the right code eight times at the same time, and once more afterwards. */
export async function redeemCodeAgain(db: Db): Promise<void> {
  const booking = await aCodeSent(db)
  await Promise.all(Array.from({ length: 8 }, () => tryCode(db, booking, '123456')))
  await tryCode(db, booking, '123456')
}

/** Proves one of two bookings. Unguarded, the token of this proof gives access to the other booking as well. */
export async function proveOneOfTwoBookings(db: Db): Promise<void> {
  await aCodeSent(db)
  await tryCode(db, await aCodeSent(db), '123456')
}
