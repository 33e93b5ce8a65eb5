import type { Output } from '#contract/endpoint'
import type * as endpoints from '#contract/lookups/endpoints'
import type {
  City,
  VehicleType,
  ParcelAddOn,
  ParcelLocation,
  ParcelRoute,
  ParcelSize,
  ParcelType,
  ServiceType,
} from '#contract/lookups/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Returns parcel services, the usual one first. */
export async function listServiceTypes(db: Db): Promise<ServiceType[]> {
  const { rows } = await sql<ServiceType>`
    select id, name, code, hint from service_type order by position`.execute(db)
  return rows
}

/** Returns counters for parcels, sorted by city. */
export async function listLocations(db: Db): Promise<ParcelLocation[]> {
  const { rows } = await sql<ParcelLocation>`
    select l.id, p.name, p.code, c.name as city, s.name as state, p.address
    from parcel_location l join motor_park p on p.id = l.motor_park_id
      join city c on c.id = p.city_id join state s on s.code = c.state_code
    order by plain(c.name), plain(p.name), l.id`.execute(db)
  return rows
}

/** Returns parcel routes, sorted by start and end. */
export async function listParcelRoutes(db: Db): Promise<ParcelRoute[]> {
  const { rows } = await sql<ParcelRoute>`
    select r.id, a.name || ' – ' || b.name as name, r.code, a.code as from_city, b.code as to_city,
      r.distance_km, r.base_kobo
    from parcel_route r join city a on a.id = r.from_city_id join city b on b.id = r.to_city_id
    order by plain(a.name), plain(b.name), r.id`.execute(db)
  return rows
}

/** Returns parcel add-ons in order of display. */
export async function listParcelAddOns(db: Db): Promise<ParcelAddOn[]> {
  const { rows } = await sql<ParcelAddOn>`
    select id, name, code, hint, price_kobo from parcel_add_on order by position`.execute(db)
  return rows
}

/** Returns kinds of goods, restricted kinds last. */
export async function listParcelTypes(db: Db): Promise<ParcelType[]> {
  const { rows } = await sql<ParcelType>`
    select id, name, code, hint, restricted from parcel_type order by restricted, position`.execute(
    db,
  )
  return rows
}

/** Returns sizes of parcels, the smallest first. */
export async function listParcelSizes(db: Db): Promise<ParcelSize[]> {
  const { rows } = await sql<ParcelSize>`
    select id, name, code, hint, length_cm, width_cm, height_cm, weight_grams, price_percent
    from parcel_size order by weight_grams`.execute(db)
  return rows
}

/** Returns all cities that have a motor park, sorted by name. */
export async function listCities(db: Db): Promise<City[]> {
  const { rows } = await sql<City>`
    select c.id, c.name, c.code, s.name as state, c.latitude, c.longitude
    from city c join state s on s.code = c.state_code
    where exists (select 1 from motor_park p where p.city_id = c.id)
    order by plain(c.name), c.id`.execute(db)
  return rows
}

/** Returns kinds of vehicles, the smallest first. */
export async function listVehicleTypes(db: Db): Promise<VehicleType[]> {
  const { rows } = await sql<VehicleType>`
    select id, name, code, name || ', ' || seats || ' seats' as label, code as value, seats, size
    from vehicle_type order by seats, id`.execute(db)
  return rows
}

/** Returns the currencies that we accept. */
export async function listCurrencies(db: Db): Promise<Output<typeof endpoints.listCurrencies>> {
  const { rows } = await sql<Output<typeof endpoints.listCurrencies>[number]>`
    select id, name, code, symbol from currency order by id`.execute(db)
  return rows
}
