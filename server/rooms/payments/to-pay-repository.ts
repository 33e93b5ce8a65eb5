import { type RawBuilder, sql } from 'kysely'
import type { ErrorCode } from '#contract/errors'
import { extendedHoldMinutes } from '#contract/policy'
import { normaliseReference } from '#contract/reference'
import type { Actor } from '#server/context'
import type { Db } from '#server/db/client'

export type Purpose = 'booking' | 'parcel'

/** A booking or a parcel of mine that is to be paid. */
export interface ThingToPay {
  id: string
  /** Null for a booking. */
  parcel_id: string | null
  /** The booking's reference, or the parcel's tracking id. */
  reference: string
  total_kobo: number
  /** How many tickets its money buys. */
  seats: number
  name: string | null
  phone: string | null
  email: string | null
  /** Why it cannot be paid now. */
  refusal: ErrorCode | null
  /** Minutes within which a card's payment ends, and one by transfer or USSD. */
  card_minutes: number
  longest_minutes: number
}

/** The condition that a booking `b` is this person's: a stranger sees nothing of it. */
export function isOwner(actor: Actor): RawBuilder<boolean> {
  if (actor.kind === 'user') return sql`b.user_id = ${actor.user_id}::uuid`
  if (actor.kind !== 'guest') return sql`false`
  return sql`guest_token_opens(b, sha256(convert_to(${actor.guest_token ?? null}, 'UTF8')))`
}

const minutes = (until: RawBuilder<unknown>) =>
  sql`coalesce(extract(epoch from ${until} - clock_timestamp()) / 60, 0)::float8`

const saleMinutes = minutes(sql`t.sales_close_at + (boards_at(t.id, b.leg_from) - t.departs_at)`)

const bookingToPay = (actor: Actor) => sql`
  select b.id, null::uuid as parcel_id, b.reference, b.total_kobo, cardinality(b.seats) as seats,
    b.contact_name as name, b.contact_phone as phone, b.contact_email as email,
    case
      when t.status = 'cancelled' then 'booking_not_open'
      when b.status in ('confirmed', 'travelled', 'completed') then 'already_paid'
      when b.status = 'expired' then 'hold_expired'
      when b.status not in ('held', 'awaiting_payment') then 'booking_not_open'
      when not coalesce(hold_is_alive(b.id) and b.hold_expires_at > clock_timestamp(), false) then 'hold_expired'
      when b.contact_phone is null or cardinality(b.seats) <>
        (select count(*) from passenger p where p.booking_id = b.id and p.state = 'travelling') then 'passengers_missing'
    end as refusal,
    least(${minutes(sql`b.hold_expires_at`)}, ${saleMinutes}) as card_minutes,
    least(${minutes(sql`greatest(b.hold_expires_at, case when not b.hold_extended
      then b.created_at + ${extendedHoldMinutes} * interval '1 minute' end)`)}, ${saleMinutes}) as longest_minutes
  from booking b join trip t on t.id = b.trip_id
  where ${isOwner(actor)} and b.reference =`

const parcelToPay = (actor: Actor) => sql`
  select b.id, b.id as parcel_id, b.tracking_id as reference, b.total_kobo, 0 as seats,
    person.full_name as name, person.phone, person.email,
    case
      when b.state = 'cancelled' then 'parcel_closed'
      when b.paid_kobo > 0 then 'already_paid'
      when b.pay_until <= clock_timestamp() then 'parcel_closed'
    end as refusal,
    ${minutes(sql`b.pay_until`)} as card_minutes, ${minutes(sql`b.pay_until`)} as longest_minutes
  from parcel b join person on person.id = b.user_id
  where ${actor.kind === 'user' ? isOwner(actor) : sql`false`} and b.tracking_id =`

/** Reads a thing of mine for paying; with `lock` nobody changes it until the transaction ends. */
export async function findThingToPay(
  db: Db,
  { purpose, written }: { purpose: Purpose; written: string },
  actor: Actor,
  { lock = false } = {},
): Promise<ThingToPay | undefined> {
  const found = purpose === 'parcel' ? parcelToPay(actor) : bookingToPay(actor)
  const { rows } = await sql<ThingToPay>`
    ${found} ${normaliseReference(written)} ${lock ? sql`for update of b` : sql``}`.execute(db)
  return rows[0]
}
