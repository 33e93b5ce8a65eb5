import type { NotificationSettings, User } from '#contract/profile/model'
import { type Db, inTransaction } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { makeId, makeReference } from '#server/platform/ids'

/** An email address in lower case or a phone number (E.164) at which a person can be reached. */
export interface Contact {
  kind: 'email' | 'phone'
  address: string
}

export interface Person {
  id: string
  full_name: string
  email: string | null
  email_verified_at: Date | null
  phone: string | null
  phone_verified_at: Date | null
  password_hash: string | null
  google_sub: string | null
  language: User['language']
  data_saver: boolean
  notifications: NotificationSettings
  kin_name: string | null
  kin_phone: string | null
  kin_relationship: NonNullable<User['default_kin']>['relationship'] | null
  referral_code: string
  erase_at: Date | null
  created_at: Date
}

/** Finds a person by id, unless they are erased. */
export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select * from person where id = ${id} and erased_at is null`.execute(db)
  return rows[0]
}

const isProved = ({ kind }: Contact) => sql`${sql.ref(`${kind}_verified_at`)} is not null`
const isAt = ({ kind, address }: Contact) =>
  sql`${sql.ref(kind)} = ${address} and erased_at is null`

/** Finds the person who has verified a contact. */
export async function findContactOwner(db: Db, contact: Contact): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select * from person where ${isAt(contact)} and ${isProved(contact)}`.execute(db)
  return rows[0]
}

/** Returns the newest and the oldest of the accounts that contain a contact without having verified it. */
export async function findUnverifiedAccounts(db: Db, contact: Contact): Promise<Person[]> {
  const one = (order: Sql) => sql`(select * from person
    where ${isAt(contact)} and not (${isProved(contact)}) order by created_at ${order} limit 1)`
  const { rows } = await sql<Person>`
    select * from (${one(sql`desc`)} union ${one(sql`asc`)}) claimant order by created_at desc`.execute(
    db,
  )
  return rows
}

/**
 * Finds the person who may set a new password with a code sent to a contact: the person who has verified the contact.
 * Otherwise, of the accounts with this contact, the newest one that has no verified contact and no Google login: an
 * account that has one belongs to the owner of that contact or Google login.
 */
export async function findPersonForPasswordReset(
  db: Db,
  contact: Contact,
): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    (select * from person where ${isAt(contact)} and ${isProved(contact)})
    union all
    (select * from person where ${isAt(contact)} and email_verified_at is null
      and phone_verified_at is null and google_sub is null order by created_at desc limit 1)
    limit 1`.execute(db)
  return rows[0]
}

/** Returns the ids of all accounts that contain a contact, verified or not. */
export async function findPersonIdsByContact(db: Db, contact: Contact): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from person where ${isAt(contact)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function findPersonByGoogleId(
  db: Db,
  google_sub: string,
): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select * from person where google_sub = ${google_sub} and erased_at is null`.execute(db)
  return rows[0]
}

/** Returns the id of the person whose referral code this is; undefined for an unknown code. */
export async function findPersonIdByReferralCode(
  db: Db,
  referral_code: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from person where referral_code = ${referral_code} and erased_at is null`.execute(db)
  return rows[0]?.id
}

export interface NewPerson {
  full_name: string
  email?: string | undefined
  phone?: string | undefined
  email_is_proved?: boolean
  phone_is_proved?: boolean
  password_hash?: string
  google_sub?: string
  referred_by?: string | undefined
  device_id?: string | undefined
}

/** Creates a person and their wallet. The caller handles conflicts, such as on `person_email_proved`. */
export async function insertPerson(db: Db, person: NewPerson): Promise<string> {
  const id = makeId()
  const when = (is = false) => (is ? sql`now()` : null)
  await inTransaction(db, async (tx) => {
    await sql`
      insert into person (id, full_name, email, email_verified_at, phone, phone_verified_at, password_hash,
        google_sub, referral_code, referred_by, device_id)
      values (${id}, ${person.full_name}, ${person.email ?? null}, ${when(person.email_is_proved)},
        ${person.phone ?? null}, ${when(person.phone_is_proved)}, ${person.password_hash ?? null},
        ${person.google_sub ?? null}, ${makeReference()}, ${person.referred_by ?? null},
        ${person.device_id ?? null})`.execute(tx)
    await sql`select account_of('wallet', ${id}, false)`.execute(tx)
  })
  return id
}

/** Whether a hash is a person's current password hash. If so, locks the hash until the transaction ends. */
export async function isCurrentPasswordHash(tx: Db, id: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from person where id = ${id} and password_hash = ${hash} for share`.execute(tx)
  return rows.length > 0
}

/**
 * Replaces a password hash, or null if there was no password. Returns false if another password was set in the
 * meantime.
 */
export async function replacePasswordHash(
  db: Db,
  id: string,
  from: string | null,
  to: string,
): Promise<boolean> {
  const { rows } = await sql`
    update person set password_hash = ${to} where id = ${id} and password_hash is not distinct from ${from}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Sets a person's password hash. Revokes no login. */
export async function setPasswordHash(db: Db, id: string, hash: string): Promise<void> {
  await sql`update person set password_hash = ${hash} where id = ${id}`.execute(db)
}

/**
 * Verifies a contact for a person; returns false if it no longer belongs to their account. Throws a unique violation of
 * `person_email_proved` or `person_phone_proved` if somebody else has verified it.
 */
export async function markContactVerified(db: Db, id: string, contact: Contact): Promise<boolean> {
  const at = sql.ref(`${contact.kind}_verified_at`)
  const { rows } = await sql`
    update person set ${at} = coalesce(${at}, now()) where id = ${id} and ${isAt(contact)}
    returning 1`.execute(db)
  return rows.length > 0
}

export async function saveGoogleId(db: Db, id: string, google_sub: string): Promise<void> {
  await sql`update person set google_sub = ${google_sub} where id = ${id}`.execute(db)
}
