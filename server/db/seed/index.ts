import { sql } from 'kysely'
import { rollDepartures } from '#server/jobs/roll-departures'
import { type Db, inTransaction } from '#server/db/client'
import { operators } from './operators.ts'
import { cities, states } from './places.ts'
import { seedId } from './random.ts'
import { sellAtCounters } from './sold-seats.ts'
import { makeTimetable, parksOf } from './timetable.ts'
import { vehicles } from './vehicles.ts'

const passengerTypes = [
  { code: 'adult', name: 'Adult', fare_percent: 100, hint: '' },
  { code: 'child', name: 'Child', fare_percent: 70, hint: '2 to 11 years' },
  { code: 'student', name: 'Student', fare_percent: 95, hint: 'Bring your school ID' },
  {
    code: 'corps_member',
    name: 'Corps member',
    fare_percent: 90,
    hint: 'Bring your NYSC ID or call-up letter',
  },
  { code: 'senior', name: 'Senior', fare_percent: 90, hint: '60 years and older' },
]

/**
 * Puts the demo country into an empty database, in one transaction: places, vehicles, operators, the
 * timetable, departures for the next 30 days and seats sold at the counters. The same seed number and
 * day give the same rows. Does nothing when it stands already. Returns whether it did something.
 */
export async function seedCountry(db: Db, seed_number = 1): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // A busy machine may need longer than a request's statement may take.
    await sql`set local statement_timeout = 0`.execute(trx)
    const { rows } = await sql<{ today: string }>`
      insert into installed (name, detail) values ('demo country', ${JSON.stringify({ seed_number })}::jsonb)
      on conflict do nothing
      returning to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM-DD') as today`.execute(trx)
    const today = rows[0]?.today
    if (today === undefined) return false
    const cityIds = await writePlaces(trx, seed_number)
    await writeOperators(trx, seed_number)
    await writeTimetable(trx, seed_number, cityIds)
    await rollDepartures(trx, today)
    await sql`analyze schedule, schedule_stop, fare, trip, vehicle_type, city, motor_park, operator`.execute(
      trx,
    )
    await sellAtCounters(trx, today)
    return true
  })
}

async function insertAll<Row extends object>(
  db: Db,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}

async function writePlaces(db: Db, seed: number): Promise<Map<string, number>> {
  await insertAll(db, 'state', states)
  await insertAll(
    db,
    'city',
    cities.map((city) => ({ ...city, zone: 'Africa/Lagos' })),
  )
  await insertAll(db, 'currency', [{ code: 'NGN', name: 'Nigerian naira', symbol: '₦' }])
  await insertAll(
    db,
    'passenger_type',
    passengerTypes.map((type, position) => ({ ...type, position })),
  )
  await insertAll(db, 'vehicle_type', vehicles)
  const { rows } = await sql<{ code: string; id: number }>`select code, id from city`.execute(db)
  const cityIds = new Map(rows.map(({ code, id }) => [code, id]))
  const parks = [...parksOf.values()].flat().map(({ city, ...park }, index) => ({
    id: seedId(seed, `park ${park.code}`),
    city_id: cityIds.get(city),
    // 0700 numbers beside our own, which belong to nobody else.
    phone: `+234700925${String(2100 + index)}`,
    ...park,
  }))
  await insertAll(db, 'motor_park', parks)
  return cityIds
}

async function writeOperators(db: Db, seed: number): Promise<void> {
  const rows = operators.map(
    ({ code, name, about, rating, reviews, luggage, insurer, fleet, extras }, index) => ({
      id: seedId(seed, `operator ${code}`),
      code,
      name,
      about,
      rating,
      reviews,
      luggage,
      insurer,
      phone: `+234700925${String(3100 + index)}`,
      email: `${code}@operators.example`,
      default_vehicle: fleet[0],
      default_amenities: ['ac', ...extras],
    }),
  )
  await insertAll(db, 'operator', rows)
}

async function writeTimetable(
  db: Db,
  seed: number,
  cityIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { schedules, stops, fares } = makeTimetable(seed)
  await insertAll(
    db,
    'schedule',
    schedules.map((schedule) => ({ ...schedule, zone: 'Africa/Lagos' })),
  )
  const stopRows = stops.map(({ city_code, ...stop }) => ({
    ...stop,
    city_id: cityIds.get(city_code),
    pick_up: true,
    drop_off: true,
  }))
  await insertAll(db, 'schedule_stop', stopRows)
  await insertAll(db, 'fare', fares)
}
