import { afterAll, expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import type { Payment } from '#contract/payments/model'
import { startPayment, verifyPayment } from '#contract/payments/endpoints'
import { findAppRole } from '#server/db/app-role'
import { openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import {
  countViolations,
  checkInvariants,
  sampleMoneyInvariants,
} from '#tests/load/invariants/invariants'
import { makeSeededRandom } from '#tests/load/run/seeded-random'
import { aPaymentWorld, aTripToPayFor, type HeldBooking } from '#tests/support/worlds/payments'
import type { MadeUser } from '#tests/support/makers/people'
import { type TestServer, aServer } from '#tests/support/server/test-server'
import { aHoldOfPerson, aWallet, fetchWalletBalance } from '#tests/support/makers/wallets'

// Modelled on Jepsen's bank test: many callers move money between few wallets through several servers, while the ledger
// is read repeatedly. In the end each wallet must contain what the answers to its owner add up to.

const world = await aPaymentWorld()
const { db, deps, press } = world
/** How often each kind of action is done, in random order. */
const rounds = 20
/** Small enough that nobody reaches the daily sum above which a PIN is required. */
const price = 30_000
const dice = makeSeededRandom(7)

const servers: TestServer[] = [world.server]
for (let at = 0; at < 3; at += 1) {
  const pool = openDatabase(world.url, { max: 4, role: await findAppRole(world.url) })
  const server = await aServer(pool, { config: deps.config })
  servers.push(server)
  afterAll(async () => {
    await server.close()
    await pool.destroy()
  })
}

/** A person, and the kobo that their wallet must contain according to the answers they got. */
interface Account {
  owner: MadeUser
  kobo: number
  bought: HeldBooking[]
}

const free: { trip_id: string; seat: number }[] = []
for (let trips = 0; trips < 30; trips += 1) {
  const trip_id = await aTripToPayFor(db, 60)
  for (let seat = 1; seat <= 60; seat += 1) free.push({ trip_id, seat })
}

function aCheapHold({ owner }: Account): Promise<HeldBooking> {
  const at = free.pop()
  if (at === undefined) throw new Error('there are too few seats')
  return aHoldOfPerson(db, owner, price, at)
}

const pay = (
  { owner }: Account,
  { reference }: HeldBooking,
  more: { wallet_part_kobo?: number } = {},
) =>
  dice.pick(servers).call(
    startPayment,
    {
      purpose: 'booking',
      reference,
      ...(more.wallet_part_kobo === undefined
        ? { provider: 'wallet' }
        : { provider: 'paystack', channel: 'ussd', ...more }),
    },
    { as: owner.as },
  )

/** Makes the money arrive, while many callers check the payment at the same time. */
async function land({ owner }: Account, payment: Payment): Promise<Payment[]> {
  await press(payment, 'approve', { webhook: 'never' })
  const { reference } = payment
  const asked = servers.map((server) => server.call(verifyPayment, { reference }, { as: owner.as }))
  return (await Promise.all(asked)).map(({ data }) => data)
}

const acts = {
  async fill(account: Account) {
    const { data } = await dice
      .pick(servers)
      .call(
        startPayment,
        { purpose: 'wallet', provider: 'flutterwave', channel: 'ussd', amount_kobo: 50_000 },
        { as: account.owner.as },
      )
    await land(account, data)
    account.kobo += 50_000
  },
  async spend(account: Account) {
    const held = await aCheapHold(account)
    const { status, problem } = await pay(account, held)
    expect([undefined, 'balance_too_low']).toContain(problem.code)
    if (status !== 200) return
    account.kobo -= price
    account.bought.push(held)
  },
  /** Two phones pay for one booking. */
  async spendTwice(account: Account) {
    const held = await aCheapHold(account)
    const both = await Promise.all([pay(account, held), pay(account, held)])
    const said = both.map(({ problem }) => problem.code)
    expect([undefined, 'balance_too_low', 'already_paid']).toEqual(expect.arrayContaining(said))
    const paid = both.filter(({ status }) => status === 200)
    expect(paid.length).toBeLessThan(2)
    if (paid.length === 0) return
    account.kobo -= price
    account.bought.push(held)
  },
  /** Two phones pay for two bookings, with money for perhaps only one. */
  async race(account: Account) {
    await Promise.all([acts.spend(account), acts.spend(account)])
  },
  async split(account: Account) {
    const held = await aCheapHold(account)
    const wallet_part_kobo = dice.number(1, price - 10_000)
    const { status, data, problem } = await pay(account, held, { wallet_part_kobo })
    expect([undefined, 'balance_too_low']).toContain(problem.code)
    if (status !== 200 || dice.chance(20)) return
    const told = await land(account, data)
    expect(new Set(told.map(({ outcome }) => outcome))).toEqual(new Set(['confirmed']))
    account.kobo -= wallet_part_kobo
    account.bought.push(held)
  },
  async cancel(account: Account) {
    const held = account.bought.pop()
    if (held === undefined) return
    const { data } = await dice
      .pick(servers)
      .call(
        cancelBooking,
        { reference: held.reference, refund_to: 'wallet' },
        { as: account.owner.as },
      )
    account.kobo += data.refunds.reduce((sum, one) => sum + one.amount_kobo, 0)
  },
}

test('many hands move money through several servers, and the books are right at every moment', async () => {
  const accounts: Account[] = []
  for (let at = 0; at < 5; at += 1)
    accounts.push({ owner: await aWallet(world.server, 75_000), kobo: 75_000, bought: [] })
  const names = Object.keys(acts) as (keyof typeof acts)[]
  const left = Array.from({ length: rounds }, () => names).flat()
  let isOver = false
  const hand = async () => {
    while (left.length > 0) {
      const [name] = left.splice(dice.number(0, left.length - 1), 1)
      if (name !== undefined) await acts[name](dice.pick(accounts))
    }
  }
  let samples = 0
  const watch = async () => {
    while (!isOver) {
      expect(await sampleMoneyInvariants(db)).toEqual([])
      samples += 1
    }
  }
  const watching = watch()
  await Promise.all(Array.from({ length: 10 }, hand)).finally(() => (isOver = true))
  await watching

  for (const { owner, kobo } of accounts) {
    const { balance_kobo, held_kobo } = await fetchWalletBalance(world.server, owner)
    expect(balance_kobo + held_kobo).toBe(kobo)
  }
  expect(await world.doJobs()).toEqual([])
  const wrong = Object.entries(await checkInvariants(db)).filter(([, { count }]) => count > 0)
  expect(wrong).toEqual([])
  expect(samples).toBeGreaterThan(20)
}, 60_000)

test('the sample sees a wallet that gives what it has not', async () => {
  const undone = new Error('undone')
  const harmed = db.transaction(async (tx) => {
    await sql`alter table account drop constraint no_overdraft`.execute(tx)
    await sql`select post_transfer('x', 'x', account_of('wallet', 'ada', false), account_of('customer_prepaid', 'x'), 5, 'payment')`.execute(
      tx,
    )
    expect(await countViolations(tx, 'wallet below zero')).toBe(1)
    throw undone
  })
  await expect(harmed).rejects.toBe(undone)
})
