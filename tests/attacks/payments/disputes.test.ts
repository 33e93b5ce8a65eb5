import { afterEach, expect, test } from 'vitest'
import { cancelBooking } from '#contract/bookings/endpoints'
import { answerDispute, listDisputes, startPayment } from '#contract/payments/endpoints'
import { type ProviderName, providers } from '#contract/payments/rules'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { countViolations } from '#tests/load/invariants/invariants'
import { room } from '#server/rooms/payments'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aJpeg, addCameraData } from '#tests/support/files/jpegs'
import { aStaffMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aHoldOfPerson, fillWallet } from '#tests/support/makers/wallets'
import { runJob } from '#tests/support/server/jobs'
import { sumRefundsAtCompany } from '#tests/support/worlds/by-hand'
import { aPaymentWorld, aTripToPayFor, inspectBooking } from '#tests/support/worlds/payments'

/* A disputed sum is held while the dispute is open, taken back once if it is lost, and free again if it is won. */

const { db, deps, server, press, doJobs, webhook, sign } = await aPaymentWorld()
const { call } = server
const admin = await aStaffMember(server)
const price = 1_000_000

afterEach(async () => {
  expect(await findLedgerViolations(deps)).toEqual([])
  for (const invariant of [
    'open disputes differ from what is held',
    'refunded while it was disputed',
    'lost dispute whose money was not taken back',
    'a debt that is more than what is owed',
    'money given back by hand differs from the ledger',
    'money of a top-up given back, and left in its wallet',
    'wallet below zero',
  ] as const)
    expect([invariant, await countViolations(db, invariant)]).toEqual([invariant, 0])
})

async function aPaidBooking(provider: ProviderName) {
  const owner = await aUser(server)
  const held = await aHoldOfPerson(db, owner, price, { trip_id: await aTripToPayFor(db), seat: 1 })
  const { data } = await call(
    startPayment,
    { purpose: 'booking', reference: held.reference, provider, channel: 'ussd' },
    { as: owner.as },
  )
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  return { ...held, owner, payment: data }
}

async function aTopUp(provider: ProviderName, amount_kobo: number) {
  const owner = await aUser(server)
  const { data } = await call(
    startPayment,
    { purpose: 'wallet', provider, channel: 'ussd', amount_kobo },
    { as: owner.as },
  )
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  const balance = async () => {
    const { data: wallet } = await call(getWalletBalance, {}, { as: owner.as })
    expect(wallet.disputed_kobo).toBe(wallet.held_kobo)
    return [wallet.balance_kobo, wallet.held_kobo]
  }
  return { owner, payment: data, balance }
}

async function act(payment: Parameters<typeof press>[0], what: string) {
  await press(payment, what)
  expect(await doJobs()).toEqual([])
}

async function laterOn() {
  await sql`update refund set next_try_at = now(), requested_at = now() - interval '1 hour' where state <> 'succeeded'`.execute(
    db,
  )
  await sql`update sandbox.refund set created_at = now() - interval '1 hour'`.execute(db)
  await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
  expect(await doJobs()).toEqual([])
}

