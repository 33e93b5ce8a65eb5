import { sql } from './sql.ts'
import type { Db } from '#server/db/client'

/** Deletes the stored answers of a person, including those they received as a guest. */
export async function deleteIdempotentResponses(tx: Db, person_id: string): Promise<void> {
  await sql`delete from idempotency where principal = ${person_id}`.execute(tx)
  await sql`
    delete from idempotency i using booking b
    where b.user_id = ${person_id} and b.guest_token_sha256 is not null and i.principal like 'guest:%'
      and position(b.reference in i.response) > 0`.execute(tx)
}

/** Deletes the stored answers of these endpoints about these subjects, for all callers. */
export async function deleteIdempotentResponsesAbout(
  tx: Db,
  endpoints: readonly string[],
  subjects: readonly { id: string }[],
): Promise<void> {
  await sql`
    delete from idempotency i using unnest(${subjects.map(({ id }) => id)}::text[]) thing (id)
    where i.route = any (${[...endpoints]}::text[]) and position(thing.id in i.response) > 0`.execute(
    tx,
  )
}
