import { expect, test } from 'vitest'
import { sql } from '#server/db/sql'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  goodCard,
  expireHold,
  inspectBooking,
  sellToOthers,
} from '#tests/support/worlds/payments'

const { db, start, press, verify, doJobs } = await aPaymentWorld()

async function aFreshHold(seats = [1, 2], of = 8) {
  return aHeldBooking(db, await aTripToPayFor(db, of), seats)
}

test('late money finds its own seats when they are still free', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'paystack', 'transfer')
  await expireHold(db, held)
  await sql`select expire_holds(100)`.execute(db)
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'confirmed',
    seats: [1, 2],
    reseated: false,
    outcomes: ['confirmed'],
  })
})

test('late money finds other seats when its own are sold', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'flutterwave', 'transfer')
  await expireHold(db, held)
  await sellToOthers(db, held.trip_id, [1, 2])
  await press(data, 'sent')
  expect(await doJobs()).toEqual([])
  const seen = await inspectBooking(db, held)
  expect(seen).toMatchObject({
    status: 'confirmed',
    reseated: true,
    tickets: 2,
    outcomes: ['confirmed_other_seats'],
    prepaid_kobo: 0,
  })
  expect(seen.seats).not.toContain(1)
})

test('late money goes back whole when the bus is full', async () => {
  const held = await aFreshHold([1, 2], 4)
  const { data } = await start(held, 'paystack', 'transfer')
  await press(data, 'sent_late')
  expect(await doJobs()).toEqual([])
  expect((await verify(held, data.reference)).data.status).toBe('pending')
  await expireHold(db, held)
  await sellToOthers(db, held.trip_id, [1, 2, 3, 4])
  await sql`update sandbox.charge set settles_at = now() where reference = ${data.reference}`.execute(
    db,
  )
  const told = await verify(held, data.reference)
  expect(told.data).toMatchObject({ status: 'succeeded', outcome: 'refunded_late' })
  expect(told.data.message).toContain('All of it is being refunded')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'expired',
    tickets: 0,
    prepaid_kobo: 0,
    refunds: [{ reason: 'paid_late', amount_kobo: held.total_kobo }],
  })
})

test('too little goes back and the seats wait for the rest of their time', async () => {
  const held = await aFreshHold()
  const short = await start(held, 'flutterwave', 'transfer')
  await press(short.data, 'sent_short')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'awaiting_payment',
    tickets: 0,
    outcomes: ['refunded_short'],
    refunds: [{ reason: 'paid_short', amount_kobo: held.total_kobo - 50_000, state: 'succeeded' }],
    prepaid_kobo: 0,
  })
  const again = await start(held, 'flutterwave', 'transfer')
  await press(again.data, 'sent')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({ status: 'confirmed', tickets: 2 })
})

test('too much buys the ticket and the excess goes back', async () => {
  const held = await aFreshHold()
  const { data } = await start(held, 'flutterwave', 'transfer')
  await press(data, 'sent_over')
  expect(await doJobs()).toEqual([])
  expect(await inspectBooking(db, held)).toMatchObject({
    status: 'confirmed',
    tickets: 2,
    paid_kobo: held.total_kobo,
    refunds: [{ reason: 'paid_over', amount_kobo: 50_000, state: 'succeeded' }],
    prepaid_kobo: 0,
  })
})

test('a second payment goes back and makes no second tickets', async () => {
  const held = await aFreshHold()
  const first = await start(held, 'paystack', 'card')
  const second = await start(held, 'flutterwave', 'card')
  await Promise.all([
    press(first.data, 'card', { card: goodCard.paystack }),
    press(second.data, 'card', { card: goodCard.flutterwave }),
  ])
  expect(await doJobs()).toEqual([])
  const seen = await inspectBooking(db, held)
  expect(seen).toMatchObject({
    status: 'confirmed',
    tickets: 2,
    prepaid_kobo: 0,
    refunds: [{ reason: 'paid_twice', amount_kobo: held.total_kobo }],
  })
  expect(seen.outcomes.toSorted()).toEqual(['confirmed', 'refunded_twice'])
})
