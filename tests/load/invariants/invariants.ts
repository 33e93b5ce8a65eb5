import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { returnedByCompanySql } from './returned-by-company.ts'
import { counterQueries } from './counter.ts'
import { charterCounts, charterQueries } from './charters.ts'
import { invoiceQueries } from './invoices.ts'
import { outsideRefundQueries } from './outside-refunds.ts'
import { parcelQueries } from './parcels.ts'
import { returnTripQueries } from './return-trips.ts'
import { rewardQueries } from './rewards.ts'
import { seededAtSql } from './seeded.ts'

/** Each transfer as its two entries, so that sums by account need one scan. */
const entries = sql`(select credit_account as account, amount_kobo as kobo from transfer
  union all select debit_account, -amount_kobo from transfer)`

/**
 * Bookings that a clerk sold. The clerk gives their tickets to the travellers, and without a phone number no message is
 * sent.
 */
const soldAtCounter = sql`exists (select from counter_entry e where e.booking_id = b.id)`

/** Invariants, each as a query that finds violations. `which` identifies them. */
const queries = {
  'seats sold twice, by claims': sql`
    select trip_id || ' seat ' || seat as which from seat_claim group by trip_id, seat, leg having count(*) > 1`,
  'seats sold twice, by tickets': sql`
    select a.trip_id || ' seat ' || a.seat as which from ticket a join ticket b on a.id < b.id and a.trip_id = b.trip_id
      and a.seat = b.seat and a.leg_from < b.leg_to and b.leg_from < a.leg_to
    where a.status in ('valid', 'used') and b.status in ('valid', 'used')`,
  'ticket and claim differ': sql`
    select coalesce(t.booking_id, c.booking_id) || ' seat ' || coalesce(t.seat, c.seat) as which
    from (select * from ticket where status in ('valid', 'used')) t
    full join (select c.* from seat_claim c join booking b on b.id = c.booking_id
      where c.expires_at is null and b.status in ('confirmed', 'travelled', 'completed')) c
      on c.trip_id = t.trip_id and c.seat = t.seat and c.booking_id = t.booking_id and c.leg >= t.leg_from and c.leg < t.leg_to
    where t.id is null or c.seat is null`,
  'confirmed without a ticket for every passenger': sql`
    select b.reference as which from booking b where b.status in ('confirmed', 'travelled', 'completed')
      and (select count(*) from ticket t where t.booking_id = b.id and t.status in ('valid', 'used'))
       <> (select count(*) from passenger p where p.booking_id = b.id and p.state = 'travelling')`,
  'charged but stuck': sql`
    select c.reference as which from sandbox.charge c
    left join payment p on p.provider_id = c.id::text and p.part_of is null
    where c.status = 'success' and not c.is_reversed and p.status is distinct from 'succeeded'`,
  'money lost: charged, neither ticket nor refund': sql`
    select p.reference as which
    from payment p join sandbox.charge c on c.id::text = p.provider_id and p.part_of is null
    join booking b on b.id = p.payable_id
    left join ${returnedByCompanySql} on true
    left join lateral (select coalesce(sum(amount_kobo), 0) as kobo from refund r
      where r.payment_id = p.id and r.destination = 'wallet') kept on true
    where p.status = 'succeeded' and (p.paid_kobo <> c.paid_kobo or p.outcome = 'none'
      or back.kobo + kept.kobo <> p.refunded_kobo + p.outside_kobo + p.wallet_back_kobo
      or p.refund_pending_kobo <> 0 and p.disputed_kobo = 0
      or p.outcome like 'refunded%' and back.kobo <> c.paid_kobo and p.disputed_kobo = 0
      or p.outcome like 'confirmed%' and (not exists (select from ticket t where t.booking_id = b.id)
        or back.kobo < c.paid_kobo - b.total_kobo))`,
  'money from nowhere: paid here, not charged there': sql`
    select p.reference as which from payment p left join sandbox.charge c on c.id::text = p.provider_id
    where p.status = 'succeeded' and p.provider not in ('wallet', 'counter') and c.status is distinct from 'success'`,
  'money doubled: one charge applied twice': sql`
    select min(t.journal) as which from transfer t where t.code in ('charge', 'top_up', 'payment') group by t.journal having count(*) > 1
    union all select p.reference from payment p join transfer t on t.ref = 'charge:' || p.reference
      where t.amount_kobo <> p.paid_kobo`,
  'two payments bought one booking, or two sets of tickets': sql`
    select b.reference as which from booking b
    where (select count(*) from payment p where p.payable_id = b.id and p.outcome like 'confirmed%'
        and p.provider <> 'wallet')
        > 1 + (select count(*) from booking_move m where m.booking_id = b.id and m.added_kobo > 0)
       or b.paid_kobo <> (select coalesce(sum(p.paid_kobo - coalesce((select sum(r.amount_kobo) from refund r
        where r.payment_id = p.id and r.reason = 'paid_over'), 0)), 0)
        from payment p where p.payable_id = b.id and p.outcome like 'confirmed%')
       or (select count(*) from ticket t where t.booking_id = b.id and t.status in ('valid', 'used')) > cardinality(b.seats)`,
  'refunded with a live ticket': sql`
    select b.reference as which from booking b
    where exists (select from ticket t where t.booking_id = b.id and t.status in ('valid', 'used'))
      and not exists (select from payment p where p.payable_id = b.id and p.status = 'succeeded'
        and p.outcome like 'confirmed%' and p.paid_kobo > p.refunded_kobo + p.refund_pending_kobo)`,
  'refunded more than paid': sql`
    select p.reference as which from payment p where p.refunded_kobo + p.refund_pending_kobo > p.paid_kobo
       or (select coalesce(sum(amount_kobo), 0) from refund r where r.payment_id = p.id) > p.paid_kobo
    union all select c.reference from sandbox.charge c where c.paid_kobo <
      (select coalesce(sum(amount_kobo), 0) from sandbox.refund r where r.charge_id = c.id and r.status <> 'failed')`,
  'one effect refunded twice': sql`
    select effect as which from refund group by effect having count(*) > 1`,
  'prepaid money left over': sql`
    select a.owner as which from account a join ${entries} e on e.account = a.id
    where a.kind = 'customer_prepaid' group by a.id, a.owner having sum(e.kobo) <> 0`,
  'trial balance is not zero': sql`
    select sum(e.kobo)::text as which from account a join ${entries} e on e.account = a.id having sum(e.kobo) <> 0`,
  'wallet below zero': sql`
    select a.owner as which from account a left join ${entries} e on e.account = a.id
    where a.kind = 'wallet' group by a.id having a.held_kobo > coalesce(sum(e.kobo), 0) + a.debt_kobo`,
  'money set aside differs from its holds': sql`
    select a.owner as which from account a
    where a.held_kobo <> (select coalesce(sum(amount_kobo), 0) from wallet_hold where account_id = a.id)`,
  'money set aside for a booking that is over': sql`
    select b.reference as which from wallet_hold h join booking b on b.id = h.payable_id
    where b.status not in ('held', 'awaiting_payment')`,
  'statement does not add up': sql`
    select a.owner as which from account a left join (
      select account_id, count(*) as lines, max(number) as last, sum(amount_kobo) as kobo,
        bool_or(balance_kobo <> sum_kobo) as is_wrong
      from (select *, sum(amount_kobo) over (partition by account_id order by number) as sum_kobo from wallet_entry) line
      group by account_id) e on e.account_id = a.id
    where not a.lazy and (a.entries <> coalesce(e.lines, 0) or a.entries <> coalesce(e.last, 0) or e.is_wrong
      or a.credits_kobo - a.debits_kobo <> coalesce(e.kobo, 0))`,
  'money added, not credited as it landed': sql`
    select p.reference as which from payment p join wallet_top_up u on u.id = p.payable_id
    join person on person.id = u.person_id
    left join transfer t on t.ref = 'charge:' || p.reference
    left join sandbox.charge c on c.id::text = p.provider_id
    where p.status = 'succeeded' and p.second_of is null and (p.outcome <> 'credited' and (p.outcome <> 'refunded_late' or erased_at is null)
      or t.amount_kobo is distinct from p.paid_kobo or c.paid_kobo is distinct from p.paid_kobo)`,
  'cached sums differ from their rows': sql`
    select a.kind || ' ' || a.owner as which from account a left join ${entries} e on e.account = a.id
    where not a.lazy group by a.id
    having a.credits_kobo <> coalesce(sum(e.kobo) filter (where e.kobo > 0), 0)
      or a.debits_kobo <> coalesce(-sum(e.kobo) filter (where e.kobo < 0), 0)
    union all select p.reference from payment p where p.refunded_kobo + p.refund_pending_kobo
      <> (select coalesce(sum(amount_kobo), 0) from refund r where r.payment_id = p.id)`,
  'ticket mail not promised exactly once': sql`
    select b.reference as which from booking b left join pgboss.job j
      on j.name = 'ticket.send' and j.data ->> 'booking_id' = b.id::text
    where (b.confirmed_at is not null or j.id is not null)
      and (b.confirmed_at > ${seededAtSql('demo histories')}) is not false
      and (b.contact_phone is not null or not ${soldAtCounter})
    group by b.id, b.reference, b.confirmed_at having count(j.id) <> 1 or b.confirmed_at is null`,
  'ticket mail never sent': sql`
    select b.reference as which from booking b where b.status in ('confirmed', 'travelled', 'completed')
      and b.confirmed_at > ${seededAtSql('demo histories')} and not ${soldAtCounter}
      and not exists (select from sandbox.letter l where l.kind = 'mail' and l.subject like 'Your ticket%'
        and l.body like '%' || b.reference || '%')`,
  'money in the wallet of who did not pay it': sql`
    select t.ref as which from transfer t join account a on a.id = t.credit_account and a.kind = 'wallet'
    left join refund r on t.ref = 'refund:' || r.id || ':wallet' left join payment p on p.id = r.payment_id
    where t.code = 'refund' and a.owner is distinct from p.person_id::text`,
  'a move gave back more than cancelling would have': sql`
    select b.reference as which from booking_move m join booking b on b.id = m.booking_id
    where m.back_kobo > m.cancel_kobo or b.fee_percent_floor < m.fee_percent
      or m.back_kobo <> (select coalesce(sum(amount_kobo), 0) from refund r where r.payable_id = b.id
        and r.reason = 'price_difference' and starts_with(r.effect, 'move:' || b.id || ':' || m.trip_id || '#'))
      or m.cancel_kobo + m.added_kobo + cardinality(b.seats) < m.back_kobo + (select coalesce(sum(amount_kobo), 0) from refund r
        where r.payable_id = b.id and r.reason = 'cancelled' and r.requested_at > m.moved_at)`,
  'more spent without a PIN in a day than may be': sql`
    select person_id::text as which from (select person_id, sum(without_pin_kobo) over (partition by person_id
      order by created_at range between interval '24 hours' preceding and current row) as kobo
      from payment where without_pin_kobo > 0) spent group by person_id having max(kobo) > 2000000`,
  'open holds of one person above two': sql`
    select holder as which from booking where status in ('held', 'awaiting_payment') and hold_expires_at > clock_timestamp()
      and holder not like 'ip:%' group by holder having count(*) > 2`,
  'unpaid seats of one network above three tenths of a departure': sql`
    select b.trip_id || ' by ' || b.network as which from booking b join trip t on t.id = b.trip_id
    join schedule s on s.id = t.schedule_id join vehicle_type v on v.code = s.vehicle_type
    where b.network is not null group by b.trip_id, b.network, v.sellable
    having coalesce(sum(cardinality(b.seats)) filter (where not b.is_vouched
        and b.status in ('held', 'awaiting_payment') and b.hold_expires_at > clock_timestamp()), 0)
      > greatest(6, cardinality(v.sellable) * 3 / 10)
        + coalesce(sum(cardinality(b.seats)) filter (where b.confirmed_at is not null), 0)`,
  'sold after it was withdrawn': sql`
    select b.reference as which from booking b join trip t on t.id = b.trip_id where b.created_at > t.withdrawn_at`,
  'one key, two effects (in the tables)': sql`
    select idempotency_key as which from payment where idempotency_key is not null
      group by idempotency_principal, idempotency_key having count(*) > 1
    union all select key from idempotency group by principal, key having count(*) > 1`,
  'code of a booking tried more than five times': sql`
    select booking_id::text as which from booking_code where tries_left < 0`,
  'code of a booking that let in twice': sql`
    select code_id::text as which from booking_proof where code_id is not null group by code_id having count(*) > 1`,
  'token that opens a booking it is no proof of': sql`
    select b.reference as which from booking_proof p join booking b on b.id <> p.booking_id
    where guest_token_opens(b, p.token_sha256)`,
  'a payable that is not what its kind says': sql`
    select y.id::text as which from payable y
    where not exists (select from booking where id = y.id and payable_id = id and y.kind = 'booking')
      and not exists (select from parcel where id = y.id and payable_id = id and y.kind = 'parcel')
      and not exists (select from charter_instalment where id = y.id and payable_id = id and y.kind = 'charter')
      and not exists (select from wallet_top_up where id = y.id and y.kind = 'wallet')
      and not exists (select from return_trip where id = y.id and payable_id = id and y.kind = 'return_trip')
      and not exists (select from invoice_part where id = y.id and payable_id = id and kind = y.kind and y.kind = 'invoice')`,
  'money of one payment, its refunds and its transfers for different things': sql`
    select p.reference as which from payment p join refund r on r.payment_id = p.id where r.payable_id <> p.payable_id
    union all select p.reference from payment p join transfer t on t.ref = 'charge:' || p.reference
      where t.payable_id is distinct from p.payable_id
    union all select p.reference from payment p join wallet_hold h on h.payment_id = p.id where h.payable_id <> p.payable_id`,
  ...outsideRefundQueries,
  ...returnTripQueries,
  ...parcelQueries,
  ...charterQueries,
  ...invoiceQueries,
  ...rewardQueries,
  ...counterQueries,
} as const

