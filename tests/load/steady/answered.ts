import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/**
 * A sale of one seat that the server confirmed. `sent_at` and `answered_at` are the times of the call that was
 * answered, ms.
 */
export interface AnsweredSale {
  reference: string
  shift: string
  trip_id: string
  seat: number
  sent_at: number
  answered_at: number
}

/** Returns the references of answered sales that lack their ticket, or their entry in the drawer of their shift. */
export async function findLostSales(db: Db, sales: readonly AnsweredSale[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select answered.reference from unnest(${sales.map(({ reference }) => reference)}::text[],
      ${sales.map(({ shift }) => shift)}::uuid[], ${sales.map(({ seat }) => seat)}::int[]) answered (reference, shift_id, seat)
    where not exists (select from counter_entry e join booking b on b.id = e.booking_id
      join ticket t on t.booking_id = b.id and t.seat = answered.seat and t.status in ('valid', 'used')
      where b.reference = answered.reference and e.shift_id = answered.shift_id and b.status = 'confirmed')`.execute(
    db,
  )
  return rows.map(({ reference }) => reference)
}

/**
 * Returns the references and ids that the server returned but that do not exist: those of bookings, payments, parcels,
 * claims, charters with their requests and offers, and messages.
 */
export async function findLostNames(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) answered (name)
    where name not in (
      select reference from booking union all select reference from payment
      union all select tracking_id from parcel union all select id::text from parcel_claim
      union all select reference from charter union all select reference from charter_request
      union all select id::text from charter_offer union all select id::text from message)`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Returns the seconds from `from` to the first answer to a sale that was sent after it; undefined if there is none. */
export function computeSecondsUntilSale(
  sales: readonly Pick<AnsweredSale, 'sent_at' | 'answered_at'>[],
  from: number,
): number | undefined {
  const answers = sales.filter(({ sent_at }) => sent_at >= from).map((sale) => sale.answered_at)
  return answers.length === 0 ? undefined : (Math.min(...answers) - from) / 1000
}

/**
 * Returns the longest time between two answered sales from `from` to `to`, seconds. Counts `from` and `to` as sales,
 * too.
 */
export function computeLongestPause(
  sales: readonly Pick<AnsweredSale, 'answered_at'>[],
  from: number,
  to: number,
): number {
  const inside = sales
    .map(({ answered_at }) => answered_at)
    .filter((at) => at > from && at < to)
    .toSorted((a, b) => a - b)
  const marks = [from, ...inside, to]
  return Math.max(...marks.slice(1).map((at, before) => at - (marks[before] ?? at))) / 1000
}
