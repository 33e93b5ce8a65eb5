import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Lets travellers reserve seats of an operator, and pay for them at its counter until two hours before departure. */
export async function allowReservations(db: Db, operator_code: string): Promise<void> {
  await sql`insert into counter_terms (operator_id, reservation_lead_hours)
    select id, 2 from operator where code = ${operator_code} on conflict do nothing`.execute(db)
}
