import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  getInvoice,
  getInvoicePdf,
  issueOperatorInvoice,
  listInvoices,
  listOperatorInvoices,
  listStaffInvoices,
  voidOperatorInvoice,
  voidStaffInvoice,
} from '#contract/invoices/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { eraseProfile, exportProfile } from '#contract/profile/endpoints'
import { allJobs } from '#server/all-jobs'
import { newId } from '#server/platform/ids'
import { aBill, anInvoice, billed, dayFromNow, inThree, issuers } from '#tests/support/invoices'
import { anOperatorKey } from '#tests/support/boarding'
import { anOperator } from '#tests/support/makers'
import { aPaymentWorld, goodCard } from '#tests/support/payment-world'
import { textOf } from '#tests/support/pdf-text'
import { aUser } from '#tests/support/people'
import { ledgerFaults } from '#tests/support/ledger-faults'
import { eraseDue } from '#tests/support/erase'
import { aDevice } from '#tests/support/booked'
import { aWallet, inWallet } from '#tests/support/wallets'

const { db, deps, server, origin, doJobs, press } = await aPaymentWorld()
const by = await issuers(server)
const { operator, staff, operator_id } = by

const look = async (reference: string) =>
  (await server.call(getInvoice, { reference }, { as: aDevice() })).data

const pay = (reference: string, more: object = {}, as: object = aDevice()) =>
  server.call(
    startPayment,
    { purpose: 'invoice', reference, provider: 'paystack', channel: 'transfer', ...more },
    { as },
  )

/** Pays the next open part by a bank transfer that arrives. */
async function payNext(reference: string, as?: object) {
  const { data, status, text } = await pay(reference, {}, as)
  if (status !== 200) throw new Error(text)
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  return data
}

/** Balances of the ledger, of the parts of one invoice alone. */
async function shared(id: string) {
  const { rows } = await sql<{ kind: string; net: number }>`
    select a.kind, sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as net
    from account a join transfer t on a.id in (t.credit_account, t.debit_account)
    where t.payable_id in (select p.id from invoice_part p where p.invoice_id = ${id}) group by a.kind`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ kind, net }) => [kind, net]))
}

const lettersTo = async (recipient: string) =>
  (
    await sql<{ subject: string; body: string }>`
      select subject, body from sandbox.letter where recipient = ${recipient} order by id`.execute(
      db,
    )
  ).rows

test('an operator’s bill: a number, VAT by line, and the link by mail', async () => {
  const email = 'one@eze.example'
  const made = await anInvoice(server, { operator }, { customer: { ...aBill().customer, email } })
  expect(made).toMatchObject({
    state: 'open',
    net_kobo: 10_500_000,
    vat_kobo: 750_000,
    total_kobo: billed,
    paid_kobo: 0,
    customer: { name: 'Ngozi Eze', company: 'Eze Foods Ltd', tin: '123456780001' },
    lines: [
      { quantity: 2, net_kobo: 10_000_000, vat_percent: 7.5, vat_kobo: 750_000 },
      { quantity: 1, net_kobo: 500_000, vat_percent: 0, vat_kobo: 0 },
    ],
    next_part: 1,
  })
  expect(made.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/)
  expect(made.number).toMatch(/-20\d\d-0000\d\d$/)
  expect(await doJobs()).toEqual([])
  const [letter] = await lettersTo(email)
  expect(letter?.body).toContain(`${origin}/invoice-checkout?reference=${made.reference}`)
})

test('whoever has the link sees what it is for, and not whom it was made out to', async () => {
  const made = await anInvoice(server, { operator })
  const { data, text } = await server.call(
    getInvoice,
    { reference: made.reference },
    { as: aDevice() },
  )
  expect(data).toMatchObject({
    total_kobo: billed,
    customer: { name: null, company: 'Eze Foods Ltd' },
  })
  for (const secret of ['Ngozi', 'accounts@', made.id]) expect(text).not.toContain(secret)
  const pdf = await server.call(getInvoicePdf, { reference: made.reference }, { as: aDevice() })
  const words = textOf(pdf.bytes)
  for (const word of [made.number, '12345678', '₦112,500', '₦7,500', 'Pay by', made.reference])
    expect(words).toContain(word)
  expect(words).not.toContain('Ngozi')
  const wrong = await server.call(getInvoice, { reference: '0'.repeat(20) })
  expect(wrong.status).toBe(404)
})

