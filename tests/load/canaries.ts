import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdSeats } from '#contract/bookings'
import { product } from '#contract/product'
import type { Db } from '#server/db/client'
import { newId } from '#server/ids'
import { type Invariant, countForged, countOf } from '#tests/load/books'
import { fill, hold, land, sell } from '#tests/load/sales'
import { aTrip } from '#tests/support/makers'
import { aServer } from '#tests/support/server'

/** A guard, what is done against it, and the check that must find the damage once the guard is gone. */
export interface Canary {
  guard: string
  bites: Invariant | 'forged messages with an effect'
  /** SQL that takes the guard away. */
  takeAway: string
  attack: (db: Db, isGuarded: boolean) => Promise<unknown>
  count?: (db: Db) => Promise<number>
}

const inFunction = (name: string, was: string, is: string) =>
  `do $$ begin execute regexp_replace(pg_get_functiondef('${name}'::regproc), '${was}', '${is}', 'g'); end $$`

/** What fails is the guard doing its work. */
const refused = (work: Promise<unknown>) => work.catch(() => undefined)

async function twoNaiveCounters(db: Db): Promise<void> {
  const { trip_id } = await aTrip(db)
  const sellUnlessSold = () =>
    db.transaction().execute(async (tx) => {
      const { rows } =
        await sql`select from seat_claim where trip_id = ${trip_id} and seat = 4`.execute(tx)
      await sleep(60)
      if (rows.length > 0) return
      await sql`insert into seat_claim (trip_id, seat, leg, block_id) values (${trip_id}, 4, 0, ${newId()})`.execute(
        tx,
      )
    })
  await Promise.all([refused(sellUnlessSold()), refused(sellUnlessSold())])
}

async function claimsForgotten(db: Db): Promise<void> {
  const { trip_id } = await aTrip(db)
  await sell(db, trip_id, [4])
  await sql`delete from seat_claim where trip_id = ${trip_id}`.execute(db)
  await sell(db, trip_id, [4])
}

async function refundedAgain(db: Db): Promise<void> {
  const { payment, total_kobo } = await sell(db, (await aTrip(db)).trip_id, [4])
  for (const effect of ['one', 'two'])
    await refused(
      sql`select raise_refund(${payment}, ${total_kobo}::bigint, 'cancelled', 'source', ${effect}, '{}', false)`.execute(
        db,
      ),
    )
}

async function sameEffectTwice(db: Db): Promise<void> {
  const { payment } = await sell(db, (await aTrip(db)).trip_id, [4])
  for (let times = 0; times < 2; times += 1)
    await sql`select raise_refund(${payment}, 100::bigint, 'cancelled', 'source', 'same', '{}', true)`.execute(
      db,
    )
}

async function sameKeyAtOnce(db: Db): Promise<void> {
  const trip = await aTrip(db)
  const server = await aServer(db)
  try {
    const as = { device_id: newId() }
    const key = newId()
    const ask = () => server.call(holdSeats, { trip_id: trip.id, seats: [4] }, { as, key })
    await Promise.all([ask(), ask()])
    await ask()
  } finally {
    await server.close()
  }
}

async function truthTwiceAtOnce(db: Db): Promise<void> {
  const held = await hold(db, (await aTrip(db)).trip_id, [4])
  if (held === undefined) throw new Error('no hold')
  const payment = await fill(db, held)
  const apply = () =>
    db.transaction().execute(async (tx) => {
      await land(tx, payment, held)
      await sleep(60)
    })
  await Promise.all([refused(apply()), refused(apply())])
}

async function chargePostedTwice(db: Db): Promise<void> {
  for (let times = 0; times < 2; times += 1)
    await sql`select post_transfer('charge:x', 'charge:x', account_of('psp_clearing', 'paystack'),
      account_of('customer_prepaid', 'x'), 100, 'charge')`.execute(db)
}

async function hoard(db: Db): Promise<void> {
  const trips = [await aTrip(db), await aTrip(db), await aTrip(db)]
  const holder = `device:${newId()}`
  const take = (trip_id: string) =>
    db.transaction().execute(async (tx) => {
      await hold(tx, trip_id, [4], holder)
      await sleep(60)
    })
  await Promise.all(trips.map(({ trip_id }) => refused(take(trip_id))))
}

async function fillWallet(db: Db): Promise<void> {
  await sql`select post_transfer('gift', 'gift', account_of('promo_expense', ''), account_of('wallet', 'ada', false), 100, 'gift')`.execute(
    db,
  )
}

async function loseAccount(db: Db): Promise<void> {
  await chargePostedTwice(db)
  await refused(sql`delete from account where kind = 'psp_clearing'`.execute(db))
}

const forgedBody = JSON.stringify({ event: 'charge.success', data: { reference: 'FORGED', id: 1 } })

/** Where the signature is not asked for, any signature fits: that is what the real one stands for here. */
async function forge(db: Db, isGuarded: boolean): Promise<void> {
  const server = await aServer(db)
  const { webhook_hash } = server.host.config.flutterwave
  try {
    await server.app.inject({
      method: 'POST',
      url: `/api/v1/${product.slug}/webhooks/flutterwave`,
      headers: {
        'content-type': 'application/json',
        'verif-hash': isGuarded ? webhook_hash.replace(/./g, 'x') : webhook_hash,
      },
      payload: forgedBody,
    })
  } finally {
    await server.close()
  }
}