export type Invariant = keyof typeof queries
export const invariantNames = Object.keys(queries) as Invariant[]
export interface Violation {
  count: number
  /** The names of up to five violations. */
  which: string[]
}

/** Counts the violations of every invariant in one snapshot. All counts should be 0. */
export async function checkInvariants(db: Db): Promise<Record<Invariant, Violation>> {
  const found = await db.transaction(async (tx) => {
    await sql`set local statement_timeout = '120s'`.execute(tx)
    const lines: [string, Violation][] = []
    for (const [name, query] of Object.entries(queries)) {
      const { rows } = await sql<{ which: string }>`${query}`.execute(tx)
      lines.push([name, { count: rows.length, which: rows.slice(0, 5).map((row) => row.which) }])
    }
    return lines
  }, 'repeatable read')
  return Object.fromEntries(found) as Record<Invariant, Violation>
}

const always = [
  'trial balance is not zero',
  'wallet below zero',
  'insurance below zero',
  'money set aside differs from its holds',
  'cached sums differ from their rows',
] as const

/** Returns the violated invariants about money in one snapshot: these must hold at every moment. */
export async function sampleMoneyInvariants(db: Db): Promise<string[]> {
  return db.transaction(async (tx) => {
    const wrong: string[] = []
    for (const name of always) if ((await countViolations(tx, name)) > 0) wrong.push(name)
    return wrong
  }, 'repeatable read')
}

