import type { Shift } from '#contract/counter/model'
import { maxListedShifts, type CounterMeans } from '#contract/counter/rules'
import { homeZone } from '#contract/product'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import type { OperatorPrincipal } from '#server/platform/actor'
import type { LedgerFault } from '#server/platform/payable'

/** A shift with the sums of its entries, in kobo. */
export interface ShiftRow extends Omit<Shift, 'opened_at' | 'closed_at'> {
  opened_at: Date
  closed_at: Date | null
  member_id: string | null
  key_id: string | null
}

function selectShifts(where: Sql) {
  return sql<ShiftRow>`
    select s.id, s.member_id, s.key_id, clerk_of(s) as clerk, s.opened_at, s.closed_at, s.float_kobo,
      s.counted_kobo, s.difference_reason, sum.sales, sum.taken, sum.taken_for, sum.paid_out_kobo,
      coalesce(s.expected_kobo, s.float_kobo + sum.cash_kobo - sum.paid_out_kobo) as expected_kobo
    from counter_shift s cross join lateral (
        select count(*) filter (where kind = 'sale')::int as sales,
          coalesce(sum(amount_kobo) filter (where kind = 'refund'), 0)::bigint as paid_out_kobo,
          coalesce(sum(amount_kobo) filter (where kind <> 'refund' and means = 'cash'), 0)::bigint as cash_kobo,
          coalesce((select jsonb_agg(jsonb_build_object('means', means, 'amount_kobo', kobo) order by means)
            from (select means, sum(amount_kobo) as kobo from counter_entry
              where shift_id = s.id and kind <> 'refund' group by means) by_means), '[]') as taken,
          coalesce((select jsonb_agg(jsonb_build_object('subject', subject, 'count', count, 'amount_kobo', kobo)
              order by subject)
            from (select case when kind = 'storage' then 'storage' when parcel_id is null then 'tickets' else 'parcels' end
                as subject, count(*) filter (where kind <> 'move') as count, sum(amount_kobo) as kobo
              from counter_entry where shift_id = s.id and kind <> 'refund' group by 1) by_subject), '[]') as taken_for
        from counter_entry where shift_id = s.id) sum
    where ${where}`
}

/**
 * SQL for whether a shift `s` is the clerk's own: opened with this key, or by this person at this operator. It stays
 * theirs if they are removed and invited again.
 */
export const isOwnShiftSql = (clerk: OperatorPrincipal) =>
  sql`s.operator_id = ${clerk.operator_id}::uuid
    and (s.key_id = ${clerk.key_id}::uuid or s.member_id = any (array(
      select m.id from member me join member m on m.person_id = me.person_id where me.id = ${clerk.member_id}::uuid)))`

