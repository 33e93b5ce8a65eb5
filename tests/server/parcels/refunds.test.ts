import { sql } from '#server/db/sql'
import { runJob, eraseDueAccounts } from '#tests/support/server/jobs'
import { expect, test } from 'vitest'
import { getPayment } from '#contract/payments/endpoints'
import { eraseProfile } from '#contract/profile/endpoints'
import { getWalletReceipt, listWalletTransactions } from '#contract/wallet/endpoints'
import { inTransaction } from '#server/db/client'
import { makeStaffApiKey } from '#server/rooms/operators'
import { makeId } from '#server/platform/ids'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import {
  aParcelPaymentWorld,
  expectedPaidParcel,
  sumLines,
} from '#tests/support/worlds/parcel-payments'
import type { MadeParcel } from '#tests/support/makers/parcels'
import { aWallet, fetchWalletBalance } from '#tests/support/makers/wallets'

const { db, deps, server, ...acts } = await aParcelPaymentWorld()
const { aFreshParcel, pay, press, doJobs, lookAt, shared, giveBack } = acts

/** A parcel paid by a wallet or through a company, whose sender has little else in their wallet. */
async function aBoughtParcel(add_ons: string[] = [], company = false): Promise<MadeParcel> {
  const made = await aFreshParcel(await aWallet(server, company ? 0 : 1_000_000), { add_ons })
  const { data } = await pay(made, { provider: company ? 'flutterwave' : 'wallet' })
  if (company) await press(data, 'sent')
  await doJobs()
  return made
}

test('a wallet pays all of it at once, and its statement names the parcel', async () => {
  const owner = await aWallet(server, 2_000_000)
  const made = await aFreshParcel(owner)
  const { total_kobo } = made.parcel.price
  const { status, data } = await pay(made, { provider: 'wallet' })
  expect([status, data.outcome, data.message]).toEqual([
    200,
    'confirmed',
    'Paid. Your waybill is ready.',
  ])
  expect(await doJobs()).toEqual([])
  const { waybill, ...seen } = await lookAt(made)
  expect(seen).toMatchObject({ ...expectedPaidParcel(made), outcomes: ['confirmed'] })
  expect(await fetchWalletBalance(server, owner)).toEqual({
    balance_kobo: 2_000_000 - total_kobo,
    held_kobo: 0,
  })
  await giveBack(made, total_kobo)
  const listed = await server.call(listWalletTransactions, {}, { as: owner.as })
  const about = { parcel: made.parcel.tracking_id, booking: null }
  expect(listed.data.slice(0, 2)).toMatchObject([
    { kind: 'refund', words: `Refund: Parcel ${waybill}, Lagos to Abuja`, ...about },
    { kind: 'payment', words: `Parcel ${waybill}, Lagos to Abuja`, ...about },
  ])
  const id = listed.data[0]?.id ?? ''
  expect((await server.call(getWalletReceipt, { id }, { as: owner.as })).status).toBe(200)
})

test('what is called off before it is taken in comes back to the kobo', async () => {
  const made = await aBoughtParcel(['full_cover', 'fragile'], true)
  await giveBack(made, made.parcel.price.total_kobo, 'source')
  expect(await shared(made)).toMatchObject({
    operator_payable: 0,
    insurance_payable: 0,
    platform_fee: 0,
    vat_payable: 0,
  })
  await giveBack(made, made.parcel.price.total_kobo, 'source')
  expect((await lookAt(made)).refunds).toMatchObject([
    { reason: 'cancelled', destination: 'source', amount_kobo: made.parcel.price.total_kobo },
  ])
  expect(await doJobs()).toEqual([])
})