for (const provider of ['paystack', 'flutterwave'] as const)
  test(`${provider}: a stranger pays it by card, and the money goes where it should`, async () => {
    const made = await anInvoice(server, { operator })
    const { data, status } = await pay(made.reference, { provider, channel: 'card' })
    expect(status).toBe(200)
    expect(data).toMatchObject({ purpose: 'invoice', amount_kobo: billed, booking: null })
    const back = await press(data, 'card', { card: goodCard[provider] })
    // Paystack puts its own `reference` in the place of ours; both begin alike.
    const { searchParams } = new URL(back.headers.get('location') ?? '')
    expect(searchParams.get('reference')?.slice(0, 20)).toBe(made.reference)
    expect(searchParams.get('payment')).toBe(data.reference)
    expect(await doJobs()).toEqual([])
    expect(await look(made.reference)).toMatchObject({
      state: 'paid',
      paid_kobo: billed,
      next_part: null,
    })
    const fee = 157_500
    expect(await shared(made.id)).toEqual({
      psp_clearing: -billed,
      customer_prepaid: 0,
      operator_payable: 10_500_000 - fee - 11_813,
      platform_fee: fee,
      vat_payable: 750_000 + 11_813,
    })
    const pdf = await server.call(getInvoicePdf, { reference: made.reference })
    expect(textOf(pdf.bytes)).toContain(`Receipt ${made.number}`)
    expect((await pay(made.reference)).problem.code).toBe('already_paid')
  })

test('our own bill is ours but for its VAT; a wallet pays it', async () => {
  const made = await anInvoice(server, { staff })
  const payer = await aWallet(server, 1_000_000)
  const whole = { provider: 'wallet', channel: undefined }
  expect((await pay(made.reference, whole, payer.as)).problem.code).toMatch(/pin/)
  const small = await anInvoice(
    server,
    { staff },
    {
      lines: [{ label: 'Poster at Jibowu', quantity: 1, unit_kobo: 200_000, vat: 'standard' }],
    },
  )
  const { data, text } = await pay(small.reference, whole, payer.as)
  expect([data?.outcome, text]).toEqual(['confirmed', expect.any(String)])
  expect(await inWallet(server, payer)).toMatchObject({ balance_kobo: 785_000 })
  expect(await shared(small.id)).toEqual({
    wallet: -215_000,
    customer_prepaid: 0,
    platform_fee: 200_000,
    vat_payable: 15_000,
  })
})

test('in parts: in their order, each its own payment, and late means overdue', async () => {
  const made = await anInvoice(server, { operator }, inThree())
  expect((await pay(`${made.reference}-2`)).problem.code).toBe('invoice_order')
  await payNext(made.reference)
  expect(await look(made.reference)).toMatchObject({
    state: 'part_paid',
    paid_kobo: 3_000_000,
    next_part: 2,
  })
  await sql`alter table invoice_part disable trigger goes_on`.execute(db)
  await sql`update invoice_part set due_on = due_on - 30 where invoice_id = ${made.id}`.execute(db)
  await sql`alter table invoice_part enable trigger goes_on`.execute(db)
  expect(await look(made.reference)).toMatchObject({ state: 'overdue' })
  await payNext(`${made.reference}-2`)
  await payNext(made.reference)
  expect(await look(made.reference)).toMatchObject({ state: 'paid', paid_kobo: billed })
  const sums = await shared(made.id)
  expect(sums).toMatchObject({
    customer_prepaid: 0,
    vat_payable: 750_000 + 11_813,
    platform_fee: 157_500,
  })
})

test('paid twice at once: the second goes back whole', async () => {
  const made = await anInvoice(server, { operator })
  const one = await pay(made.reference)
  const two = await pay(made.reference, { provider: 'flutterwave' })
  for (const { data } of [one, two]) await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await look(made.reference)).toMatchObject({
    state: 'paid',
    paid_kobo: billed,
    refunds: [],
  })
  const { rows } =
    await sql`select r.reason, r.amount_kobo from refund r join invoice_part p on p.id = r.payable_id
    where p.invoice_id = ${made.id}`.execute(db)
  expect(rows).toEqual([{ reason: 'paid_twice', amount_kobo: billed }])
})

