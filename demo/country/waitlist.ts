import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { demoPeople } from './people.ts'
import { makeSeedId } from './random.ts'
import { type DemoContext, insertAll } from './rows.ts'

/**
 * Claims the right to write the demo's travel requests, once. Returns undefined if they exist already, or if there are
 * no demo people.
 */
export async function claimTravelRequests(
  db: Db,
): Promise<Pick<DemoContext, 'seed' | 'today'> | undefined> {
  const { rows } = await sql<Pick<DemoContext, 'seed' | 'today'>>`
    insert into installed (name) select 'demo requests' from installed where name = 'demo histories'
    on conflict do nothing
    returning to_char(lagos_today(), 'YYYY-MM-DD') as today,
      (select (detail ->> 'seed_number')::int from installed where name = 'demo country') as seed`.execute(
    db,
  )
  return rows[0]
}

/**
 * A requested route: days from today, how many other people request it, and the state of the first demo person's entry.
 */
interface DemoRequest {
  from: string
  to: string
  in_days: number
  span: number
  others: number
  ada?: 'waiting' | 'taken' | 'lapsed' | 'left' | 'ended'
}

const requests: readonly DemoRequest[] = [
  { from: 'lagos', to: 'yola', in_days: 40, span: 3, others: 7, ada: 'waiting' },
  { from: 'ibadan', to: 'maiduguri', in_days: 45, span: 2, others: 4 },
  { from: 'calabar', to: 'sokoto', in_days: 50, span: 7, others: 5 },
  { from: 'abuja', to: 'damaturu', in_days: 38, span: 1, others: 2 },
  { from: 'enugu', to: 'gusau', in_days: 60, span: 4, others: 9 },
  { from: 'lagos', to: 'gombe', in_days: 41, span: 1, others: 3, ada: 'left' },
  { from: 'owerri', to: 'katsina', in_days: -6, span: 2, others: 3, ada: 'ended' },
  { from: 'lagos', to: 'jalingo', in_days: -9, span: 1, others: 2, ada: 'taken' },
  { from: 'lagos', to: 'dutse', in_days: -4, span: 1, others: 2, ada: 'lapsed' },
]

/** Alerts of the demo's first person. */
const alerts = [
  { kind: 'price', from: 'lagos', to: 'abuja', below_kobo: 2_000_000, state: 'watching' },
  { kind: 'first_departure', from: 'lagos', to: 'yola', below_kobo: null, state: 'watching' },
  { kind: 'price', from: 'lagos', to: 'enugu', below_kobo: 4_500_000, state: 'told' },
  { kind: 'price', from: 'lagos', to: 'kano', below_kobo: 1_500_000, state: 'ended' },
] as const

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

async function cityIds(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; id: number }>`select code, id from city`.execute(db)
  return new Map(rows.map(({ code, id }) => [code, id]))
}

/** Writes requested routes in every state, and alerts of the demo's first person. */
export async function writeTravelRequests(ground: DemoContext): Promise<void> {
  const { db, seed, today } = ground
  const ids = await cityIds(db)
  const known = requests.filter(({ from, to }) => ids.has(from) && ids.has(to))
  const ada = makeSeedId(seed, `person ${demoPeople[0].email}`)
  const bala = makeSeedId(seed, `person ${demoPeople[1].email}`)
  const idOf = ({ from, to }: DemoRequest) => makeSeedId(seed, `request ${from} ${to}`)
  const instant = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await insertAll(
    db,
    'travel_request',
    known.map((one) => ({
      id: idOf(one),
      from_city_id: ids.get(one.from),
      to_city_id: ids.get(one.to),
      first_day: addDays(today, one.in_days),
      last_day: addDays(today, one.in_days + one.span - 1),
      told_travellers: 4,
      created_at: instant(-12),
      ended_at: one.in_days < 0 ? instant(-1) : null,
    })),
  )
  const places = known.flatMap((one, at) => [
    ...Array.from({ length: one.others }, (_, n) => ({
      ...place(idOf(one), makeSeedId(seed, `writer ${at * 7 + n}`), 1 + ((at + n) % 3)),
      state: one.in_days < 0 ? 'ended' : 'waiting',
    })),
    ...(one.ada === undefined ? [] : [{ ...place(idOf(one), ada, 2), state: one.ada }]),
    ...(at === 0 ? [{ ...place(idOf(one), bala, 1), state: 'waiting' }] : []),
  ])
  await insertAll(
    db,
    'queue_place',
    places.map((it, n) => ({
      ...it,
      id: makeSeedId(seed, `queue place ${n}`),
      joined_at: instant(-11 + n / 20),
      ended_at: it.state === 'waiting' ? null : instant(-1),
    })),
  )
  await insertAll(
    db,
    'route_alert',
    alerts.map(({ from, to, state, ...it }) => ({
      ...it,
      state,
      id: makeSeedId(seed, `alert ${from} ${to}`),
      person_id: ada,
      from_city_id: ids.get(from),
      to_city_id: ids.get(to),
      first_day: addDays(today, state === 'ended' ? -9 : 2),
      last_day: addDays(today, state === 'ended' ? -3 : 9),
      ways: ['push', 'email'],
      told_day: state === 'told' ? addDays(today, 4) : null,
      told_kobo: state === 'told' ? 4_281_500 : null,
      ended_at: state === 'watching' ? null : instant(-1),
      looked_at: instant(0),
      created_at: instant(-8),
    })),
  )
}

