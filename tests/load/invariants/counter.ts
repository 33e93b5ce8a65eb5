import { sql } from '#server/db/sql'

/** Payments that a clerk took, whose seats were sold. */
const taken = sql`(select * from payment where provider = 'counter' and status = 'succeeded' and outcome like 'confirmed%')`

/** Invariants of the operators' counters. */
export const counterQueries = {
  'counter sale without its payment, payment without its sale, or another sum': sql`
    select coalesce(p.reference, e.booking_id::text) as which
    from ${taken} p full join (select * from counter_entry where kind = 'sale') e on e.booking_id = p.payable_id
    where p.id is null or e.id is null or p.paid_kobo <> e.amount_kobo`,
  'drawer that is not its float, its cash sales and its refunds': sql`
    select s.id::text as which from counter_shift s
    left join lateral (select coalesce(sum(case kind when 'sale' then amount_kobo else -amount_kobo end), 0) as kobo
      from counter_entry where shift_id = s.id and means = 'cash') cash on true
    where s.closed_at is not null and s.expected_kobo <> s.float_kobo + cash.kobo`,
  'more cash paid out for a counter sale than it took': sql`
    select booking_id::text as which from counter_entry group by booking_id
    having sum(amount_kobo) filter (where kind = 'refund') > coalesce(sum(amount_kobo) filter (where kind = 'sale'), 0)`,
} as const
