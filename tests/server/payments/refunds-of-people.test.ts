import { expect, test } from 'vitest'
import { listAuditLog } from '#contract/members/endpoints'
import {
  startPayment,
  listRefundsForStaff,
  retryRefund,
  sendRefundToWallet,
} from '#contract/payments/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { requestRefund } from '#server/rooms/payments'
import { aStaffMember } from '#tests/support/makers/members'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  type HeldBooking,
} from '#tests/support/worlds/payments'
import { aUser, type MadeUser } from '#tests/support/makers/people'
import { aHoldOfPerson, fetchWalletBalance, fillWallet } from '#tests/support/makers/wallets'

/** Refunds that a company could not finish, and how our staff handle them. */

const { db, deps, server, start, press, doJobs, webhook, sign } = await aPaymentWorld()
const { call } = server
const admin = await aStaffMember(server)
const second = await aStaffMember(server)
const price = 1_000_000
const back = 300_000

const injectFault = (name: 'refuse_refunds' | 'fail_refunds') =>
  sql`insert into sandbox.mood values ('paystack', ${name}) on conflict (provider) do update set mood = excluded.mood`.execute(
    db,
  )
const endFaults = () => sql`delete from sandbox.mood`.execute(db)

/** Runs the next round of the refund job, as if all waits were over. */
async function laterOn() {
  await sql`update refund set next_try_at = now(), requested_at = now() - interval '1 hour'
    where state <> 'succeeded'`.execute(db)
  await sql`update sandbox.refund set created_at = now() - interval '1 hour'`.execute(db)
  await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
  expect(await doJobs()).toEqual([])
}

async function aPaidBooking(owner?: MadeUser): Promise<HeldBooking> {
  const trip_id = await aTripToPayFor(db)
  const held =
    owner === undefined
      ? await aHeldBooking(db, trip_id, [1])
      : await aHoldOfPerson(db, owner, price, { trip_id, seat: 1 })
  const asked = { purpose: 'booking', reference: held.reference, provider: 'paystack' } as const
  const { data } =
    owner === undefined
      ? await start(held, 'paystack', 'ussd')
      : await call(startPayment, { ...asked, channel: 'ussd' }, { as: owner.as })
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  return held
}

/** A booking with a refund that its company refuses until a person is needed. */
async function aStuckRefund(owner?: MadeUser): Promise<HeldBooking & { refund_id: string }> {
  const held = await aPaidBooking(owner)
  await injectFault('refuse_refunds')
  await inTransaction(db, (tx) =>
    requestRefund(tx, {
      payable_id: held.id,
      amount_kobo: back,
      reason: 'cancelled',
      destination: 'source',
      effect: `cancel:${held.id}`,
    }),
  )
  expect(await doJobs()).toEqual([])
  for (let tries = 2; tries <= 6; tries += 1) await laterOn()
  await endFaults()
  // A minute passes: no attempt is under way any more.
  await sql`update refund set person_since = person_since - interval '1 minute' where payable_id = ${held.id}`.execute(
    db,
  )
  const { data } = await call(listRefundsForStaff, {}, { as: admin.as })
  const found = data.find(({ reference }) => reference === held.reference)
  if (found === undefined) throw new Error('no refund needs a person')
  return { ...held, refund_id: found.id }
}

async function look({ id }: HeldBooking) {
  const { rows } = await sql<{
    state: string
    destination: string
    tries: number
    pending: number
    refunded: number
    at_company: string[]
  }>`
    select r.state, r.destination, r.tries, p.refund_pending_kobo as pending, p.refunded_kobo as refunded,
      array(select s.status from sandbox.refund s join sandbox.charge c on c.id = s.charge_id
        where c.reference = p.reference order by s.id) as at_company
    from refund r join payment p on p.id = r.payment_id where r.payable_id = ${id}`.execute(db)
  return rows[0]
}

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

test('our staff see whose money it is, what for, and what the company said', async () => {
  const owner = await aUser(server, { full_name: 'Ngozi Eze' })
  const mine = await aStuckRefund(owner)
  const guests = await aStuckRefund()
  const { data, meta } = await call(listRefundsForStaff, {}, { as: admin.as })
  expect(data.map(({ id }) => id)).toEqual([guests.refund_id, mine.refund_id])
  expect(meta).toEqual({ page: 1, per_page: 20, total: 2 })
  expect(data[1]).toMatchObject({
    who: 'Ngozi Eze',
    kind: 'booking',
    reference: mine.reference,
    about: expect.stringContaining('Alpha to Beta'),
    amount_kobo: back,
    reason: 'cancelled',
    provider: 'paystack',
    state: 'needs_person',
    tries: 6,
    has_account: true,
    since: expect.any(String),
  })
  expect(data[1]?.said).toMatch(/\w/)
  expect(data[0]).toMatchObject({ who: 'Ada Obi', has_account: false })
  const next = await call(listRefundsForStaff, { page: 2, per_page: 1 }, { as: admin.as })
  expect(next.data.map(({ id }) => id)).toEqual([mine.refund_id])
})

