import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'
import { type HeldBooking, addTravellers, placeHold, makeTicketGoods } from './bookings.ts'
import { aTrip } from '#tests/support/makers/trips'

/** Makes a person with `kobo` in their wallet, with SQL only; returns their id. */
export async function aPerson(db: Db, kobo: number): Promise<string> {
  const id = makeId()
  await sql`insert into person (id, full_name, referral_code) values (${id}, 'Ada Obi', ${makeReference()})`.execute(
    db,
  )
  await sql`select post_transfer(${`reward:${id}`}, ${`reward:${id}`}, account_of('promo_expense', ''),
    account_of('wallet', ${id}, false), ${kobo}::bigint, 'reward')`.execute(db)
  return id
}

/** Holds a seat of a new trip for a person, and opens the attempt to pay it. */
export async function aHoldForPerson(
  db: Db,
  person: string,
): Promise<HeldBooking & { payment: string }> {
  const { trip_id } = await aTrip(db)
  const held = await placeHold(db, trip_id, [4])
  if (held === undefined) throw new Error('no hold')
  await sql`update booking set user_id = ${person} where id = ${held.id}`.execute(db)
  return { ...held, payment: await addTravellers(db, held) }
}

/** Pays all of a hold from a wallet, by default with its PIN; returns the result. */
export async function payFromWallet(
  db: Db,
  person: string,
  held: HeldBooking,
  isProved = true,
): Promise<string | undefined> {
  const { rows } = await sql<{ result: string }>`
    select result from pay_from_wallet(${makeId()}::uuid, ${`${held.reference}-${makeReference()}`}, ${person}::uuid,
      'booking', ${held.id}::uuid, null, null, ${makeTicketGoods(held.seats.length)}::jsonb,
      p_is_proved => ${isProved})`.execute(db)
  return rows[0]?.result
}

/** Sets part of a wallet aside for a hold's attempt. */
export async function setAsideMoney(
  db: Db,
  person: string,
  { id, payment }: HeldBooking & { payment: string },
  kobo: number,
): Promise<void> {
  await sql`select hold_in_wallet(${id}::uuid, (select id from payment where reference = ${payment}), ${person}::uuid,
    ${kobo}::bigint)`.execute(db)
}
