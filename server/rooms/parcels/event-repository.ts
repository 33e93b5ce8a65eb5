import { maxCounterParcels, type ParcelState } from '#contract/parcels/rules'
import type {
  CounterParcel,
  ParcelScan,
  ParcelScanResult,
  Tracking,
} from '#contract/parcels/tracking'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { OperatorPrincipal } from '#server/platform/actor'
import { parcelJoins } from './repository.ts'
import type { StorageFacts } from './storage.ts'

/** A stop of the bus that carries a parcel. */
export interface ParcelStopRow {
  parcel_id: string
  park: string
  city: string
  latitude: number
  longitude: number
  /** How far along the trip the stop is, measured in travel time: 0 is the first stop, 1 the last. */
  share: number
  arrives_at: Date
  departs_at: Date
}

/** A tracking event of a parcel, with the names of its place, if it has one. */
export interface ParcelEventRow {
  parcel_id: string
  kind: Tracking['events'][number]['kind']
  occurred_at: Date
  park: string | null
  city: string | null
}

/**
 * Returns the stops of the bus of each parcel, in order. This is the bus on which the parcel was loaded if that bus
 * serves the parcel's route, otherwise the planned bus.
 */
export async function findParcelStops(
  db: Db,
  parcel_ids: readonly string[],
): Promise<ParcelStopRow[]> {
  const { rows } = await sql<ParcelStopRow>`
    with way as (
      select p.id, coalesce(on_it.trip_id, p.trip_id) as trip_id, coalesce(on_it.leg_from, p.leg_from) as leg_from,
        coalesce(on_it.leg_to, p.leg_to) as leg_to
      from parcel p
      join parcel_route r on r.id = p.route_id
      left join lateral (
        select t.id as trip_id, a.position as leg_from, b.position as leg_to
        from trip t
        join schedule_stop a on a.schedule_id = t.schedule_id and a.city_id = r.from_city_id
        join schedule_stop b on b.schedule_id = t.schedule_id and b.city_id = r.to_city_id and b.position > a.position
        where t.id = p.loaded_trip_id order by a.position, b.position limit 1
      ) on_it on true
      where p.id = any (${parcel_ids}::uuid[])
    )
    select way.id as parcel_id, m.name as park, c.name as city, c.latitude, c.longitude,
      ((x.arrives_after_seconds - a.departs_after_seconds)::float
        / greatest(1, b.arrives_after_seconds - a.departs_after_seconds)) as share,
      t.departs_at + x.arrives_after_seconds * interval '1 second' as arrives_at,
      t.departs_at + x.departs_after_seconds * interval '1 second' as departs_at
    from way
    join trip t on t.id = way.trip_id
    join schedule_stop a on a.schedule_id = t.schedule_id and a.position = way.leg_from
    join schedule_stop b on b.schedule_id = t.schedule_id and b.position = way.leg_to
    join schedule_stop x on x.schedule_id = t.schedule_id and x.position between way.leg_from and way.leg_to
    join city c on c.id = x.city_id
    join motor_park m on m.id = x.motor_park_id
    order by way.id, x.position`.execute(db)
  return rows
}

/** Returns events of these parcels, newest first, without reports of loss or damage from before they were accepted. */
export async function findParcelEvents(
  db: Db,
  parcel_ids: readonly string[],
): Promise<ParcelEventRow[]> {
  const { rows } = await sql<ParcelEventRow>`
    select e.parcel_id, e.kind, e.occurred_at, m.name as park, c.name as city
    from parcel_event e
    join parcel p on p.id = e.parcel_id
    left join motor_park m on m.id = e.motor_park_id
    left join city c on c.id = m.city_id
    where e.parcel_id = any (${parcel_ids}::uuid[])
      and (e.kind not in ('lost', 'damaged') or p.received_at <= e.occurred_at)
    order by e.parcel_id, e.occurred_at desc, coalesce(e.said_at, e.occurred_at) desc, e.id desc`.execute(
    db,
  )
  return rows
}

/** The scanned text, normalised as a waybill and as a tracking id. */
export interface ScannedCode {
  waybill: string
  tracking_id: string
}

/** A scanned parcel. Its row is locked until the transaction ends. */
export interface ScanTarget extends StorageFacts {
  id: string
  waybill: string | null
  tracking_id: string
  pin_hash: Buffer | null
  state: ParcelState
  server_time: Date
}

