import type { CounterMeans } from '#contract/counter/rules'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** A parcel that a counter sold, with the sums of its drawer entries in kobo. */
export interface ParcelSaleRow {
  parcel_id: string
  shift_id: string
  means: CounterMeans
  sold_at: Date
  amount_kobo: number
  paid_out_kobo: number
}

/** Returns an operator's sale of a parcel by its normalised tracking ID. */
export async function findParcelSale(
  db: Db,
  operator_id: string,
  tracking_id: string,
): Promise<ParcelSaleRow | undefined> {
  const { rows } = await sql<ParcelSaleRow>`
    select e.parcel_id, e.shift_id, e.means, e.made_at as sold_at, e.amount_kobo,
      (select coalesce(sum(amount_kobo), 0)::bigint from counter_entry
        where parcel_id = e.parcel_id and kind = 'refund') as paid_out_kobo
    from counter_entry e join counter_shift s on s.id = e.shift_id join parcel p on p.id = e.parcel_id
    where e.kind = 'sale' and p.tracking_id = ${tracking_id} and s.operator_id = ${operator_id}::uuid`.execute(
    db,
  )
  return rows[0]
}

export async function postStorageFee(
  tx: Db,
  fee: { parcel_id: string; operator_id: string; amount_kobo: number },
): Promise<void> {
  await sql`select post_storage_fee(${fee.parcel_id}::uuid, ${fee.operator_id}::uuid, ${fee.amount_kobo}::bigint)`.execute(
    tx,
  )
}
