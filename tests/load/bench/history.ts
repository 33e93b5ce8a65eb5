import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'

/** How many bookings one statement copies. */
const batch = 100_000
/**
 * The range of the copies' ages: the oldest is five years older than the newest, and the newest is thirty days older
 * than the original.
 */
const days = 5 * 365
const latest = 30

/** Returns SQL for the id of copy `n` of a row of this kind. Ids grow with `n`, as those of the server do. */
const idOf = (kind: number, n: Sql = sql`n`) =>
  sql`('00000000-0000-700' || ${kind}::text || '-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const age = sql`make_interval(days => (${latest} + n % ${days})::int)`
const older = (column: string) => [column, sql`x.${sql.ref(column)} - ${age}`] as const
/** Two bookings share a departure. */
const departure = idOf(1, sql`(n + 1) / 2`)
/** The second booking of a departure has other seats. */
const seat = sql`x.seat + (n % 2) * 30`

type Override = readonly [column: string, value: Sql]

/**
 * Fills a database with copies of one of its bookings that was paid by card or transfer, as years of sales would:
 * departures, bookings, travellers, payments, tickets, seats and the ledger. Triggers do not run, so foreign keys are
 * not checked; the other constraints are. Throws if there is no such booking.
 */
export async function fillHistory(db: Db, bookings: number): Promise<void> {
  const { rows } = await sql<{ booking: string; trip: string; payment: string }>`
    select b.id as booking, b.trip_id as trip, p.id as payment
    from booking b join payment p on p.payable_id = b.id
    where b.status = 'confirmed' and p.status = 'succeeded' and p.provider_id is not null and b.return_trip_id is null
      and not exists (select from refund r where r.payable_id = b.id) and b.seats[1] < 30
    order by b.id limit 1`.execute(db)
  const [original] = rows
  if (original === undefined) throw new Error('no booking is paid')
  await db.connection(async (connection) => {
    await sql`set session_replication_role = replica; set statement_timeout = 0`.execute(connection)
    for (let from = 1; from <= bookings; from += batch)
      for (const statement of copy(original, from, Math.min(bookings, from + batch - 1)))
        await statement.execute(connection)
    await sql`reset session_replication_role`.execute(connection)
    await sql`vacuum analyze`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

/** Returns the statements that make the copies with these numbers. */
function copy(
  { booking, trip, payment }: { booking: string; trip: string; payment: string },
  from: number,
  to: number,
): Sql[] {
  const ofBooking = sql`x.booking_id = ${booking}::uuid`
  const copies = (table: string, which: Sql, overrides: readonly Override[]) => {
    const changed = sql.join(overrides.map(([column, value]) => sql`${column}::text, ${value}`))
    return sql`
      insert into ${sql.ref(table)} select made.*
      from ${sql.ref(table)} x cross join generate_series(${from}::bigint, ${to}::bigint) n
        cross join lateral jsonb_populate_record(null::${sql.ref(table)}, to_jsonb(x) || jsonb_build_object(${changed})) made
      where ${which}`
  }
  const renamed = (text: Sql) =>
    sql`replace(replace(${text}, ${booking}, ${idOf(2)}::text), ${payment}, ${idOf(3)}::text)`
  const isOwn = (account: Sql) =>
    sql`exists (select from account a where a.id = ${account} and a.owner in (${booking}, ${payment}))`
  const accountOf = (account: Sql) =>
    sql`case when ${isOwn(account)} then md5(${account}::text || n)::uuid else ${account} end`
  const reference = sql`'HISTORY' || upper(to_hex(n))`
  return [
    copies('trip', sql`x.id = ${trip}::uuid and n % 2 = 1`, [
      ['id', departure],
      ['run', sql`1000 + n / ${2 * days}`],
      ['status', sql`'completed'::text`],
      older('service_date'),
      older('departs_at'),
      older('arrives_at'),
      older('sales_close_at'),
    ]),
    copies('payable', sql`x.id = ${booking}::uuid`, [
      ['id', idOf(2)],
      ['reference', reference],
      older('created_at'),
    ]),
    copies('booking', sql`x.id = ${booking}::uuid`, [
      ['id', idOf(2)],
      ['payable_id', idOf(2)],
      ['reference', reference],
      ['trip_id', departure],
      ['status', sql`'completed'::text`],
      ['holder', sql`'device:history-' || n`],
      older('created_at'),
      older('confirmed_at'),
    ]),
    copies('passenger', ofBooking, [
      ['booking_id', idOf(2)],
      ['seat', seat],
    ]),
    copies('payment', sql`x.id = ${payment}::uuid`, [
      ['id', idOf(3)],
      ['payable_id', idOf(2)],
      ['reference', sql`${reference} || '-1'`],
      ['provider_id', sql`'history-' || n`],
      ['idempotency_key', sql`'history-' || n`],
      older('created_at'),
      older('settled_at'),
      older('expires_at'),
    ]),
    copies('ticket', ofBooking, [
      ['id', sql`'\\x' || lpad(to_hex(n * 64 + x.seat), 16, '0')`],
      ['code', sql`'H' || to_hex(n) || '-' || x.seat`],
      ['booking_id', idOf(2)],
      ['trip_id', departure],
      ['seat', seat],
      ['status', sql`'used'::text`],
      older('created_at'),
    ]),
    copies('seat_claim', ofBooking, [
      ['booking_id', idOf(2)],
      ['trip_id', departure],
      ['seat', seat],
    ]),
    copies('account', sql`x.owner in (${booking}, ${payment})`, [
      ['id', sql`md5(x.id::text || n)::uuid`],
      ['owner', renamed(sql`x.owner`)],
    ]),
    copies('transfer', sql`x.payable_id = ${booking}::uuid`, [
      ['id', sql`gen_random_uuid()`],
      ['payable_id', idOf(2)],
      ['journal', sql`${renamed(sql`x.journal`)} || ':' || n`],
      ['ref', sql`${renamed(sql`x.ref`)} || ':' || n`],
      ['debit_account', accountOf(sql`x.debit_account`)],
      ['credit_account', accountOf(sql`x.credit_account`)],
      older('created_at'),
    ]),
  ]
}