const place = (request_id: string, person_id: string, travellers: number) => ({
  request_id,
  person_id,
  travellers,
})

/**
 * Returns a departure in three to five days, without stops on the way and without bookings, to be sold out by
 * `sellOut`.
 */
export async function findDepartureToSellOut(
  db: Db,
): Promise<{ trip: string; trip_id: string } | undefined> {
  const { rows } = await sql<{ trip: string; trip_id: string }>`
    select t.id as trip_id, wire_trip_id(t.id, 0::smallint, 1::smallint) as trip from trip t join schedule s on s.id = t.schedule_id
    where s.feed_id is null and s.flat_fare_kobo is not null and t.status = 'scheduled'
      and t.departs_at between now() + interval '3 days' and now() + interval '5 days'
      and (select count(*) from schedule_stop x where x.schedule_id = s.id) = 2
      and not exists (select from seat_claim c join booking b on b.id = c.booking_id where c.trip_id = t.id)
    order by t.departs_at, t.id limit 1`.execute(db)
  return rows[0]
}

/** Sells all seats of a departure at the counter, except for `but` seats that stay free. */
export async function sellOut(db: Db, trip_id: string, but: number): Promise<void> {
  await sql`
    insert into seat_claim (trip_id, seat, leg, block_id)
    select t.id, seat.n, 0, gen_random_uuid() from trip t join schedule s on s.id = t.schedule_id
    join vehicle_type v on v.code = s.vehicle_type, unnest(v.sellable[${but + 1}:]) seat (n) where t.id = ${trip_id}
    on conflict do nothing`.execute(db)
  await sql`
    delete from seat_claim c using trip t, schedule s, vehicle_type v where t.id = ${trip_id} and c.trip_id = t.id
      and s.id = t.schedule_id and v.code = s.vehicle_type and c.seat = any (v.sellable[:${but}])`.execute(
    db,
  )
}

/** A travel request without an offer, and the departure that an operator of the demo could offer. */
export interface UnofferedTravelRequest {
  id: string
  operator_id: string
  key_id: string
  from_park: string
  to_park: string
  leaves_at: string
  minutes: number
  vehicle: string
  fare_kobo: number
}

/**
 * Returns at most five requests for the next 30 days that have waited a minute for an offer, each with an operator that
 * could make an offer.
 */
export async function findUnofferedRequests(db: Db): Promise<UnofferedTravelRequest[]> {
  const { rows } = await sql<UnofferedTravelRequest>`
    select r.id, o.id as operator_id, k.id as key_id, a.code as from_park, z.code as to_park,
      to_char(r.first_day, 'YYYY-MM-DD') || 'T07:30' as leaves_at,
      greatest(30, round(km.road / 52 * 60))::int as minutes, 'hiace-15' as vehicle,
      (round(km.road * 66 / 100) * 10000)::bigint as fare_kobo
    from travel_request r
    join city ca on ca.id = r.from_city_id join city cz on cz.id = r.to_city_id
    cross join lateral (
      select greatest(20, 1.3 * straight_km(ca.latitude, ca.longitude, cz.latitude, cz.longitude)) as road
    ) km
    cross join lateral (select code from motor_park where city_id = ca.id order by code limit 1) a
    cross join lateral (select code from motor_park where city_id = cz.id order by code limit 1) z
    cross join lateral (select id from operator where feed_id is null order by md5(id::text || r.id) limit 1) o
    join lateral (select id from operator_key where operator_id = o.id and revoked_at is null limit 1) k on true
    where r.ended_at is null and r.created_at < now() - interval '1 minute'
      and r.first_day > lagos_today()
      and r.first_day <= lagos_today() + 29
      and not exists (select from request_departure d where d.request_id = r.id)
      and exists (select from queue_place q where q.request_id = r.id and q.state = 'waiting')
    limit 5`.execute(db)
  return rows
}
