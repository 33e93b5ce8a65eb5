import type { ParcelState } from '#contract/parcels/rules'
import type { Parcel, ParcelPrice } from '#contract/parcels/model'
import { hasOldWaybillForm } from '#contract/reference'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { firstPickupPinNumber } from '#server/platform/pickup-pin'

/** The motor park of a counter. */
interface Park {
  code: string
  name: string
  address: string
}

interface CodeAndName {
  code: string
  name: string
}

/** A parcel with the names of everything to which it refers. */
export interface ParcelRow {
  id: string
  tracking_id: string
  waybill: string | null
  /** Null for a parcel that was sold at a counter. */
  user_id: string | null
  state: ParcelState
  route: string
  from_city: string
  to_city: string
  distance_km: number
  size: CodeAndName
  weight_grams: number
  measures: number[] | null
  type: CodeAndName
  add_ons: CodeAndName[]
  contents: string | null
  note: string | null
  declared_value_kobo: number
  cover_kobo: number
  sender_name: string | null
  sender_phone: string | null
  receiver_name: string | null
  receiver_phone: string | null
  drop_off: Park | null
  pick_up: Park | null
  drop_off_address: string | null
  pick_up_address: string | null
  price: ParcelPrice
  paid_kobo: number
  paid_from_wallet: boolean
  pay_until: Date
  carrier: CodeAndName & { phone: string | null }
  departs_at: Date
  arrives_at: Date
  /** By how many minutes the parcel's bus is late: the bus on which it was loaded, otherwise the planned one. */
  delay_minutes: number
  zone: string
  pin_issue: number
  pin_hash: Buffer | null
  pin_tries: number
  loaded_at: Date | null
  plate: string | null
  driver_name: string | null
  driver_phone: string | null
  ready_at: Date | null
  ended_at: Date | null
  heard_end_at: Date | null
  has_photo: boolean
  pending_payment: string | null
  /** Whether the parcel can still be cancelled (`parcel_may_be_called_off`). */
  may_cancel: boolean
  created_at: Date
  server_time: Date
}

/** Columns with personal data, which are emptied after a parcel's retention. */
export const personalColumns = [
  'sender_name',
  'sender_phone',
  'receiver_name',
  'receiver_phone',
  'drop_off_address',
  'pick_up_address',
  'contents',
  'note',
  'driver_name',
  'driver_phone',
] as const satisfies (keyof ParcelRow)[]

/** Parcels `p` on their route `r` from city `a` to city `b`. */
export const parcelJoins = sql`parcel p
    join parcel_route r on r.id = p.route_id
    join city a on a.id = r.from_city_id
    join city b on b.id = r.to_city_id`

const parkOf = (column: string) => sql`
    (select jsonb_build_object('code', m.code, 'name', m.name, 'address', m.address)
      from parcel_location l join motor_park m on m.id = l.motor_park_id where l.id = ${sql.ref(column)})`

function selectParcels(where: Sql) {
  return sql<ParcelRow>`
    select p.id, p.tracking_id, p.waybill, p.user_id, p.state, r.code as route, a.name as from_city, b.name as to_city,
      r.distance_km, jsonb_build_object('code', z.code, 'name', z.name) as size, p.weight_grams, p.measures,
      jsonb_build_object('code', k.code, 'name', k.name) as type,
      (select coalesce(jsonb_agg(jsonb_build_object('code', o.code, 'name', o.name) order by o.position), '[]')
        from parcel_add_on o where o.code = any (p.add_ons)) as add_ons,
      p.contents, p.note, p.declared_value_kobo, p.cover_kobo, p.sender_name, p.sender_phone, p.receiver_name,
      p.receiver_phone, ${parkOf('p.drop_off_location_id')} as drop_off, ${parkOf('p.pick_up_location_id')} as pick_up,
      p.drop_off_address, p.pick_up_address, p.price, p.paid_kobo, p.pay_until,
      paid_from_wallet(array[p.id]) as paid_from_wallet,
      jsonb_build_object('code', c.code, 'name', c.name, 'phone', c.phone) as carrier,
      boards_at(p.trip_id, p.leg_from) as departs_at,
      t.departs_at + e.arrives_after_seconds * interval '1 second' as arrives_at, on_it.delay_minutes, s.zone,
      p.pin_issue, p.pin_hash, p.pin_tries, p.loaded_at, coalesce(p.plate, loaded.plate) as plate, p.driver_name, p.driver_phone,
      p.ready_at, p.ended_at, greatest(p.ended_at, p.proved_at) as heard_end_at, p.created_at, clock_timestamp() as server_time,
      exists (select from parcel_photo f where f.parcel_id = p.id and f.claim_id is null) as has_photo,
      parcel_may_be_called_off(p) as may_cancel,
      (select y.reference from payment y where y.payable_id = p.id and y.status in ('initiated', 'pending')
        order by y.created_at desc limit 1) as pending_payment
    from ${parcelJoins}
    join parcel_size z on z.code = p.size_code
    join parcel_type k on k.code = p.type_code
    join operator c on c.id = p.operator_id
    join trip t on t.id = p.trip_id
    join schedule s on s.id = t.schedule_id
    join schedule_stop e on e.schedule_id = s.id and e.position = p.leg_to
    join trip on_it on on_it.id = coalesce(p.loaded_trip_id, p.trip_id)
    left join trip loaded on loaded.id = p.loaded_trip_id
    ${where}`
}

