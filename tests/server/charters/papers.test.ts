import { expect, test } from 'vitest'
import {
  cancelCharter,
  changeCharterDates,
  getCharter,
  previewCharterCancellation,
} from '#contract/charters/trips/endpoints'
import type { Charter } from '#contract/charters/trips/model'
import { createCharterRequest, withdrawCharterRequest } from '#contract/charters/requests/endpoints'
import { getInvoice, listInvoices } from '#contract/invoices/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { aDevice } from '#tests/support/makers/bookings'
import {
  aCharter,
  aJourneyInput,
  aRichUser,
  aVehicle,
  charterContact,
  dayAhead,
  payCharter,
} from '#tests/support/makers/charters'
import { aUser } from '#tests/support/makers/people'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { anOperator } from '#tests/support/makers/trips'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import type { Caller } from '#tests/support/server/test-server'

/* A charter's invoices, and what operators read when a vehicle is requested. */

const { db, deps, server, press, doJobs } = await aPaymentWorld()

const lookAt = async ({ reference }: Charter, as: Caller) =>
  (await server.call(getCharter, { reference }, { as })).data

const paperOf = async (reference: string) =>
  (await server.call(getInvoice, { reference }, { as: aDevice() })).data

/** A charter whose deposit is paid, and its invoice. */
async function aHalfPaid() {
  const made = await aCharter(server, await aVehicle(db))
  await payCharter(server, made)
  const charter = await lookAt(made.charter, made.as)
  return { ...made, charter, invoice: charter.invoice ?? '' }
}

