import type { Db } from '#server/db/client'
import type { CityPosition } from '#server/db/base/distances'
import { sql } from '#server/db/sql'

/** A city that a vehicle can drive to. */
export interface JourneyCity extends CityPosition {
  id: number
  name: string
}

/** Returns the cities with these codes that have coordinates. */
export async function findCities(db: Db, codes: readonly string[]): Promise<JourneyCity[]> {
  const { rows } = await sql<JourneyCity>`
    select id, code, name, latitude, longitude from city
    where code = any (${codes}::text[]) and latitude is not null and longitude is not null`.execute(
    db,
  )
  return rows
}
