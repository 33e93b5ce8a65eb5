import { expect, test } from 'vitest'
import { getInvoicePdf, getInvoice } from '#contract/invoices/endpoints'
import { listWalletTransactions } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { aDevice } from '#tests/support/makers/bookings'
import { anInvoiceWorld } from '#tests/support/worlds/invoices'
import {
  anInvoiceInput,
  anInvoice,
  invoiceTotal_kobo,
  makeThreeParts,
} from '#tests/support/makers/invoices'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { goodCard } from '#tests/support/worlds/payments'
import { parsePdfText } from '#tests/support/files/pdf-text'
import { aWallet, fetchWalletBalance } from '#tests/support/makers/wallets'

const {
  db,
  deps,
  server,
  origin,
  operator,
  staff,
  doJobs,
  press,
  look,
  pay,
  payNext,
  shared,
  lettersTo,
} = await anInvoiceWorld()

test('an operator’s bill: a number, VAT by line, and the link by mail', async () => {
  const email = 'one@eze.example'
  const made = await anInvoice(
    server,
    { operator },
    { customer: { ...anInvoiceInput().customer, email } },
  )
  expect(made).toMatchObject({
    state: 'open',
    net_kobo: 10_500_000,
    vat_kobo: 750_000,
    total_kobo: invoiceTotal_kobo,
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
    total_kobo: invoiceTotal_kobo,
    customer: { name: null, company: 'Eze Foods Ltd' },
  })
  for (const secret of ['Ngozi', 'accounts@', made.id]) expect(text).not.toContain(secret)
  const pdf = await server.call(getInvoicePdf, { reference: made.reference }, { as: aDevice() })
  const words = parsePdfText(pdf.bytes)
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
    expect(data).toMatchObject({
      purpose: 'invoice',
      amount_kobo: invoiceTotal_kobo,
      booking: null,
    })
    const back = await press(data, 'card', { card: goodCard[provider] })
    // Paystack replaces the `reference` in our return URL by its own, which starts with ours.
    const { searchParams } = new URL(back.headers.get('location') ?? '')
    expect(searchParams.get('reference')?.slice(0, 20)).toBe(made.reference)
    expect(searchParams.get('payment')).toBe(data.reference)
    expect(await doJobs()).toEqual([])
    expect(await look(made.reference)).toMatchObject({
      state: 'paid',
      paid_kobo: invoiceTotal_kobo,
      next_part: null,
    })
    const fee = 157_500
    expect(await shared(made.id)).toEqual({
      psp_clearing: -invoiceTotal_kobo,
      customer_prepaid: 0,
      operator_payable: 10_500_000 - fee - 11_813,
      platform_fee: fee,
      vat_payable: 750_000 + 11_813,
    })
    const pdf = await server.call(getInvoicePdf, { reference: made.reference })
    expect(parsePdfText(pdf.bytes)).toContain(`Receipt ${made.number}`)
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
  expect(await fetchWalletBalance(server, payer)).toMatchObject({ balance_kobo: 785_000 })
  const { data: movements } = await server.call(listWalletTransactions, {}, { as: payer.as })
  expect(movements[0]).toMatchObject({ amount_kobo: -215_000, words: small.title })
  expect(await shared(small.id)).toEqual({
    wallet: -215_000,
    customer_prepaid: 0,
    platform_fee: 200_000,
    vat_payable: 15_000,
  })
})

test('in parts: in their order, each its own payment, and late means overdue', async () => {
  const made = await anInvoice(server, { operator }, makeThreeParts())
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
  expect((await pay(made.reference)).problem.fields).toEqual({
    reference: `An earlier part is paid. Name the part that is due: ${made.reference}-3.`,
  })
  await payNext(`${made.reference}-3`)
  expect(await look(made.reference)).toMatchObject({ state: 'paid', paid_kobo: invoiceTotal_kobo })
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
    paid_kobo: invoiceTotal_kobo,
    refunds: [],
  })
  const { rows } =
    await sql`select r.reason, r.amount_kobo from refund r join invoice_part p on p.id = r.payable_id
    where p.invoice_id = ${made.id}`.execute(db)
  expect(rows).toEqual([{ reason: 'paid_twice', amount_kobo: invoiceTotal_kobo }])
})

test('the ledger is without a fault', async () => {
  expect(await findLedgerViolations(deps)).toEqual([])
})