/**
 * Returns how many unpaid parcels a person has. Does not count the parcel of `client_ref`, which may be created at the
 * same time; see sql/limit_unpaid_parcels.sql.
 */
export async function countUnpaidParcels(
  db: Db,
  user_id: string,
  client_ref: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ unpaid: number }>`
    select count(*)::int as unpaid from parcel
    where user_id = ${user_id} and state = 'pending_payment' and pay_until > clock_timestamp()
      and (client_ref is null or client_ref is distinct from ${client_ref ?? null})`.execute(db)
  return rows[0]?.unpaid ?? 0
}

/** Returns the parcel with this number, as `normaliseWaybill` returns it, for anyone. */
export async function findParcelByNumber(db: Db, number: string) {
  const is = hasOldWaybillForm(number) ? sql`p.waybill = ${number}` : sql`p.tracking_id = ${number}`
  const { rows } = await selectParcels(sql`where ${is}`).execute(db)
  return rows[0]
}

/** Returns a parcel by its id (not its tracking id); undefined if there is none. */
export async function findParcel(db: Db, id: string) {
  const { rows } = await selectParcels(sql`where p.id = ${id}::uuid`).execute(db)
  return rows[0]
}

export async function findParcelByClientRef(db: Db, user_id: string, client_ref: string) {
  const { rows } = await selectParcels(
    sql`where p.user_id = ${user_id}::uuid and p.client_ref = ${client_ref}::uuid`,
  ).execute(db)
  return rows[0]
}

