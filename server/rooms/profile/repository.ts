import type { User } from '#contract/profile/model'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'

/** Locks a person's row until the transaction ends, without blocking references to it. */
export async function lockPerson(tx: Db, id: string): Promise<void> {
  await sql`select from person where id = ${id} for no key update`.execute(tx)
}

export type ProfileChanges = Pick<
  User,
  'full_name' | 'email' | 'phone' | 'language' | 'data_saver' | 'notifications' | 'default_kin'
>

/** Stores a person's profile. A changed email address or phone number becomes unverified. */
export async function savePerson(db: Db, id: string, it: ProfileChanges): Promise<void> {
  const { default_kin: kin } = it
  await sql`
    select update_person(${id}, ${it.full_name}, ${it.email}, ${it.phone}, ${it.language}, ${it.data_saver},
      ${JSON.stringify(it.notifications)}::jsonb,
      ${kin?.full_name ?? null}, ${kin?.phone ?? null}, ${kin?.relationship ?? null})`.execute(db)
}

// SQL for the verified email address and phone number of the caller; null if unverified.
const proved = (id: string) => sql`
  select case when email_verified_at is not null then email end as email,
    case when phone_verified_at is not null then phone end as phone
  from person where id = ${id}`

// SQL for paid bookings of guests with this email address or phone number.
const isGuestBookingOf = (me: string): Sql => sql`
  b.user_id is null and b.confirmed_at is not null
  and (b.contact_phone = ${sql.ref(`${me}.phone`)} or lower(b.contact_email) = ${sql.ref(`${me}.email`)})`

/**
 * Returns the ids of the bookings that a person made as a guest with an email address or phone number that they have
 * verified; the newest hundred.
 */
export async function findGuestBookings(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from (${proved(id)}) me join booking b on ${isGuestBookingOf('me')}
    order by b.created_at desc, b.id limit 100`.execute(db)
  return rows.map((row) => row.id)
}

/** Adds a person's guest bookings to their account. Returns how many. Guest tokens stay valid. */
export async function adoptGuestBookings(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ adopted: number }>`
    with theirs as materialized (
      select b.id from (${proved(id)}) me join booking b on ${isGuestBookingOf('me')} order by b.id
    )
    select count(*) filter (where adopt_booking(theirs.id, ${id}))::int as adopted from theirs`.execute(
    db,
  )
  return rows[0]?.adopted ?? 0
}

/** Plans an erasure in `days` days. Returns its time. */
export async function planErasure(db: Db, id: string, days: number): Promise<Date> {
  const { rows } = await sql<{ erase_at: Date }>`
    select erase_at from plan_erasure(${id}, ${days}) as erase_at`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`person ${id} is gone`)
  return row.erase_at
}

export async function cancelErasure(db: Db, id: string): Promise<void> {
  await sql`select plan_erasure(${id}, null)`.execute(db)
}
