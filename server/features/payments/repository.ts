import { type RawBuilder, sql } from 'kysely'
import type { Payment } from '#contract/payments'
import { extendedHoldMinutes } from '#contract/policy'
import { normaliseReference } from '#contract/reference'
import type { Actor } from '#server/context'
import type { Db } from '#server/db/client'
import type { NewTickets } from '#server/features/tickets'
import type { Channel, ProviderName } from './provider.ts'
import type { Effect } from './truth-repository.ts'

/** An attempt with what its booking says about it. Amounts in kobo. */
export interface Attempt {
  id: string
  reference: string
  purpose: Payment['purpose']
  /** Null, as what follows of it: a top-up. */
  booking_id: string | null
  booking: string | null
  booking_status: string | null
  hold_expires_at: Date | null
  provider: Payment['provider']
  channel: Channel | null
  status: Payment['status']
  outcome: Payment['outcome']
  amount_kobo: number
  /** What the wallet gives beside it. */
  wallet_part_kobo: number
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
  /** How many. */
  seats: number
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
    b.hold_expires_at, p.provider, p.channel, p.status, p.outcome, p.amount_kobo, p.wallet_part_kobo, p.paid_kobo,
    p.authorization_url, p.failure, p.checks, p.expires_at, clock_timestamp() as now
  from payment p left join booking b on b.id = p.booking_id`

/** The condition that an attempt `p` is this person's: for a booking of hers, or to fill her wallet. */
function isMine(actor: Actor): RawBuilder<boolean> {
  if (actor.kind !== 'user') return isOwner(actor)
  return sql`(${isOwner(actor)} or p.booking_id is null and p.person_id = ${actor.user_id}::uuid)`
}

/** One of my attempts. */
export async function findAttempt(
  db: Db,
  reference: string,
  actor: Actor,
): Promise<Attempt | undefined> {
  const { rows } =
    await sql<Attempt>`${attempts} where p.reference = ${reference} and ${isMine(actor)}`.execute(
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
    where p.idempotency_principal = ${once.principal} and p.idempotency_key = ${once.key} and ${isMine(actor)}`.execute(
    db,
  )
  return rows[0]
}

/** Reads a booking of mine for paying; with `lock` nobody changes it until the transaction ends. */
export async function findBookingToPay(
  db: Db,
  written: string,
  actor: Actor,
  { lock = false } = {},
): Promise<BookingToPay | undefined> {
  const reference = normaliseReference(written)
  const minutes = (until: RawBuilder<unknown>) =>
    sql`coalesce(extract(epoch from ${until} - clock_timestamp()) / 60, 0)::float8`
  const { rows } = await sql<BookingToPay>`
    select b.id, b.reference, case t.status when 'cancelled' then 'operator_cancelled' else b.status end as status,
      b.total_kobo, cardinality(b.seats) as seats, b.contact_name, b.contact_phone, b.contact_email, b.hold_expires_at,
      b.contact_phone is null or cardinality(b.seats) <>
        (select count(*) from passenger p where p.booking_id = b.id and p.state = 'travelling') as passengers_missing,
      ${minutes(sql`b.hold_expires_at`)} as hold_minutes_left,
      ${minutes(sql`greatest(b.hold_expires_at, case when not b.hold_extended
        then b.created_at + ${extendedHoldMinutes} * interval '1 minute' end)`)} as longest_minutes_left,
      ${minutes(sql`t.sales_close_at + (boards_at(t.id, b.leg_from) - t.departs_at)`)} as sale_minutes_left,
      hold_is_alive(b.id) as claimed
    from booking b join trip t on t.id = b.trip_id
    where b.reference = ${reference} and ${isOwner(actor)}
    ${lock ? sql`for update of b` : sql``}`.execute(db)
  return rows[0]
}

interface Once {
  principal: string
  key: string
}