/**
 * Returns the operator's parcels with the waybills and tracking IDs that a scanner read. Locks their rows in a fixed
 * order until the transaction ends.
 */
export async function lockScannedParcels(
  db: Db,
  operator_id: string,
  read: readonly ScannedCode[],
): Promise<ScanTarget[]> {
  const { rows } = await sql<ScanTarget>`
    select p.id, p.waybill, p.tracking_id, p.pin_hash, p.state, p.ready_at, p.ended_at, p.weight_grams, p.add_ons,
      s.zone, clock_timestamp() as server_time
    from parcel p join trip t on t.id = p.trip_id join schedule s on s.id = t.schedule_id
    where p.operator_id = ${operator_id}::uuid and (p.waybill = any (${read.map((one) => one.waybill)}::text[])
      or p.tracking_id = any (${read.map((one) => one.tracking_id)}::text[]))
    order by p.id for update of p`.execute(db)
  return rows
}

/** The result of a scan, and the parcel's state after it. */
export interface ParcelScanOutcome {
  result: Exclude<ParcelScanResult['result'], 'unknown' | 'storage_due'>
  state: ParcelState
  has_moved: boolean
}

/** Records one scan of a parcel. Unknown places and buses are ignored. */
export async function recordParcelScan(
  db: Db,
  by: OperatorPrincipal,
  parcel_id: string,
  scan: ParcelScan,
  pin_hash: Buffer | null,
): Promise<ParcelScanOutcome> {
  const { id, kind, occurred_at, place, trip_id } = scan
  const event = { id, kind, occurred_at, ...by }
  const { rows } = await sql<ParcelScanOutcome>`
    select r.result, r.state, r.has_moved from record_parcel_scan(${parcel_id}::uuid,
      jsonb_populate_record(null::parcel_event, ${JSON.stringify(event)}::jsonb || jsonb_build_object(
        'motor_park_id', (select m.id from motor_park m where m.code = ${place ?? null}::text),
        'trip_id', (select t.id from trip t join schedule s on s.id = t.schedule_id
          where t.id = ${trip_id ?? null}::uuid and s.operator_id = ${by.operator_id}::uuid))),
      ${pin_hash}::bytea, ${scan.plate ?? null}::text, ${scan.driver_name ?? null}::text,
      ${scan.driver_phone ?? null}::text) r`.execute(db)
  const recorded = rows[0]
  if (recorded === undefined) throw new Error('a function answers one row')
  return recorded
}

/**
 * SQL that joins parcels with their routes, their planned bus `t`, and the motor parks where the parcel gets on and off
 * it.
 */
const planned = sql`${parcelJoins}
    join trip t on t.id = p.trip_id
    join schedule_stop x on x.schedule_id = t.schedule_id and x.position = p.leg_from
    join schedule_stop y on y.schedule_id = t.schedule_id and y.position = p.leg_to
    join motor_park from_park on from_park.id = x.motor_park_id
    join motor_park to_park on to_park.id = y.motor_park_id`

/** A parcel of a counter, with the facts on which its storage fee depends. */
type CounterParcelRow = Omit<CounterParcel, 'departs_at' | 'storage' | 'add_ons'> &
  StorageFacts & { add_on_names: string[]; departs_at: Date; server_time: Date }

/** What a counter searches for: the number that a scanner read, or a phone number in E.164. */
export type CounterSearch = ScannedCode | { phone: string }

/**
 * Returns paid parcels that an operator has not delivered, next departure first; at most `maxCounterParcels`. Those
 * whose bus left more than a month ago, which may never be scanned again, come last, so that they displace no others.
 * `place`: only parcels of this motor park. `search`: the parcel with this number, even if it is delivered, or parcels
 * with the phone number of a sender or receiver.
 */