/** Returns one page of a user's parcels, newest first, and how many there are on all pages. */
export async function findPageOfParcels(
  db: Db,
  user_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ParcelRow[]; total: number }> {
  const { rows } = await selectParcels(
    sql`where p.user_id = ${user_id}::uuid order by p.created_at desc, p.id desc limit ${limit} offset ${offset}`,
  ).execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from parcel where user_id = ${user_id}::uuid`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns all of a user's parcels, the newest first. */
export async function findParcelsOfUser(db: Db, user_id: string): Promise<ParcelRow[]> {
  const { rows } = await selectParcels(
    sql`where p.user_id = ${user_id}::uuid order by p.created_at desc, p.id desc`,
  ).execute(db)
  return rows
}

/** Returns refunds of these parcels, oldest first. */
export async function findParcelRefunds(db: Db, parcel_ids: readonly string[]) {
  const { rows } = await sql<{ parcel_id: string } & Parcel['refunds'][number]>`
    select payable_id as parcel_id, amount_kobo, destination, state from refund
    where payable_id = any (${parcel_ids}::uuid[]) order by requested_at, id`.execute(db)
  return rows
}

/** A parcel before it is stored. Its route, operator, bus and price come from its quote. */
export interface NewParcel {
  id: string
  tracking_id: string
  user_id: string | null
  quote_id: string
  size_code: string
  weight_grams: number
  measures: number[] | null
  type_code: string
  add_ons: string[]
  declared_value_kobo: number
  cover_kobo: number
  drop_off_location_id: number | null
  pick_up_location_id: number | null
  drop_off_address: string | null
  pick_up_address: string | null
  sender_name: string
  sender_phone: string
  receiver_name: string
  receiver_phone: string
  contents: string
  note: string | null
  pin_hash: Buffer
  client_ref: string | null
}

/** Stores a parcel and its creation event. Returns false if its `client_ref` exists. */
export async function insertParcel(
  db: Db,
  parcel: NewParcel,
  event_id: string,
  pay_hours: number,
): Promise<boolean> {
  const { pin_hash, ...told } = parcel
  const { rows } = await sql`
    insert into parcel (id, tracking_id, user_id, quote_id, route_id, operator_id, trip_id, leg_from, leg_to,
      size_code, weight_grams, measures, type_code, add_ons, declared_value_kobo, cover_kobo, drop_off_location_id,
      pick_up_location_id, drop_off_address, pick_up_address, sender_name, sender_phone, receiver_name,
      receiver_phone, contents, note, price, total_kobo, pay_until, pin_hash, pin_issue, client_ref)
    select n.id, n.tracking_id, n.user_id, q.id, q.route_id, q.operator_id, q.trip_id, q.leg_from, q.leg_to,
      n.size_code, n.weight_grams, n.measures, n.type_code, n.add_ons, n.declared_value_kobo, n.cover_kobo,
      n.drop_off_location_id, n.pick_up_location_id, n.drop_off_address, n.pick_up_address, n.sender_name,
      n.sender_phone, n.receiver_name, n.receiver_phone, n.contents, n.note, q.price, q.total_kobo,
      now() + ${pay_hours} * interval '1 hour', ${pin_hash}, ${firstPickupPinNumber}, n.client_ref
    from jsonb_populate_record(null::parcel, ${JSON.stringify(told)}::jsonb) n
    join parcel_quote q on q.id = n.quote_id
    on conflict (user_id, client_ref) do nothing returning id`.execute(db)
  if (rows.length === 0) return false
  await insertParcelEvent(db, event_id, parcel.id, 'created')
  return true
}

/** Records with the current time that a parcel was created or cancelled. */
export async function insertParcelEvent(
  db: Db,
  id: string,
  parcel_id: string,
  kind: 'created' | 'cancelled',
): Promise<void> {
  await sql`insert into parcel_event (id, parcel_id, kind, occurred_at)
    values (${id}, ${parcel_id}, ${kind}, now())`.execute(db)
}

/** Locks a parcel's row until the transaction ends. */
export async function lockParcel(db: Db, tracking_id: string): Promise<void> {
  await sql`select from parcel where tracking_id = ${tracking_id} for update`.execute(db)
}

/**
 * Cancels a parcel. Returns the kobo to refund: what was paid, without our fee and its VAT if the parcel had already
 * been accepted.
 */
export async function markParcelCancelled(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ refund_kobo: number }>`
    update parcel p set state = 'cancelled', ended_at = now()
    from (select b.paid_kobo - case when b.paid_kobo > 0 and (b.state = 'on_hold'
        or exists (select from parcel_event e where e.parcel_id = b.id and e.kind = 'received'))
        then (select sum(amount_kobo) from jsonb_to_recordset(b.price -> 'lines') line (code text, amount_kobo bigint)
          where code = 'service_fee') + vat_of_fee(b.id) else 0 end as refund_kobo
      from parcel b where b.id = ${id}::uuid) before
    where p.id = ${id}::uuid returning before.refund_kobo::bigint`.execute(db)
  return rows[0]?.refund_kobo ?? 0
}

/** Stores the hash of a new PIN. Returns false if it was already renewed `most` times today. */
export async function savePickupPin(
  db: Db,
  id: string,
  pin_hash: Buffer,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    update parcel set pin_issue = pin_issue + 1, pin_hash = ${pin_hash}, pin_tries = 0, pin_renewed_on = lagos_today(),
      pin_renewals = case when pin_renewed_on = lagos_today() then pin_renewals + 1 else 1 end
    where id = ${id}::uuid and (pin_renewed_on is distinct from lagos_today() or pin_renewals < ${most})
    returning id`.execute(db)
  return rows.length > 0
}
