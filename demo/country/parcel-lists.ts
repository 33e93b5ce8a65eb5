import { sql } from '#server/db/sql'
import { measureDemoRouteKm, routes } from './routes.ts'
import type { DemoContext } from './rows.ts'
import { parksByCity } from './timetable.ts'

/**
 * Returns the price of the first five kilograms on a route, kobo in whole ₦100: ₦2,500 nearby, ₦5,000 from end to end.
 */
const baseKobo = (km: number) =>
  Math.min(5000, Math.max(2500, Math.round((2300 + 2.3 * km) / 100) * 100)) * 100

/** The busy routes, and all routes of the two cities from where most goods are sent. */
const parcelRoutes = routes.filter(
  ({ from, per_day }) => per_day >= 3 || from === 'lagos' || from === 'abuja',
)

/** Writes counters at the motor parks of the demo country, and parcel routes. */
export async function writeParcelLists({ db }: DemoContext): Promise<void> {
  await writeCounters(db)
  await insertParcelRoutes(db)
}

/** Writes a counter at the first three motor parks of every city. */
async function writeCounters(db: DemoContext['db']): Promise<void> {
  const counters = [...parksByCity.values()].flatMap((parks) => parks.slice(0, 3))
  await sql`
    insert into parcel_location (motor_park_id)
    select p.id from motor_park p
    join unnest(${counters.map(({ code }) => code)}::text[]) with ordinality c (code, turn) on c.code = p.code
    order by c.turn`.execute(db)
}

async function insertParcelRoutes(db: DemoContext['db']): Promise<void> {
  const both = parcelRoutes.flatMap(({ from, to }) => [
    [from, to],
    [to, from],
  ])
  const rows = both.map(([from = '', to = '']) => {
    const distance_km = measureDemoRouteKm(from, to)
    return { code: `${from}_${to}`, from, to, distance_km, base_kobo: baseKobo(distance_km) }
  })
  await sql`
    insert into parcel_route (code, from_city_id, to_city_id, distance_km, base_kobo)
    select r.code, a.id, b.id, r.distance_km, r.base_kobo
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      r (code text, "from" text, "to" text, distance_km int, base_kobo bigint)
    join city a on a.code = r."from" join city b on b.code = r."to"
    on conflict do nothing`.execute(db)
}
