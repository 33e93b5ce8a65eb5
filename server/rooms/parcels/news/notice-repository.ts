import type { ParcelPrice } from '#contract/parcels/model'
import type { ParcelState } from '#contract/parcels/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { JobPayloads } from '#server/jobs/queue'
import { selectAcceptsMessages } from '#server/rooms/notifications'

export type ParcelNoticeKind = JobPayloads['parcel.tell']['kind']

/**
 * A parcel with the data for its notifications, and the phone numbers and email address that get them. Names are null
 * after their retention.
 */
export interface ParcelNotice {
  id: string
  tracking_id: string
  waybill: string | null
  state: ParcelState
  /** Whether a later scan has made this notification out of date. */
  has_moved_on: boolean
  /** Whether the parcel was cancelled because it was not paid in time. */
  ran_out: boolean
  /** The sender's phone number and email address; null if the sender does not accept notifications by that channel. */
  phone: string | null
  email: string | null
  /** Whether the sender has an account, in which they find the PIN. */
  has_account: boolean
  sender_name: string | null
  receiver_name: string | null
  receiver_phone: string | null
  from_city: string
  to_city: string
  from_place: string
  to_place: string
  /**
   * The city where the parcel waits or was delivered. A scan in another city than the destination overrides both this
   * and `to_place`.
   */
  out_city: string
  /** The motor park of its last scan. */
  place: string | null
  /** When, and at which motor park, it got its current state. */
  at: Date
  at_place: string | null
  departs_at: Date
  zone: string
  operator: string
  driver_name: string | null
  driver_phone: string | null
  plate: string | null
  add_ons: string[]
  price: ParcelPrice
  pin_issue: number
  pin_hash: Buffer | null
  /** The claim that was answered last, with amounts in kobo. */
  claim: {
    by_staff: boolean
    granted_kobo: number
    paid_kobo: number
    answer: string | null
  } | null
  server_time: Date
}

/** Returns a parcel for a notification of `kind`; undefined if there is none. */
export async function findParcelNotice(
  db: Db,
  parcel_id: string,
  kind: ParcelNoticeKind,
): Promise<ParcelNotice | undefined> {
  const { rows } = await sql<ParcelNotice>`
    select p.id, p.tracking_id, p.waybill, p.state, p.user_id is not null as has_account, p.sender_name, p.receiver_name, p.receiver_phone,
      coalesce(p.state <> k.state and coalesce(s.rank > k.rank, true), false) as has_moved_on,
      coalesce(p.state = 'cancelled' and p.paid_at is null and p.ended_at >= p.pay_until, false) as ran_out,
      case when ${selectAcceptsMessages('trip_news_sms')} then p.sender_phone end as phone,
      case when ${kind} = 'paid' or ${selectAcceptsMessages('trip_news_email')} then o.email end as email,
      a.name as from_city, z.name as to_city,
      coalesce(${parkOf(sql`p.drop_off_location_id`)}, 'Door in ' || a.name) as from_place,
      coalesce(elsewhere.park, ${parkOf(sql`p.pick_up_location_id`)}, 'Door in ' || z.name) as to_place,
      coalesce(elsewhere.city, z.name) as out_city,
      (${seenAt(sql`true`)}) as place, (${seenAt(sql`e.kind = p.state`)}) as at_place,
      coalesce((select max(occurred_at) from parcel_event where parcel_id = p.id and kind = p.state), p.created_at) as at,
      boards_at(p.trip_id, p.leg_from) as departs_at, run.zone,
      operator.name as operator, p.driver_name, p.driver_phone, p.plate, p.add_ons, p.price, p.pin_issue, p.pin_hash,
      (select jsonb_build_object('by_staff', c.answered_by = 'staff', 'granted_kobo', c.granted_kobo,
          'paid_kobo', c.paid_kobo, 'answer', c.answer) from parcel_claim c
        where c.parcel_id = p.id and c.decided_at is not null order by c.decided_at desc limit 1) as claim,
      now() as server_time
    from parcel p
    left join person o on o.id = p.user_id
    join parcel_state s on s.state = p.state
    left join parcel_state k on k.state = ${kind} and k.state <> 'paid'
    join parcel_route r on r.id = p.route_id
    join city a on a.id = r.from_city_id join city z on z.id = r.to_city_id
    join operator on operator.id = p.operator_id
    join trip t on t.id = p.trip_id join schedule run on run.id = t.schedule_id
    left join lateral (
      select m.name as park, c.name as city, c.id from parcel_event e
      left join motor_park m on m.id = e.motor_park_id left join city c on c.id = m.city_id
      where e.parcel_id = p.id and e.kind in ('ready_for_pickup', 'delivered') ${newestFirst} limit 1
    ) elsewhere on elsewhere.id <> r.to_city_id
    where p.id = ${parcel_id}::uuid`.execute(db)
  return rows[0]
}

const parkOf = (location: ReturnType<typeof sql>) => sql`(
  select m.name from parcel_location l join motor_park m on m.id = l.motor_park_id where l.id = ${location})`

const newestFirst = sql`
  order by e.occurred_at desc, coalesce(e.said_at, e.occurred_at) desc, e.id desc`

const seenAt = (which: ReturnType<typeof sql>) => sql`
  select m.name from parcel_event e join motor_park m on m.id = e.motor_park_id
  where e.parcel_id = p.id and ${which} ${newestFirst} limit 1`
