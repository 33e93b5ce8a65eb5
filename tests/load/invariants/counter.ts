import { sql } from '#server/db/sql'

/** Payments that a clerk has taken, and for which the seats or the parcel were sold. */
const taken = sql`(select * from payment where provider = 'counter' and status = 'succeeded' and outcome like 'confirmed%')`

/** Invariants of the operators' counters. */
export const counterQueries = {
  'counter sale without its payment, payment without its sale, or another sum': sql`
    select coalesce(p.payable_id, e.sold_id)::text as which
    from (select payable_id, array_agg(paid_kobo::bigint order by paid_kobo) as sums from ${taken} p group by 1) p
    full join (select coalesce(booking_id, parcel_id) as sold_id, array_agg(amount_kobo::bigint order by amount_kobo) as sums,
        count(*) filter (where kind = 'sale') as sales
      from counter_entry where kind in ('sale', 'move') group by 1) e on e.sold_id = p.payable_id
    where p.sums is distinct from e.sums or e.sales <> 1`,
  'difference of a move not taken at the counter as its booking says': sql`
    select coalesce(m.booking_id, e.booking_id)::text as which
    from (select booking_id, sum(added_kobo) as kobo from booking_move where added_kobo > 0 group by 1) m
    full join (select booking_id, sum(amount_kobo) as kobo from counter_entry where kind = 'move' group by 1) e
      on e.booking_id = m.booking_id
    where m.kobo is distinct from e.kobo`,
  'drawer that is not its float, its cash sales and fees, and its refunds': sql`
    select s.id::text as which from counter_shift s
    left join lateral (select coalesce(sum(case kind when 'refund' then -amount_kobo else amount_kobo end), 0) as kobo
      from counter_entry where shift_id = s.id and means = 'cash') cash on true
    where s.closed_at is not null and s.expected_kobo <> s.float_kobo + cash.kobo`,
  'more cash paid out for a counter sale than it took': sql`
    select coalesce(booking_id, parcel_id)::text as which from counter_entry where kind <> 'storage' group by 1
    having sum(amount_kobo) filter (where kind = 'refund') > coalesce(sum(amount_kobo) filter (where kind <> 'refund'), 0)`,
  'storage fee in a drawer and not in the ledger, or of a parcel that was not handed over': sql`
    select coalesce(e.parcel_id::text, t.ref) as which
    from (select * from counter_entry where kind = 'storage') e
    full join (select * from transfer where code = 'storage') t on t.ref = 'storage:' || e.parcel_id
    where e.amount_kobo is distinct from t.amount_kobo
    union all select p.tracking_id from counter_entry e join parcel p on p.id = e.parcel_id
    where e.kind = 'storage' and p.state <> 'delivered'`,
  'parcel of nobody that no counter sold': sql`
    select p.tracking_id as which from parcel p where p.user_id is null and not exists (
      select from counter_entry e where e.parcel_id = p.id and e.kind = 'sale')`,
  'seat set aside without its claims, or claims of an allotment without a seat set aside': sql`
    select coalesce(x.trip_id || ' ' || x.seat, c.trip_id || ' ' || c.seat) as which
    from (select a.id, a.trip_id, s.seat, leg
      from seat_allotment a join allotted_seat s on s.allotment_id = a.id and s.booking_id is null and s.released_at is null,
        generate_series(a.leg_from, a.leg_to - 1) leg) x
    full join (select c.* from seat_claim c join seat_allotment a on a.id = c.block_id) c
      on c.block_id = x.id and c.trip_id = x.trip_id and c.seat = x.seat and c.leg = x.leg
    where x.id is null or c.block_id is null`,
  'allotted seat sold with another ticket than the one that was handed out': sql`
    select s.ticket_code as which from allotted_seat s
    where s.booking_id is not null and not exists (select from ticket t
      where t.id = s.ticket_id and t.code = s.ticket_code and t.booking_id = s.booking_id)`,
} as const