test('a deposit makes one invoice of all lines and both parts, and none before it', async () => {
  const made = await aCharter(server, await aVehicle(db))
  expect(made.charter.invoice).toBeNull()
  await payCharter(server, made)
  const { invoice, price, instalments } = await lookAt(made.charter, made.as)
  const paper = await paperOf(invoice ?? '')
  expect(paper).toMatchObject({
    state: 'part_paid',
    total_kobo: price.total_kobo,
    vat_kobo: price.lines.find(({ code }) => code === 'vat')?.amount_kobo,
    paid_kobo: price.deposit_kobo,
    next_part: 2,
    customer: { name: null },
    parts: instalments.map(({ amount_kobo }, index) => ({
      amount_kobo,
      state: index === 0 ? 'paid' : 'open',
    })),
  })
  await payCharter(server, made)
  expect((await lookAt(made.charter, made.as)).invoice).toBe(invoice)
  expect(await paperOf(invoice ?? '')).toMatchObject({ state: 'paid', next_part: null })
  const mine = await server.call(listInvoices, {}, { as: made.as })
  expect(mine.data.map(({ reference }) => reference)).toEqual([invoice])
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('the balance of a charter that moves to other dates is due later on its invoice, too', async () => {
  const { charter, as, invoice } = await aHalfPaid()
  const { reference } = charter
  await sql`update invoice_part set reminded_at = now() where reference = ${`${invoice}-2`}`.execute(
    db,
  )
  const { data } = await server.call(
    changeCharterDates,
    { reference, from: dayAhead(40), start_time: '09:00' },
    { as },
  )
  const due = data.instalments[1]?.due_at.slice(0, 10)
  const paper = await paperOf(invoice)
  expect([paper.due_on, paper.parts[1]?.due_on]).toEqual([due, due])
  const { rows } = await sql`
    select reminded_at from invoice_part where reference = ${`${invoice}-2`}`.execute(db)
  expect(rows).toEqual([{ reminded_at: null }])
})

test('a stranger with its link pays the balance, and the charter is paid', async () => {
  const { charter, as, invoice } = await aHalfPaid()
  const asked = {
    purpose: 'invoice',
    reference: `${invoice}-2`,
    provider: 'paystack',
    channel: 'transfer',
  } as const
  const { data } = await server.call(startPayment, asked, { as: aDevice() })
  const balance_kobo = charter.price.total_kobo - charter.price.deposit_kobo
  expect(data).toMatchObject({ purpose: 'charter', amount_kobo: balance_kobo })
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect((await lookAt(charter, as)).state).toBe('paid')
  expect(await paperOf(invoice)).toMatchObject({
    state: 'paid',
    paid_kobo: charter.price.total_kobo,
  })
  const again = await server.call(startPayment, asked, { as: aDevice() })
  expect(again.problem.code).toBe('already_paid')
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('called off, its invoice is void and takes no more money', async () => {
  const { charter, as, invoice } = await aHalfPaid()
  const { reference } = charter
  const { data } = await server.call(previewCharterCancellation, { reference }, { as })
  await server.call(cancelCharter, { reference, refund_kobo: data.refund_kobo }, { as })
  const { fee_kobo, refund_kobo } = data
  expect(refund_kobo).toBeGreaterThan(0)
  expect(await paperOf(invoice)).toMatchObject({
    state: 'void',
    next_part: null,
    paid_kobo: fee_kobo,
    refunds: [{ amount_kobo: refund_kobo, to: 'wallet' }],
  })
  const balance = `${invoice}-2`
  const asked = { purpose: 'invoice', reference: balance, provider: 'paystack', channel: 'card' }
  const late = await server.call(startPayment, asked as never, { as: aDevice() })
  expect(late.problem.code).toBe('invoice_closed')
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('operators with a vehicle near read of a request, without who asks; the sixth of a day tells nobody', async () => {
  const [near, far] = [await anOperator(db), await anOperator(db)]
  const address = { near: `${makeId()}@op.example`, far: `${makeId()}@op.example` }
  for (const [id, email] of [
    [near, address.near],
    [far, address.far],
  ] as const)
    await sql`update operator set email = ${email} where id = ${id}`.execute(db)
  await aVehicle(db, { operator_id: near })
  await aVehicle(db, { operator_id: far, city: 'maiduguri' })
  const { as } = await aRichUser(server)
  const ask = async () => {
    const asked = {
      ...aJourneyInput(25),
      start_time: '06:00',
      travellers: 12,
      contact: charterContact,
    }
    const { data } = await server.call(createCharterRequest, asked, { as })
    await server.call(withdrawCharterRequest, { reference: data.reference }, { as })
    return data.reference
  }
  const reference = await ask()
  expect(await doJobs()).toEqual([])
  const letters = async (to: string) =>
    (
      await sql<{ subject: string; body: string }>`
        select subject, body from sandbox.letter where recipient = ${to} order by id`.execute(db)
    ).rows
  const [letter] = await letters(address.near)
  expect(letter?.subject).toMatch(/^A vehicle is wanted in Lagos, /)
  expect(letter?.body).toContain(reference)
  for (const secret of [charterContact.full_name, charterContact.phone, 'Allen'])
    expect(letter?.body).not.toContain(secret)
  for (let more = 2; more <= 6; more += 1) await ask()
  expect(await doJobs()).toEqual([])
  expect(await letters(address.near)).toHaveLength(5)
  expect(await letters(address.far)).toEqual([])
})

test('requests of people without a verified address make no mails; operators find them in their list', async () => {
  const near = await anOperator(db)
  const address = `${makeId()}@op.example`
  await sql`update operator set email = ${address} where id = ${near}`.execute(db)
  await aVehicle(db, { operator_id: near })
  for (let n = 0; n < 3; n += 1) {
    const { as } = await aUser(server, { proved: false })
    const asked = {
      ...aJourneyInput(25),
      start_time: '06:00',
      travellers: 12,
      contact: charterContact,
    }
    const { status } = await server.call(createCharterRequest, asked, { as })
    expect(status).toBe(200)
  }
  expect(await doJobs()).toEqual([])
  const { rows } = await sql`select from sandbox.letter where recipient = ${address}`.execute(db)
  expect(rows).toEqual([])
})
