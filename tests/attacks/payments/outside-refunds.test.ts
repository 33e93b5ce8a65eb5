import { afterEach, expect, test } from 'vitest'
import { cancelBooking, getBooking, previewCancellation } from '#contract/bookings/endpoints'
import {
  closeOutsideRefund,
  listOutsideRefunds,
  listRefundsForStaff,
  sendRefundToWallet,
  startPayment,
} from '#contract/payments/endpoints'
import { formatNaira } from '#contract/money'
import { type ProviderName, providers } from '#contract/payments/rules'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { makeReference } from '#server/platform/ids'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aStaffMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aHoldOfPerson, fillWallet } from '#tests/support/makers/wallets'
import { countViolations } from '#tests/load/invariants/invariants'
import { readPaymentRecords } from '#tests/load/run/payment-records'
import { refundByHand, reportRefunds, sumRefundsAtCompany } from '#tests/support/worlds/by-hand'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  inspectBooking,
} from '#tests/support/worlds/payments'

/* Money that a company gives back by hand, in its dashboard, is never given back a second time. */

const { db, deps, logged, server, start, press, doJobs, webhook, sign } = await aPaymentWorld()
const { call } = server
const admin = await aStaffMember(server)

afterEach(async () => {
  expect(await findLedgerViolations(deps)).toEqual([])
  for (const invariant of [
    'money given back by a company that we know nothing of',
    'refunded again what was given back by hand',
    'money given back by hand differs from the ledger',
    'money of a top-up given back, and left in its wallet',
    'a debt that is more than what is owed',
    'wallet below zero',
  ] as const)
    expect([invariant, await countViolations(db, invariant)]).toEqual([invariant, 0])
})

async function aPaidBooking(provider: ProviderName) {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1, 2])
  const { data } = await start(held, provider, 'ussd')
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  return { ...held, payment: data.reference, as: { guest_token: held.guest_token } }
}

async function report(provider: ProviderName, reference: string, times = 1) {
  for (let time = 0; time < times; time += 1) await reportRefunds(db, provider, reference)
  expect(await doJobs()).toEqual([])
}

/** Sends a message about a payment that makes our server review it. */
async function hear(provider: ProviderName, reference: string) {
  const data = { transaction_reference: reference, tx_ref: reference, note: makeReference() }
  const event = provider === 'paystack' ? 'refund.processed' : 'refund.completed'
  const body = JSON.stringify({ event, data })
  await webhook(provider, body, sign(provider, body))
  expect(await doJobs()).toEqual([])
}

/** Makes all refunds due that have not succeeded, and runs them. */
async function laterOn() {
  await sql`update refund set next_try_at = now(), requested_at = now() - interval '1 hour',
    person_since = person_since - interval '2 minutes' where state <> 'succeeded'`.execute(db)
  await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
  expect(await doJobs()).toEqual([])
}

async function readOutsideKobo(payment: string): Promise<number | undefined> {
  const { rows } = await sql<{ outside_kobo: number }>`
    select outside_kobo from payment where reference = ${payment}`.execute(db)
  return rows[0]?.outside_kobo
}