/** Counts the violations of one invariant. */
export async function countViolations(db: Db, invariant: Invariant): Promise<number> {
  const { rows } = await sql`${queries[invariant]}`.execute(db)
  return rows.length
}

/** Counts forged messages that left a trace, among those with these SHA-256 hashes. */
export async function countForgedMessages(db: Db, sha256: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_event where event_id = any (${sha256}::text[])`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Counts the holders that have more bookings than the idempotency keys that they sent. */
export async function countDoubleHolds(
  db: Db,
  keys: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<number> {
  const { rows } = await sql<{ holder: string; count: number }>`
    select holder, count(*)::int as count from booking group by holder having count(*) > 1`.execute(
    db,
  )
  return rows.filter(
    ({ holder, count }) => count > (keys.get(holder.replace('device:', ''))?.size ?? Infinity),
  ).length
}

/** Counts what a run did, for its report. */
export async function readCounts(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from sandbox.charge where status = 'success')::int as charges,
      (select count(*) from sandbox.charge c join payment p on p.reference = c.reference
        join payable y on y.id = p.payable_id where c.status = 'success' and y.kind = 'parcel')::int as charges_for_parcels,
      ${charterCounts},
      (select count(*) from payment where part_of is null)::int as payments,
      (select count(*) from return_trip where payable_id is not null)::int as return_trips_begun,
      (select count(*) from payment p join return_trip r on r.id = p.payable_id
        where p.outcome like 'confirmed%' and p.provider <> 'wallet')::int as return_trips_paid,
      (select count(*) from payment where part_of is not null and outcome like 'refunded%')::int as ways_returned,
      (select count(*) from payment where outcome = 'confirmed')::int as confirmed,
      (select count(*) from payment where outcome = 'confirmed_other_seats')::int as reseated,
      (select count(*) from payment where outcome = 'refunded_late')::int as refunded_late,
      (select count(*) from payment where outcome = 'refunded_twice')::int as refunded_twice,
      (select count(*) from payment where outcome = 'refunded_short')::int as refunded_short,
      (select count(*) from refund where reason = 'paid_over')::int as refunded_over,
      (select count(*) from refund where reason = 'cancelled')::int as refunded_cancelled,
      (select count(*) from payment where outcome = 'credited')::int as added_to_wallets,
      (select count(*) from payment where provider = 'wallet' and reference not like '%.wallet')::int as paid_from_wallets,
      (select count(*) from payment where provider = 'wallet' and reference like '%.wallet')::int as paid_in_part,
      (select count(*) from refund where destination = 'wallet')::int as refunded_to_wallets,
      (select count(*) from booking)::int as holds,
      (select count(*) from parcel)::int as parcels,
      (select count(*) from parcel where paid_kobo > 0)::int as parcels_paid,
      (select count(*) from parcel where paid_kobo > 0 and state = 'cancelled')::int as parcels_called_off,
      (select count(*) from parcel where paid_kobo = 0 and state = 'cancelled')::int as parcels_never_paid,
      (select count(*) from payment p join payable y on y.id = p.payable_id
        where y.kind = 'parcel' and p.outcome like 'refunded%')::int as parcel_money_returned,
      (select count(*) from transfer where code = 'claim')::int as claims_paid,
      (select count(*) from parcel_claim where state = 'to_be_paid')::int as claims_waiting,
      (select count(*) from ticket where status = 'valid')::int as live_tickets,
      (select count(*) from webhook_event)::int as messages_kept,
      (select count(*) from (select from sandbox.letter where subject like 'Your ticket%'
        group by substring(body from 'Reference (\\S+)') having count(*) > 1) twice)::int as mailed_again`.execute(
    db,
  )
  return rows[0] ?? {}
}
