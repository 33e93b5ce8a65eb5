import type { CharterReview, CharterSearch } from '#contract/charters/market/model'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'

/** A vehicle with its home and its operator. Amounts are in kobo. */
export interface VehicleRow {
  id: string
  name: string
  plate: string
  type: string
  year: number
  seats: number
  size: 'small' | 'medium' | 'large'
  amenities: string[]
  about: string
  home: { code: string; name: string; state: string; latitude: number; longitude: number }
  operator_id: string
  operator: { code: string; name: string; rating: number | null; reviews: number }
  insurer: string | null
  luggage: string
  fuel_included: boolean
  day_kobo: number
  km_kobo: number
  km_a_day: number
  least_kobo: number
  overnight_kobo: number
  overtime_hour_kobo: number
  waiting_hour_kobo: number
  rating: number | null
  reviews: number
}

export const vehicleColumns = sql`
  v.id, v.name, v.plate, v.type, v.year, v.seats, v.size, v.amenities, v.about, v.operator_id,
  jsonb_build_object('code', c.code, 'name', c.name, 'state', s.name, 'latitude', c.latitude, 'longitude', c.longitude) as home,
  jsonb_build_object('code', o.code, 'name', o.name, 'rating', o.rating, 'reviews', o.reviews) as operator,
  o.insurer, o.luggage, v.fuel_included, v.day_kobo, v.km_kobo, v.km_a_day, v.least_kobo, v.overnight_kobo,
  v.overtime_hour_kobo, v.waiting_hour_kobo, v.rating, v.reviews`

export const vehicleJoins = sql`charter_vehicle v
  join city c on c.id = v.city_id left join state s on s.code = c.state_code join operator o on o.id = v.operator_id`

/** The condition that the day `d` is taken. The days of an unpaid charter whose payment is overdue count as free. */
const isTaken = sql`not exists (select from charter h where h.id = d.charter_id
  and h.state = 'awaiting_payment' and h.pay_until < clock_timestamp())`

/** Selects whether the vehicle `v` is available on all of these days. */
export const selectIsFreeBetween = (from: string, until: string) => sql<boolean>`not exists (
  select from charter_day d where d.vehicle_id = v.id and d.day between ${from}::date and ${until}::date and ${isTaken})`

/** Selects the kilometres from a city to the home of a vehicle, in a straight line. */
export const selectDistanceFrom = (city: string) => sql<number>`(
  select straight_km(n.latitude, n.longitude, c.latitude, c.longitude) from city n where n.code = ${city})`

/** The largest distance between a vehicle and the searched city, in a straight line. */
const nearKm = 150

type VehicleSearch = CharterSearch & { until?: string | undefined }

function conditions({
  city,
  date,
  until,
  seats,
  size,
  amenities,
  max_day_kobo,
  operator,
}: VehicleSearch) {
  const all: Sql[] = [sql`v.is_active`]
  if (city !== undefined) all.push(sql`${selectDistanceFrom(city)} <= ${nearKm}`)
  if (date !== undefined && until !== undefined) all.push(selectIsFreeBetween(date, until))
  if (seats !== undefined) all.push(sql`v.seats >= ${seats}`)
  if (size !== undefined) all.push(sql`v.size = ${size}`)
  if (amenities !== undefined) all.push(sql`v.amenities @> ${amenities}::text[]`)
  if (max_day_kobo !== undefined) all.push(sql`v.day_kobo <= ${max_day_kobo}::bigint`)
  if (operator !== undefined) all.push(sql`o.code = ${operator}`)
  return sql.join(all, sql` and `)
}

const orders = {
  price: sql`v.day_kobo`,
  rating: sql`v.rating desc nulls last, v.reviews desc, v.day_kobo`,
  seats: sql`v.seats, v.day_kobo`,
}

/** Returns one page of matching vehicles, and their total number. */
export async function findCharterVehicles(
  db: Db,
  search: VehicleSearch,
): Promise<{ rows: VehicleRow[]; total: number }> {
  const { city, sort, per_page, page } = search
  const order =
    sort !== 'distance'
      ? orders[sort]
      : city === undefined
        ? orders.price
        : sql`${selectDistanceFrom(city)}, v.day_kobo`
  const { rows } = await sql<VehicleRow & { total: number }>`
    select ${vehicleColumns}, count(*) over ()::int as total from ${vehicleJoins}
    where ${conditions(search)} order by ${order}, v.id limit ${per_page} offset ${(page - 1) * per_page}`.execute(
    db,
  )
  const total = rows[0]?.total ?? (page > 1 ? await countVehicles(db, search) : 0)
  return { rows, total }
}