test('taken back: what was paid goes back, what comes late too', async () => {
  const made = await anInvoice(
    server,
    { operator },
    {
      lines: [{ label: 'Hire', quantity: 1, unit_kobo: 300_000, vat: 'standard' }],
      parts: [
        { amount_kobo: 100_000, due_on: dayFromNow(1) },
        { amount_kobo: 222_500, due_on: dayFromNow(2) },
      ],
    },
  )
  await payNext(made.reference)
  const late = await pay(made.reference)
  const voiding = { id: made.id, reason: 'The trip was called off.' }
  const elsewhere = await anOperatorKey(server, await anOperator(db), ['invoices'])
  expect((await server.call(voidOperatorInvoice, voiding, { as: elsewhere })).status).toBe(404)
  const { data } = await server.call(voidOperatorInvoice, voiding, { as: operator })
  expect(data).toMatchObject({
    state: 'void',
    paid_kobo: 0,
    void_reason: 'The trip was called off.',
  })
  expect(data.parts.map(({ state }) => state)).toEqual(['refunded', 'void'])
  expect(data.refunds).toMatchObject([{ amount_kobo: 100_000, to: 'source' }])
  await press(late.data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await shared(made.id)).toMatchObject({
    customer_prepaid: 0,
    operator_payable: 0,
    platform_fee: 0,
    vat_payable: 0,
  })
  expect((await pay(made.reference)).problem.code).toBe('invoice_closed')
  const again = await server.call(voidOperatorInvoice, voiding, { as: operator })
  expect(again.problem.code).toBe('invoice_void')
})

test('an operator asks for ₦10,000,000 at once and ₦50,000,000 a day, and gives ₦1,000,000 back', async () => {
  const rich = await issuers(server)
  const of = (naira: number) => ({
    ...aBill(),
    lines: [{ label: 'Hire', quantity: 1, unit_kobo: naira * 100, vat: 'exempt' as const }],
  })
  const ask = (naira: number) =>
    server.call(issueOperatorInvoice, of(naira), { as: rich.operator, key: newId() })
  const many = { ...of(6_000_000), lines: [1, 2].map(() => of(6_000_000).lines[0] as never) }
  const huge = await server.call(issueOperatorInvoice, many, { as: rich.operator })
  expect(huge.problem.code).toBe('invoice_limit')
  const asked = await Promise.all(Array.from({ length: 8 }, () => ask(10_000_000)))
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const one of asked.filter(({ status }) => status !== 200))
    expect(one.problem.code).toBe('invoice_limit')
  const paid = await anInvoice(
    server,
    { operator: (await issuers(server)).operator },
    of(1_000_001),
  )
  await payNext(paid.reference)
  const { rows } = await sql<{
    operator_id: string
  }>`select operator_id from invoice where id = ${paid.id}`.execute(db)
  const key = await anOperatorKey(server, rows[0]?.operator_id ?? '', ['invoices'])
  const voiding = { id: paid.id, reason: 'A mistake of ours.' }
  expect((await server.call(voidOperatorInvoice, voiding, { as: key })).problem.code).toBe(
    'invoice_for_staff',
  )
  expect((await server.call(voidStaffInvoice, voiding, { as: staff })).data).toMatchObject({
    state: 'void',
  })
})

test('numbers count on without gaps, through refusals and fifty at once', async () => {
  const issuer = await issuers(server)
  const asks = Array.from({ length: 50 }, (_, index) =>
    server.call(
      issueOperatorInvoice,
      index % 5 === 0
        ? aBill({
            parts: [
              { amount_kobo: 10_000, due_on: dayFromNow(1) },
              { amount_kobo: 10_000, due_on: dayFromNow(2) },
            ],
          })
        : aBill(),
      { as: issuer.operator, key: newId() },
    ),
  )
  const statuses = (await Promise.all(asks)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBe(40)
  expect(statuses.filter((status) => status === 400).length).toBe(10)
  const { rows } = await sql<{ number: number }>`
    select number from invoice where operator_id = ${issuer.operator_id} order by number`.execute(
    db,
  )
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  )
})

test('the database keeps an invoice as it was issued', async () => {
  const made = await anInvoice(server, { operator })
  for (const damage of [
    sql`update invoice set net_kobo = 1 where id = ${made.id}`,
    sql`delete from invoice_line where invoice_id = ${made.id}`,
    sql`update invoice_part set amount_kobo = 1 where invoice_id = ${made.id}`,
    sql`update invoice_part set state = 'refunded', paid_at = now() where invoice_id = ${made.id}`,
    sql`delete from invoice where id = ${made.id}`,
    sql`insert into invoice_line (invoice_id, position, label, quantity, unit_kobo, vat_bp)
      values (${made.id}, 9, 'More', 1, 100, 0)`,
  ])
    await expect(damage.execute(db)).rejects.toThrow()
})

