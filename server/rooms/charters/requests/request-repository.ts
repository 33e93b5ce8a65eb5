import type { CharterRequest } from '#contract/charters/requests/model'
import type { CharterPrice } from '#contract/charters/model'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import type { JourneyStop } from '#server/rooms/charters/journey'
import {
  selectIsFreeBetween,
  selectDistanceFrom,
  vehicleColumns,
  type VehicleRow,
  vehicleJoins,
} from '#server/rooms/charters/market'

interface OfferRow {
  id: string
  state: CharterRequest['offers'][number]['state']
  operator: { code: string; name: string; rating: number | null; reviews: number }
  vehicle: {
    id: string
    name: string
    type: string
    seats: number
    amenities: string[]
    fuel_included: boolean
    rating: number | null
    reviews: number
  }
  price: CharterPrice
  terms: string
  valid_until: string
  created_at: string
}

/** A request with its offers: open and accepted ones first, each group cheapest first. Amounts are in kobo. */
export interface CharterRequestRow {
  id: string
  reference: string
  person_id: string
  client_ref: string | null
  state: CharterRequest['state']
  kind: CharterRequest['kind']
  occasion: CharterRequest['occasion']
  stops: JourneyStop[]
  city: string
  starts_at: Date
  from_day: string
  until_day: string
  km: number
  travellers: number
  luggage: string | null
  needs: string | null
  budget_kobo: number | null
  contact_name: string | null
  contact_phone: string | null
  operators_asked: number
  open_until: Date
  created_at: Date
  server_time: Date
  offers: OfferRow[]
  charter: string | null
}

const offers = sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'price', f.price, 'terms', f.terms,
      'state', case when f.state = 'open' and f.valid_until < clock_timestamp() then 'expired' else f.state end,
      'valid_until', f.valid_until, 'created_at', f.created_at,
      'operator', jsonb_build_object('code', o.code, 'name', o.name, 'rating', o.rating, 'reviews', o.reviews),
      'vehicle', jsonb_build_object('id', v.id, 'name', v.name, 'type', v.type, 'seats', v.seats, 'amenities', v.amenities,
        'fuel_included', v.fuel_included, 'rating', v.rating, 'reviews', v.reviews))
      order by f.state in ('open', 'accepted') desc, (f.price->>'total_kobo')::bigint, f.id)
    from charter_offer f join charter_vehicle v on v.id = f.vehicle_id join operator o on o.id = f.operator_id
    where f.request_id = r.id), '[]')`

const columns = sql`
  r.id, r.reference, r.person_id, r.client_ref, r.state, r.kind, r.occasion, r.stops, city.code as city, r.starts_at,
  r.from_day, r.until_day, r.km, r.travellers, r.luggage, r.needs, r.budget_kobo, r.contact_name, r.contact_phone,
  r.operators_asked, r.open_until, r.created_at, clock_timestamp() as server_time, ${offers} as offers,
  (select h.reference from charter h join charter_offer f on f.id = h.offer_id where f.request_id = r.id) as charter`

const from = sql`charter_request r join city on city.id = r.city_id`

async function findWhere(db: Db, where: Sql): Promise<CharterRequestRow | undefined> {
  const { rows } =
    await sql<CharterRequestRow>`select ${columns} from ${from} where ${where}`.execute(db)
  return rows[0]
}

/** Returns undefined for another person's request. */
export const findOwnCharterRequest = (db: Db, person_id: string, reference: string) =>
  findWhere(db, sql`r.reference = ${reference} and r.person_id = ${person_id}::uuid`)

/** Finds the request that a person's device has already sent under this id. */
export const findRequestByClientRef = (db: Db, person_id: string, client_ref: string) =>
  findWhere(db, sql`r.client_ref = ${client_ref}::uuid and r.person_id = ${person_id}::uuid`)

/** Finds a request, in any state, for which the operator has a fitting vehicle. */
export const findRequestForOperator = (db: Db, operator_id: string, reference: string) =>
  findWhere(db, sql`r.reference = ${reference} and ${isFor(operator_id)}`)

/** Locks a request until the transaction ends. */
export async function lockCharterRequest(db: Db, reference: string): Promise<void> {
  await sql`select from charter_request where reference = ${reference} for update`.execute(db)
}

/** The largest distance between a vehicle's home and the start of a journey, in a straight line. */
const servedKm = 250

/** The condition that the vehicle `v` (home `c`) fits the request `r`, which starts in `city`. */
const wouldDo = sql`v.is_active and (v.seats >= r.travellers or r.travellers > 59 and v.size = 'large')
  and straight_km(city.latitude, city.longitude, c.latitude, c.longitude) <= ${servedKm}`

const isFor = (operator_id: string) => sql`exists (
  select from charter_vehicle v join city c on c.id = v.city_id where v.operator_id = ${operator_id}::uuid and ${wouldDo})`

/** Returns the email addresses of at most 50 operators with a fitting vehicle for a request. */
export async function findEmailsOfFittingOperators(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct o.email from charter_request r join city on city.id = r.city_id, charter_vehicle v
      join city c on c.id = v.city_id join operator o on o.id = v.operator_id
    where r.id = ${id}::uuid and o.email is not null and ${wouldDo} order by o.email limit 50`.execute(
    db,
  )
  return rows.map(({ email }) => email)
}

/** Counts the operators that have a fitting vehicle for a request, and stores the number with it. */
export async function countFittingOperators(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ operators: number }>`
    update charter_request set operators_asked = (select count(distinct v.operator_id)
      from charter_request r join city on city.id = r.city_id, charter_vehicle v join city c on c.id = v.city_id
      where r.id = ${id}::uuid and ${wouldDo})
    where id = ${id}::uuid returning operators_asked as operators`.execute(db)
  return rows[0]?.operators ?? 0
}

