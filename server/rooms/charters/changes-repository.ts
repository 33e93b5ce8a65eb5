import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import type { KeptFlight } from './repository.ts'

/** Replaces a charter's days; they are claimed afterwards. */
export async function writeDays(
  db: Db,
  id: string,
  it: { starts_at: Date; from_day: string; until_day: string; balance_due: Date },
): Promise<void> {
  await sql`delete from charter_day where charter_id = ${id}::uuid`.execute(db)
  await sql`
    update charter set starts_at = ${it.starts_at}, from_day = ${it.from_day}, until_day = ${it.until_day},
      date_changes = date_changes + 1, pay_until = case when state = 'booked' then ${it.balance_due}::timestamptz end
    where id = ${id}::uuid`.execute(db)
  await sql`
    update charter_instalment set due_at = ${it.balance_due}, reminders = 0
    where charter_id = ${id}::uuid and state = 'open' and number = 2`.execute(db)
}

/** The same for an airport's charter, which follows its flight. */
export async function writeFlight(
  db: Db,
  id: string,
  it: { starts_at: Date; day: string; flight: KeptFlight },
): Promise<void> {
  await sql`delete from charter_day where charter_id = ${id}::uuid and day <> ${it.day}::date`.execute(
    db,
  )
  await sql`
    update charter set starts_at = ${it.starts_at}, from_day = ${it.day}, until_day = ${it.day},
      flight = ${JSON.stringify(it.flight)}::jsonb where id = ${id}::uuid`.execute(db)
}

/** Whether a charter has its one day already. */
export async function hasDay(db: Db, id: string, day: string): Promise<boolean> {
  const { rows } =
    await sql`select from charter_day where charter_id = ${id}::uuid and day = ${day}::date`.execute(
      db,
    )
  return rows.length > 0
}

/** Writes what somebody says of a vehicle, in place of what they said before, and counts its stars. */
export async function putReview(
  db: Db,
  it: {
    id: string
    charter_id: string
    vehicle_id: string
    rating: number
    body: string
    by: string
  },
): Promise<void> {
  const { rows } = await sql<{ rating: number }>`
    select rating from charter_review where charter_id = ${it.charter_id}::uuid for update`.execute(
    db,
  )
  const [before] = rows
  await sql`
    insert into charter_review (id, charter_id, vehicle_id, rating, body, written_by)
    values (${it.id}, ${it.charter_id}, ${it.vehicle_id}, ${it.rating}, ${it.body}, ${it.by})
    on conflict (charter_id) do update set rating = excluded.rating, body = excluded.body, written_at = now()`.execute(
    db,
  )
  await countStar(db, it.vehicle_id, it.rating, 1)
  if (before !== undefined) await countStar(db, it.vehicle_id, before.rating, -1)
}

async function countStar(db: Db, vehicle_id: string, rating: number, change: number) {
  await sql`
    update charter_vehicle set stars = stars_with(stars, ${rating}::int, ${change}::int)
    where id = ${vehicle_id}::uuid`.execute(db)
}