test('two who press at once have it tried again once, and the log names who did', async () => {
  const stuck = await aStuckRefund()
  const retry = ({ as }: MadeUser) => call(retryRefund, { id: stuck.refund_id }, { as })
  const answers = await Promise.all([retry(admin), retry(second)])
  expect(statusesOf(answers)).toEqual([200, 404])
  expect(answers.find(({ status }) => status === 404)?.problem.detail).toContain('took it up')
  expect(await doJobs()).toEqual([])
  expect(await look(stuck)).toMatchObject({ state: 'submitted', tries: 7, at_company: ['pending'] })
  await laterOn()
  expect(await look(stuck)).toMatchObject({ state: 'succeeded', pending: 0, refunded: back })
  const { data: log } = await call(listAuditLog, {}, { as: admin.as })
  const lines = log.filter(({ subject }) => subject === stuck.refund_id)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ act: 'retryRefund', about: stuck.reference })
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('a repeat under its key is answered as it was', async () => {
  const stuck = await aStuckRefund()
  const key = crypto.randomUUID()
  const again = () => call(retryRefund, { id: stuck.refund_id }, { as: admin.as, key })
  const first = await again()
  expect((await again()).text).toBe(first.text)
  await doJobs()
  expect(await look(stuck)).toMatchObject({ tries: 7, at_company: ['pending'] })
})

test('one that the company refuses again needs a person again', async () => {
  const stuck = await aStuckRefund()
  await injectFault('refuse_refunds')
  await call(retryRefund, { id: stuck.refund_id }, { as: admin.as })
  expect(await doJobs()).toEqual([])
  await endFaults()
  expect(await look(stuck)).toMatchObject({ state: 'needs_person', tries: 7, pending: back })
  const { data } = await call(listRefundsForStaff, {}, { as: admin.as })
  expect(data.map(({ id }) => id)).toContain(stuck.refund_id)
})

