import { expect, test } from 'vitest'
import {
  issueOperatorInvoice,
  listInvoices,
  listOperatorInvoices,
  listAllInvoices,
  voidOperatorInvoice,
  voidStaffInvoice,
} from '#contract/invoices/endpoints'
import { eraseProfile, exportProfile } from '#contract/profile/endpoints'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aStaffMember } from '#tests/support/makers/members'
import { runJob, eraseDueAccounts } from '#tests/support/server/jobs'
import { anInvoiceWorld } from '#tests/support/worlds/invoices'
import {
  anInvoiceInput,
  anInvoice,
  invoiceTotal_kobo,
  dayFromNow,
  makeIssuers,
} from '#tests/support/makers/invoices'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { anOperator } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'

const { db, deps, server, operator, staff, doJobs, press, look, pay, payNext, shared, lettersTo } =
  await anInvoiceWorld()

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
  const late = await pay(`${made.reference}-2`)
  const voiding = { id: made.id, reason: 'The trip was cancelled.' }
  const elsewhere = await anOperatorKey(server, await anOperator(db), ['invoices'])
  expect((await server.call(voidOperatorInvoice, voiding, { as: elsewhere })).status).toBe(404)
  const { data } = await server.call(voidOperatorInvoice, voiding, { as: operator })
  expect(data).toMatchObject({
    state: 'void',
    paid_kobo: 0,
    void_reason: 'The trip was cancelled.',
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
  const rich = await makeIssuers(server)
  const of = (naira: number) => ({
    ...anInvoiceInput(),
    lines: [{ label: 'Hire', quantity: 1, unit_kobo: naira * 100, vat: 'exempt' as const }],
  })
  const ask = (naira: number) =>
    server.call(issueOperatorInvoice, of(naira), { as: rich.operator, key: makeId() })
  const many = { ...of(6_000_000), lines: [1, 2].map(() => of(6_000_000).lines[0] as never) }
  const huge = await server.call(issueOperatorInvoice, many, { as: rich.operator })
  expect(huge.problem.code).toBe('invoice_limit')
  const asked = await Promise.all(Array.from({ length: 8 }, () => ask(10_000_000)))
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const one of asked.filter(({ status }) => status !== 200))
    expect(one.problem.code).toBe('invoice_limit')
  const paid = await anInvoice(
    server,
    { operator: (await makeIssuers(server)).operator },
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
  const issuer = await makeIssuers(server)
  const asks = Array.from({ length: 50 }, (_, index) =>
    server.call(
      issueOperatorInvoice,
      index % 5 === 0
        ? anInvoiceInput({
            parts: [
              { amount_kobo: 10_000, due_on: dayFromNow(1) },
              { amount_kobo: 10_000, due_on: dayFromNow(2) },
            ],
          })
        : anInvoiceInput(),
      { as: issuer.operator, key: makeId() },
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
    await expect(damage.execute(db)).rejects.toThrow(/not changed|does not go|not add up/)
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
  expect(await look(made.reference)).toMatchObject({ state: 'paid', paid_kobo: invoiceTotal_kobo })
})

test('a person’s invoices begin with what is due first; where nothing is to be paid they are the last, the newest before', async () => {
  const bola = await aUser(server)
  const email = 'bola.proved@people.example'
  await sql`update person set email = ${email}, email_verified_at = now() where id = ${bola.user.id}`.execute(
    db,
  )
  const made = async (days: number) =>
    anInvoice(server, { operator }, { customer: { name: 'Bola', email }, due_on: dayFromNow(days) })
  const [void_first, later, void_second, soon] = [
    await made(3),
    await made(9),
    await made(4),
    await made(2),
  ]
  for (const { id } of [void_first, void_second])
    await server.call(voidOperatorInvoice, { id, reason: 'It was a mistake.' }, { as: operator })
  const { data } = await server.call(listInvoices, {}, { as: bola.as })
  expect(data.map(({ number }) => number)).toEqual(
    [soon, later, void_second, void_first].map(({ number }) => number),
  )
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
  await eraseDueAccounts(deps)
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
  const all = await server.call(listAllInvoices, { per_page: 1 }, { as: staff })
  expect(all.meta.total).toBeGreaterThan(meta.total)
})

test('what is due is said once, overdue once more, and after 60 days nobody asks any more', async () => {
  const email = 'late@eze.example'
  const made = await anInvoice(server, { operator }, { customer: { name: 'Ike Late', email } })
  const sweep = () => runJob(deps, 'invoice.sweep', {})
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
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('of two who cancel an invoice at once, one has cancelled it', async () => {
  const { id } = await anInvoice(server, { operator })
  const by = [
    server.call(voidOperatorInvoice, { id, reason: 'The trip was cancelled.' }, { as: operator }),
    server.call(voidStaffInvoice, { id, reason: 'A mistake of ours.' }, { as: staff }),
  ]
  const statuses = (await Promise.all(by)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('our staff cannot cancel an invoice that is made out to them', async () => {
  const admin = await aStaffMember(server)
  const customer = { name: 'Ada Obi', email: admin.user.email ?? '' }
  const { id } = await anInvoice(server, { operator }, { customer })
  const voiding = { id, reason: 'I want my money back.' }
  const own = await server.call(voidStaffInvoice, voiding, { as: admin.as })
  expect(own.problem.code).toBe('not_allowed')
  expect((await server.call(voidStaffInvoice, voiding, { as: staff })).status).toBe(200)
})