test('what is called off later leaves the platform its fee and the VAT on it', async () => {
  const made = await aBoughtParcel(['full_cover', 'fragile'], true)
  const fee = sumLines(made, 'service_fee')
  const fee_vat = Math.round(fee * 0.075)
  await giveBack(made, made.parcel.price.total_kobo - fee - fee_vat)
  expect(await shared(made)).toMatchObject({
    operator_payable: 0,
    insurance_payable: 0,
    platform_fee: fee,
    vat_payable: fee_vat,
    refund_payable: 0,
  })
  expect(await fetchWalletBalance(server, made.sender)).toEqual({
    balance_kobo: made.parcel.price.total_kobo - fee - fee_vat,
    held_kobo: 0,
  })
})

/** Pays a claim that our staff have granted for a parcel. */
const claim = async ({ parcel }: MadeParcel, amount_kobo: number, id = makeId()) => {
  await makeStaffApiKey(db, 'Test', ['claims'])
  await sql`insert into parcel_claim (id, parcel_id, insured, kind, words, asked_kobo, state, granted_kobo, answered_by,
      staff_key_id, decided_at)
    select ${id}::uuid, id, insured, 'lost', 'It never came.', ${amount_kobo}::bigint, 'to_be_paid', ${amount_kobo}::bigint,
      'staff', (select id from staff_key limit 1), now() from parcel where id = ${parcel.id}
    on conflict (id) do nothing`.execute(db)
  const { rows } = await sql<{ result: string }>`select pay_claim(${id}::uuid) as result`.execute(
    db,
  )
  return rows[0]?.result
}

test.each([
  ['its operator', [], 'operator_payable'],
  ['the insurance', ['full_cover'], 'insurance_payable'],
])('a claim is paid by %s, once, into the sender’s wallet', async (_, add_ons, payer) => {
  const made = await aBoughtParcel(add_ons, true)
  const before = (await shared(made))[payer] ?? 0
  const { cover_kobo } = made.parcel
  const id = makeId()
  if (payer === 'insurance_payable')
    await sql`select fill_insurance(${cover_kobo}::bigint, 'test')`.execute(db)
  expect(await claim(made, cover_kobo, id)).toBe('paid')
  expect(await claim(made, cover_kobo, id)).toBe('not_granted')
  await expect(claim(made, 1)).rejects.toThrow('parcel_claim_once')
  expect(await shared(made)).toMatchObject({
    [payer]: before - cover_kobo,
    wallet: cover_kobo,
  })
  const { waybill } = await lookAt(made)
  const listed = await server.call(listWalletTransactions, {}, { as: made.as })
  expect(listed.data).toMatchObject([
    {
      kind: 'claim',
      words: `Claim paid: Parcel ${waybill}, Lagos to Abuja`,
      amount_kobo: cover_kobo,
      reference: waybill,
      parcel: made.parcel.tracking_id,
    },
  ])
})

