import { providers } from '#contract/payments/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { Channel, ProviderName } from './provider.ts'
import { isAttemptUnstartedSql } from './repository.ts'

/** A company's newest 50 payments of the last hour. */
export interface CompanyRecord {
  provider: ProviderName
  /** Whether its newest payment could not be started and is less than ten minutes old. */
  is_silent: boolean
  /** The number of failed payments of this payable. */
  failed_here: number
  /** The number of payments by channel that succeeded (`settled`), and that ended with any outcome (`ended`). */
  settled: Partial<Record<Channel, number>>
  ended: Partial<Record<Channel, number>>
}

/** Returns recent payments of each payment company, in general and for this payable. */
export async function findCompanyRecords(
  db: Db,
  payable_id: string | null,
): Promise<CompanyRecord[]> {
  const { rows } = await sql<CompanyRecord>`
    with lately as (
      select c.provider, p.channel, p.status, p.created_at, p.status = 'failed' and ${isAttemptUnstartedSql} as unstarted
      from unnest(${[...providers]}::text[]) c(provider)
      cross join lateral (
        select channel, status, created_at, authorization_url, transfer_account, ussd from payment
        where provider = c.provider and part_of is null and created_at > now() - interval '1 hour'
        order by created_at desc limit 50
      ) p
    ), by_channel as (
      select provider, coalesce(channel, 'card') as channel, count(*) filter (where status = 'succeeded') as settled,
        count(*) filter (where status in ('succeeded', 'failed', 'abandoned') and not unstarted) as ended
      from lately group by 1, 2
    )
    select c.provider,
      coalesce((select unstarted and created_at > now() - interval '10 minutes' from lately l
        where l.provider = c.provider order by created_at desc limit 1), false) as is_silent,
      (select count(*) from payment p where p.payable_id = ${payable_id}::uuid and p.provider = c.provider
        and p.status in ('failed', 'abandoned'))::int as failed_here,
      coalesce((select jsonb_object_agg(channel, settled) from by_channel b where b.provider = c.provider), '{}') as settled,
      coalesce((select jsonb_object_agg(channel, ended) from by_channel b where b.provider = c.provider), '{}') as ended
    from unnest(${[...providers]}::text[]) c(provider)`.execute(db)
  return rows
}
