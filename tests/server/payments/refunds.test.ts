import { expect, test } from 'vitest'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { requestRefund } from '#server/rooms/payments'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  inspectBooking,
} from '#tests/support/worlds/payments'

const { db, deps, logged, start, press, doJobs, webhook, sign } = await aPaymentWorld()

async function aPaidBooking(provider: 'paystack' | 'flutterwave' = 'paystack') {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1, 2])
  const { data } = await start(held, provider, 'ussd')
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  return { ...held, payment: data.reference }
}

const injectFault = (name: string) =>
  sql`insert into sandbox.mood values ('paystack', ${name}) on conflict (provider) do update set mood = excluded.mood`.execute(
    db,
  )

const laterOn = async () => {
  await sql`update refund set next_try_at = now(), requested_at = now() - interval '1 hour'`.execute(
    db,
  )
  await sql`update sandbox.refund set created_at = now() - interval '1 hour'`.execute(db)
  await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
  return doJobs()
}

const refundsAtProvider = async (reference: string) => {
  const { rows } = await sql<{ amount_kobo: number; status: string }>`
    select r.amount_kobo, r.status from sandbox.refund r join sandbox.charge c on c.id = r.charge_id
    where c.reference = ${reference} order by r.id`.execute(db)
  return rows
}

const ask = (payable_id: string, amount_kobo: number, effect: string) =>
  inTransaction(db, (tx) =>
    requestRefund(tx, {
      payable_id,
      amount_kobo,
      reason: 'cancelled',
      destination: 'source',
      effect,
      seats: [1],
    }),
  )

test('a refund is asked once, submitted once and settled, whatever repeats', async () => {
  const paid = await aPaidBooking()
  await Promise.all([1, 2, 3].map(() => ask(paid.id, 500_001, `cancel:${paid.id}`)))
  await Promise.all([doJobs(), doJobs()])
  expect(await laterOn()).toEqual([])
  expect(await laterOn()).toEqual([])
  expect(await refundsAtProvider(paid.payment)).toEqual([
    { amount_kobo: 500_001, status: 'pending' },
  ])
  expect(await inspectBooking(db, paid)).toMatchObject({
    tickets: 2,
    refunds: [{ reason: 'cancelled', state: 'succeeded', amount_kobo: 500_001 }],
  })
})

test('Flutterwave gives back in naira what is asked in kobo', async () => {
  const paid = await aPaidBooking('flutterwave')
  await ask(paid.id, 123_435, `cancel:${paid.id}`)
  expect(await doJobs()).toEqual([])
  expect(await refundsAtProvider(paid.payment)).toEqual([
    { amount_kobo: 123_435, status: 'completed' },
  ])
})

test('a refund whose answer was lost is found at the provider, not made again', async () => {
  const paid = await aPaidBooking()
  await ask(paid.id, 100_000, `cancel:${paid.id}`)
  expect(await doJobs()).toEqual([])
  await sql`update refund set state = 'requested', provider_id = null where payable_id = ${paid.id}`.execute(
    db,
  )
  expect(await laterOn()).toEqual([])
  expect(await refundsAtProvider(paid.payment)).toHaveLength(1)
  expect(await inspectBooking(db, paid)).toMatchObject({ refunds: [{ state: 'succeeded' }] })
})

test('a provider that refuses is tried again, then a person is called; money stays owed', async () => {
  const paid = await aPaidBooking()
  await injectFault('refuse_refunds')
  await ask(paid.id, 100_000, `cancel:${paid.id}`)
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, paid)).toMatchObject({ refunds: [{ state: 'failed' }] })
  for (let tries = 2; tries <= 6; tries += 1) await laterOn()
  expect(await inspectBooking(db, paid)).toMatchObject({ refunds: [{ state: 'needs_person' }] })
  expect(logged.some((line) => line.message.includes('a refund needs a person'))).toBe(true)
  await sql`delete from sandbox.mood`.execute(db)
})

test('a refund that failed at the provider is made again', async () => {
  const paid = await aPaidBooking()
  await injectFault('fail_refunds')
  await ask(paid.id, 100_000, `cancel:${paid.id}`)
  expect(await doJobs()).toEqual([])
  await sql`delete from sandbox.mood`.execute(db)
  await laterOn()
  await laterOn()
  expect((await refundsAtProvider(paid.payment)).map((refund) => refund.status)).toEqual([
    'failed',
    'pending',
  ])
  expect(await inspectBooking(db, paid)).toMatchObject({
    refunds: [{ state: 'succeeded', amount_kobo: 100_000 }],
  })
})

test.each([
  ['was not known to the provider for a day', 'heard_at', '24.1 hours', '23.9 hours'],
  ['did not arrive in 15 days', 'requested_at', '15.1 days', '14.9 days'],
])('a refund that %s needs a person, not a minute before', async (_, since, late, early) => {
  const paid = await aPaidBooking()
  await ask(paid.id, 100_000, `cancel:${paid.id}`)
  expect(await doJobs()).toEqual([])
  const isKnown = since === 'requested_at'
  if (!isKnown) await sql`truncate sandbox.refund`.execute(db)
  const look = async (age: string) => {
    logged.length = 0
    await sql`update sandbox.refund set created_at = now() + interval '1 hour'`.execute(db)
    await sql`update refund set next_try_at = now(), requested_at = now() - interval '1 hour' where payable_id = ${paid.id}`.execute(
      db,
    )
    await sql`update refund set ${sql.ref(since)} = now() - ${age}::interval where payable_id = ${paid.id}`.execute(
      db,
    )
    await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
    expect(await doJobs()).toEqual([])
    return (await inspectBooking(db, paid)).refunds[0]?.state
  }
  expect(await look(early)).toBe('submitted')
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from next_try_at - now()) / 60 as wait from refund where payable_id = ${paid.id}`.execute(
    db,
  )
  expect(rows[0]?.wait).toBeCloseTo(60, 0)
  expect(await look(late)).toBe('needs_person')
  expect(logged.filter((line) => line.level === 'error').map((line) => line.message)).toEqual([
    expect.stringContaining('a refund needs a person'),
  ])
  expect(await refundsAtProvider(paid.payment)).toHaveLength(isKnown ? 1 : 0)
})

test('the provider’s message about a refund makes us look', async () => {
  const paid = await aPaidBooking()
  await ask(paid.id, 100_000, `cancel:${paid.id}`)
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, paid)).toMatchObject({ refunds: [{ state: 'submitted' }] })
  await sql`update sandbox.refund set created_at = now() - interval '1 hour'`.execute(db)
  const body = JSON.stringify({
    event: 'refund.processed',
    data: { transaction_reference: paid.payment },
  })
  expect((await webhook('paystack', body, sign('paystack', body))).statusCode).toBe(200)
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, paid)).toMatchObject({ refunds: [{ state: 'succeeded' }] })
})

test('more than was paid is never given back', async () => {
  const paid = await aPaidBooking()
  await ask(paid.id, paid.total_kobo - 1000, `one:${paid.id}`)
  await expect(ask(paid.id, 1001, `two:${paid.id}`)).rejects.toThrow('kobo')
  expect((await inspectBooking(db, paid)).refunds).toHaveLength(1)
  expect(deps.config.paystack.stand_in).toBe(true)
})
