import type { Db } from '#server/db/client'
import type { Place } from '#server/db/base/distances'
import { sql } from '#server/db/sql'

/** A city that a vehicle can drive to. */
export interface City extends Place {
  id: number
  name: string
}

/** Returns the cities with these codes that have coordinates. */
export async function findCities(db: Db, codes: readonly string[]): Promise<City[]> {
  const { rows } = await sql<City>`
    select id, code, name, latitude, longitude from city
    where code = any (${codes}::text[]) and latitude is not null and longitude is not null`.execute(
    db,
  )
  return rows
}
