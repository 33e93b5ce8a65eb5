import { expect, test } from 'vitest'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { requestRefund } from '#server/rooms/payments'
import { getAppRoleDatabase } from '#tests/support/database/test-database'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aHeldBooking, aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'

const { db, deps, logged, start, press, doJobs } = await aPaymentWorld()

async function balances() {
  const { rows } = await sql<{ kind: string; net: number }>`
    select a.kind, sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as net
    from account a join transfer t on a.id in (t.credit_account, t.debit_account) group by a.kind order by a.kind`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ kind, net }) => [kind, net]))
}

test('a paid booking is shared out by its fare lines, to the kobo', async () => {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1, 2])
  const { data } = await start(held, 'paystack', 'ussd')
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  expect(await balances()).toEqual({
    customer_prepaid: 0,
    operator_payable: 2_100_000,
    platform_fee: 40_000,
    psp_clearing: -held.total_kobo,
    vat_payable: 3000,
  })

  await inTransaction(db, (tx) =>
    requestRefund(tx, {
      payable_id: held.id,
      amount_kobo: 1_890_000,
      reason: 'cancelled',
      destination: 'source',
      effect: `cancel:${held.id}`,
      seats: [1, 2],
    }),
  )
  expect(await balances()).toMatchObject({
    operator_payable: 210_000,
    platform_fee: 40_000,
    vat_payable: 3000,
    refund_payable: 1_890_000,
  })
  expect(await doJobs()).toEqual([])
  await sql`update sandbox.refund set created_at = now() - interval '1 hour'`.execute(db)
  await sql`update refund set next_try_at = now(), requested_at = now() - interval '1 hour'`.execute(
    db,
  )
  await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
  expect(await doJobs()).toEqual([])
  expect(await balances()).toMatchObject({
    refund_payable: 0,
    psp_clearing: -(held.total_kobo - 1_890_000),
  })
})

test('an operator’s cancellation takes fee and VAT back too', async () => {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [3])
  const { data } = await start(held, 'flutterwave', 'ussd')
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  const before = await balances()
  await inTransaction(db, (tx) =>
    requestRefund(tx, {
      payable_id: held.id,
      amount_kobo: held.total_kobo,
      reason: 'operator_cancelled',
      destination: 'source',
      effect: `trip:${held.id}`,
      seats: [3],
    }),
  )
  expect(await doJobs()).toEqual([])
  const after = await balances()
  expect((before['platform_fee'] ?? 0) - (after['platform_fee'] ?? 0)).toBe(20_000)
  expect((before['vat_payable'] ?? 0) - (after['vat_payable'] ?? 0)).toBe(1500)
  expect(after).toMatchObject({ customer_prepaid: 0, refund_payable: 0 })
})

test('the trial balance is zero and the watch finds nothing', async () => {
  const sum = Object.values(await balances()).reduce((total, net) => total + net, 0)
  expect(sum).toBe(0)
  await sql`insert into pgboss.job (name, data) values ('ledger.check', '{}')`.execute(db)
  expect(await doJobs()).toEqual([])
  expect(logged.filter((line) => line.message.includes('does not add up'))).toEqual([])
})

const transfer = (kind: string, isLazy = true) => sql`
  select post_transfer(gen_random_uuid()::text, 'by hand', account_of('by hand', ''),
    account_of(${kind}, 'by hand', ${isLazy}), 5, 'settle')`
const aPayment = sql`(select id from payment where status = 'succeeded' limit 1)`

