import { type Db, inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { type Invariant, countViolations } from '#tests/load/invariants/invariants'
import { makeCharterPaymentArrive, aCharter, openCharterPayment } from '#tests/load/sales/charters'
import { issueInvoice } from './invoices.ts'
import { aPaidParcel } from '#tests/load/sales/parcels'
import { sellBooking } from '#tests/load/sales/bookings'
import { sellReturnTrip } from '#tests/load/invariants/return-trips'
import { aPerson } from '#tests/load/sales/wallets'
import { aTrip } from '#tests/support/makers/trips'

const paid = `update payment set`
/** Acts of a payment company without our order, as SQL. After each of them, our books lack an entry. */
const unreported = [
  'update sandbox.charge set is_reversed = true',
  `insert into sandbox.dispute (charge_id, amount_kobo, status) select id, paid_kobo, 'lost' from sandbox.charge`,
  `insert into sandbox.refund (charge_id, amount_kobo, status) select id, 1, 'processed' from sandbox.charge`,
]
const takenAgain = `insert into sandbox.charge (provider, reference, access_code, amount_kobo, currency, email, return_to,
    channels, status, paid_kobo, account_number, is_second)
  select provider, reference, access_code || '2', amount_kobo, currency, email, return_to, channels, status, paid_kobo,
    account_number, true from sandbox.charge`
const topUp = `insert into payment (id, reference, payable_id, person_id, provider, amount_kobo, status, paid_kobo, outcome,
    expires_at)
  select id, id, make_top_up(id, id, id::text), id, 'paystack', 100, 'succeeded', 100, 'credited', now() from person`

/** Writes a shift at the counter, open or closed, with ₦1 in the drawer. */
const shift = (closing = 'null, null, null') => `with key as (
    insert into operator_key (id, operator_id, name, sha256, label, scopes)
    select gen_random_uuid(), id, 'C0RNER', sha256('x'), 'x', '{counter}' from operator limit 1 returning id, operator_id)
  insert into counter_shift (id, operator_id, key_id, float_kobo, closed_at, expected_kobo, counted_kobo)
  select id, operator_id, id, 100, ${closing} from key`
const counterEntry = (kind: 'sale' | 'refund' | 'move') => `${shift()};
  insert into counter_entry (id, shift_id, booking_id, kind, means, amount_kobo)
  select gen_random_uuid(), s.id, b.id, '${kind}', 'cash', 1 from counter_shift s, (select id from booking limit 1) b`
/** Writes seat 1 of a departure as set aside; `of` are its other columns and their values. */
const allotment = (of = '') => `${shift()};
  insert into seat_allotment (id, shift_id, device, trip_id, leg_from, leg_to, sell_until, seat_fare_kobo, park_fee_kobo,
    passenger_types, kid)
  select gen_random_uuid(), s.id, s.id, t.id, 0, 1, now(), 1, 0, '[]', 1
    from counter_shift s, (select id from trip limit 1) t;
  insert into allotted_seat (allotment_id, seat, ticket_id, ticket_code, booking_id, sold_at)
  select a.id, 1, '\\x0000000000000000', 'X', ${of || 'null, null'} from seat_allotment a, (select id from booking limit 1) b`

/** Deliberate damage that no single constraint prevents: each kind is written into correct data and must be found. */
export const plantedDamage: Partial<Record<Invariant, string | readonly string[]>> = {
  'ticket and claim differ': 'delete from seat_claim',
  'confirmed without a ticket for every passenger': 'delete from ticket',
  'charged but stuck': [`${paid} status = 'pending'`, takenAgain],
  'money lost: charged, neither ticket nor refund': [`${paid} outcome = 'none'`, ...unreported],
  'money from nowhere: paid here, not charged there': `update sandbox.charge set status = 'failed'`,
  'two payments bought one booking, or two sets of tickets': `update booking set seats = '{4}', passenger_types = '{adult}'`,
  'prepaid money left over': `select post_transfer('x', 'x', account_of('customer_prepaid', 'x'), account_of('platform_fee', ''), 1, 'x')`,
  'money lost: charged for a return trip, neither its ways nor a refund': [
    `${paid} outcome = 'none'`,
    ...unreported,
  ],
  'return trip with one way paid by it and the other neither paid nor refunded': `with parted as (
    update payment set part_of = null, provider_id = case when part_of is null then provider_id end) update booking set paid_kobo = 0 where way = 'back'`,
  'money given back by hand differs from the ledger': 'update payment set outside_kobo = 1',
  'money given back by a company that we know nothing of': `insert into sandbox.refund (charge_id, amount_kobo, status)
    select id, 1, 'processed' from sandbox.charge`,
  'money that left by a refund, a lost dispute or a reversal, and is not in our books': unreported,
  'money of a top-up given back, and left in its wallet': `with added as (${topUp} returning id)
    insert into outside_refund (provider, provider_id, payment_id, amount_kobo) select 'paystack', id::text, id, 100 from added`,
  'a second charge that did not go back whole': 'update payment set second_of = id',
  'open disputes differ from what is held': 'update payment set disputed_kobo = 1',
  'refunds taken back from wallets differ from the ledger':
    'update payment set wallet_back_kobo = 1',
  'statement does not add up': `update account set entries = entries + 1 where kind = 'wallet'`,
  'money added, not credited as it landed': topUp,
  'a payable that is not what its kind says': `insert into payable (id, kind, reference) select id, 'booking', '' from person`,
  'money of one payment, its refunds and its transfers for different things': `update payment set
    payable_id = (select payable_id from payment other where other.payable_id <> payment.payable_id limit 1)`,
  'ticket mail not promised exactly once': `delete from pgboss.job where name = 'ticket.send'`,
  'ticket mail never sent': 'delete from sandbox.letter',
  'parcel paid, and not by one payment’s worth': `update parcel set paid_kobo = 0, state = 'cancelled'`,
  'money lost: charged for a parcel, neither waybill nor refund': [
    `${paid} outcome = 'none'`,
    ...unreported,
  ],
  'parcel called off and its money kept, or given back and not called off': `update parcel set state = 'cancelled'`,
  'instalments that are not the price of their charter, or its state':
    'update charter_instalment set fee_kobo = fee_kobo + 1',
  'money lost: charged for a charter, neither vehicle nor refund': [
    `${paid} outcome = 'none'`,
    ...unreported,
  ],
  'charter that its operator failed, and not all of it went back, or more went back than was paid': `update charter set state = 'operator_cancelled'`,
  'shares of a charter are not what was paid for it, less what went back': `select post_transfer('x', 'x',
    account_of('platform_fee', ''), account_of('psp_clearing', 'paystack'), 1, 'x', id) from charter_instalment where paid_kobo > 0`,
  'money lost: taken from a wallet for a charter, neither vehicle nor refund': `${paid} provider = 'wallet', outcome = 'none' where person_id is not null`,
  'paid charter without its one invoice, or one that ended early with it': `update invoice set voided_at = now(),
    voided_by = 'staff', void_reason = 'x'`,
  'offer accepted and no charter came of it': `with asked as (
      insert into charter_request (id, reference, person_id, kind, stops, city_id, starts_at, from_day, until_day, km,
        travellers, open_until)
      select gen_random_uuid(), 'asked', h.person_id, 'days', '[]', v.city_id, h.starts_at, h.from_day, h.until_day, 0, 4, now()
      from charter h join charter_vehicle v on v.id = h.vehicle_id limit 1 returning id)
    insert into charter_offer (id, request_id, operator_id, vehicle_id, state, hire_kobo, price, terms, valid_until)
    select gen_random_uuid(), asked.id, h.operator_id, h.vehicle_id, 'accepted', 100, '{}', '', now() from asked, charter h limit 1`,
  'news of a paid parcel not promised exactly once': `delete from pgboss.job where name = 'parcel.tell'`,
  'rewards taken back that are not what was given': `select post_transfer('reward_back:points:' || id, 'x',
    account_of('platform_fee', ''), account_of('promo_expense', ''), 1, 'reward_back') from booking limit 1`,
  'money of a reward that is not that of its points or its referral': `select post_transfer('reward:redeemed:x', 'x',
    account_of('promo_expense', ''), account_of('platform_fee', ''), 1, 'reward')`,
  'counter sale without its payment, payment without its sale, or another sum':
    counterEntry('sale'),
  'difference of a move not taken at the counter as its booking says': counterEntry('move'),
  'drawer that is not its float, its cash sales and fees, and its refunds':
    shift('now(), 200, 200'),
  'more cash paid out for a counter sale than it took': counterEntry('refund'),
  'storage fee in a drawer and not in the ledger, or of a parcel that was not handed over': `${shift()};
    insert into counter_entry (id, shift_id, parcel_id, kind, means, amount_kobo)
    select gen_random_uuid(), s.id, p.id, 'storage', 'cash', 1 from counter_shift s, (select id from parcel limit 1) p`,
  'seat set aside without its claims, or claims of an allotment without a seat set aside':
    allotment(),
  'allotted seat sold with another ticket than the one that was handed out':
    allotment('b.id, now()'),
  'parcel of nobody that no counter sold': 'update parcel set user_id = null',
}

/** Returns the count of each check in correct data, and in the same data with deliberate damage. */
export async function tryPlantedDamage(
  db: Db,
): Promise<{ check: Invariant; good: number; planted: number }[]> {
  await aPerson(db, 500_000)
  const held = await sellBooking(db, (await aTrip(db)).trip_id, [4, 5])
  const ways = await sellReturnTrip(db)
  const sent = await aPaidParcel(db)
  const hired = await aCharter(db)
  await makeCharterPaymentArrive(db, await openCharterPayment(db, hired))
  await inTransaction(db, (tx) => issueInvoice(tx, hired))
  await sql`insert into sandbox.charge (provider, reference, access_code, amount_kobo, currency, email, return_to, channels,
      status, paid_kobo, account_number)
    select provider, reference, reference, amount_kobo, 'NGN', 'a@b.c', '', '{card}', 'success', amount_kobo, '1' from payment where part_of is null`.execute(
    db,
  )
  await sql`update payment p set provider_id = c.id::text from payment charge, sandbox.charge c
    where charge.id = coalesce(p.part_of, p.id) and c.reference = charge.reference`.execute(db)
  for (const { id, reference } of [held, ...ways]) {
    await sql`insert into pgboss.job (name, data, policy) values ('ticket.send', ${JSON.stringify({ booking_id: id })}::jsonb, 'standard')`.execute(
      db,
    )
    await sql`insert into sandbox.letter (kind, recipient, subject, body) values ('mail', 'a@b.c', 'Your ticket', ${reference})`.execute(
      db,
    )
  }
  await sql`insert into pgboss.job (name, data, policy) values ('parcel.tell', ${JSON.stringify({ parcel_id: sent.id, kind: 'paid' })}::jsonb, 'standard')`.execute(
    db,
  )
  const tried: { check: Invariant; good: number; planted: number }[] = []
  for (const check of Object.keys(plantedDamage) as Invariant[]) {
    const good = await countViolations(db, check)
    for (const damage of [plantedDamage[check] ?? []].flat())
      tried.push({ check, good, planted: await countAfter(db, check, damage) })
  }
  return tried
}

/** Returns the count after the damage, and rolls the damage back. */
async function countAfter(db: Db, check: Invariant, damage: string): Promise<number> {
  return db.connection(async (here) => {
    await sql`begin`.execute(here)
    try {
      await sql.raw(damage).execute(here)
      return await countViolations(here, check)
    } finally {
      await sql`rollback`.execute(here)
    }
  })
}
