import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { anInvoiceWorld } from '#tests/support/worlds/invoices'
import { anInvoice } from '#tests/support/makers/invoices'
import { runJob } from '#tests/support/server/jobs'
import { waitUntilBlocked } from '#tests/support/makers/waitlist'
import { aWallet, fetchWalletBalance } from '#tests/support/makers/wallets'

const { db, server, operator, look, pay, shared } = await anInvoiceWorld()

const poster = {
  lines: [{ label: 'Poster at Jibowu', quantity: 1, unit_kobo: 200_000, vat: 'standard' as const }],
}

/** Moves an invoice past its expiry, unless it is paid. */
async function letLapse(id: string): Promise<void> {
  await sql`alter table invoice_part disable trigger goes_on`.execute(db)
  await sql`alter table invoice disable trigger final`.execute(db)
  await sql`update invoice_part set due_on = due_on - 70 where invoice_id = ${id}`.execute(db)
  await sql`update invoice set issued_at = issued_at - interval '70 days' where id = ${id}`.execute(
    db,
  )
  await sql`alter table invoice_part enable trigger goes_on`.execute(db)
  await sql`alter table invoice enable trigger final`.execute(db)
}

test('an invoice that is paid while it lapses is paid, and its money stays where it went', async () => {
  const made = await anInvoice(server, { operator }, poster)
  await letLapse(made.id)
  const payer = await aWallet(server, 1_000_000)
  const [held, kept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Pauses the payer after they have locked the part, and before their money has moved.
  const holding = db.transaction(async (tx) => {
    await sql`select from account where owner = ${payer.user.id} and kind = 'wallet' for update`.execute(
      tx,
    )
    held.resolve()
    await kept.promise
  })
  await held.promise
  const paying = pay(made.reference, { provider: 'wallet', channel: undefined }, payer.as)
  await waitUntilBlocked(db)
  const lapsing = runJob(server.host, 'invoice.sweep', {})
  await waitUntilBlocked(db, 'expire_invoices')
  kept.resolve()
  await Promise.all([holding, lapsing])
  expect((await paying).data?.outcome).toBe('confirmed')
  expect(await look(made.reference)).toMatchObject({ state: 'paid', paid_kobo: 215_000 })
  expect(await fetchWalletBalance(server, payer)).toMatchObject({ balance_kobo: 785_000 })
  expect(await shared(made.id)).toMatchObject({ wallet: -215_000, customer_prepaid: 0 })
})