export async function findCounterParcels(
  db: Db,
  operator_id: string,
  { place, search }: { place: string | undefined; search: CounterSearch | undefined },
): Promise<CounterParcelRow[]> {
  const here =
    place === undefined
      ? sql`true`
      : sql`${place} in (start.code, finish.code, from_park.code, to_park.code)`
  const { rows } = await sql<CounterParcelRow>`
    select p.tracking_id, p.waybill, p.state,
      coalesce((select e.kind from parcel_event e join parcel_state k on k.state = e.kind
        where e.parcel_id = p.id and k.rank is not null
        order by k.rank desc, e.occurred_at desc, e.said_at desc, e.id desc limit 1), p.state) as reached,
      a.name as from_city, b.name as to_city, coalesce(start.name, 'Door in ' || a.name) as from_place,
      coalesce(finish.name, 'Door in ' || b.name) as to_place, coalesce(start.code, from_park.code) as from_park,
      coalesce(finish.code, to_park.code) as to_park, z.name as size, k.name as type,
      (select coalesce(jsonb_agg(o.name order by o.position), '[]') from parcel_add_on o
        where o.code = any (p.add_ons)) as add_on_names,
      p.contents, p.note, p.declared_value_kobo, p.sender_name, p.sender_phone, p.receiver_name, p.receiver_phone,
      p.trip_id, boards_at(p.trip_id, p.leg_from) as departs_at, s.zone, p.ready_at, p.ended_at, p.weight_grams,
      p.add_ons, p.user_id is null as sold_at_counter, clock_timestamp() as server_time
    from ${planned}
    join schedule s on s.id = t.schedule_id
    join parcel_size z on z.code = p.size_code
    join parcel_type k on k.code = p.type_code
    left join parcel_location l on l.id = p.drop_off_location_id
    left join motor_park start on start.id = l.motor_park_id
    left join parcel_location g on g.id = p.pick_up_location_id
    left join motor_park finish on finish.id = g.motor_park_id
    where p.operator_id = ${operator_id}::uuid and p.waybill is not null and ${isSearched(search)} and ${here}
    order by t.departs_at < now() - interval '30 days', departs_at, p.waybill limit ${maxCounterParcels}`.execute(
    db,
  )
  return rows
}

const isOpen = sql`p.state not in ('delivered', 'returned', 'cancelled')`

function isSearched(search: CounterSearch | undefined) {
  if (search === undefined) return isOpen
  return 'phone' in search
    ? sql`${isOpen} and ${search.phone} in (p.sender_phone, p.receiver_phone)`
    : sql`(p.waybill = ${search.waybill} or p.tracking_id = ${search.tracking_id})`
}

/**
 * Returns how many parcels wait for a step of an operator's counter: for their bus, or because they are held back or
 * damaged. A lost parcel does not count, since nothing is left to do for it.
 */
export async function countWaitingParcels(db: Db, operator_id: string | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from parcel
    where operator_id = ${operator_id}::uuid and state in ('received', 'on_hold', 'damaged')`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** A paid parcel for the demo's counter. Places are codes of motor parks. */
export interface ParcelForDemoCounter {
  tracking_id: string
  waybill: string
  state: ParcelState
  from_city: string
  to_city: string
  operator: string
  operator_id: string
  /** The id of an API key of the operator; null if it has none. */
  key_id: string | null
  /** The id of an API key of our own staff; null if there is none. */
  staff_key_id: string | null
  /** The open claim, with amounts in kobo. */
  open_claim: { id: string; words: string; asked_kobo: number } | null
  trip_id: string
  from_park: string
  hub: string | null
  to_park: string
}

/**
 * Returns the paid parcel whose waybill or tracking ID a scanner read; without a scan, the last twenty paid parcels of
 * all operators.
 */
export async function findParcelsForDemoCounter(
  db: Db,
  read: ScannedCode | undefined,
): Promise<ParcelForDemoCounter[]> {
  const isIt =
    read === undefined
      ? sql`true`
      : sql`(p.waybill = ${read.waybill} or p.tracking_id = ${read.tracking_id})`
  const { rows } = await sql<ParcelForDemoCounter>`
    select p.tracking_id, p.waybill, p.state, a.name as from_city, b.name as to_city, o.name as operator,
      p.operator_id, p.trip_id, from_park.code as from_park, to_park.code as to_park,
      (select k.id from operator_key k where k.operator_id = p.operator_id and k.revoked_at is null
        order by k.id limit 1) as key_id,
      (select k.id from staff_key k where k.revoked_at is null and 'claims' = any (k.scopes) order by k.id limit 1) as staff_key_id,
      (select json_build_object('id', c.id, 'words', c.words, 'asked_kobo', c.asked_kobo) from parcel_claim c
        where c.parcel_id = p.id and c.state = 'open') as open_claim,
      (select m.code from schedule_stop h join motor_park m on m.id = h.motor_park_id
        where h.schedule_id = t.schedule_id and h.position > p.leg_from and h.position < p.leg_to
        order by h.position limit 1) as hub
    from ${planned}
    join operator o on o.id = p.operator_id
    where p.waybill is not null and ${isIt} order by p.paid_at desc, p.id limit 20`.execute(db)
  return rows
}