interface Page {
  limit: number
  offset: number
}

/** Returns one page of a person's requests, newest first. */
export async function findPageOfRequests(
  db: Db,
  person_id: string,
  { limit, offset }: Page,
): Promise<{ rows: CharterRequestRow[]; total: number }> {
  return page(db, sql`r.person_id = ${person_id}::uuid`, sql`r.created_at desc, r.id`, {
    limit,
    offset,
  })
}

/** Returns one page of open requests for which an operator has a vehicle, earliest start first. */
export async function findPageOfOpenRequests(
  db: Db,
  operator_id: string,
  { limit, offset }: Page,
): Promise<{ rows: CharterRequestRow[]; total: number }> {
  const where = sql`r.state = 'open' and r.open_until > clock_timestamp() and r.starts_at > clock_timestamp() and ${isFor(operator_id)}`
  return page(db, where, sql`r.starts_at, r.id`, { limit, offset })
}

async function page(
  db: Db,
  where: Sql,
  order: Sql,
  { limit, offset }: Page,
): Promise<{ rows: CharterRequestRow[]; total: number }> {
  const { rows } = await sql<CharterRequestRow>`
    select ${columns} from ${from} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(
    db,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ${from} where ${where}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Returns vehicles of an operator that are free for a request and large enough, the cheapest first, at most five. */
export async function findFittingVehicles(
  db: Db,
  operator_id: string,
  { city, from_day, until_day, travellers }: CharterRequestRow,
  vehicle_id?: string,
): Promise<VehicleRow[]> {
  const { rows } = await sql<VehicleRow>`
    select ${vehicleColumns} from ${vehicleJoins}
    where v.operator_id = ${operator_id}::uuid and v.is_active and ${selectDistanceFrom(city)} <= ${servedKm}
      and (v.seats >= ${travellers} or ${travellers}::int > 59 and v.size = 'large')
      and (${vehicle_id ?? null}::uuid is null or v.id = ${vehicle_id ?? null}::uuid)
      and ${selectIsFreeBetween(from_day, until_day)}
    order by v.day_kobo, v.id limit 5`.execute(db)
  return rows
}

export interface NewCharterRequest {
  id: string
  reference: string
  person_id: string
  client_ref: string | null
  kind: CharterRequest['kind']
  occasion: CharterRequest['occasion']
  stops: readonly JourneyStop[]
  city_id: number
  starts_at: Date
  from_day: string
  until_day: string
  km: number
  travellers: number
  luggage: string | null
  needs: string | null
  budget_kobo: number | null
  contact_name: string
  contact_phone: string
  open_until: Date
}

/** Stores a request, once per `client_ref`; returns false if it exists. Throws if too many are open. */
export async function insertCharterRequest(db: Db, it: NewCharterRequest): Promise<boolean> {
  const { rows } = await sql`
    insert into charter_request (id, reference, person_id, client_ref, kind, occasion, stops, city_id, starts_at,
      from_day, until_day, km, travellers, luggage, needs, budget_kobo, contact_name, contact_phone, open_until)
    values (${it.id}, ${it.reference}, ${it.person_id}, ${it.client_ref}, ${it.kind}, ${it.occasion},
      ${JSON.stringify(it.stops)}::jsonb, ${it.city_id}, ${it.starts_at}, ${it.from_day}, ${it.until_day}, ${it.km},
      ${it.travellers}, ${it.luggage}, ${it.needs}, ${it.budget_kobo}, ${it.contact_name}, ${it.contact_phone},
      ${it.open_until})
    on conflict (person_id, client_ref) do nothing returning id`.execute(db)
  return rows.length > 0
}

/** Sets the final state of a request and declines its open offers. The caller holds the row lock of the request. */
export async function endCharterRequest(
  db: Db,
  id: string,
  state: 'accepted' | 'withdrawn',
): Promise<void> {
  await sql`update charter_request set state = ${state} where id = ${id}::uuid`.execute(db)
  await sql`update charter_offer set state = 'declined' where request_id = ${id}::uuid and state = 'open'`.execute(
    db,
  )
}

/** Finds an offer of a request and locks it. `stands`: whether it can still be accepted. */
export async function lockCharterOffer(
  db: Db,
  request_id: string,
  id: string,
): Promise<
  | {
      id: string
      operator_id: string
      vehicle_id: string
      price: CharterPrice
      terms: string
      stands: boolean
    }
  | undefined
> {
  const { rows } = await sql<{
    id: string
    operator_id: string
    vehicle_id: string
    price: CharterPrice
    terms: string
    stands: boolean
  }>`
    select id, operator_id, vehicle_id, price, terms, state = 'open' and valid_until > clock_timestamp() as stands
    from charter_offer where id = ${id}::uuid and request_id = ${request_id}::uuid for update`.execute(
    db,
  )
  return rows[0]
}

/** Marks an offer as accepted. The caller must also end the request (`endCharterRequest`). */
export async function markOfferAccepted(db: Db, id: string): Promise<void> {
  await sql`update charter_offer set state = 'accepted' where id = ${id}::uuid`.execute(db)
}

/** Returns every request of a person, newest first. */
export async function findRequestsOfPerson(
  db: Db,
  person_id: string,
): Promise<CharterRequestRow[]> {
  const { rows } = await sql<CharterRequestRow>`
    select ${columns} from ${from} where r.person_id = ${person_id}::uuid order by r.created_at desc`.execute(
    db,
  )
  return rows
}
