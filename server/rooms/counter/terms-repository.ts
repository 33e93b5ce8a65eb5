import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Returns the hours before departure at which an operator ends reservations; null if it takes none. */
export async function findLeadHours(db: Db, operator_id: string): Promise<number | null> {
  const { rows } = await sql<{ reservation_lead_hours: number }>`
    select reservation_lead_hours from counter_terms where operator_id = ${operator_id}::uuid`.execute(
    db,
  )
  return rows[0]?.reservation_lead_hours ?? null
}

/** Sets the hours before departure at which an operator ends reservations; with null it takes none. */
export async function saveLeadHours(
  db: Db,
  operator_id: string,
  lead_hours: number | null,
): Promise<void> {
  if (lead_hours === null)
    await sql`delete from counter_terms where operator_id = ${operator_id}::uuid`.execute(db)
  else
    await sql`
      insert into counter_terms (operator_id, reservation_lead_hours)
      values (${operator_id}::uuid, ${lead_hours}::smallint)
      on conflict (operator_id) do update set reservation_lead_hours = excluded.reservation_lead_hours`.execute(
      db,
    )
}