test.each([
  [
    'strict account differs from its transfers',
    [transfer('wallet', false), sql`update account set credits_kobo = 4 where kind = 'wallet'`],
  ],
  [
    'strict account is below zero',
    [
      sql`alter table account drop constraint no_overdraft`,
      sql`select post_transfer('x', 'x', account_of('wallet', 'ada', false), account_of('by hand', ''), 5, 'payment')`,
    ],
  ],
  [
    'statement differs from its account',
    [
      transfer('wallet', false),
      sql`alter table wallet_entry disable trigger user`,
      sql`update wallet_entry set balance_kobo = 4`,
    ],
  ],
  [
    'money set aside differs from its holds',
    [transfer('wallet', false), sql`update account set held_kobo = 1 where kind = 'wallet'`],
  ],
  [
    'money is set aside for what is over',
    [
      transfer('wallet', false),
      sql`insert into wallet_hold (payable_id, payment_id, account_id, amount_kobo)
        select payable_id, id, account_of('wallet', 'by hand', false), 1 from payment
        where status = 'succeeded' limit 1`,
    ],
  ],
  [
    'one charge is posted twice',
    [
      sql`insert into transfer (ref, journal, debit_account, credit_account, amount_kobo, code)
        select 'again', journal, debit_account, credit_account, amount_kobo, code from transfer
        where code = 'charge' limit 1`,
      sql`insert into transfer (ref, journal, debit_account, credit_account, amount_kobo, code)
        select 'undone', 'undone', credit_account, debit_account, amount_kobo, 'settle' from transfer
        where ref = 'again'`,
    ],
  ],
  ['prepaid money is left over', [transfer('customer_prepaid')]],
  [
    'money taken without its entry in the ledger',
    [sql`update payment set paid_kobo = paid_kobo + 1 where id = ${aPayment}`],
  ],
  [
    'money taken, neither used nor given back',
    [sql`update payment set outcome = 'none' where id = ${aPayment}`],
  ],
  ['refunds of a payment do not add up', [sql`update refund set amount_kobo = amount_kobo + 1`]],
  ['refunds on their way differ from the ledger', [transfer('refund_payable')]],
])('the watch sees: %s', async (fault, harms) => {
  const undone = new Error('undone')
  const seen = inTransaction(db, async (tx) => {
    for (const harm of harms) await harm.execute(tx)
    expect(new Set(await findLedgerViolations({ ...deps, db: tx }))).toEqual(new Set([fault]))
    throw undone
  })
  await expect(seen).rejects.toBe(undone)
})

test('the watch may take its time: the limit of a request’s statements does not cut it off', async () => {
  await db.connection(async (impatient) => {
    await sql`set statement_timeout = '200ms'`.execute(impatient)
    await inTransaction(db, async (tx) => {
      await sql`lock table transfer in access exclusive mode`.execute(tx)
      const watch = findLedgerViolations({ ...deps, db: impatient })
      await sql`select pg_sleep(0.6)`.execute(tx)
      return { watch }
    }).then(async ({ watch }) => expect(await watch).toEqual([]))
    await expect(sql`select pg_sleep(0.6)`.execute(impatient)).rejects.toThrow('statement timeout')
    await sql`reset statement_timeout`.execute(impatient)
  })
})

test('money that has neither ticket nor refund is logged as an error', async () => {
  await sql`update payment set outcome = 'none' where id = ${aPayment}`.execute(db)
  await sql`insert into pgboss.job (name, data) values ('ledger.check', '{}')`.execute(db)
  expect(await doJobs()).toEqual([])
  const errors = logged.filter((line) => line.message.includes('does not add up'))
  expect(errors).toMatchObject([{ level: 'error' }])
})

const rewrites = {
  update: sql`update transfer set amount_kobo = 1`,
  delete: sql`delete from transfer`,
  truncate: sql`truncate transfer`,
  'update of statements': sql`update wallet_entry set amount_kobo = 1`,
  'delete of statements': sql`delete from wallet_entry`,
  'truncate of statements': sql`truncate wallet_entry`,
}

test.each(Object.entries(rewrites))('the owner’s %s of the ledger is refused', async (_, act) => {
  await sql`insert into wallet_entry select id, 1, id, 1, 1, now() from account limit 1 on conflict do nothing`.execute(
    db,
  )
  await expect(act.execute(db)).rejects.toThrow('append-only')
})

test.each(Object.entries(rewrites))('the server may not even ask: %s', async (_, act) => {
  await expect(act.execute(getAppRoleDatabase(db))).rejects.toThrow('permission denied')
})

test('the server may change no table', async () => {
  const served = getAppRoleDatabase(db)
  for (const act of [
    sql`alter table transfer disable trigger transfer_append_only`,
    sql`drop table refund`,
    sql`create table mine (id int)`,
  ])
    await expect(act.execute(served)).rejects.toThrow(/permission denied|must be owner/)
  const { rows } = await sql`select current_user::text as name`.execute(served)
  expect(rows).toEqual([{ name: 'waka_app' }])
})

test('the server may read and write every other table, the queue’s too', async () => {
  const { rows } = await sql<{ table: string; lacks: string }>`
    select c.oid::regclass::text as "table", act as lacks
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest(array['select', 'insert', 'update', 'delete']) act
    where n.nspname in ('public', 'sandbox', 'pgboss') and c.relkind in ('r', 'p')
      and not has_table_privilege('waka_app', c.oid, act) order by 1, 2`.execute(db)
  expect(rows.map(({ table, lacks }) => `${table}: ${lacks}`)).toEqual([
    'audit_entry: delete',
    'audit_entry: update',
    'boarding_scan: delete',
    'boarding_scan: update',
    'booking_move: delete',
    'booking_move: update',
    'parcel_event: delete',
    'parcel_event: update',
    'points_entry: delete',
    'points_entry: update',
    'transfer: delete',
    'transfer: update',
    'wallet_entry: delete',
    'wallet_entry: update',
  ])
})
