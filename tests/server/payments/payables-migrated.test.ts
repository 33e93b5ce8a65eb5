import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { withConnection } from '#server/db/client'
import { migrate, readMigrations } from '#server/db/migrate'
import { openJobs } from '#server/jobs/all-jobs'
import { sql } from '#server/db/sql'
import { readBooks } from '#tests/load/books'
import { quietDeps } from '#tests/support/jobs'
import { testDatabase } from '#tests/support/database'
import { ledgerFaults } from '#tests/support/ledger-faults'
import { aTrip } from '#tests/support/makers'
import { parcelLists } from '#tests/support/parcels'

/** A database of a thousand bookings and three hundred parcels, as it was before payables, with their money. */
const { db, url } = await testDatabase({ migrated: false })
await migrate(url, {
  migrations: readMigrations().filter(({ name }) => name < '0068'),
  functions: [],
})
const { trip_id } = await aTrip(db, { stops: ['lagos', 'abuja'] })
await parcelLists(db)
const books = readFileSync(resolve(import.meta.dirname, '../support/before-payables.sql'), 'utf8')
await withConnection(url, 'test', (client) => client.query(books.replaceAll('TRIP', trip_id)))

/** What every account has moved and keeps, and what of each payment, refund and hold was for which thing. */
async function sums(thing: (table: string) => string) {
  const read = async (text: string) => (await sql.raw(text).execute(db)).rows
  return {
    accounts: await read(`
      select a.kind, a.owner, a.credits_kobo, a.debits_kobo, a.held_kobo, a.entries,
        coalesce(sum(t.amount_kobo) filter (where t.credit_account = a.id), 0) as in_kobo,
        coalesce(sum(t.amount_kobo) filter (where t.debit_account = a.id), 0) as out_kobo
      from account a left join transfer t on a.id in (t.credit_account, t.debit_account) group by a.id order by a.kind, a.owner`),
    payments:
      await read(`select id, ${thing('payment')} as thing, person_id, provider, status, outcome, paid_kobo,
      refunded_kobo, refund_pending_kobo, wallet_part_kobo from payment order by id`),
    refunds:
      await read(`select id, ${thing('refund')} as thing, payment_id, amount_kobo, destination, state, reason, effect
      from refund order by id`),
    holds: await read(
      `select payment_id, ${thing('wallet_hold')} as thing, amount_kobo from wallet_hold order by payment_id`,
    ),
    transfers: await read(
      `select id, ref, amount_kobo, code, ${thing('transfer')} as thing from transfer order by id`,
    ),
  }
}

/** What was for no thing was for a wallet, which its payment stands for. */
const elseTopUp: Record<string, string> = {
  payment: 'id',
  refund: 'payment_id',
  transfer: `(select id from payment where purpose = 'wallet' and ref = 'charge:' || reference)`,
  wallet_hold: 'null',
}
const before = await sums((table) => `coalesce(booking_id, parcel_id, ${elseTopUp[table]})`)
const statuses = async (table: 'booking' | 'parcel') =>
  (
    await sql<{ status: string }>`
      select distinct ${sql.ref(table === 'booking' ? 'status' : 'state')} as status from ${sql.ref(table)} order by 1`.execute(
      db,
    )
  ).rows.map(({ status }) => status)

const deps = quietDeps(db)

test('bookings, parcels and wallets move under payables with their money, to the kobo', async () => {
  expect(await statuses('booking')).toEqual([
    'awaiting_payment',
    'cancelled',
    'completed',
    'confirmed',
    'expired',
    'held',
    'operator_cancelled',
    'travelled',
  ])
  expect(await statuses('parcel')).toEqual([
    'at_hub',
    'cancelled',
    'delivered',
    'in_transit',
    'loaded',
    'lost',
    'on_hold',
    'paid',
    'pending_payment',
    'ready_for_pickup',
    'received',
  ])
  expect(before.payments.length).toBeGreaterThan(1200)
  await migrate(url)
  expect(await sums(() => 'payable_id')).toEqual(before)
  expect(await ledgerFaults(deps)).toEqual([])
})

test('what was under way then comes to its end by the functions of now, and every invariant is 0', async () => {
  await sql`
    select apply_payment(p.reference, 'succeeded', p.amount_kobo, 'NGN', 'c', 'card', jsonb_build_object('kid', 1,
      'ids', jsonb_build_array(substr(md5(p.id || 'a'), 1, 16), substr(md5(p.id || 'b'), 1, 16)),
      'codes', jsonb_build_array(p.id || 'a', p.id || 'b'), 'pin_hash', encode(sha256('pin'), 'hex')))
    from (select * from payment where status <> 'succeeded' order by id) p`.execute(db)
  await sql`select post_transfer('float', 'float', account_of('insurance_float', ''), account_of('insurance_payable', ''),
    10000000, 'float')`.execute(db)
  await sql`select pay_claim(id) from parcel_claim where state = 'to_be_paid'`.execute(db)
  await sql`select cancel_seats(id, seats, 'cancelled'), request_refund(id, 1000003, 'cancelled', 'source', 'end:' || id, seats)
    from booking where status = 'confirmed' and refunded_kobo = 0 and reference > 'BOOK000500'`.execute(
    db,
  )
  await sql`update booking set refunded_kobo = 1000003 where status = 'cancelled' and paid_kobo > 0 and refunded_kobo = 0`.execute(
    db,
  )
  await sql`select settle_refund(id, 'succeeded', 'r') from refund where destination = 'source'`.execute(
    db,
  )
  expect(await ledgerFaults(deps)).toEqual([])
  await asIfPlayedByStandIns()
  const wrong = Object.entries(await readBooks(db)).filter(([, { count }]) => count > 0)
  expect(wrong).toEqual([])
})

/** What the stand-ins and the queue would hold, had they been there. */
async function asIfPlayedByStandIns(): Promise<void> {
  await sql`insert into sandbox.charge (provider, reference, access_code, amount_kobo, currency, email, return_to, channels,
      status, paid_kobo, account_number)
    select provider, reference, reference, amount_kobo, 'NGN', 'a@b.c', '', '{card}', 'success', paid_kobo, '1'
    from payment where status = 'succeeded' and provider <> 'wallet'`.execute(db)
  await sql`insert into sandbox.refund (charge_id, amount_kobo, status)
    select c.id, r.amount_kobo, 'processed' from refund r join payment p on p.id = r.payment_id
    join sandbox.charge c on c.reference = p.reference where r.destination = 'source'`.execute(db)
  await openJobs(url).then((queue) => queue.stop())
  await sql`insert into pgboss.job (name, data, policy)
    select 'ticket.send', jsonb_build_object('booking_id', id), 'standard' from booking where confirmed_at is not null
    union all
    select 'parcel.tell', jsonb_build_object('parcel_id', id, 'kind', 'paid'), 'standard' from parcel where paid_kobo > 0`.execute(
    db,
  )
  await sql`insert into sandbox.letter (kind, recipient, subject, body)
    select 'mail', 'a@b.c', 'Your ticket', reference from booking where confirmed_at is not null`.execute(
    db,
  )
}
