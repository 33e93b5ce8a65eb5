import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

export async function saveDriver(
  db: Db,
  id: string,
  { name, phone, plate }: { name: string; phone: string; plate: string },
): Promise<void> {
  await sql`
    update charter set driver_name = ${name}, driver_phone = ${phone}, driver_plate = ${plate} where id = ${id}::uuid`.execute(
    db,
  )
}

/** Counts a wrong code; returns false if five were already counted today. */
export async function countWrongCode(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update charter set code_tries = case when tried_on = lagos_today() then code_tries + 1 else 1 end,
      tried_on = lagos_today()
    where id = ${id}::uuid and (tried_on is distinct from lagos_today() or code_tries < 5) returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether five wrong codes were entered today. */
export async function isCharterCodeLocked(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from charter where id = ${id}::uuid and tried_on = lagos_today() and code_tries >= 5`.execute(
    db,
  )
  return rows.length > 0
}

/** Also resets the count of wrong codes. */
export async function markCharterStarted(db: Db, id: string): Promise<void> {
  await sql`
    update charter set state = 'under_way', started_at = clock_timestamp(), pay_until = null, code_tries = 0, tried_on = null
    where id = ${id}::uuid`.execute(db)
}

export async function saveCharterFailure(db: Db, id: string, failure: string): Promise<void> {
  await sql`update charter set failure = ${failure} where id = ${id}::uuid`.execute(db)
}
