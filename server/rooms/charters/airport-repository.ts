import { sql } from 'kysely'
import type { Db } from '#server/db/client'
import { freeFromTo, kmFrom, vehiclesAtHome } from './vehicle-repository.ts'

/** What cities are called, by their codes. */
export async function findCityNames(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from city where code = any (${codes}::text[])`.execute(db)
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** So far from an airport's city a vehicle may stand that is sent there, in a straight line. */
const nearKm = 60

/** The nearest vehicle of a size that does airports and is free on a day, the best of several. */
export async function findAirportVehicle(
  db: Db,
  { city, size, seats, day }: { city: string; size: string; seats: number; day: string },
): Promise<{ id: string; operator_id: string } | undefined> {
  const { rows } = await sql<{ id: string; operator_id: string }>`
    select v.id, v.operator_id from ${vehiclesAtHome}
    where v.is_active and v.does_airports and v.size = ${size} and v.seats >= ${seats} and ${kmFrom(city)} <= ${nearKm}
      and ${freeFromTo(day, day)}
    order by ${kmFrom(city)}, v.rating desc nulls last, v.id limit 1`.execute(db)
  return rows[0]
}