test('the same key pays a parcel once, and nothing else', async () => {
  const made = await aFreshParcel()
  const key = makeId()
  const answers = await Promise.all([1, 2, 3].map(() => pay(made, { key })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const { rows } = await sql`select from payment where payable_id = ${made.parcel.id}`.execute(db)
  expect(rows).toHaveLength(1)
  expect((await pay(made, { key, provider: 'flutterwave' })).problem.code).toBe(
    'idempotency_key_reused',
  )
})

test('two messages about one charge at once make one waybill', async () => {
  const made = await aFreshParcel()
  const { data } = await pay(made)
  await press(data, 'sent', { webhook: 'never' })
  const check = () => runJob(deps, 'payment.check', { reference: data.reference })
  await Promise.all([check(), check(), check()])
  expect(await lookAt(made)).toMatchObject({ ...expectedPaidParcel(made), outcomes: ['confirmed'] })
  const told = await server.call(getPayment, { reference: data.reference }, { as: made.as })
  expect(told.data.outcome).toBe('confirmed')
})

test('what is paid is a payable under its own id, and a paid parcel has its papers', async () => {
  const made = await aBoughtParcel()
  const { id } = made.parcel
  for (const [harm, guard] of [
    [sql`update payment set payable_id = null where payable_id = ${id}`, 'not-null'],
    [
      sql`update payment set payable_id = ${makeId()} where payable_id = ${id}`,
      'payment_payable_id_fkey',
    ],
    [sql`delete from payable where id = ${id}`, 'payable_id_fkey'],
    [sql`update parcel set payable_id = null where id = ${id}`, 'paid_as_a_payable'],
    [sql`update parcel set payable_id = ${makeId()} where id = ${id}`, 'payable_under_its_id'],
    [sql`update parcel set waybill = null where id = ${id}`, 'paid_with_its_papers'],
    [sql`update parcel set pin_hash = null where id = ${id}`, 'paid_with_its_papers'],
  ] as const)
    await expect(harm.execute(db)).rejects.toThrow(guard)
})

test('who has a claim open is erased when it is answered; what companies said of their parcels goes too', async () => {
  const made = await aBoughtParcel([], true)
  const { id } = made.parcel
  const { password } = made.sender
  const erase = () => eraseDueAccounts(deps)
  const look = async () => {
    const { rows } = await sql<{ is_erased: boolean; words: number }>`
      select erased_at is not null as is_erased, (select count(*)::int from webhook_event e
        join payment p on p.reference = e.payment_reference where p.payable_id = ${id} and raw <> '') as words
      from person where id = ${made.sender.user.id}`.execute(db)
    return rows[0]
  }
  await sql`update parcel set state = 'delivered', proved_at = now(), ended_at = now() where id = ${id}`.execute(
    db,
  )
  await sql`insert into parcel_claim (id, parcel_id, insured, kind, words, asked_kobo)
    values (gen_random_uuid(), ${id}, false, 'damaged', 'It was wet.', 100)`.execute(db)
  await server.call(eraseProfile, { password, give_up: true }, { as: made.as })
  await sql`update person set erase_at = now() - interval '1 minute' where id = ${made.sender.user.id}`.execute(
    db,
  )
  await erase()
  expect(await look()).toEqual({ is_erased: false, words: 1 })
  await sql`update parcel_claim set state = 'refused', answered_by = 'operator', decided_at = now() where parcel_id = ${id}`.execute(
    db,
  )
  await erase()
  expect(await look()).toEqual({ is_erased: true, words: 0 })
})

const anyParcel = sql`(select id from parcel where paid_kobo > 0 limit 1)`

test.each([
  [
    'what a parcel paid differs from its payments',
    sql`update parcel set paid_kobo = 0, state = 'cancelled' where id = ${anyParcel}`,
  ],
  ['claims paid differ from claims accepted', sql`delete from parcel_claim`],
  [
    'money is set aside for what is over',
    sql`insert into wallet_hold (payable_id, payment_id, account_id, amount_kobo)
      select p.payable_id, p.id, a.id, 1 from payment p, account a
      where p.payable_id = ${anyParcel} and a.kind = 'wallet' and a.credits_kobo > a.debits_kobo limit 1`,
  ],
  [
    'the insurance is overdrawn, or may be',
    sql`update account set lazy = true where kind = 'insurance_payable'`,
  ],
  [
    'an operator answered a claim that is ours to answer',
    sql`do $$ begin
      alter table parcel_claim drop constraint ours_to_answer;
      update parcel_claim set answered_by = 'operator', staff_key_id = null where insured;
    end $$`,
  ],
  ['money taken, neither used nor given back', sql`update payment set outcome = 'none'`],
])('the watch sees: %s', async (fault, harm) => {
  expect(await findLedgerViolations(deps)).toEqual([])
  const undone = new Error('undone')
  const seen = inTransaction(db, async (tx) => {
    await harm.execute(tx)
    expect(new Set(await findLedgerViolations({ ...deps, db: tx }))).toContain(fault)
    throw undone
  })
  await expect(seen).rejects.toBe(undone)
})
