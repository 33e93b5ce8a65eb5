import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import { fillHistory } from '#tests/load/bench/history'
import { checkInvariants } from '#tests/load/invariants/invariants'
import { aHeldBooking, aPaymentWorld, aTripToPayFor } from '#tests/support/worlds/payments'

const { db, start, press, doJobs } = await aPaymentWorld()

test('the copies that fill a database with years of sales are sound, but for what other companies know', async () => {
  await expect(fillHistory(db, 1)).rejects.toThrow('no booking is paid')
  const held = await aHeldBooking(db, await aTripToPayFor(db), [1, 2])
  const { data } = await start(held, 'paystack', 'ussd')
  await press(data, 'approve')
  expect(await doJobs()).toEqual([])
  await fillHistory(db, 41)
  const { rows } = await sql`
    select (select count(*)::int from booking) as bookings, (select count(*)::int from trip) as trips,
      (select count(*)::int from ticket) as tickets, (select count(distinct trip_id || '-' || seat)::int from seat_claim) as seats,
      (select count(distinct journal)::int from transfer where code = 'charge') as charges`.execute(
    db,
  )
  expect(rows).toEqual([{ bookings: 42, trips: 22, tickets: 84, seats: 84, charges: 42 }])
  const violations = Object.entries(await checkInvariants(db)).filter(([, { count }]) => count > 0)
  expect(violations.map(([name, { count }]) => [name, count])).toEqual([
    ['money from nowhere: paid here, not charged there', 41],
    ['ticket mail not promised exactly once', 41],
    ['ticket mail never sent', 41],
  ])
})
