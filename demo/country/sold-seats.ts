import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * Sells seats of coming departures at the operators' counters with one statement: most of today's, few of next month's,
 * and all of some buses. The same departures get the same seats.
 */
export async function sellAtCounters(db: Db, today: string): Promise<void> {
  const chance = (about: string) =>
    sql`(('x' || substr(md5(${sql.raw(about)}), 1, 7))::bit(28)::int % 100)`
  await sql`
    with coming as materialized (
      select t.id, v.sellable, md5(t.id::text)::uuid as block_id,
        (select max(position) from schedule_stop where schedule_id = t.schedule_id) as legs,
        case when ${chance(`t.id::text || 'full'`)} < 2 and t.service_date - ${today}::date <= 5 then 100
          else (case t.service_date - ${today}::date
            when 0 then 72 when 1 then 58 when 2 then 46 when 3 then 38 when 4 then 30 when 5 then 25 when 6 then 20
            else greatest(3, 18 - (t.service_date - ${today}::date) / 2) end)
            * (40 + ${chance(`t.id::text || 'load'`)}) / 90 end as load
      from trip t join schedule s on s.id = t.schedule_id join vehicle_type v on v.code = s.vehicle_type
      where s.feed_id is null
    ), sold as materialized (
      select id, block_id, seat, legs, load,
        case when legs > 1 then ${chance(`id::text || seat || 'part'`)} end as part
      from coming, unnest(sellable) seat where load = 100 or ${chance(`id::text || seat`)} < load
    )
    insert into seat_claim (trip_id, seat, leg, block_id)
    select id, seat, leg, block_id from sold, generate_series(0, legs - 1) leg
    where load = 100 or legs = 1 or part < 50
      or (part < 75 and leg < (legs + 1) / 2) or (part >= 75 and leg >= legs / 2)
    on conflict do nothing`.execute(db)
}
