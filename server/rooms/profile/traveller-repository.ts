import type { Traveller } from '#contract/profile/model'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

const travellerColumns = sql`id, full_name, gender, passenger_type, phone, address`

/** Returns a person's saved travellers, sorted by name. */
export async function findTravellers(db: Db, person_id: string): Promise<Traveller[]> {
  const { rows } = await sql<Traveller>`
    select ${travellerColumns} from traveller where person_id = ${person_id} order by plain(full_name), id`.execute(
    db,
  )
  return rows
}

export async function countTravellers(db: Db, person_id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from traveller where person_id = ${person_id}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function isPassengerType(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql`select 1 from passenger_type where code = ${code}`.execute(db)
  return rows.length > 0
}

export async function insertTraveller(db: Db, person_id: string, it: Traveller): Promise<void> {
  await sql`
    insert into traveller (id, person_id, full_name, gender, passenger_type, phone, address)
    values (${it.id}, ${person_id}, ${it.full_name}, ${it.gender}, ${it.passenger_type}, ${it.phone},
      ${it.address})`.execute(db)
}

/** Updates a saved traveller. Returns false if the person has none with this id. */
export async function saveTraveller(db: Db, person_id: string, it: Traveller): Promise<boolean> {
  const { rows } = await sql`
    update traveller set full_name = ${it.full_name}, gender = ${it.gender},
      passenger_type = ${it.passenger_type}, phone = ${it.phone}, address = ${it.address}
    where id = ${it.id} and person_id = ${person_id} returning 1`.execute(db)
  return rows.length > 0
}

/** Deletes a saved traveller. Returns false if the person has none with this id. */
export async function deleteTraveller(db: Db, person_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from traveller where id = ${id} and person_id = ${person_id} returning 1`.execute(db)
  return rows.length > 0
}

export async function deletePersonTravellers(tx: Db, person_id: string): Promise<void> {
  await sql`delete from traveller where person_id = ${person_id}`.execute(tx)
}