/** Returns the subjects of the mails about the refund of a booking that its payer cancelled. */
async function listSubjects(reference: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from sandbox.letter where kind = 'mail' and body like ${`%You cancelled%${reference}%`}
    order by id`.execute(db)
  return rows.map(({ subject }) => subject)
}

const cancel = (paid: Awaited<ReturnType<typeof aPaidBooking>>, refund_to: 'wallet' | 'source') =>
  call(cancelBooking, { reference: paid.reference, refund_to }, { as: paid.owner.as })

for (const provider of providers) {
  test(`${provider}: a disputed top-up is held, and free again when it is won`, async () => {
    const { payment, balance } = await aTopUp(provider, 500_000)
    await act(payment, 'dispute')
    expect(await balance()).toEqual([0, 500_000])
    await act(payment, 'dispute_won')
    expect(await balance()).toEqual([500_000, 0])
  })

  test(`${provider}: a dispute holds only what was not given back before it is decided`, async () => {
    const { payment, balance } = await aTopUp(provider, 500_000)
    await act(payment, 'refund_half')
    await act(payment, 'dispute')
    expect(await balance()).toEqual([0, 250_000])
    await act(payment, 'refund_half')
    expect(await balance()).toEqual([0, 125_000])
    await act(payment, 'dispute_lost')
    expect(await balance()).toEqual([0, 0])
    const won = await aTopUp(provider, 500_000)
    await act(won.payment, 'dispute')
    await act(won.payment, 'refund_half')
    await act(won.payment, 'dispute_won')
    expect(await won.balance()).toEqual([250_000, 0])
  })

  test(`${provider}: a lost top-up leaves the wallet once, which owes what was spent`, async () => {
    const { payment, balance, owner } = await aTopUp(provider, 500_000)
    await sql`select post_transfer(${`spent ${provider}`}, 'spent', account_of('wallet', ${owner.user.id}, false),
      account_of('promo_expense', ''), 400000, 'given_up')`.execute(db)
    await act(payment, 'dispute')
    expect(await balance()).toEqual([-400_000, 500_000])
    await fillWallet(db, owner.user.id, 100_000)
    expect(await balance()).toEqual([-300_000, 500_000])
    await act(payment, 'dispute_lost')
    for (let times = 0; times < 2; times += 1) await act(payment, 'dispute_lost')
    expect(await balance()).toEqual([-300_000, 0])
    await fillWallet(db, owner.user.id, 350_000)
    expect(await balance()).toEqual([50_000, 0])
  })

  test(`${provider}: nothing of a disputed booking is refunded until the bank has decided`, async () => {
    const [won, lost] = [await aPaidBooking(provider), await aPaidBooking(provider)]
    for (const paid of [won, lost]) {
      await act(paid.payment, 'dispute')
      expect((await cancel(paid, 'wallet')).status).toBe(200)
      await laterOn()
      expect(await sumRefundsAtCompany(db, paid.payment.reference)).toBe(0)
      const wallet = await call(getWalletBalance, {}, { as: paid.owner.as })
      expect(wallet.data.balance_kobo).toBe(0)
      expect(await listSubjects(paid.reference)).toEqual([
        expect.stringMatching(/waits for the bank$/),
      ])
    }
    await act(won.payment, 'dispute_won')
    await act(lost.payment, 'dispute_lost')
    await laterOn()
    await laterOn()
    expect(await sumRefundsAtCompany(db, won.payment.reference)).toBeGreaterThan(0)
    expect(await sumRefundsAtCompany(db, lost.payment.reference)).toBe(0)
    for (const paid of [won, lost])
      expect(await inspectBooking(db, paid)).toMatchObject({ refunds: [{ state: 'succeeded' }] })
    expect(await listSubjects(won.reference)).toEqual([
      expect.stringMatching(/waits for the bank$/),
      expect.stringMatching(/is being refunded$/),
    ])
    expect(await listSubjects(lost.reference)).toEqual([
      expect.stringMatching(/waits for the bank$/),
      expect.stringMatching(/was already refunded$/),
    ])
  })
}

test('a lost part that the company lists as a refund too leaves the wallet once', async () => {
  const { payment, balance } = await aTopUp('paystack', 500_000)
  await act(payment, 'dispute_half')
  expect(await balance()).toEqual([250_000, 250_000])
  await act(payment, 'dispute_refunded')
  await act(payment, 'dispute_refunded')
  expect(await balance()).toEqual([250_000, 0])
  await act(payment, 'reverse')
  // The stand-in reports the listed refund once more, which is a repeat. Another message makes our server review the
  // payment.
  const data = { transaction_reference: payment.reference, note: 'reversed' }
  const body = JSON.stringify({ event: 'refund.processed', data })
  await webhook('paystack', body, sign('paystack', body))
  expect(await doJobs()).toEqual([])
  expect(await balance()).toEqual([0, 0])
})

test('a lost part of a booking is set off once, although no message told of its dispute', async () => {
  const paid = await aPaidBooking('paystack')
  await sql`with lost as (insert into sandbox.dispute (charge_id, amount_kobo, status)
      select id, 300000, 'lost' from sandbox.charge where reference = ${paid.payment.reference} returning *)
    insert into sandbox.refund (charge_id, amount_kobo, status, dispute_id)
    select charge_id, amount_kobo, 'processed', id from lost`.execute(db)
  expect((await cancel(paid, 'source')).status).toBe(200)
  await laterOn()
  await laterOn()
  const { rows } = await sql<{ outside: number; sent: number; asked: number }>`
    select (select sum(amount_kobo)::bigint from outside_refund o where o.payment_id = p.id) as outside,
      (select sum(amount_kobo)::bigint from refund where payment_id = p.id and not by_hand) as sent,
      (select sum(amount_kobo)::bigint from refund where payment_id = p.id) as asked
    from payment p where reference = ${paid.payment.reference}`.execute(db)
  const [it] = rows
  expect(it?.outside).toBe(300_000)
  expect(it?.sent).toBe((it?.asked ?? 0) - 300_000)
})

test('our staff see the due date and send evidence, once', async () => {
  const paid = await aPaidBooking('paystack')
  await act(paid.payment, 'dispute')
  const { data } = await call(listDisputes, {}, { as: admin.as })
  const [dispute] = data
  expect(dispute).toMatchObject({
    kind: 'booking',
    reference: paid.reference,
    amount_kobo: price,
    state: 'open',
    due_at: expect.any(String),
    payment: paid.payment.reference,
    answer: null,
  })
  const input = {
    id: dispute?.id ?? '',
    answer: 'contest' as const,
    message: 'She travelled; the manifest shows it.',
    evidence: addCameraData(await aJpeg(), 'Allen Avenue 12').toString('base64'),
  }
  const answers = await Promise.all([1, 2].map(() => call(answerDispute, input, { as: admin.as })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  expect(await doJobs()).toEqual([])
  const { rows } = await sql<{ status: string; message: string; evidence: string }>`
    select d.status, d.message, d.evidence from sandbox.dispute d join sandbox.charge c on c.id = d.charge_id
    where c.reference = ${paid.payment.reference}`.execute(db)
  expect(rows).toEqual([
    { status: 'contested', message: input.message, evidence: expect.stringMatching(/^\d+ bytes$/) },
  ])
  const kept = await sql<{ bytes: number }>`
    select length(evidence) as bytes from dispute where id = ${input.id}`.execute(db)
  expect(kept.rows).toEqual([{ bytes: 0 }])
  const after = await call(listDisputes, {}, { as: admin.as })
  expect(after.data.find(({ id }) => id === input.id)).toMatchObject({
    answer: 'contest',
    has_evidence: true,
    is_sent: true,
  })
})

for (const provider of providers) {
  test(`${provider}: a decision of which no message came is found within the hour, although refunds fail`, async () => {
    const { payment, balance } = await aTopUp(provider, 500_000)
    await act(payment, 'dispute')
    await sql`update sandbox.dispute set status = 'won' where charge_id = (
      select id from sandbox.charge where reference = ${payment.reference})`.execute(db)
    await makeDisputesDue()
    await sql`create trigger broken before update of next_try_at on refund for each statement
      execute function ledger_is_append_only()`.execute(db)
    await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
    expect((await doJobs()).length).toBeGreaterThan(0)
    await sql`drop trigger broken on refund`.execute(db)
    expect(await balance()).toEqual([500_000, 0])
  })
}

async function anAnsweredDispute(provider: ProviderName) {
  const { payment, owner } = await aTopUp(provider, 500_000)
  await act(payment, 'dispute')
  const find = async () => {
    const { data } = await call(listDisputes, { per_page: 50 }, { as: admin.as })
    const found = data.find((one) => one.payment === payment.reference)
    if (found === undefined) throw new Error('no dispute')
    return found
  }
  const { id } = await find()
  const input = { id, answer: 'contest' as const, message: 'He has spent it on a trip.' }
  const answer = (more: { evidence?: string } = {}) =>
    call(answerDispute, { ...input, ...more }, { as: admin.as })
  const setCompanyStatus = (status: string) =>
    sql`update sandbox.dispute d set status = ${status} from sandbox.charge c
      where c.id = d.charge_id and c.reference = ${payment.reference}`.execute(db)
  return { id, owner, payment, find, answer, setCompanyStatus }
}

async function withFault(provider: ProviderName, fault: string, work: () => Promise<unknown>) {
  await sql`insert into sandbox.mood values (${provider}, ${fault})`.execute(db)
  await work()
  await sql`delete from sandbox.mood`.execute(db)
}

const makeDisputesDue = () => sql`update dispute set next_check_at = now()`.execute(db)

for (const provider of providers) {
  test(`${provider}: an answer whose tries have ended is sent within the hour`, async () => {
    const { find, answer } = await anAnsweredDispute(provider)
    await withFault(provider, 'down', async () => {
      expect((await answer()).status).toBe(200)
      expect((await doJobs()).length).toBeGreaterThan(0)
    })
    await sql`update pgboss.job set state = 'failed' where name = 'dispute.answer'`.execute(db)
    expect(await find()).toMatchObject({ answer: 'contest', is_sent: false })
    await makeDisputesDue()
    await laterOn()
    expect(await find()).toMatchObject({ answer: 'contest', is_sent: true })
  })

  test(`${provider}: an answer that arrived without our knowing is not asked for again`, async () => {
    const { find, answer, setCompanyStatus } = await anAnsweredDispute(provider)
    await setCompanyStatus('contested')
    await answer()
    expect(await doJobs()).toEqual([])
    expect(await find()).toMatchObject({ answer: 'contest', is_sent: true, state: 'open' })
  })
}

test('our staff may answer again only what the company refused and waits for', async () => {
  const { find, answer } = await anAnsweredDispute('paystack')
  await withFault('paystack', 'refuse_answers', async () => {
    await answer()
    expect(await doJobs()).toEqual([])
  })
  expect(await find()).toMatchObject({ answer: null, is_sent: false })
  expect((await answer()).status).toBe(200)
  expect(await doJobs()).toEqual([])
  expect(await find()).toMatchObject({ answer: 'contest', is_sent: true })
})

test('evidence is stored without what its camera wrote into it, and must be a photo', async () => {
  const { find, id, answer } = await anAnsweredDispute('paystack')
  const photo = addCameraData(await aJpeg(), 'Allen Avenue 12')
  const bad = Buffer.from('ffd8ffe000104a46', 'hex').toString('base64')
  expect((await answer({ evidence: bad })).problem.fields).toHaveProperty('evidence')
  expect((await answer({ evidence: photo.toString('base64') })).status).toBe(200)
  const { rows } = await sql<{ evidence: Buffer }>`
    select evidence from dispute where id = ${id}`.execute(db)
  expect(rows[0]?.evidence.length).toBeGreaterThan(100)
  expect(rows[0]?.evidence.includes('Allen Avenue')).toBe(false)
  expect(await doJobs()).toEqual([])
  expect(await find()).toMatchObject({ is_sent: true, has_evidence: true })
})

test('evidence that its company takes only in its dashboard is refused, and nothing is answered', async () => {
  const { find, answer } = await anAnsweredDispute('flutterwave')
  const refused = await answer({ evidence: (await aJpeg()).toString('base64') })
  expect(refused.problem.fields).toHaveProperty('evidence')
  expect(await find()).toMatchObject({ answer: null, has_evidence: false })
  expect((await answer()).status).toBe(200)
})

test('an answer to a decided dispute is deleted with its account, and after 120 days', async () => {
  const decided = async (days: number) => {
    const { id, owner, payment, answer } = await anAnsweredDispute('paystack')
    expect((await answer()).status).toBe(200)
    expect(await doJobs()).toEqual([])
    await act(payment, 'dispute_won')
    await sql`update dispute set decided_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(
      db,
    )
    return { id, person_id: owner.user.id }
  }
  const [gone, old, recent] = [await decided(0), await decided(121), await decided(119)]
  await room.personalData?.forget?.(db, gone.person_id)
  await runJob(deps, 'house.tidy', {})
  const { rows } = await sql<{ id: string }>`
    select id from dispute where id in (${gone.id}, ${old.id}, ${recent.id}) and message is not null`.execute(
    db,
  )
  expect(rows).toEqual([{ id: recent.id }])
})

