import { sql } from '#server/db/sql'
import { makeDepartures } from '#server/jobs/make-departures'
import type { Db } from '#server/db/client'
import { operators } from './operators.ts'
import { makeSeedId } from './random.ts'
import { type DemoContext, insertAll } from './rows.ts'
import { sellAtCounters } from './sold-seats.ts'
import { makeTimetable, parksByCity } from './timetable.ts'

/** Writes motor parks, operators, the timetable, departures for the days on sale, and seats sold at the counters. */
export async function writeCountry({ db, seed, today }: DemoContext): Promise<void> {
  const cityIds = await writeParks(db, seed)
  await writeOperators(db, seed)
  await writeTimetable(db, seed, cityIds)
  await makeDepartures(db, today)
  await sql`analyze schedule, schedule_stop, fare, trip, vehicle_type, city, motor_park, operator`.execute(
    db,
  )
  await sellAtCounters(db, today)
}

async function writeParks(db: Db, seed: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; id: number }>`select code, id from city`.execute(db)
  const cityIds = new Map(rows.map(({ code, id }) => [code, id]))
  const parks = [...parksByCity.values()].flat().map(({ city, ...park }, index) => ({
    id: makeSeedId(seed, `park ${park.code}`),
    city_id: cityIds.get(city),
    // These 0700 numbers follow our own number, and nobody else has them.
    phone: `+234700925${String(2100 + index)}`,
    ...park,
  }))
  await insertAll(db, 'motor_park', parks)
  return cityIds
}

async function writeOperators(db: Db, seed: number): Promise<void> {
  const rows = operators.map(({ code, name, about, luggage, insurer, fleet, extras }, index) => ({
    id: makeSeedId(seed, `operator ${code}`),
    code,
    name,
    about,
    luggage,
    insurer,
    phone: `+234700925${String(3100 + index)}`,
    email: `${code}@operators.example`,
    default_vehicle: fleet[0],
    default_amenities: ['ac', ...extras],
  }))
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
