import { holdSeats } from '#contract/bookings/endpoints'
import { product } from '#contract/product'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import {
  addTravellers,
  placeHold,
  makePaymentArrive,
  sellBooking,
} from '#tests/load/sales/bookings'
import { aPerson, aHoldForPerson, payFromWallet, setAsideMoney } from '#tests/load/sales/wallets'
import { aTrip } from '#tests/support/makers/trips'
import { runConcurrently } from './concurrently.ts'
import { aServer } from '#tests/support/server/test-server'

/** Ignores errors: they mean that the guard works. */
const refused = (work: Promise<unknown>) => work.catch(() => undefined)

/** Two counters check whether a seat is sold, and then both sell it. */
export async function sellAtTwoCounters(db: Db): Promise<void> {
  const { trip_id } = await aTrip(db)
  const both = Promise.withResolvers<undefined>()
  let looked = 0
  const sellUnlessSold = () =>
    db.transaction(async (tx) => {
      const { rows } =
        await sql`select from seat_claim where trip_id = ${trip_id} and seat = 4`.execute(tx)
      looked += 1
      if (looked === 2) both.resolve(undefined)
      await both.promise
      if (rows.length > 0) return
      await sql`insert into seat_claim (trip_id, seat, leg, block_id) values (${trip_id}, 4, 0, ${makeId()})`.execute(
        tx,
      )
    })
  await Promise.all([refused(sellUnlessSold()), refused(sellUnlessSold())])
}

/** Sells a seat again after its claims were deleted. */
export async function sellAfterClaimsAreDeleted(db: Db): Promise<void> {
  const { trip_id } = await aTrip(db)
  await sellBooking(db, trip_id, [4])
  await sql`delete from seat_claim where trip_id = ${trip_id}`.execute(db)
  await sellBooking(db, trip_id, [4])
}

/** Refunds the whole payment twice. */
export async function refundTwice(db: Db): Promise<void> {
  const { payment, total_kobo } = await sellBooking(db, (await aTrip(db)).trip_id, [4])
  for (const effect of ['one', 'two'])
    await refused(
      sql`select raise_refund(${payment}, ${total_kobo}::bigint, 'cancelled', 'source', ${effect}, '{}', false)`.execute(
        db,
      ),
    )
}

/** Raises a refund twice under one `effect`. */
export async function repeatEffect(db: Db): Promise<void> {
  const { payment } = await sellBooking(db, (await aTrip(db)).trip_id, [4])
  for (let times = 0; times < 2; times += 1)
    await sql`select raise_refund(${payment}, 100::bigint, 'cancelled', 'source', 'same', '{}', true)`.execute(
      db,
    )
}

/** Sends a write twice at the same time, and once more, under one key. */
export async function repeatKeyAtOnce(db: Db): Promise<void> {
  const trip = await aTrip(db)
  const server = await aServer(db)
  try {
    const as = { device_id: makeId() }
    const key = makeId()
    const ask = () => server.call(holdSeats, { trip_id: trip.id, seats: [4] }, { as, key })
    await Promise.all([ask(), ask()])
    await ask()
  } finally {
    await server.close()
  }
}

/** Processes two messages about one charge at the same time. */
export async function settleTwiceAtOnce(db: Db): Promise<void> {
  const held = await placeHold(db, (await aTrip(db)).trip_id, [4])
  if (held === undefined) throw new Error('no hold')
  const payment = await addTravellers(db, held)
  const apply = (tx: Db) => makePaymentArrive(tx, payment, held)
  await runConcurrently(db, apply, apply)
}

/** Posts one charge twice. */
export async function postChargeTwice(db: Db): Promise<void> {
  for (let times = 0; times < 2; times += 1)
    await sql`select post_transfer('charge:x', 'charge:x', account_of('psp_clearing', 'paystack'),
      account_of('customer_prepaid', 'x'), 100, 'charge')`.execute(db)
}

/** Holds seats on three trips at the same time as one person. */
export async function holdOnThreeTrips(db: Db): Promise<void> {
  const trips = [await aTrip(db), await aTrip(db), await aTrip(db)]
  const holder = `device:${makeId()}`
  await runConcurrently(
    db,
    ...trips.map(
      ({ trip_id }) =>
        (tx: Db) =>
          placeHold(tx, trip_id, [4], holder),
    ),
  )
}

/** Gives 100 kobo to a wallet of the ledger that no person owns. */
export async function fillWallet(db: Db): Promise<void> {
  await sql`select post_transfer('gift', 'gift', account_of('promo_expense', ''), account_of('wallet', 'ada', false), 100, 'gift')`.execute(
    db,
  )
}

/** Deletes an account of the ledger that has entries. */
export async function deleteLedgerAccount(db: Db): Promise<void> {
  await postChargeTwice(db)
  await refused(sql`delete from account where kind = 'psp_clearing'`.execute(db))
}

/** Spends the same money from two phones at the same time. */
export async function spendOnTwoPhones(db: Db): Promise<void> {
  const first = await aPerson(db, 0)
  const [one, other] = [await aHoldForPerson(db, first), await aHoldForPerson(db, first)]
  await sql`select post_transfer('just enough', 'just enough', account_of('promo_expense', ''),
    account_of('wallet', ${first}, false), ${one.total_kobo}::bigint, 'reward')`.execute(db)
  await Promise.all([
    refused(payFromWallet(db, first, one)),
    refused(payFromWallet(db, first, other)),
  ])
}

/**
 * Sets part of a wallet aside for a hold. Unguarded, the wallet ignores the money that is set aside, and could spend it
 * again.
 */
export async function setAsideForHold(db: Db): Promise<void> {
  const person = await aPerson(db, 2_000_000)
  await setAsideMoney(db, person, await aHoldForPerson(db, person), 500_000)
}

/** Releases a booking for which money is set aside. */
export async function releaseWhileSetAside(db: Db): Promise<void> {
  const person = await aPerson(db, 2_000_000)
  const held = await aHoldForPerson(db, person)
  await setAsideMoney(db, person, held, 500_000)
  await sql`select release_booking(${held.id}::uuid)`.execute(db)
}

/** The body that a forger sends. */
export const forgedBody = JSON.stringify({
  event: 'charge.success',
  data: { reference: 'FORGED', id: 1 },
})

/**
 * Sends a forged webhook. Without the guard, a server would accept any signature; a message with the right signature
 * simulates that.
 */
export async function sendForgedWebhook(db: Db, isGuarded: boolean): Promise<void> {
  const server = await aServer(db)
  const { webhook_secret } = server.host.config.flutterwave
  try {
    await server.app.inject({
      method: 'POST',
      url: `/api/v1/${product.slug}/webhooks/flutterwave`,
      headers: {
        'content-type': 'application/json',
        'verif-hash': isGuarded ? webhook_secret.replace(/./g, 'x') : webhook_secret,
      },
      payload: forgedBody,
    })
  } finally {
    await server.close()
  }
}
