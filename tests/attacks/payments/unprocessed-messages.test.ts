import { expect, test } from 'vitest'
import { startPayment } from '#contract/payments/endpoints'
import { providers } from '#contract/payments/rules'
import { sql } from '#server/db/sql'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aUser } from '#tests/support/makers/people'
import { fetchWalletBalance } from '#tests/support/makers/wallets'
import { aPaymentWorld } from '#tests/support/worlds/payments'

/* A message about a payment is looked into again after its job has used up its tries. */

const { db, deps, server, press, doJobs } = await aPaymentWorld()

const resume = () =>
  sql`insert into pgboss.job (name, data) values ('payment.resume', '{}')`.execute(db)

/** Makes the messages that were not processed older, as if their jobs had used up their tries. */
const makeMessagesOlder = (hours: number) =>
  sql`update webhook_event set received_at = now() - ${hours} * interval '1 hour' where processed_at is null`.execute(
    db,
  )

for (const provider of providers) {
  test(`${provider}: a dispute is found when the company answers again`, async () => {
    const owner = await aUser(server)
    const { data: payment } = await server.call(
      startPayment,
      { purpose: 'wallet', provider, channel: 'ussd', amount_kobo: 500_000 },
      { as: owner.as },
    )
    await press(payment, 'approve')
    expect(await doJobs()).toEqual([])
    await sql`insert into sandbox.mood values (${provider}, 'down')`.execute(db)
    await press(payment, 'dispute')
    expect(await doJobs()).toHaveLength(1)
    await makeMessagesOlder(4)
    await resume()
    expect(await doJobs()).toHaveLength(1)
    // It is asked for again only in the next hour.
    await resume()
    expect(await doJobs()).toEqual([])
    await sql`delete from sandbox.mood`.execute(db)
    await sql`delete from pgboss.job where name in ('payment.check', 'payment.find')`.execute(db)
    await resume()
    expect(await doJobs()).toEqual([])
    expect(await fetchWalletBalance(server, owner)).toEqual({
      balance_kobo: 0,
      held_kobo: 500_000,
    })
    await resume()
    expect(await doJobs()).toEqual([])
    expect(await findLedgerViolations(deps)).toEqual([])
  })
}

test('a message that is processed, or about a payment that is not ours, is not looked into again', async () => {
  await sql`insert into webhook_event (provider, event_id, payment_reference, transaction_id, kind, raw)
    values ('paystack', 'strange', 'NOT-OURS-AT-ALL', '99', 'charge.dispute.create', '{}')`.execute(
    db,
  )
  await makeMessagesOlder(4)
  await resume()
  expect(await doJobs()).toEqual([])
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name = 'payment.check' and data->>'reference' = 'NOT-OURS-AT-ALL'`.execute(
    db,
  )
  expect(rows).toEqual([{ n: 0 }])
})