test('a dispute that is told as lost before it was opened is taken once', async () => {
  const { payment, balance } = await aTopUp('paystack', 500_000)
  await sql`insert into sandbox.dispute (charge_id, amount_kobo, status)
    select id, 200000, 'lost' from sandbox.charge where reference = ${payment.reference}`.execute(
    db,
  )
  const tell = async (event: string) => {
    const body = JSON.stringify({
      event,
      data: { id: 1, refund_amount: 99_999_999, transaction: { reference: payment.reference } },
    })
    await webhook('paystack', body, sign('paystack', body))
  }
  await tell('charge.dispute.resolve')
  await tell('charge.dispute.create')
  await tell('charge.dispute.remind')
  await Promise.all([doJobs(), doJobs()])
  expect(await balance()).toEqual([300_000, 0])
})

test('forged news of disputes, and of payments that are not ours, change nothing', async () => {
  const { payment, balance } = await aTopUp('paystack', 500_000)
  const tell = (reference: string, signed: boolean) => {
    const body = JSON.stringify({
      event: 'charge.dispute.create',
      data: { id: 77, refund_amount: 500_000, status: 'resolved', transaction: { reference } },
    })
    return webhook('paystack', body, signed ? sign('paystack', body) : '00'.repeat(64))
  }
  expect((await tell(payment.reference, false)).statusCode).toBe(401)
  await tell(payment.reference, true)
  await tell('unknown', true)
  expect(await doJobs()).toEqual([])
  expect(await balance()).toEqual([500_000, 0])
})
