import { makeClusterUrl, findCluster } from '#server/db/embedded-cluster'
import { openDatabase } from '#server/db/client'
import { sql } from '#server/db/sql'
import { aRandomText } from '#tests/e2e/fixtures/people'

/**
 * Makes two refunds of ₦10 of an account's newest payment that wait for our staff; returns the company's report of
 * each, which is made up.
 */
export async function makeStuckRefunds(): Promise<[string, string]> {
  const db = openDatabase(makeClusterUrl(findCluster(process.env['E2E_DATA_DIR'] ?? ''), 'waka'))
  const said: [string, string] = [`Refused ${aRandomText()}`, `Refused ${aRandomText()}`]
  try {
    for (const words of said)
      await sql`
        select raise_refund(id, 1000, 'price_difference', 'source', ${words}, '{}', true) from payment
        where provider <> 'wallet' and person_id is not null and outcome = 'confirmed'
          and paid_kobo - refunded_kobo - refund_pending_kobo > 10000
        order by settled_at desc limit 1`.execute(db)
    await sql`
      update refund set state = 'needs_person', tries = 6, person_since = now() - interval '5 minutes',
        said = effect
      where effect in (${said[0]}, ${said[1]})`.execute(db)
  } finally {
    await db.destroy()
  }
  return said
}