/** A new attempt, written before its provider hears of it. `person_id`: whose wallet gives its part. */
export interface NewAttempt {
  id: string
  reference: string
  booking_id: string
  person_id: string | null
  provider: ProviderName
  channel: Channel | null
  amount_kobo: number
  wallet_part_kobo: number
  /** Minutes for which the seats are kept in all, if that becomes longer. */
  extend_to: number | null
  once: Once | undefined
}

/** Writes an attempt to pay a booking (`open_attempt`). False when the wallet has not got its part. */
export async function openAttempt(db: Db, made: NewAttempt): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`
    select open_attempt(${made.id}::uuid, ${made.reference}, ${made.booking_id}::uuid, ${made.person_id}::uuid,
      ${made.provider}, ${made.channel}, ${made.amount_kobo}::bigint, ${made.wallet_part_kobo}::bigint,
      ${made.extend_to}::int, ${made.once?.principal ?? null}, ${made.once?.key ?? null}) as opened`.execute(
    db,
  )
  return rows[0]?.opened === true
}

/** Sets the wallet's part of an attempt aside once more, before it is tried again. False: it is gone. */
export async function holdAgain(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select hold_in_wallet(booking_id, id, person_id, wallet_part_kobo) as held
    from payment where id = ${id}::uuid`.execute(db)
  return rows[0]?.held === true
}

/** Writes an attempt to fill a wallet, for half an hour; under a key that was used, nothing. */
export async function insertTopUp(
  db: Db,
  made: Pick<NewAttempt, 'id' | 'reference' | 'provider' | 'channel' | 'amount_kobo' | 'once'> & {
    person_id: string
  },
): Promise<void> {
  await sql`
    insert into payment (id, reference, purpose, person_id, provider, channel, amount_kobo,
      idempotency_principal, idempotency_key, expires_at)
    values (${made.id}, ${made.reference}, 'wallet', ${made.person_id}, ${made.provider}, ${made.channel},
      ${made.amount_kobo}, ${made.once?.principal ?? null}, ${made.once?.key ?? null}, now() + interval '30 minutes')
    on conflict (idempotency_principal, idempotency_key) do nothing`.execute(db)
}

/** A person as a payment company is told of her. */
export async function findPayer(
  db: Db,
  person_id: string,
): Promise<{ email: string | null; name: string | null; phone: string | null }> {
  const { rows } = await sql<{ email: string | null; name: string | null; phone: string | null }>`
    select email, full_name as name, phone from person where id = ${person_id}`.execute(db)
  return rows[0] ?? { email: null, name: null, phone: null }
}

/** Pays all of a locked booking out of a wallet, in the caller's transaction (`pay_from_wallet`). */
export async function payFromWallet(
  db: Db,
  made: {
    id: string
    reference: string
    person_id: string
    booking_id: string
    once: Once | undefined
  },
  tickets: NewTickets,
): Promise<Effect> {
  const { rows } = await sql<Effect>`
    select * from pay_from_wallet(${made.id}::uuid, ${made.reference}, ${made.person_id}::uuid, ${made.booking_id}::uuid,
      ${made.once?.principal ?? null}, ${made.once?.key ?? null}, ${tickets.kid}::smallint, ${tickets.ids}::bytea[],
      ${tickets.codes}::text[])`.execute(db)
  const [effect] = rows
  if (effect === undefined) throw new Error('pay_from_wallet answered nothing')
  return effect
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

/**
 * Notes that the provider could not be asked, or said no, and frees what the wallet had set aside. Money
 * may still turn out to have moved.
 */
export async function failAttempt(db: Db, id: string, failure: string): Promise<void> {
  await sql`
    with failed as (
      update payment set status = 'failed', failure = ${failure.slice(0, 500)}
      where id = ${id} and status in ('initiated', 'failed') and authorization_url is null returning id
    )
    delete from wallet_hold using failed where payment_id = failed.id`.execute(db)
}

/** Counts one press of the button; false when all of them are used up. */
export async function countCheck(db: Db, id: string, most: number): Promise<boolean> {
  const { rows } = await sql`
    update payment set checks = checks + 1 where id = ${id} and checks < ${most} returning 1`.execute(
    db,
  )
  return rows.length > 0
}
