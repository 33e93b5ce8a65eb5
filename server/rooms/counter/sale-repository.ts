import { maxListedSales, returnDays } from '#contract/counter/rules'
import type { CounterSaleItem, ReturnDay, ReturnDaysInput } from '#contract/counter/model'
import type { Db } from '#server/db/client'
import { type Sql, sql } from '#server/db/sql'
import type * as z from 'zod/mini'

/** A sale of seats or of a parcel, with the sums that were paid out and are due for it, in kobo. */
export interface CounterSaleRow extends Omit<CounterSaleItem, 'sold_at' | 'departs_at'> {
  /** The id of the booking or parcel. */
  id: string
  sold_at: Date
  departs_at: Date
}

function selectSales(where: Sql) {
  return sql<CounterSaleRow>`
    select b.id, 'seats' as subject, b.reference, b.status, e.made_at as sold_at, e.means, coalesce(b.contact_name, 'Traveller') as traveller,
      (select coalesce(jsonb_agg(jsonb_build_object('seat', p.seat, 'full_name', p.full_name) order by p.seat), '[]')
        from passenger p where p.booking_id = b.id and p.state = 'travelling') as travellers,
      (select c.name from schedule_stop x join city c on c.id = x.city_id
        where x.schedule_id = t.schedule_id and x.position = b.leg_from) as from,
      (select c.name from schedule_stop x join city c on c.id = x.city_id
        where x.schedule_id = t.schedule_id and x.position = b.leg_to) as to,
      boards_at(b.trip_id, b.leg_from) as departs_at, r.zone,
      (select sum(amount_kobo)::bigint from counter_entry where booking_id = b.id and kind <> 'refund') as amount_kobo,
      (select coalesce(sum(amount_kobo), 0)::bigint from counter_entry
        where booking_id = b.id and kind = 'refund') as paid_out_kobo,
      (select coalesce(sum(refund_pending_kobo), 0)::bigint from payment
        where payable_id = b.id and provider = 'counter') as due_kobo
    from counter_entry e join counter_shift s on s.id = e.shift_id join booking b on b.id = e.booking_id
      join trip t on t.id = b.trip_id join schedule r on r.id = t.schedule_id
    where e.kind = 'sale' and ${where}
    order by e.made_at desc, b.id limit ${maxListedSales}`
}

function selectParcelSales(where: Sql) {
  return sql<CounterSaleRow>`
    select p.id, 'parcel' as subject, p.tracking_id as reference,
      case p.state when 'cancelled' then 'cancelled' else 'confirmed' end as status, e.made_at as sold_at, e.means,
      coalesce(p.sender_name, 'Sender') as traveller, '[]'::jsonb as travellers, a.name as from, z.name as to,
      boards_at(p.trip_id, p.leg_from) as departs_at, r.zone, e.amount_kobo,
      (select coalesce(sum(amount_kobo), 0)::bigint from counter_entry
        where parcel_id = p.id and kind = 'refund') as paid_out_kobo,
      (select coalesce(sum(refund_pending_kobo), 0)::bigint from payment
        where payable_id = p.id and provider = 'counter') as due_kobo
    from counter_entry e join counter_shift s on s.id = e.shift_id join parcel p on p.id = e.parcel_id
      join parcel_route w on w.id = p.route_id join city a on a.id = w.from_city_id join city z on z.id = w.to_city_id
      join trip t on t.id = p.trip_id join schedule r on r.id = t.schedule_id
    where e.kind = 'sale' and ${where}
    order by e.made_at desc, p.id limit ${maxListedSales}`
}

/** Returns sales of seats and of parcels together, the newest first. */
async function findBoth(db: Db, seats: Sql, parcels: Sql): Promise<CounterSaleRow[]> {
  const { rows } = await selectSales(seats).execute(db)
  const sent = await selectParcelSales(parcels).execute(db)
  return [...rows, ...sent.rows]
    .toSorted((a, b) => b.sold_at.getTime() - a.sold_at.getTime())
    .slice(0, 100)
}

const isOf = (operator_id: string) => sql`s.operator_id = ${operator_id}::uuid`

/**
 * Returns the sales of a shift, each once. Sales of other shifts are included if money was taken or paid out for them
 * in this shift.
 */
export async function findSalesOfShift(db: Db, shift_id: string): Promise<CounterSaleRow[]> {
  const ofShift = sql`from counter_entry where shift_id = ${shift_id}::uuid`
  return findBoth(
    db,
    sql`b.id in (select booking_id ${ofShift})`,
    sql`p.id in (select parcel_id ${ofShift})`,
  )
}

/** Returns an operator's sale of seats by the normalised reference of its booking. */
export async function findSaleByReference(
  db: Db,
  operator_id: string,
  reference: string,
): Promise<CounterSaleRow | undefined> {
  const { rows } = await selectSales(
    sql`b.reference = ${reference} and ${isOf(operator_id)}`,
  ).execute(db)
  return rows[0]
}

/**
 * Returns an operator's sales with this normalised code: the reference of a booking, the code of one of its tickets, or
 * the tracking ID of a parcel.
 */
export async function findSalesByCode(
  db: Db,
  operator_id: string,
  code: string,
): Promise<CounterSaleRow[]> {
  return findBoth(
    db,
    sql`b.id in (select id from booking where reference = ${code}
      union all select booking_id from ticket where code = ${code}) and ${isOf(operator_id)}`,
    sql`p.tracking_id = ${code} and ${isOf(operator_id)}`,
  )
}

/** Returns an operator's sales to a traveller or sender with this phone number in E.164. */
export async function findSalesByPhone(
  db: Db,
  operator_id: string,
  phone: string,
): Promise<CounterSaleRow[]> {
  return findBoth(
    db,
    sql`b.contact_phone = ${phone} and ${isOf(operator_id)}`,
    sql`p.sender_phone = ${phone} and ${isOf(operator_id)}`,
  )
}

/**
 * Returns the days, of the `returnDays` after an instant, on which an operator's buses on sale leave one city for
 * another, each with their number.
 */
export async function findReturnDays(
  db: Db,
  operator_id: string,
  { from, to, after }: z.output<typeof ReturnDaysInput>,
): Promise<z.output<typeof ReturnDay>[]> {
  const { rows } = await sql<z.output<typeof ReturnDay>>`
    select to_char(boards.at at time zone s.zone, 'YYYY-MM-DD') as date, count(distinct t.id)::int as departures
    from schedule s
    join schedule_stop a on a.schedule_id = s.id and a.pick_up
    join city ac on ac.id = a.city_id and ac.code = ${from}
    join schedule_stop e on e.schedule_id = s.id and e.drop_off and e.position > a.position
    join city ec on ec.id = e.city_id and ec.code = ${to}
    join trip t on t.schedule_id = s.id
      and t.service_date between ${after}::date - 7 and ${after}::date + ${returnDays + 1}::int
    cross join lateral (select t.departs_at + make_interval(secs => a.departs_after_seconds) as at) boards
    where s.operator_id = ${operator_id}::uuid and t.status in ('scheduled', 'boarding')
      and t.sales_closed_at is null and t.withdrawn_at is null
      and t.sales_close_at + make_interval(secs => a.departs_after_seconds) > now()
      and boards.at > ${after}::timestamptz
      and boards.at <= ${after}::timestamptz + make_interval(days => ${returnDays})
    group by 1 order by 1`.execute(db)
  return rows
}
