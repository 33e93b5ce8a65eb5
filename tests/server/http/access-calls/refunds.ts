import { sql } from '#server/db/sql'
import type { TestServer } from '#tests/support/server/test-server'

/**
 * Makes two refunds of a paid booking that need a person, one that we did not order, and a dispute; returns inputs
 * for each.
 */
export async function makeRefundCalls(server: TestServer, paid: { reference: string }) {
  const { rows } = await sql<{ id: string }>`
    select raise_refund(p.id, 1000, 'cancelled', 'source', 'access:' || n, '{}', true) as id
    from payment p join booking b on b.id = p.payable_id, generate_series(1, 2) n
    where b.reference = ${paid.reference} and p.status = 'succeeded'`.execute(server.db)
  const [one, two] = rows
  if (one === undefined || two === undefined) throw new Error('a refund was not made')
  await sql`update refund set state = 'needs_person', tries = 6, said = 'failed', person_since = now() - interval '1 hour'
    where id in (${one.id}, ${two.id})`.execute(server.db)
  const outside = await sql<{ id: string }>`
    select record_outside_refund(p.id, 'access', 1000) as id from payment p join booking b on b.id = p.payable_id
    where b.reference = ${paid.reference} and p.status = 'succeeded' and p.provider <> 'wallet'`.execute(
    server.db,
  )
  const dispute = await sql<{ id: string }>`
    select record_dispute(p.id, 'access', 1000, 'open', 'open', now()) as id
    from payment p join booking b on b.id = p.payable_id
    where b.reference = ${paid.reference} and p.status = 'succeeded' and p.provider <> 'wallet'`.execute(
    server.db,
  )
  return {
    listDisputes: {},
    answerDispute: {
      id: dispute.rows[0]?.id ?? '',
      answer: 'contest',
      message: 'The payer travelled.',
    },
    listOutsideRefunds: {},
    closeOutsideRefund: { id: outside.rows[0]?.id ?? '' },
    listRefundsForStaff: {},
    retryRefund: { id: one.id },
    sendRefundToWallet: { id: two.id },
  }
}
