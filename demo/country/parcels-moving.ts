import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { demoPeople } from './people.ts'
import { makeSeedId } from './random.ts'
import type { DemoContext } from './rows.ts'

/** Returns the `client_ref` of a demo parcel in transit. */
export const makeMovingParcelRef = (seed: number, number: number) =>
  makeSeedId(seed, `moving parcel ${number}`).replace('019b7656-c400', '019b7656-c401')

const isMoving = sql`(p.client_ref >= '019b7656-c401-7000-8000-000000000000'
  and p.client_ref < '019b7656-c402-7000-8000-000000000000')`

/** Returns what the job that moves the demo's parcels needs; undefined without a demo country. */
export async function findParcelJobContext(
  db: Db,
): Promise<Pick<DemoContext, 'seed' | 'today'> | undefined> {
  const { rows } = await sql<Pick<DemoContext, 'seed' | 'today'>>`
    select to_char(lagos_today(), 'YYYY-MM-DD') as today, (detail ->> 'seed_number')::int as seed
    from installed where name = 'demo country' and exists (select from installed where name = 'demo parcels')`.execute(
    db,
  )
  return rows[0]
}

const goesOn = sql`p.state in ('paid', 'received', 'loaded', 'in_transit', 'at_hub', 'ready_for_pickup')`

/** Returns how many of the demo's parcels are in transit (`under_way`), and how many there ever were. */
export async function countDemoParcels(db: Db): Promise<{ under_way: number; ever: number }> {
  const { rows } = await sql<{ under_way: number; ever: number }>`
    select (count(*) filter (where ${goesOn}))::int as under_way, count(*)::int as ever
    from parcel p where ${isMoving}`.execute(db)
  return rows[0] ?? { under_way: 0, ever: 0 }
}

/** A parcel that is due for its next scan. `scans`: how many it has had. */
export interface MovingParcel {
  id: string
  waybill: string
  operator_id: string
  pin_issue: number
  trip_id: string
  from_park: string
  to_park: string
  hub: string | null
  scans: number
}

/**
 * Returns at most two parcels that are due for a scan, the longest waiting first. A parcel is due n to 2n seconds after
 * its last scan, at random. n is `watched` if a person of the demo was active in the last hour, otherwise `alone`.
 */
export async function findDueParcels(
  db: Db,
  { watched, alone }: { watched: number; alone: number },
): Promise<MovingParcel[]> {
  const emails = demoPeople.map(({ email }) => email)
  const { rows } = await sql<MovingParcel>`
    select p.id, p.waybill, p.operator_id, p.pin_issue, p.trip_id, a.code as from_park, z.code as to_park, last.scans,
      (select m.code from schedule_stop x join motor_park m on m.id = x.motor_park_id
        where x.schedule_id = t.schedule_id and x.position > p.leg_from and x.position < p.leg_to order by x.position limit 1) as hub
    from parcel p
    join trip t on t.id = p.trip_id
    join schedule_stop starts on starts.schedule_id = t.schedule_id and starts.position = p.leg_from
    join motor_park a on a.id = starts.motor_park_id
    join parcel_location lz on lz.id = p.pick_up_location_id join motor_park z on z.id = lz.motor_park_id
    cross join lateral (
      select max(recorded_at) as at, (count(*) filter (where kind not in ('created', 'paid')))::int as scans
      from parcel_event where parcel_id = p.id) last
    cross join lateral (
      select case when exists (select from login l join person o on o.id = l.person_id
          where o.email = any (${emails}::text[]) and l.revoked_at is null and l.last_used_at > now() - interval '1 hour')
        then ${watched}::int else ${alone}::int end as seconds) wait
    where ${isMoving} and ${goesOn} and p.pin_tries < 5
      and last.at <= now() - wait.seconds * (1 + ('x' || substr(md5(p.id::text || last.scans), 1, 4))::bit(16)::int / 65536.0)
        * interval '1 second'
    order by last.at limit 2`.execute(db)
  return rows
}