async function countVehicles(db: Db, asked: VehicleSearch): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${vehicleJoins} where ${conditions(asked)}`.execute(db)
  return rows[0]?.total ?? 0
}

interface VehicleFacetRow {
  code: string
  name: string
  vehicles: number
}

/** Returns the possible values of each filter, over all vehicles on the market; prices in kobo. */
export async function findVehicleFacets(db: Db): Promise<{
  cities: VehicleFacetRow[]
  operators: VehicleFacetRow[]
  amenities: VehicleFacetRow[]
  least: number
  most: number
}> {
  const { rows } = await sql<Awaited<ReturnType<typeof findVehicleFacets>>>`
    with v as (select * from charter_vehicle where is_active)
    select coalesce(min(day_kobo), 0)::bigint as least, coalesce(max(day_kobo), 0)::bigint as most,
      coalesce((select jsonb_agg(f order by f.vehicles desc, plain(f.name)) from (
        select c.code, c.name, count(*) as vehicles from v join city c on c.id = v.city_id group by c.id) f), '[]') as cities,
      coalesce((select jsonb_agg(f order by plain(f.name)) from (
        select o.code, o.name, count(*) as vehicles from v join operator o on o.id = v.operator_id group by o.id) f), '[]') as operators,
      coalesce((select jsonb_agg(f order by f.vehicles desc, f.code) from (
        select a.code, a.code as name, count(*) as vehicles from v, unnest(v.amenities) a (code) group by a.code) f), '[]') as amenities
    from v`.execute(db)
  return rows[0] ?? { cities: [], operators: [], amenities: [], least: 0, most: 0 }
}

/** Finds a vehicle that is on the market. Undefined for any other. */
export async function findCharterVehicle(db: Db, id: string): Promise<VehicleRow | undefined> {
  const { rows } = await sql<VehicleRow>`
    select ${vehicleColumns} from ${vehicleJoins} where v.id = ${id}::uuid and v.is_active`.execute(
    db,
  )
  return rows[0]
}

/** Returns the days between two days, both included, on which a vehicle is not available. */
export async function findTakenDays(
  db: Db,
  id: string,
  { from, until }: { from: string; until: string },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select d.day from charter_day d where d.vehicle_id = ${id}::uuid
      and d.day between ${from}::date and ${until}::date and ${isTaken} order by d.day`.execute(db)
  return rows.map(({ day }) => day)
}

/** Returns the visible reviews of a vehicle, newest first. */
export async function findVehicleReviews(
  db: Db,
  vehicle_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<CharterReview[]> {
  const { rows } = await sql<Omit<CharterReview, 'written_at'> & { written_at: Date }>`
    select id, rating, body, written_by as by, written_at from charter_review
    where vehicle_id = ${vehicle_id}::uuid and state = 'shown' order by written_at desc, id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows.map(({ written_at, ...review }) => ({
    ...review,
    written_at: written_at.toISOString(),
  }))
}

/** The largest distance between a vehicle and an airport's city, in a straight line. */
const airportKm = 60

/**
 * Finds the nearest vehicle of a size that serves airports and is free on a day; of equally near ones, the best rated.
 */
export async function findAirportVehicle(
  db: Db,
  { city, size, seats, day }: { city: string; size: string; seats: number; day: string },
): Promise<{ id: string; operator_id: string } | undefined> {
  const { rows } = await sql<{ id: string; operator_id: string }>`
    select v.id, v.operator_id from ${vehicleJoins}
    where v.is_active and v.does_airports and v.size = ${size} and v.seats >= ${seats} and ${selectDistanceFrom(city)} <= ${airportKm}
      and ${selectIsFreeBetween(day, day)}
    order by ${selectDistanceFrom(city)}, v.rating desc nulls last, v.id limit 1`.execute(db)
  return rows[0]
}
