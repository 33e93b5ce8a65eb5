import { expect, test } from 'vitest'
import { getInvoice } from '#contract/invoices/endpoints'
import { getPayment, startPayment, verifyPayment } from '#contract/payments/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { issueInvoice, findLinkedInvoiceReference, voidLinkedInvoice } from '#server/rooms/invoices'
import { aDevice } from '#tests/support/makers/bookings'
import { dayFromNow } from '#tests/support/makers/invoices'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aParcelPaymentWorld } from '#tests/support/worlds/parcel-payments'
import type { MadeParcel } from '#tests/support/makers/parcels'
import { aWallet } from '#tests/support/makers/wallets'

/* Invoices about items of other rooms: paying an invoice pays the item. Parcels represent all kinds. */

const { db, deps, server, aFreshParcel, pay, press, doJobs, lookAt, shared, callOff } =
  await aParcelPaymentWorld()

async function aPaper({ parcel, sender }: MadeParcel) {
  const { total_kobo } = parcel.price
  const { reference } = await inTransaction(db, (tx) =>
    issueInvoice(tx, {
      operator_id: null,
      person_id: sender.user.id,
      customer: { name: 'Ngozi Eze', company: 'Eze Foods Ltd', email: 'accounts@eze.example' },
      title: 'A parcel to Ibadan',
      lines: [{ label: 'Carriage', quantity: 1, unit_kobo: total_kobo, vat: 'exempt' }],
      parts: [
        {
          amount_kobo: total_kobo,
          due_on: dayFromNow(1),
          about: { kind: 'parcel', id: parcel.id },
        },
      ],
    }),
  )
  return reference
}

const look = async (reference: string) => (await server.call(getInvoice, { reference })).data

test('a stranger with the link pays the thing itself, and may ask after the payment', async () => {
  const made = await aFreshParcel()
  const reference = await aPaper(made)
  const as = aDevice()
  const started = await server.call(
    startPayment,
    { purpose: 'invoice', reference, provider: 'paystack', channel: 'transfer' },
    { as },
  )
  expect(started.data).toMatchObject({
    purpose: 'parcel',
    amount_kobo: made.parcel.price.total_kobo,
  })
  await press(started.data, 'sent')
  const payment = { reference: started.data.reference }
  expect((await server.call(verifyPayment, payment, { as })).data.outcome).toBe('confirmed')
  expect((await server.call(getPayment, payment, { as: aDevice() })).status).toBe(200)
  expect(await doJobs()).toEqual([])
  expect(await lookAt(made)).toMatchObject({ state: 'paid', outcomes: ['confirmed'] })
  expect(await look(reference)).toMatchObject({ state: 'paid' })
  expect(await shared(made)).toMatchObject({ customer_prepaid: 0 })
})

test('somebody else’s wallet pays it, and the parcel gets its waybill', async () => {
  const made = await aFreshParcel()
  const payer = await aWallet(server, 5_000_000)
  const reference = await aPaper(made)
  const { data, text } = await server.call(
    startPayment,
    { purpose: 'invoice', reference, provider: 'wallet' },
    { as: payer.as },
  )
  expect([data?.outcome, text]).toEqual(['confirmed', expect.any(String)])
  expect((await lookAt(made)).waybill).not.toBeNull()
})

test('paid where it was bought, its paper is paid; paid before, it is issued as paid', async () => {
  const made = await aFreshParcel()
  const reference = await aPaper(made)
  const { data } = await pay(made)
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await look(reference)).toMatchObject({ state: 'paid', is_mine: false })
  const before = await aFreshParcel()
  await press((await pay(before)).data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await look(await aPaper(before))).toMatchObject({ state: 'paid' })
})

test('called off, its room takes the paper back, and nobody can pay it', async () => {
  const made = await aFreshParcel()
  const reference = await aPaper(made)
  expect(await findLinkedInvoiceReference(db, made.parcel.id)).toBe(reference)
  await callOff(made)
  const asked = { purpose: 'invoice', reference, provider: 'paystack', channel: 'card' } as const
  const closed = await server.call(startPayment, asked, { as: aDevice() })
  expect(closed.problem.code).toBe('parcel_closed')
  await inTransaction(db, (tx) =>
    voidLinkedInvoice(tx, made.parcel.id, 'The parcel was cancelled.'),
  )
  expect(await look(reference)).toMatchObject({
    state: 'void',
    void_reason: 'The parcel was cancelled.',
  })
  expect((await server.call(startPayment, asked, { as: aDevice() })).problem.code).toBe(
    'invoice_closed',
  )
  expect(await findLinkedInvoiceReference(db, made.parcel.id)).toBeUndefined()
})

test('what only looks like the number of a part is no invoice', async () => {
  const reference = await aPaper(await aFreshParcel())
  const asked = { purpose: 'invoice', provider: 'paystack', channel: 'card' } as const
  for (const written of ['0A---a A- ', `${reference.slice(0, 11)}-`]) {
    const refused = await server.call(
      startPayment,
      { ...asked, reference: written },
      { as: aDevice() },
    )
    expect([404, 422]).toContain(refused.status)
  }
})

test('a thing has one live paper, and the ledger no fault', async () => {
  const made = await aFreshParcel()
  await aPaper(made)
  await expect(aPaper(made)).rejects.toThrow('invoice_part_thing')
  expect(await findLedgerViolations(deps)).toEqual([])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from invoice`.execute(db)
  expect(rows[0]?.n).toBeGreaterThan(4)
})