test('money goes into the wallet of the account that paid, once, whoever presses what', async () => {
  const owner = await aUser(server)
  const stuck = await aStuckRefund(owner)
  const { refund_id: id } = stuck
  const answers = await Promise.all([
    call(sendRefundToWallet, { id }, { as: admin.as }),
    call(sendRefundToWallet, { id }, { as: second.as }),
    call(sendRefundToWallet, { id }, { as: second.as }),
  ])
  expect(statusesOf(answers)).toEqual([200, 404, 404])
  await Promise.all([doJobs(), doJobs()])
  await laterOn()
  expect(await fetchWalletBalance(server, owner)).toEqual({ balance_kobo: back, held_kobo: 0 })
  expect(await look(stuck)).toMatchObject({
    state: 'succeeded',
    destination: 'wallet',
    pending: 0,
    refunded: back,
    at_company: [],
  })
  expect((await call(retryRefund, { id }, { as: admin.as })).status).toBe(404)
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('one try and one wallet at once come to one of them', async () => {
  const owner = await aUser(server)
  const stuck = await aStuckRefund(owner)
  const { refund_id: id } = stuck
  const answers = await Promise.all([
    call(retryRefund, { id }, { as: admin.as }),
    call(sendRefundToWallet, { id }, { as: second.as }),
  ])
  expect(statusesOf(answers)).toEqual([200, 404])
  await doJobs()
  await laterOn()
  const { balance_kobo } = await fetchWalletBalance(server, owner)
  const { at_company = [], refunded } = (await look(stuck)) ?? {}
  expect(at_company.length + (balance_kobo === back ? 1 : 0)).toBe(1)
  expect(refunded).toBe(back)
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('what the company has after all goes into no wallet', async () => {
  const owner = await aUser(server)
  const stuck = await aStuckRefund(owner)
  const { refund_id: id } = stuck
  // A member of staff made the refund in the company's own dashboard.
  await sql`insert into sandbox.refund (charge_id, amount_kobo, note, status)
    select c.id, ${back}, ${id}, 'pending' from sandbox.charge c
    join payment p on p.reference = c.reference where p.payable_id = ${stuck.id}`.execute(db)
  expect((await call(sendRefundToWallet, { id }, { as: admin.as })).status).toBe(200)
  expect(await doJobs()).toEqual([])
  expect(await look(stuck)).toMatchObject({ state: 'submitted', destination: 'source' })
  await laterOn()
  expect(await look(stuck)).toMatchObject({ state: 'succeeded', destination: 'source', pending: 0 })
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(0)
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('a refund that its company finished meanwhile is refused', async () => {
  const owner = await aUser(server)
  const stuck = await aStuckRefund(owner)
  const { refund_id: id } = stuck
  await sql`insert into sandbox.refund (charge_id, amount_kobo, note, status)
    select c.id, ${back}, ${id}, 'processed' from sandbox.charge c
    join payment p on p.reference = c.reference where p.payable_id = ${stuck.id}`.execute(db)
  const { rows } = await sql<{ reference: string }>`
    select reference from payment where payable_id = ${stuck.id}`.execute(db)
  const told = { transaction_reference: rows[0]?.reference }
  const body = JSON.stringify({ event: 'refund.processed', data: told })
  await webhook('paystack', body, sign('paystack', body))
  expect(await doJobs()).toEqual([])
  expect(await look(stuck)).toMatchObject({ state: 'succeeded', destination: 'source' })
  for (const endpoint of [retryRefund, sendRefundToWallet])
    expect((await call(endpoint, { id }, { as: admin.as })).status).toBe(404)
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(0)
})

test('what a guest paid goes into no wallet, and neither does that of an erased account', async () => {
  const guests = await aStuckRefund()
  const refused = await call(sendRefundToWallet, { id: guests.refund_id }, { as: admin.as })
  expect([refused.status, refused.problem.code]).toEqual([409, 'wallet_needs_account'])
  expect(await look(guests)).toMatchObject({ state: 'needs_person' })

  const owner = await aUser(server)
  const stuck = await aStuckRefund(owner)
  await call(sendRefundToWallet, { id: stuck.refund_id }, { as: admin.as })
  await sql`update person set erased_at = now() where id = ${owner.user.id}`.execute(db)
  expect(await doJobs()).toEqual([])
  expect(await look(stuck)).toMatchObject({ state: 'needs_person', destination: 'source' })
  const { data } = await call(listRefundsForStaff, {}, { as: admin.as })
  expect(data.find(({ id }) => id === stuck.refund_id)?.has_account).toBe(false)
})

test('what an erased account paid goes to its source, and wallet money without an owner to our staff', async () => {
  const owner = await aUser(server)
  const byCard = await aPaidBooking(owner)
  const fromWallet = await aHoldOfPerson(db, owner, 100_000, {
    trip_id: await aTripToPayFor(db),
    seat: 1,
  })
  await fillWallet(db, owner.user.id, 100_000)
  const payment = { purpose: 'booking', provider: 'wallet' } as const
  await call(startPayment, { ...payment, reference: fromWallet.reference }, { as: owner.as })
  await sql`update person set erased_at = now() where id = ${owner.user.id}`.execute(db)
  for (const { id } of [byCard, fromWallet])
    await inTransaction(db, (tx) =>
      requestRefund(tx, {
        payable_id: id,
        amount_kobo: 60_000,
        reason: 'operator_cancelled',
        destination: 'wallet',
        effect: `erased:${id}`,
      }),
    )
  expect(await doJobs()).toEqual([])
  expect(await look(byCard)).toMatchObject({ destination: 'source', at_company: ['pending'] })
  expect(await look(fromWallet)).toMatchObject({ state: 'needs_person', pending: 60_000 })
  const { data } = await call(listRefundsForStaff, {}, { as: admin.as })
  const waiting = data.find(({ reference }) => reference === fromWallet.reference)
  expect(waiting).toMatchObject({ provider: 'wallet', has_account: false, amount_kobo: 60_000 })
  for (const endpoint of [retryRefund, sendRefundToWallet]) {
    const refused = await call(endpoint, { id: waiting?.id ?? '' }, { as: admin.as })
    expect([refused.status, refused.problem.code]).toEqual([409, 'wallet_needs_account'])
  }
  const { rows } = await sql<{ left_kobo: number }>`
    select credits_kobo - debits_kobo as left_kobo from account
    where kind = 'wallet' and owner = ${owner.user.id}`.execute(db)
  expect(rows).toEqual([{ left_kobo: 0 }])
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('a try that may still be under way is waited for', async () => {
  const owner = await aUser(server)
  const stuck = await aStuckRefund(owner)
  await sql`update refund set person_since = now() where id = ${stuck.refund_id}`.execute(db)
  await call(sendRefundToWallet, { id: stuck.refund_id }, { as: admin.as })
  expect(await doJobs()).toEqual([])
  expect(await look(stuck)).toMatchObject({ state: 'failed', destination: 'source' })
  await laterOn()
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(back)
})