/** Returns the subjects of the mails about a booking. */
async function listSubjects(reference: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from sandbox.letter where kind = 'mail' and body like ${`%You cancelled%${reference}%`}`.execute(
    db,
  )
  return rows.map(({ subject }) => subject)
}

const countAlarms = () =>
  logged.filter(({ message }) => message.includes('a company refunded without our order')).length

const cancel = ({ reference, as }: Awaited<ReturnType<typeof aPaidBooking>>) =>
  call(cancelBooking, { reference, refund_to: 'source' }, { as })

for (const provider of providers) {
  test(`${provider}: a refund by hand lowers what cancelling gives back, and calls a person`, async () => {
    const paid = await aPaidBooking(provider)
    const { reference, as } = paid
    const before = await call(previewCancellation, { reference }, { as })
    const alarms = countAlarms()
    const company_id = await refundByHand(db, paid.payment, 300_000)
    await report(provider, paid.payment, 3)
    expect(await inspectBooking(db, paid)).toMatchObject({ status: 'confirmed', refunds: [] })
    expect(countAlarms()).toBe(alarms + 1)
    const { data: listed } = await call(listOutsideRefunds, {}, { as: admin.as })
    expect(listed[0]).toMatchObject({
      who: 'Ada Obi',
      kind: 'booking',
      reference,
      amount_kobo: 300_000,
      open_kobo: 300_000,
      payment: paid.payment,
      company_id: String(company_id),
    })
    const { data } = await call(previewCancellation, { reference }, { as })
    expect(data.refund_kobo).toBe(before.data.refund_kobo - 300_000)
    expect((await cancel(paid)).status).toBe(200)
    expect(await doJobs()).toEqual([])
    expect(await sumRefundsAtCompany(db, paid.payment)).toBe(before.data.refund_kobo)
    expect((await listSubjects(reference)).toSorted()).toEqual([
      `${formatNaira(data.refund_kobo)} is being refunded`,
      '₦3,000 was already refunded',
    ])
    const { refunds } = await inspectBooking(db, paid)
    expect(refunds.map(({ state, amount_kobo }) => `${state} ${amount_kobo}`)).toEqual(
      expect.arrayContaining([
        'succeeded 300000',
        `${provider === 'paystack' ? 'submitted' : 'succeeded'} ${data.refund_kobo}`,
      ]),
    )
  })

  test(`${provider}: what was given back whole is not given back again`, async () => {
    const paid = await aPaidBooking(provider)
    await refundByHand(db, paid.payment, paid.total_kobo)
    await report(provider, paid.payment)
    expect((await cancel(paid)).status).toBe(200)
    expect(await doJobs()).toEqual([])
    await laterOn()
    expect(await sumRefundsAtCompany(db, paid.payment)).toBe(paid.total_kobo)
    const { reference, as } = paid
    const { data } = await call(getBooking, { reference }, { as })
    expect(data.refunds).toMatchObject([{ reason: 'cancelled', state: 'succeeded', to: 'source' }])
  })

  test(`${provider}: a refund by hand of which no message came is found before we refund`, async () => {
    const paid = await aPaidBooking(provider)
    await refundByHand(db, paid.payment, paid.total_kobo)
    expect((await cancel(paid)).status).toBe(200)
    expect(await doJobs()).toEqual([])
    await laterOn()
    expect(await sumRefundsAtCompany(db, paid.payment)).toBe(paid.total_kobo)
    expect(await inspectBooking(db, paid)).toMatchObject({ refunds: [{ state: 'succeeded' }] })
  })
}

for (const provider of providers) {
  test(`${provider}: a refund of another transaction in a company’s list counts for that one alone`, async () => {
    const [theirs, mine] = [await aPaidBooking(provider), await aPaidBooking(provider)]
    await refundByHand(db, theirs.payment, 250_000)
    await refundByHand(db, mine.payment, 100_000)
    await sql`insert into sandbox.mood values (${provider}, 'list_all_refunds')`.execute(db)
    await report(provider, mine.payment)
    expect(await readOutsideKobo(mine.payment)).toBe(100_000)
    expect((await cancel(mine)).status).toBe(200)
    expect(await doJobs()).toEqual([])
    await laterOn()
    await sql`delete from sandbox.mood`.execute(db)
    await report(provider, theirs.payment)
    expect(await readOutsideKobo(theirs.payment)).toBe(250_000)
  })
}

test('our own refund is no refund by hand, however often the company reports it', async () => {
  const paid = await aPaidBooking('paystack')
  expect((await cancel(paid)).status).toBe(200)
  expect(await doJobs()).toEqual([])
  await sql`update sandbox.refund set created_at = now() - interval '1 hour'`.execute(db)
  await report('paystack', paid.payment, 3)
  const { rows } = await sql`select from outside_refund o join payment p on p.id = o.payment_id
    where p.reference = ${paid.payment}`.execute(db)
  expect(rows).toEqual([])
  expect(await inspectBooking(db, paid)).toMatchObject({
    refunds: [{ reason: 'cancelled', state: 'succeeded' }],
  })
})

test('a refund by hand that fails afterwards is owed again', async () => {
  const paid = await aPaidBooking('paystack')
  const { reference, as } = paid
  const before = await call(previewCancellation, { reference }, { as })
  const id = await refundByHand(db, paid.payment, 300_000, 'pending')
  await report('paystack', paid.payment)
  await sql`update sandbox.refund set status = 'failed' where id = ${id}`.execute(db)
  const body = JSON.stringify({
    event: 'refund.failed',
    data: { transaction_reference: paid.payment, amount: 1, id },
  })
  await webhook('paystack', body, sign('paystack', body))
  expect(await doJobs()).toEqual([])
  const after = await call(previewCancellation, { reference }, { as })
  expect(after.data.refund_kobo).toBe(before.data.refund_kobo)
})

test('a reversed charge is recorded once, without what is listed as refunds', async () => {
  const paid = await aPaidBooking('paystack')
  await refundByHand(db, paid.payment, 100_000)
  await sql`update sandbox.charge set is_reversed = true where reference = ${paid.payment}`.execute(
    db,
  )
  await report('paystack', paid.payment, 3)
  const { rows } = await sql<{ kobo: number; count: number }>`
    select p.outside_kobo as kobo, (select count(*)::int from outside_refund where payment_id = p.id) as count
    from payment p where p.reference = ${paid.payment}`.execute(db)
  expect(rows[0]).toEqual({ kobo: paid.total_kobo, count: 2 })
  await refundByHand(db, paid.payment, paid.total_kobo - 100_000)
  await report('paystack', paid.payment, 2)
  expect((await cancel(paid)).status).toBe(200)
  expect(await doJobs()).toEqual([])
  expect(await sumRefundsAtCompany(db, paid.payment)).toBe(paid.total_kobo)
})

for (const provider of providers) {
  test(`${provider}: what was reversed stays so while the company is not sure, and comes back if it is paid`, async () => {
    const paid = await aPaidBooking(provider)
    const setCharge = async (status: string, isReversed: boolean) => {
      await sql`update sandbox.charge set status = ${status}, is_reversed = ${isReversed}
        where reference = ${paid.payment}`.execute(db)
      await hear(provider, paid.payment)
      return readOutsideKobo(paid.payment)
    }
    expect(await setCharge('success', true)).toBe(paid.total_kobo)
    for (const status of ['pending', 'failed', 'abandoned'])
      expect([status, await setCharge(status, false)]).toEqual([status, paid.total_kobo])
    expect(await setCharge('success', false)).toBe(0)
  })
}

test('news of a refund before news of its payment counts too', async () => {
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1, 2])
  const { data } = await start(held, 'paystack', 'ussd')
  await press(data, 'approve', { webhook: 'never' })
  await refundByHand(db, data.reference, 400_000)
  await report('paystack', data.reference)
  expect(await inspectBooking(db, held)).toMatchObject({ status: 'confirmed' })
  const { rows } =
    await sql`select outside_kobo from payment where reference = ${data.reference}`.execute(db)
  expect(rows).toEqual([{ outside_kobo: 400_000 }])
})

test('forged and strange news of refunds change nothing', async () => {
  const paid = await aPaidBooking('paystack')
  const tell = (data: object, signed = true) => {
    const body = JSON.stringify({ event: 'refund.processed', data })
    return webhook('paystack', body, signed ? sign('paystack', body) : 'f'.repeat(128))
  }
  expect((await tell({ transaction_reference: paid.payment, amount: 1 }, false)).statusCode).toBe(
    401,
  )
  await tell({ transaction_reference: paid.payment, amount: 99_999_999, id: 1 })
  await tell({ transaction_reference: 'unknown', amount: 5 })
  await tell({ amount: 5 })
  expect(await doJobs()).toEqual([])
  const { rows } =
    await sql`select outside_kobo from payment where reference = ${paid.payment}`.execute(db)
  expect(rows).toEqual([{ outside_kobo: 0 }])
})

test('a stuck refund that somebody makes by hand leaves the list of our staff', async () => {
  const { owner, payment, refund } = await aStuckRefund()
  await refundByHand(db, payment, refund.amount_kobo)
  await report('paystack', payment)
  const { data: stuck } = await call(listRefundsForStaff, {}, { as: admin.as })
  expect(stuck.map(({ id }) => id)).not.toContain(refund.id)
  await laterOn()
  const wallet = await call(getWalletBalance, {}, { as: owner.as })
  expect(wallet.data.balance_kobo).toBe(0)
  expect(await sumRefundsAtCompany(db, payment)).toBe(refund.amount_kobo)
})

test.each([
  ['charge is reversed', 'update sandbox.charge set is_reversed = true where reference = '],
  [
    'dispute is lost',
    `insert into sandbox.dispute (charge_id, amount_kobo, status)
      select id, paid_kobo, 'lost' from sandbox.charge where reference = `,
  ],
])('a stuck refund whose %s leaves the list of our staff', async (_, act) => {
  const { owner, payment, refund } = await aStuckRefund()
  await sql`${sql.raw(act)}${payment}`.execute(db)
  const body = JSON.stringify({
    event: 'charge.dispute.resolve',
    data: { transaction: { reference: payment } },
  })
  await webhook('paystack', body, sign('paystack', body))
  expect(await doJobs()).toEqual([])
  const { data: stuck } = await call(listRefundsForStaff, {}, { as: admin.as })
  expect(stuck.map(({ id }) => id)).not.toContain(refund.id)
  await laterOn()
  const wallet = await call(getWalletBalance, {}, { as: owner.as })
  expect(wallet.data.balance_kobo).toBe(0)
  expect(await sumRefundsAtCompany(db, payment)).toBe(0)
  expect(await countViolations(db, 'money lost: charged, neither ticket nor refund')).toBe(0)
})

test('a stuck refund that somebody makes by hand does not go to the wallet too', async () => {
  const { owner, payment, refund } = await aStuckRefund()
  await refundByHand(db, payment, refund.amount_kobo)
  const answer = await call(sendRefundToWallet, { id: refund.id }, { as: admin.as })
  expect(answer.status).toBe(200)
  await laterOn()
  await report('paystack', payment)
  const wallet = await call(getWalletBalance, {}, { as: owner.as })
  expect(wallet.data.balance_kobo).toBe(0)
  expect(await sumRefundsAtCompany(db, payment)).toBe(refund.amount_kobo)
})

test('the records of a payment are its rows, the company’s, and its messages', async () => {
  const { payment, refund } = await aStuckRefund()
  await refundByHand(db, payment, 100)
  await report('paystack', payment)
  const [records = ''] = await readPaymentRecords(db, [payment])
  expect(JSON.parse(records)).toMatchObject({
    payment: { reference: payment },
    charge: { reference: payment },
    booking: { status: 'cancelled' },
    refunds: expect.arrayContaining([expect.objectContaining({ id: refund.id })]),
    their_refunds: [{ amount_kobo: 100 }],
    messages: [{ kind: 'charge.success' }, { kind: 'refund.processed' }],
  })
})

/** Makes a refund that the company refuses until a person has to look at it. */
async function aStuckRefund() {
  const owner = await aUser(server)
  const held = await aHoldOfPerson(db, owner, 1_000_000, {
    trip_id: await aTripToPayFor(db),
    seat: 1,
  })
  const { data } = await call(
    startPayment,
    { purpose: 'booking', reference: held.reference, provider: 'paystack', channel: 'ussd' },
    { as: owner.as },
  )
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  await sql`insert into sandbox.mood values ('paystack', 'refuse_refunds')`.execute(db)
  const input = { reference: held.reference, refund_to: 'source' } as const
  const { status } = await call(cancelBooking, input, { as: owner.as })
  expect(status).toBe(200)
  for (let tries = 1; tries <= 6; tries += 1) await laterOn()
  await sql`delete from sandbox.mood`.execute(db)
  const { data: stuck } = await call(listRefundsForStaff, {}, { as: admin.as })
  const [refund] = stuck
  if (refund === undefined) throw new Error('no refund is stuck')
  return { owner, payment: data.reference, refund }
}

test('a top-up refunded by hand leaves its wallet, which owes what was spent', async () => {
  const owner = await aUser(server)
  const { data } = await call(
    startPayment,
    { purpose: 'wallet', provider: 'paystack', channel: 'ussd', amount_kobo: 500_000 },
    { as: owner.as },
  )
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  await sql`select post_transfer('spent', 'spent', account_of('wallet', ${owner.user.id}, false),
    account_of('promo_expense', ''), 300000, 'given_up')`.execute(db)
  const balance = async () => (await call(getWalletBalance, {}, { as: owner.as })).data.balance_kobo
  await refundByHand(db, data.reference, 500_000)
  await report('paystack', data.reference, 3)
  expect(await balance()).toBe(-300_000)
  await fillWallet(db, owner.user.id, 100_000)
  expect(await balance()).toBe(-200_000)
  const spend = sql`select post_transfer('again', 'again', account_of('wallet', ${owner.user.id}, false),
    account_of('promo_expense', ''), 1, 'given_up')`
  await expect(spend.execute(db)).rejects.toThrow('no_overdraft')
  await fillWallet(db, owner.user.id, 250_000)
  expect(await balance()).toBe(50_000)
  const overspend = sql`select post_transfer('third', 'third', account_of('wallet', ${owner.user.id}, false),
    account_of('promo_expense', ''), 50001, 'given_up')`
  await expect(overspend.execute(db)).rejects.toThrow('no_overdraft')
})

test('our staff take a refund by hand off the list once', async () => {
  const { data } = await call(listOutsideRefunds, {}, { as: admin.as })
  const [first] = data
  if (first === undefined) throw new Error('nothing to look at')
  const close = () => call(closeOutsideRefund, { id: first.id }, { as: admin.as })
  const answers = await Promise.all([close(), close()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const { data: rest } = await call(listOutsideRefunds, {}, { as: admin.as })
  expect(rest.map(({ id }) => id)).not.toContain(first.id)
})
