import { type Db, isUniqueViolation } from '#server/db/client'
import { deleteInSteps } from '#server/db/in-steps'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'

/** A phone's endpoint at its push service (a URL), and its keys, base64url. */
export interface PushEndpoint {
  endpoint: string
  p256dh: string
  auth: string
}

/** The most phones of one person, or of one booking of a guest. The newest are stored. */
const maxPhones = 10

/**
 * Stores a phone's subscription for a person's login or, with null, for a guest. Its former owner loses it, since a
 * phone gets the messages of one person only, and counts as a new phone of its owner. Returns the subscription's id.
 */
export async function savePushSubscription(
  db: Db,
  { endpoint, p256dh, auth }: PushEndpoint,
  holder: { person_id: string; login_id: string } | null,
): Promise<string> {
  const [person, login] = [holder?.person_id ?? null, holder?.login_id ?? null]
  const { rows } = await sql<{ id: string }>`
    with strangers as (
      delete from push_booking where subscription_id in (
        select id from push_subscription where endpoint = ${endpoint} and person_id is not null
          and person_id is distinct from ${person}::uuid)
    )
    insert into push_subscription as before (id, endpoint, p256dh, auth, person_id, login_id)
    values (${makeId()}, ${endpoint}, ${p256dh}, ${auth}, ${person}::uuid, ${login}::uuid)
    on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth,
      person_id = excluded.person_id, login_id = excluded.login_id,
      created_at = case when before.person_id is distinct from excluded.person_id then now() else before.created_at end
    returning id`.execute(db)
  await sql`
    delete from push_subscription where person_id = ${person}::uuid and id not in (
      select id from push_subscription where person_id = ${person}::uuid
      order by created_at desc, id desc limit ${maxPhones})`.execute(db)
  return rows[0]?.id ?? ''
}

/** Subscribes a phone to messages about a booking. Only the ten newest subscriptions of a booking are stored. */
export async function subscribeToBooking(db: Db, subscription_id: string, booking_id: string) {
  await sql`
    insert into push_booking (subscription_id, booking_id) values (${subscription_id}, ${booking_id}::uuid)
    on conflict do nothing`.execute(db)
  await sql`
    delete from push_booking where booking_id = ${booking_id}::uuid and subscription_id not in (
      select k.subscription_id from push_booking k join push_subscription s on s.id = k.subscription_id
      where k.booking_id = ${booking_id}::uuid order by s.created_at desc, s.id desc limit ${maxPhones})`.execute(
    db,
  )
}

/**
 * Replaces a phone's old push endpoint with a new one. Only the phone itself knows the old one, so no other proof is
 * needed. Returns false if the old one is unknown, or if the phone has already subscribed with the new one.
 */