/** Opens a shift; returns false if the clerk has an open one. */
export async function insertShift(
  tx: Db,
  { id, float_kobo, clerk }: { id: string; float_kobo: number; clerk: OperatorPrincipal },
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into counter_shift (id, operator_id, member_id, key_id, float_kobo)
    select ${id}::uuid, ${clerk.operator_id}::uuid, ${clerk.member_id}::uuid, ${clerk.key_id}::uuid, ${float_kobo}::bigint
    where not exists (select from counter_shift s where s.closed_at is null and ${isOwnShiftSql(clerk)})
    on conflict do nothing`.execute(tx)
  return rowCount === 1
}

/** Returns a shift by its id, if it is the clerk's own; with `of_all`, any shift of the clerk's operator. */
export async function findShift(
  db: Db,
  clerk: OperatorPrincipal,
  id: string,
  { of_all = false } = {},
): Promise<ShiftRow | undefined> {
  const theirs = of_all ? sql`s.operator_id = ${clerk.operator_id}::uuid` : isOwnShiftSql(clerk)
  const { rows } = await selectShifts(sql`s.id = ${id}::uuid and ${theirs}`).execute(db)
  return rows[0]
}

/** Returns a clerk's open shift. If a clerk opened a second one after a new invitation, returns the newer one. */
export async function findOpenShift(
  db: Db,
  clerk: OperatorPrincipal,
): Promise<ShiftRow | undefined> {
  const { rows } = await selectShifts(sql`s.closed_at is null and ${isOwnShiftSql(clerk)}
    order by s.opened_at desc limit 1`).execute(db)
  return rows[0]
}

/**
 * Returns the shifts of an operator that were open on a day in Nigeria, or all shifts without `date`; the newest first,
 * at most `maxListedShifts`.
 */
export async function findShifts(
  db: Db,
  operator_id: string,
  date: string | undefined,
): Promise<ShiftRow[]> {
  const begins = sql`${date ?? null}::date::timestamp at time zone ${homeZone}`
  const { rows } = await selectShifts(sql`s.operator_id = ${operator_id}::uuid
    and (s.closed_at is null or ${date ?? null}::date is null or s.closed_at >= ${begins})
    and (${date ?? null}::date is null or s.opened_at < ${begins} + interval '1 day')
    order by s.opened_at desc, s.id limit ${maxListedShifts}`).execute(db)
  return rows
}

/** Locks a shift until the transaction ends, so that what its drawer holds cannot change. */
export async function lockShift(tx: Db, id: string): Promise<void> {
  await sql`select from counter_shift where id = ${id}::uuid for update`.execute(tx)
}

/** Closes an open shift, which the caller has locked, and enters a difference in the ledger. */
export async function saveShiftClosing(
  tx: Db,
  closing: { id: string; expected_kobo: number; counted_kobo: number; reason: string | null },
): Promise<void> {
  await sql`
    update counter_shift set closed_at = now(), expected_kobo = ${closing.expected_kobo}::bigint,
      counted_kobo = ${closing.counted_kobo}::bigint, difference_reason = ${closing.reason}
    where id = ${closing.id}::uuid`.execute(tx)
  await sql`select post_drawer_difference(${closing.id}::uuid)`.execute(tx)
}

/** Money that a clerk takes or pays out. `move`: taken because a sale moved to a more expensive departure. */
export interface ShiftEntry {
  shift_id: string
  kind: 'sale' | 'refund' | 'storage' | 'move'
  means: CounterMeans
  amount_kobo: number
}

/** Enters what a clerk has taken or paid out, for either a booking or a parcel. */
export async function insertShiftEntry(
  tx: Db,
  entry: ShiftEntry & { booking_id?: string; parcel_id?: string },
): Promise<void> {
  await sql`
    insert into counter_entry (id, shift_id, booking_id, parcel_id, kind, means, amount_kobo)
    values (${makeId()}::uuid, ${entry.shift_id}::uuid, ${entry.booking_id ?? null}::uuid,
      ${entry.parcel_id ?? null}::uuid, ${entry.kind}, ${entry.means}, ${entry.amount_kobo}::bigint)`.execute(
    tx,
  )
}

/**
 * Returns bookings and parcels whose drawer entries and payments differ, storage fees whose drawer entries and ledger
 * differ, and shifts whose count and ledger differ; at most 100.
 */
export async function findCounterFaults(db: Db): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'the drawers differ from what was paid at the counter' as fault,
      coalesce(y.reference, e.payable_id::text) as detail
    from (select coalesce(booking_id, parcel_id) as payable_id,
        sum(amount_kobo) filter (where kind in ('sale', 'move')) as taken,
        coalesce(sum(amount_kobo) filter (where kind = 'refund'), 0) as paid_out
      from counter_entry where kind <> 'storage' group by 1) e
    full join (select payable_id, sum(paid_kobo) as paid_kobo, sum(refunded_kobo) as refunded_kobo
      from payment where provider = 'counter' group by payable_id) p on p.payable_id = e.payable_id
    left join payable y on y.id = coalesce(e.payable_id, p.payable_id)
    where (e.taken, e.paid_out) is distinct from (p.paid_kobo, p.refunded_kobo)
    union all
    select 'a storage fee is not in the ledger as in its drawer', coalesce(e.parcel_id::text, t.ref)
    from (select * from counter_entry where kind = 'storage') e
    full join (select * from transfer where code = 'storage') t on t.ref = 'storage:' || e.parcel_id
    where e.amount_kobo is distinct from t.amount_kobo
    union all
    select 'the difference of a drawer is not in the ledger', s.id::text
    from counter_shift s left join transfer t on t.ref = 'shift:' || s.id || ':difference'
      left join account a on a.id = t.debit_account
    where s.counted_kobo - s.expected_kobo
      <> coalesce(case a.kind when 'operator_cash' then t.amount_kobo else -t.amount_kobo end, 0)
    limit 100`.execute(db)
  return rows
}
