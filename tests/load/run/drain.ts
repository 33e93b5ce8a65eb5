import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { enqueue } from '#server/jobs/queue'

const longest = 180_000

/**
 * Lets the product finish what the load began: repeated messages, jobs of killed processes, the reconciler. Changes
 * only times: makes due now what would be due later, so that the run does not have to wait. Returns the seconds that
 * this took; gives up after three minutes.
 */
export async function drainJobs(db: Db, url: string): Promise<number> {
  const started = Date.now()
  const boss = new PgBoss({
    connectionString: url,
    migrate: false,
    supervise: false,
    schedule: false,
    max: 1,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    while (Date.now() - started < longest) {
      await turnClockForward(db)
      await boss.supervise()
      await enqueue(db, 'payment.reconcile', {})
      await enqueue(db, 'hold.sweep', {})
      await enqueue(db, 'parcel.sweep', {})
      await enqueue(db, 'charter.sweep', {})
      await sleep(1500)
      if ((await countUnfinished(db)) === 0) break
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  return Math.round((Date.now() - started) / 1000)
}

async function turnClockForward(db: Db): Promise<void> {
  // The plan of a job spreads its tries over hours. Here they pass within seconds, in which a busy machine may answer
  // none of them, so none of them is the last.
  await sql`
    update pgboss.job set start_after = least(start_after, now()), retry_limit = greatest(retry_limit, retry_count + 1)
    where state in ('created', 'retry', 'active') and retry_limit > 0`.execute(db)
  // No running job takes longer than 20 seconds here, so the workers of older jobs were killed.
  await sql`
    update pgboss.job set started_on = started_on - interval '1 hour', heartbeat_on = heartbeat_on - interval '1 hour'
    where state = 'active' and started_on < now() - interval '20 seconds' and started_on > now() - interval '30 minutes'`.execute(
    db,
  )
  await sql`update payment set next_check_at = now() where status <> 'succeeded' and next_check_at > now()`.execute(
    db,
  )
  await sql`
    update refund set next_try_at = now(), requested_at = least(requested_at, now() - interval '1 minute')
    where state in ('requested', 'submitted', 'failed')`.execute(db)
}

/**
 * Counts unfinished work. Leaves out refunds that were not submitted before their payment was disputed: they wait for
 * the dispute.
 */
async function countUnfinished(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from sandbox.charge c left join payment p on p.provider_id = c.id::text and p.part_of is null
        where c.status = 'success' and not c.is_reversed and p.status is distinct from 'succeeded')
      + (select count(*) from refund r join payment share on share.id = r.payment_id
        join payment p on p.id = coalesce(share.part_of, share.id)
        where r.state = 'submitted' or r.state in ('requested', 'failed') and p.disputed_kobo = 0)
      + (select count(*) from pgboss.job where state in ('created', 'retry', 'active')
        and name in ('ticket.send', 'parcel.tell', 'mail.send', 'payment.check', 'payment.recheck', 'payment.find', 'refund.submit'))
    )::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
