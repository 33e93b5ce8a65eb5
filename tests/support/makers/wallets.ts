import { getWalletBalance } from '#contract/wallet/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { creditReward } from '#server/rooms/wallet'
import { makeId } from '#server/platform/ids'
import { aHeldBooking, type HeldBooking } from '#tests/support/worlds/payments'
import { type MadeUser, aUser } from './people.ts'
import type { TestServer } from '#tests/support/server/test-server'

/** Makes a logged-in person with `kobo` in their wallet. */
export async function aWallet(server: TestServer, kobo: number): Promise<MadeUser> {
  const owner = await aUser(server)
  if (kobo > 0) await fillWallet(server.db, owner.user.id, kobo)
  return owner
}

/** Adds money to a wallet, as a reward does. */
export async function fillWallet(db: Db, person_id: string, amount_kobo: number): Promise<void> {
  await creditReward(db, { person_id, amount_kobo, ref: makeId() })
}

/** Gives a guest's hold to an account. */
export async function giveHoldToAccount(
  db: Db,
  held: HeldBooking,
  owner: MadeUser,
): Promise<HeldBooking> {
  await sql`update booking set user_id = ${owner.user.id} where id = ${held.id}`.execute(db)
  return held
}

/** Makes a hold of a person that costs `total_kobo`. */
export async function aHoldOfPerson(
  db: Db,
  owner: MadeUser,
  total_kobo: number,
  at: { trip_id: string; seat: number },
): Promise<HeldBooking> {
  const held = await giveHoldToAccount(db, await aHeldBooking(db, at.trip_id, [at.seat]), owner)
  const seat = { code: 'seat', label: 'Adult', quantity: 1 }
  const lines = [{ ...seat, unit_kobo: total_kobo, amount_kobo: total_kobo }]
  await sql`update booking set total_kobo = ${total_kobo}, fare = fare || ${JSON.stringify({ lines, total_kobo })}::jsonb
    where id = ${held.id}`.execute(db)
  return { ...held, total_kobo }
}

/** Reads a wallet's available balance and what is set aside, in kobo. */
export async function fetchWalletBalance(server: TestServer, owner: MadeUser) {
  const { data } = await server.call(getWalletBalance, {}, { as: owner.as })
  return { balance_kobo: data.balance_kobo, held_kobo: data.held_kobo }
}