export async function replacePushEndpoint(
  db: Db,
  replaces: string,
  { endpoint, p256dh, auth }: PushEndpoint,
): Promise<boolean> {
  try {
    const { rowCount } = await sql`
      update push_subscription set endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}
      where endpoint = ${replaces} and not exists (
        select from push_subscription where endpoint = ${endpoint} and endpoint <> ${replaces})`.execute(
      db,
    )
    return rowCount === 1
  } catch (error) {
    // The app has subscribed with the new endpoint at the same time.
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export async function deletePushSubscription(
  db: Db,
  by: { endpoint: string } | { id: string },
): Promise<void> {
  const one = 'id' in by ? sql`id = ${by.id}` : sql`endpoint = ${by.endpoint}`
  await sql`delete from push_subscription where ${one}`.execute(db)
}

/** What a notification is about: a booking, a parcel, or only its person. */
export type PushSubject = { booking_id: string } | { parcel_id: string } | { person_id: string }

function idOf(it: PushSubject): string {
  if ('booking_id' in it) return it.booking_id
  return 'parcel_id' in it ? it.parcel_id : it.person_id
}

function isTheirs(it: PushSubject) {
  if ('person_id' in it) return sql`s.person_id = ${it.person_id}::uuid`
  return 'booking_id' in it
    ? sql`(s.person_id = (select user_id from booking where id = ${it.booking_id}::uuid) or exists (
        select from push_booking k where k.subscription_id = s.id and k.booking_id = ${it.booking_id}::uuid))`
    : sql`s.person_id = (select user_id from parcel where id = ${it.parcel_id}::uuid)`
}

/**
 * Returns SQL for whether the person `o` of a query accepts messages of this setting, which people can switch off in
 * their account. True for guests, who have no settings.
 */
export const selectAcceptsMessages = (
  name: 'trip_news_push' | 'trip_news_sms' | 'trip_news_email',
) => sql`coalesce((o.notifications ->> ${name})::boolean, true)`

// Leaves out a phone whose login has ended, even if it was ended from another device, and the phones of a person who
// has switched off push messages.
const acceptsKindSql = (it: PushSubject) => sql`
  from push_subscription s
  left join login l on l.id = s.login_id
  left join person o on o.id = s.person_id
  where ${isTheirs(it)} and l.revoked_at is null and ${selectAcceptsMessages('trip_news_push')}`

/**
 * Waits for concurrent deletions of phones of the same subject. Otherwise each would count the phone that the other
 * deletes.
 */
export async function lockSubscriptions(tx: Db, it: PushSubject): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`push:${idOf(it)}`}, 0))`.execute(tx)
}

/** Returns the ids of the phones that must be notified. */
export async function findSubscribedPhones(db: Db, it: PushSubject): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id ${acceptsKindSql(it)} order by s.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns how many phones of a subject must be notified and have not got this message. */
export async function countPhonesToNotify(
  db: Db,
  it: PushSubject & { news_id: string },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${acceptsKindSql(it)} and not exists (
      select from push_sent where subscription_id = s.id and news_id = ${it.news_id})`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Returns a phone's push endpoint. Returns undefined if the phone must not be notified, or has already got this
 * message.
 */
export async function findPhoneToNotify(
  db: Db,
  it: PushSubject & { subscription_id: string; news_id: string },
): Promise<PushEndpoint | undefined> {
  const { rows } = await sql<PushEndpoint>`
    select s.endpoint, s.p256dh, s.auth ${acceptsKindSql(it)} and s.id = ${it.subscription_id}
      and not exists (select from push_sent where subscription_id = s.id and news_id = ${it.news_id})`.execute(
    db,
  )
  return rows[0]
}

/** Records that a phone's push service has accepted or refused a message, so that no repeat sends it again. */
export async function recordPushFinished(
  db: Db,
  subscription_id: string,
  message_id: string,
): Promise<void> {
  await sql`
    insert into push_sent (subscription_id, news_id)
    select id, ${message_id} from push_subscription where id = ${subscription_id} on conflict do nothing`.execute(
    db,
  )
}

/** Deletes guests' subscriptions a month after their trips, and records of sent messages that are a month old. */
export async function deleteOldSubscriptions(db: Db): Promise<void> {
  await deleteInSteps(
    db,
    'push_subscription',
    sql`person_id is null and created_at < now() - interval '30 days'
      and not exists (select from push_booking k join booking b on b.id = k.booking_id
        join trip t on t.id = b.trip_id
        where k.subscription_id = push_subscription.id and t.arrives_at > now() - interval '30 days')`,
  )
  await deleteInSteps(db, 'push_sent', sql`sent_at < now() - interval '30 days'`)
}

/** Returns a person's phones: the push service of each, and when it subscribed. */
export async function findPushPhones(db: Db, person_id: string) {
  const { rows } = await sql<{ endpoint: string; created_at: Date }>`
    select endpoint, created_at from push_subscription
    where person_id = ${person_id}::uuid order by created_at, id`.execute(db)
  return rows.map((row) => ({
    service: new URL(row.endpoint).host,
    since: row.created_at.toISOString(),
  }))
}
