import { expect } from 'vitest'
import { getInvoice } from '#contract/invoices/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import { aDevice } from '#tests/support/makers/bookings'
import { makeIssuers } from '#tests/support/makers/invoices'
import { aPaymentWorld } from './payments.ts'

/** Makes a world for payments, the issuers of invoices, and functions that pay and inspect their invoices. */
export async function anInvoiceWorld() {
  const world = await aPaymentWorld()
  const { db, server, doJobs, press } = world
  const by = await makeIssuers(server)
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

  /** Returns the ledger's balances of the parts of one invoice only. */
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

  return { ...world, ...by, look, pay, payNext, shared, lettersTo }
}