test('to pay, more goes than is asked for: the rest comes back; less: all of it', async () => {
  const made = await anInvoice(server, { operator })
  const short = await pay(made.reference)
  await press(short.data, 'sent_half')
  expect(await doJobs()).toEqual([])
  expect(await look(made.reference)).toMatchObject({ state: 'open', paid_kobo: 0 })
  const over = await pay(made.reference)
  await press(over.data, 'sent_twice')
  expect(await doJobs()).toEqual([])
  expect(await look(made.reference)).toMatchObject({ state: 'paid', paid_kobo: billed })
})

test('it is mine when my address is proved: listed, exported, and forgotten with me', async () => {
  const ada = await aUser(server)
  await sql`update person set email = 'ada.proved@people.example', email_verified_at = now() where id = ${ada.user.id}`.execute(
    db,
  )
  const made = await anInvoice(
    server,
    { operator },
    {
      customer: { name: 'Ada Obi', email: 'Ada.Proved@people.example' },
    },
  )
  const mine = await server.call(listInvoices, {}, { as: ada.as })
  expect(mine.data).toMatchObject([
    { number: made.number, is_mine: true, customer: { name: 'Ada Obi' } },
  ])
  expect((await look(made.reference)).is_mine).toBe(false)
  const { data } = await server.call(exportProfile, {}, { as: ada.as })
  expect(data.more['invoices']).toMatchObject([{ number: made.number, customer_name: 'Ada Obi' }])
  await server.call(eraseProfile, { password: ada.password, give_up: true }, { as: ada.as })
  await sql`update person set erase_at = now() - interval '1 minute' where id = ${ada.user.id}`.execute(
    db,
  )
  await eraseDue(deps)
  const { rows } = await sql<{ customer_name: string; email: string | null }>`
    select customer_name, email, person_id from invoice where id = ${made.id}`.execute(db)
  expect(rows).toEqual([{ customer_name: 'Erased person', email: null, person_id: null }])
})

test('lists are paged and narrowed by state; an operator sees its own', async () => {
  const { data, meta } = await server.call(
    listOperatorInvoices,
    { state: 'void', per_page: 2 },
    { as: operator },
  )
  expect(data.every(({ state }) => state === 'void')).toBe(true)
  expect(meta.total).toBeGreaterThan(0)
  const all = await server.call(listStaffInvoices, { per_page: 1 }, { as: staff })
  expect(all.meta.total).toBeGreaterThan(meta.total)
})

test('what is due is said once, overdue once more, and after 60 days nobody asks any more', async () => {
  const email = 'late@eze.example'
  const made = await anInvoice(server, { operator }, { customer: { name: 'Ike Late', email } })
  const sweep = () => allJobs(deps)['invoice.sweep']?.({})
  const shift = async (days: number) => {
    await sql`alter table invoice_part disable trigger goes_on`.execute(db)
    await sql`alter table invoice disable trigger final`.execute(db)
    await sql`update invoice_part set due_on = due_on - ${days}::int where invoice_id = ${made.id}`.execute(
      db,
    )
    await sql`update invoice set issued_at = issued_at - ${days} * interval '1 day' where id = ${made.id}`.execute(
      db,
    )
    await sql`alter table invoice_part enable trigger goes_on`.execute(db)
    await sql`alter table invoice enable trigger final`.execute(db)
    await sweep()
    await sweep()
    expect(await doJobs()).toEqual([])
  }
  await shift(5)
  await shift(3)
  const subjects = (await lettersTo(email)).map(({ subject }) => subject)
  expect(subjects).toEqual([
    expect.stringMatching('asks|from'),
    expect.stringMatching('is due on'),
    expect.stringMatching('is overdue'),
  ])
  await shift(62)
  expect(await look(made.reference)).toMatchObject({
    state: 'void',
    void_reason: expect.stringContaining('60 days'),
  })
})

test('each number stands alone, and the ledger is without a fault', async () => {
  expect(await ledgerFaults(deps)).toEqual([])
  expect(operator_id).not.toBe('')
})
