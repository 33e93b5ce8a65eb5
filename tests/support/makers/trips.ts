import type { Db } from '#server/db/client'
import { cities, states } from '#server/db/base/places'
import { vehicles } from '#server/db/base/vehicles'
import { sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'

/** Writes states, cities, vehicles and passenger types as in the demo country; no operators or trips. */
export async function aCountry(db: Db): Promise<void> {
  await sql`insert into state (code, name, zone)
    select code, name, zone from jsonb_populate_recordset(null::state, ${JSON.stringify(states)}::jsonb)
    on conflict do nothing`.execute(db)
  await sql`insert into city (code, name, state_code, latitude, longitude)
    select code, name, state_code, latitude, longitude
    from jsonb_populate_recordset(null::city, ${JSON.stringify(cities)}::jsonb) on conflict do nothing`.execute(
    db,
  )
  await sql`insert into vehicle_type (code, name, size, seats, layout, sellable)
    select code, name, size, seats, layout, sellable
    from jsonb_populate_recordset(null::vehicle_type, ${JSON.stringify(vehicles)}::jsonb)
    on conflict do nothing`.execute(db)
  await sql`insert into passenger_type (code, name, fare_percent, position) values
    ('adult', 'Adult', 100, 0), ('child', 'Child', 70, 1) on conflict do nothing`.execute(db)
}

export interface OperatorOptions {
  code?: string
  name?: string
  rating?: number | null
}

/** Makes an operator that can run trips. Returns its id. */
export async function anOperator(db: Db, options: OperatorOptions = {}): Promise<string> {
  await aCountry(db)
  const id = makeId()
  const {
    code = `op-${makeReference().toLowerCase()}`,
    name = 'Udala Test Motors',
    rating = 4.2,
  } = options
  await sql`insert into operator (id, code, name, phone, rating, reviews, luggage, default_vehicle)
    values (${id}, ${code}, ${name}, '+2347009259999', ${rating}, 12, 'One medium bag free.', 'hiace-15')`.execute(
    db,
  )
  return id
}

export interface TripOptions {
  /** Free seats of the whole trip; the others are sold at the counter. */
  seats_left?: number
  departs_in_hours?: number
  /** Adult fare of a seat without fees, kobo; null if unknown. */
  fare_kobo?: number | null
  park_fee_kobo?: number
  fare_percent?: number
  vehicle?: (typeof vehicles)[number]['code']
  amenities?: string[]
  operator_id?: string
  /** The codes of the cities in which the trip stops. */
  stops?: string[]
  /** Minutes from one stop to the next. */
  minutes?: number
  /** Fares of pairs of stops, kobo: `{ '0-1': 500000 }`. */
  fares?: Record<string, number>
  status?: 'scheduled' | 'boarding' | 'departed' | 'completed' | 'cancelled'
}

export interface MadeTrip {
  /** The wire id of the trip part from the first stop to the last. */
  id: string
  trip_id: string
  schedule_id: string
  operator_id: string
  from: string
  to: string
  from_park: string
  to_park: string
  /** The local day of departure, `YYYY-MM-DD`. */
  date: string
  /** Seats that the marketplace may sell, free or not. */
  sellable: number[]
}

/** Makes a trip, by default from Lagos to Ibadan in two days with a 15-seater, and everything that it needs. */
export async function aTrip(db: Db, options: TripOptions = {}): Promise<MadeTrip> {
  const {
    stops = ['lagos', 'ibadan'],
    departs_in_hours = 48,
    fare_percent = 100,
    status = 'scheduled',
  } = options
  const operator_id = options.operator_id ?? (await anOperator(db))
  const schedule_id = await aSchedule(db, operator_id, stops, options)
  const trip_id = makeId()
  const { rows } = await sql<{ date: string }>`
    with at as (
      select schedule.id, (date_trunc('minute', now()) + ${departs_in_hours} * interval '1 hour') as departs_at,
        (select max(arrives_after_seconds) from schedule_stop where schedule_id = schedule.id) * interval '1 second' as takes
      from schedule where id = ${schedule_id}
    ), timed as (
      update schedule s set starts_at_seconds = extract(epoch from (at.departs_at at time zone 'Africa/Lagos')::time)
      from at where s.id = at.id
    )
    insert into trip (id, schedule_id, service_date, departs_at, arrives_at, sales_close_at, fare_percent, status)
    select ${trip_id}, id, (departs_at at time zone 'Africa/Lagos')::date, departs_at, departs_at + takes,
      departs_at - interval '10 minutes', ${fare_percent}, ${status} from at
    returning service_date as date`.execute(db)
  const { code, sellable } = vehicleOf(options)
  if (options.seats_left !== undefined) {
    const sold = sellable.slice(0, sellable.length - options.seats_left)
    if (options.seats_left > sellable.length)
      throw new Error(`${code} has ${sellable.length} seats to sell`)
    await sellAtCounter(db, trip_id, sold, stops.length - 1)
  }
  const [from = '', to = ''] = [stops[0], stops.at(-1)]
  return {
    id: `${trip_id}.0.${stops.length - 1}`,
    trip_id,
    schedule_id,
    operator_id,
    from,
    to,
    from_park: parkCode(from),
    to_park: parkCode(to),
    date: rows[0]?.date ?? '',
    sellable: [...sellable],
  }
}

/** Sells seats on all legs without a booking, as an operator's counter does. */
export async function sellAtCounter(
  db: Db,
  trip_id: string,
  seats: readonly number[],
  legs = 1,
): Promise<void> {
  await sql`insert into seat_claim (trip_id, seat, leg, block_id)
    select ${trip_id}, seat, leg, ${makeId()}
    from unnest(${seats}::int[]) seat, generate_series(0, ${legs - 1}::int) leg`.execute(db)
}

function vehicleOf({ vehicle = 'hiace-15' }: TripOptions) {
  const found = vehicles.find(({ code }) => code === vehicle)
  if (found === undefined) throw new Error(`no vehicle ${vehicle}`)
  return found
}

const parkCode = (city: string) => `${city}-test-park`

async function aSchedule(
  db: Db,
  operator_id: string,
  stops: readonly string[],
  options: TripOptions,
) {
  const {
    minutes = 120,
    fare_kobo = 850_000,
    park_fee_kobo = 20_000,
    amenities = ['ac'],
    fares = {},
  } = options
  const id = makeId()
  await aCountry(db)
  await sql`insert into motor_park (id, code, name, city_id, address)
    select gen_random_uuid(), c.code || '-test-park', c.name || ' Park', c.id, '1 Park Road'
    from city c where c.code = any (${stops}::text[]) on conflict do nothing`.execute(db)
  await sql`insert into schedule (id, operator_id, vehicle_type, amenities, starts_at_seconds, distance_km,
      flat_fare_kobo, park_fee_kobo, calendar)
    values (${id}, ${operator_id}, ${vehicleOf(options).code}, ${amenities}::text[], 0, ${128 * (stops.length - 1)},
      ${fare_kobo}, ${park_fee_kobo}, '{"days": []}')`.execute(db)
  await sql`insert into schedule_stop (schedule_id, position, motor_park_id, city_id, arrives_after_seconds, departs_after_seconds)
    select ${id}, stop.n - 1, p.id, p.city_id, (stop.n - 1) * ${minutes * 60}, (stop.n - 1) * ${minutes * 60}
    from unnest(${stops}::text[]) with ordinality stop (city, n) join motor_park p on p.code = stop.city || '-test-park'`.execute(
    db,
  )
  await sql`select refresh_connections(null)`.execute(db)
  for (const [legs, amount_kobo] of Object.entries(fares)) {
    const [leg_from, leg_to] = legs.split('-').map(Number)
    await sql`insert into fare (schedule_id, leg_from, leg_to, amount_kobo)
      values (${id}, ${leg_from}, ${leg_to}, ${amount_kobo})`.execute(db)
  }
  return id
}
