import { afterEach, expect, test } from 'vitest'
import { getPayment, startPayment, verifyPayment } from '#contract/payments/endpoints'
import { type ProviderName, providers } from '#contract/payments/rules'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { countViolations } from '#tests/load/invariants/invariants'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aUser } from '#tests/support/makers/people'
import { aHoldOfPerson } from '#tests/support/makers/wallets'
import { sumRefundsAtCompany } from '#tests/support/worlds/by-hand'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  inspectBooking,
} from '#tests/support/worlds/payments'

/* A charge is one transaction of the company. A second transaction under one reference is refunded, once. */

const { db, deps, server, start, press, doJobs, webhook, sign } = await aPaymentWorld()
const { call } = server

afterEach(async () => {
  expect(await findLedgerViolations(deps)).toEqual([])
  for (const invariant of [
    'charged but stuck',
    'one transaction of a company that pays twice',
    'a second charge that did not go back whole',
    'two payments bought one booking, or two sets of tickets',
  ] as const)
    expect([invariant, await countViolations(db, invariant)]).toEqual([invariant, 0])
})

const aHold = async () => aHeldBooking(db, await aTripToPayFor(db), [1, 2])

async function laterOn() {
  await sql`update refund set next_try_at = now(), requested_at = now() - interval '1 hour' where state <> 'succeeded'`.execute(
    db,
  )
  await sql`update sandbox.refund set created_at = now() - interval '1 hour'`.execute(db)
  await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
  expect(await doJobs()).toEqual([])
}

/** Returns the transactions under a reference, with the refunded sum of each. */
async function listTransactions(reference: string) {
  const { rows } = await sql<{ id: string; paid: number; back: number }>`
    select c.id::text, c.paid_kobo as paid, (select coalesce(sum(r.amount_kobo), 0)::bigint from sandbox.refund r
      where r.charge_id = c.id and r.status <> 'failed') as back
    from sandbox.charge c where c.reference = ${reference} order by c.id`.execute(db)
  return rows
}

/** Has a company report its newest transaction under a reference in another wording, so that the bytes are new. */
async function reportAgain(provider: ProviderName, reference: string, id: string, note: string) {
  const data = { id: Number(id), reference, tx_ref: reference, status: 'success', amount: 1, note }
  const event = provider === 'paystack' ? 'charge.success' : 'charge.completed'
  const body = JSON.stringify({ event, data })
  return webhook(provider, body, sign(provider, body))
}

for (const provider of providers) {
  test(`${provider}: the second transaction under one reference goes back once`, async () => {
    const held = await aHold()
    const { data } = await start(held, provider, 'ussd')
    await press(data, 'approve')
    expect(await doJobs()).toEqual([])
    await press(data, 'pay_again')
    expect(await doJobs()).toEqual([])
    const [first, second] = await listTransactions(data.reference)
    for (const note of ['a', 'b', 'c'])
      for (const one of [first, second])
        await reportAgain(provider, data.reference, one?.id ?? '', note)
    await Promise.all([doJobs(), doJobs()])
    await laterOn()
    expect(await listTransactions(data.reference)).toMatchObject([
      { paid: held.total_kobo, back: 0 },
      { paid: held.total_kobo, back: held.total_kobo },
    ])
    expect(await inspectBooking(db, held)).toMatchObject({
      status: 'confirmed',
      tickets: 2,
      prepaid_kobo: 0,
      refunds: [{ reason: 'paid_twice', state: 'succeeded', amount_kobo: held.total_kobo }],
    })
  })

  test(`${provider}: both transactions before the first message`, async () => {
    const held = await aHold()
    const { data } = await start(held, provider, 'ussd')
    await press(data, 'approve', { webhook: 'never' })
    await press(data, 'pay_again')
    const [first] = await listTransactions(data.reference)
    await reportAgain(provider, data.reference, first?.id ?? '', 'late')
    expect(await doJobs()).toEqual([])
    await laterOn()
    expect(await sumRefundsAtCompany(db, data.reference)).toBe(held.total_kobo)
    expect(await inspectBooking(db, held)).toMatchObject({ status: 'confirmed', tickets: 2 })
  })
}