/** Every guard with its canary. */
export const canaries: readonly Canary[] = [
  {
    guard: 'seat_claim: primary key',
    bites: 'seats sold twice, by claims',
    takeAway: 'alter table seat_claim drop constraint seat_claim_pkey',
    attack: twoNaiveCounters,
  },
  {
    guard: 'ticket: one live ticket a seat',
    bites: 'seats sold twice, by tickets',
    takeAway: 'drop index ticket_live',
    attack: claimsForgotten,
  },
  {
    guard: 'apply_payment: the booking and the attempt are locked',
    bites: 'refunded with a live ticket',
    takeAway: inFunction('apply_payment', ' for update', ''),
    attack: truthTwiceAtOnce,
  },
  {
    guard: 'transfer: one row a reference',
    bites: 'money doubled: one charge applied twice',
    takeAway: `alter table transfer drop constraint transfer_ref_key; ${inFunction('post_transfer', 'on conflict \\(ref\\) do nothing', '')}`,
    attack: chargePostedTwice,
  },
  {
    guard: 'payment: never refund more than paid',
    bites: 'refunded more than paid',
    takeAway: 'alter table payment drop constraint never_refund_more_than_paid',
    attack: refundedAgain,
  },
  {
    guard: 'refund: one refund an effect',
    bites: 'one effect refunded twice',
    takeAway: `alter table refund drop constraint refund_effect_key; ${inFunction('raise_refund', 'on conflict \\(effect\\) do nothing', '')}`,
    attack: sameEffectTwice,
  },
  {
    guard: 'idempotency: one row a key',
    bites: 'one key, two effects (in the tables)',
    takeAway: 'alter table idempotency drop constraint idempotency_pkey',
    attack: sameKeyAtOnce,
  },
  {
    guard: 'hold_seats: one hold of a person at a time',
    bites: 'open holds of one person above two',
    takeAway: inFunction('hold_seats', 'perform pg_advisory_xact_lock[^;]*;', ''),
    attack: hoard,
  },
  {
    guard: 'transfer: strict accounts follow',
    bites: 'cached sums differ from their rows',
    takeAway: 'drop trigger transfer_posts on transfer',
    attack: fillWallet,
  },
  {
    guard: 'transfer: no account with entries goes',
    bites: 'trial balance is not zero',
    takeAway: 'alter table transfer drop constraint transfer_debit_account_fkey',
    attack: loseAccount,
  },
  {
    guard: 'webhook: the signature',
    bites: 'forged messages with an effect',
    takeAway: 'select',
    attack: forge,
    count: (db) => countForged(db, [createHash('sha256').update(forgedBody).digest('hex')]),
  },
]

/** What the check counts while the guard stands and once it is gone: 0 and more, if the canary bites. */
export async function tryCanary(
  { takeAway, attack, bites, count }: Canary,
  withScratch: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
): Promise<{ guarded: number; unguarded: number }> {
  const counted = (db: Db) =>
    bites === 'forged messages with an effect' ? (count?.(db) ?? 0) : countOf(db, bites)
  const guarded = await withScratch(async (db) => {
    await attack(db, true)
    return counted(db)
  })
  const unguarded = await withScratch(async (db) => {
    await sql.raw(takeAway).execute(db)
    await attack(db, false)
    return counted(db)
  })
  return { guarded, unguarded }
}

const paid = `update payment set`
/** Damage that no single constraint stands against: each is planted into good books and must be found. */
export const plants: Partial<Record<Invariant, string>> = {
  'ticket and claim differ': 'delete from seat_claim',
  'confirmed without a ticket for every passenger': 'delete from ticket',
  'charged but stuck': `${paid} status = 'pending'`,
  'money lost: charged, neither ticket nor refund': `${paid} outcome = 'none'`,
  'money from nowhere: paid here, not charged there': `update sandbox.charge set status = 'failed'`,
  'two payments bought one booking, or two sets of tickets': `update booking set seats = '{4}', passenger_types = '{adult}'`,
  'prepaid money left over': `select post_transfer('x', 'x', account_of('customer_prepaid', 'x'), account_of('platform_fee', ''), 1, 'x')`,
  'ticket mail not promised exactly once': `delete from pgboss.job where name = 'ticket.send'`,
  'ticket mail never sent': 'delete from sandbox.letter',
}

/** What each check counts in good books, and in the same books with its damage planted. */
export async function tryPlants(
  db: Db,
): Promise<{ check: string; good: number; planted: number }[]> {
  const held = await sell(db, (await aTrip(db)).trip_id, [4, 5])
  await sql`insert into sandbox.charge (provider, reference, access_code, amount_kobo, currency, email, return_to, channels,
      status, paid_kobo, account_number)
    select provider, reference, reference, amount_kobo, 'NGN', 'a@b.c', '', '{card}', 'success', amount_kobo, '1' from payment`.execute(
    db,
  )
  await sql`insert into pgboss.job (name, data, policy) values ('ticket.send', ${JSON.stringify({ booking_id: held.id })}::jsonb, 'standard')`.execute(
    db,
  )
  await sql`insert into sandbox.letter (kind, recipient, subject, body) values ('mail', 'a@b.c', 'Your ticket', ${held.reference})`.execute(
    db,
  )
  const tried: { check: string; good: number; planted: number }[] = []
  for (const [check, damage] of Object.entries(plants)) {
    const good = await countOf(db, check as Invariant)
    const planted = await countAfter(db, check as Invariant, damage)
    tried.push({ check, good, planted })
  }
  return tried
}

/** Counts after the damage and undoes it. */
async function countAfter(db: Db, check: Invariant, damage: string): Promise<number> {
  const tx = await db.startTransaction().execute()
  await sql.raw(damage).execute(tx)
  const count = await countOf(tx, check)
  await tx.rollback().execute()
  return count
}
