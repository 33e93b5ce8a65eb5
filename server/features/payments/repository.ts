import { type RawBuilder, sql } from 'kysely'
import type { Payment } from '#contract/payments'
import type { Actor } from '#server/context'
import type { Db } from '#server/db/client'
import type { Channel, ProviderName } from './provider.ts'

/** An attempt with what its booking says about it. Amounts in kobo. */
export interface Attempt {
  id: string
  reference: string
  purpose: Payment['purpose']
  booking_id: string
  booking: string
  booking_status: string
  hold_expires_at: Date | null
  provider: ProviderName
  channel: Channel | null
  status: Payment['status']
  outcome: Payment['outcome']
  amount_kobo: number
  paid_kobo: number
  authorization_url: string | null
  failure: string | null
  checks: number
  expires_at: Date
  now: Date
}

/** A booking that somebody wants to pay, locked. `claimed`: every seat still carries its name. */
export interface BookingToPay {
  id: string
  reference: string
  status: string
  total_kobo: number
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  passengers_missing: boolean
  hold_expires_at: Date | null
  hold_minutes_left: number
  /** Minutes the hold has left once it is extended. */
  longest_minutes_left: number
  sale_minutes_left: number
  claimed: boolean
}

/** The condition that a booking `b` is this person's: a stranger sees nothing of it. */
function isOwner(actor: Actor): RawBuilder<boolean> {
  if (actor.kind === 'user') return sql`b.user_id = ${actor.user_id}::uuid`
  if (actor.kind === 'operator') return sql`false`
  return sql`(b.guest_token_sha256 = sha256(convert_to(${actor.guest_token ?? null}, 'UTF8')) or b.contact_phone = ${actor.phone ?? null})`
}

const attempts = sql`
  select p.id, p.reference, p.purpose, p.booking_id, b.reference as booking, b.status as booking_status,
    b.hold_expires_at, p.provider, p.channel, p.status, p.outcome, p.amount_kobo, p.paid_kobo,
    p.authorization_url, p.failure, p.checks, p.expires_at, clock_timestamp() as now
  from payment p join booking b on b.id = p.booking_id`

/** One of my attempts. */
export async function findAttempt(
  db: Db,
  reference: string,
  actor: Actor,
): Promise<Attempt | undefined> {
  const { rows } =
    await sql<Attempt>`${attempts} where p.reference = ${reference} and ${isOwner(actor)}`.execute(
      db,
    )
  return rows[0]
}

/** The attempt that an earlier run of the same write has made. */
export async function findAttemptOf(
  db: Db,
  once: { principal: string; key: string },
  actor: Actor,
): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`${attempts}
    where p.idempotency_principal = ${once.principal} and p.idempotency_key = ${once.key} and ${isOwner(actor)}`.execute(
    db,
  )
  return rows[0]
}

/** Reads a booking of mine for paying; with `lock` nobody changes it until the transaction ends. */
export async function findBookingToPay(
  db: Db,
  {
    reference,
    actor,
    lock,
    extended_minutes,
  }: { reference: string; actor: Actor; lock: boolean; extended_minutes: number },
): Promise<BookingToPay | undefined> {
  const minutes = (until: RawBuilder<unknown>) =>
    sql`coalesce(extract(epoch from ${until} - clock_timestamp()) / 60, 0)::float8`
  const { rows } = await sql<BookingToPay>`
    select b.id, b.reference, case t.status when 'cancelled' then 'operator_cancelled' else b.status end as status,
      b.total_kobo, b.contact_name, b.contact_phone, b.contact_email, b.hold_expires_at,
      b.contact_phone is null or cardinality(b.seats) <>
        (select count(*) from passenger p where p.booking_id = b.id and p.state = 'travelling') as passengers_missing,
      ${minutes(sql`b.hold_expires_at`)} as hold_minutes_left,
      ${minutes(sql`greatest(b.hold_expires_at, case when not b.hold_extended
        then b.created_at + ${extended_minutes} * interval '1 minute' end)`)} as longest_minutes_left,
      ${minutes(sql`t.sales_close_at + (boards_at(t.id, b.leg_from) - t.departs_at)`)} as sale_minutes_left,
      hold_is_alive(b.id) as claimed
    from booking b join trip t on t.id = b.trip_id
    where b.reference = ${reference} and ${isOwner(actor)}
    ${lock ? sql`for update of b` : sql``}`.execute(db)
  return rows[0]
}

/** Marks a booking as being paid and, if asked, gives its hold `extend_to` minutes in all, once. */
export async function awaitPayment(
  db: Db,
  booking_id: string,
  extend_to: number | null,
): Promise<void> {
  await sql`update booking set status = 'awaiting_payment' where id = ${booking_id} and status = 'held'`.execute(
    db,
  )
  if (extend_to !== null) await sql`select extend_hold(${booking_id}, ${extend_to})`.execute(db)
}

/** A new attempt, written before its provider hears of it. */
export interface NewAttempt {
  id: string
  reference: string
  booking_id: string
  provider: ProviderName
  channel: Channel | null
  amount_kobo: number
  once: { principal: string; key: string } | undefined
}

/** Writes an attempt. It ends a minute before the hold does, but lasts at least one. */
export async function insertAttempt(db: Db, made: NewAttempt): Promise<void> {
  await sql`
    insert into payment (id, reference, purpose, booking_id, provider, channel, amount_kobo,
      idempotency_principal, idempotency_key, expires_at)
    select ${made.id}, ${made.reference}, 'booking', b.id, ${made.provider}, ${made.channel}, ${made.amount_kobo},
      ${made.once?.principal ?? null}, ${made.once?.key ?? null},
      greatest(b.hold_expires_at - interval '1 minute', clock_timestamp() + interval '1 minute')
    from booking b where b.id = ${made.booking_id}`.execute(db)
}

/** Keeps the provider's answer. False when another run of the same write was first. */
export async function keepStarted(
  db: Db,
  id: string,
  reference: string,
  authorization_url: string,
): Promise<boolean> {
  const { rows } = await sql`
    update payment set authorization_url = ${authorization_url}, failure = null,
      status = case when status in ('initiated', 'failed') then 'pending' else status end
    where id = ${id} and reference = ${reference} and authorization_url is null returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Gives an attempt whose link nobody ever got a new reference. False when somebody has got one meanwhile. */
export async function renameAttempt(
  db: Db,
  id: string,
  from: string,
  to: string,
): Promise<boolean> {
  const { rows } = await sql`
    update payment set reference = ${to}, status = 'initiated'
    where id = ${id} and reference = ${from} and authorization_url is null returning 1`.execute(db)
  return rows.length > 0
}

/** Notes that the provider could not be asked, or said no. Money may still turn out to have moved. */
export async function failAttempt(db: Db, id: string, failure: string): Promise<void> {
  await sql`
    update payment set status = 'failed', failure = ${failure.slice(0, 500)}
    where id = ${id} and status in ('initiated', 'failed') and authorization_url is null`.execute(
    db,
  )
}

/** Counts one press of the button; false when all of them are used up. */
export async function countCheck(db: Db, id: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    update payment set checks = checks + 1 where id = ${id} and checks < ${most} returning 1`.execute(
    db,
  )
  return rows.length > 0
}