test('a second transaction is found among many others that messages have named', async () => {
  const held = await aHold()
  const { data } = await start(held, 'paystack', 'ussd')
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  for (let other = 0; other < 30; other += 1)
    await reportAgain('paystack', data.reference, String(100_000 + other), 'unknown')
  await press(data, 'pay_again')
  await press(data, 'pay_again')
  expect(await doJobs()).toEqual([])
  await laterOn()
  const back = (await listTransactions(data.reference)).map((one) => one.back)
  expect(back).toEqual([0, held.total_kobo, held.total_kobo])
})

test('the second transaction of a top-up goes back, and the wallet has the first', async () => {
  const owner = await aUser(server)
  const { data } = await call(
    startPayment,
    { purpose: 'wallet', provider: 'flutterwave', channel: 'ussd', amount_kobo: 500_000 },
    { as: owner.as },
  )
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  await press(data, 'pay_again')
  expect(await doJobs()).toEqual([])
  await laterOn()
  expect(await sumRefundsAtCompany(db, data.reference)).toBe(500_000)
  expect((await call(getWalletBalance, {}, { as: owner.as })).data.balance_kobo).toBe(500_000)
})

test('a transaction that succeeds after one that failed under the same reference pays', async () => {
  const held = await aHold()
  const { data } = await start(held, 'paystack', 'ussd')
  await press(data, 'approve', { webhook: 'never' })
  await press(data, 'pay_again', { webhook: 'never' })
  const [first, second] = await listTransactions(data.reference)
  await sql`update sandbox.charge set status = 'failed' where id = ${second?.id ?? 0}::bigint`.execute(
    db,
  )
  await sql`update pgboss.job set state = 'completed'`.execute(db)
  await reportAgain('paystack', data.reference, first?.id ?? '', 'first')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({ status: 'confirmed', refunds: [] })
})

test('a transaction of another payment, or of nobody, changes nothing', async () => {
  const [mine, other] = [await aHold(), await aHold()]
  const paid = await start(mine, 'paystack', 'ussd')
  const foreign = await start(other, 'paystack', 'ussd')
  await press(paid.data, 'approve')
  await press(foreign.data, 'approve')
  expect(await doJobs()).toEqual([])
  const [theirs] = await listTransactions(foreign.data.reference)
  await reportAgain('paystack', paid.data.reference, theirs?.id ?? '', 'forged')
  await reportAgain('paystack', paid.data.reference, '999999999', 'forged')
  await reportAgain('paystack', 'nobody', theirs?.id ?? '', 'forged')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, mine)).toMatchObject({ status: 'confirmed', refunds: [] })
  expect(await inspectBooking(db, other)).toMatchObject({ status: 'confirmed', refunds: [] })
})

test('a transfer that was sent back is reported to the payer once', async () => {
  const held = await aHold()
  const { data } = await start(held, 'paystack', 'transfer')
  await press(data, 'sent_wrong')
  await press(data, 'sent_wrong')
  expect(await doJobs()).toEqual([])
  const as = { guest_token: held.guest_token }
  const { data: seen } = await call(getPayment, { reference: data.reference }, { as })
  expect(seen.status).not.toBe('succeeded')
  expect(seen.message).toContain('Paystack sent your transfer back')
  const { rows } = await sql`select from sandbox.letter
    where subject = 'Your transfer was sent back' and body like ${`%${held.reference}%`}`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  const paid = await call(getPayment, { reference: data.reference }, { as })
  expect(paid.data.message).toContain('Paid')
})

test('an amount with a tail of a computer’s fractions is rounded to the kobo', async () => {
  const owner = await aUser(server)
  const held = await aHoldOfPerson(db, owner, 8_216_500, {
    trip_id: await aTripToPayFor(db),
    seat: 1,
  })
  const { data } = await call(
    startPayment,
    { purpose: 'booking', reference: held.reference, provider: 'flutterwave', channel: 'ussd' },
    { as: owner.as },
  )
  await press(data, 'approve', { webhook: 'never' })
  await sql`update sandbox.charge set said_amount = 82165.000000008 where reference = ${data.reference}`.execute(
    db,
  )
  const input = { reference: data.reference }
  const { data: paid } = await call(verifyPayment, input, { as: owner.as })
  expect(paid).toMatchObject({ status: 'succeeded', outcome: 'confirmed', paid_kobo: 8_216_500 })
})
