import { expect, test } from 'vitest'
import {
  cancelBooking,
  holdSeats,
  rescheduleBooking,
  setPassengers,
} from '#contract/bookings/endpoints'
import { getPayment, listPayments, startPayment, verifyPayment } from '#contract/payments/endpoints'
import type { Payment } from '#contract/payments/model'
import { sql } from '#server/db/sql'
import { makeTravellers, payBooking } from '#tests/support/makers/bookings'
import { aRichUser, walletPin } from '#tests/support/makers/charters'
import { aTrip } from '#tests/support/makers/trips'
import { giveHoldToAccount } from '#tests/support/makers/wallets'
import { type MadeUser, aUser } from '#tests/support/makers/people'
import {
  aHeldBooking,
  aPaymentWorld,
  aTripToPayFor,
  expireHold,
  goodCard,
  sellToOthers,
} from '#tests/support/worlds/payments'

const { db, server, press, doJobs } = await aPaymentWorld()

/**
 * Starts a payment of a person's seat, with a part from their wallet if `part` has one; by card unless `part` has
 * another channel.
 */
async function begin(
  owner: MadeUser,
  part: { wallet_part_kobo?: number; pin?: string; channel?: 'card' | 'transfer' } = {},
) {
  const held = await giveHoldToAccount(
    db,
    await aHeldBooking(db, await aTripToPayFor(db), [1]),
    owner,
  )
  const { reference } = held
  const { data } = await server.call(
    startPayment,
    { purpose: 'booking', reference, provider: 'paystack', channel: 'card', ...part },
    { as: owner.as },
  )
  return { held, payment: data }
}

/** Pays with a card that the company declines, and looks immediately. */
async function decline(owner: MadeUser, payment: Payment) {
  await press(payment, 'card', { card: '4084 0800 0000 5408' })
  await press(payment, 'cancel')
  await server.call(verifyPayment, { reference: payment.reference }, { as: owner.as })
}

test('a person’s payments are listed, the newest first, page by page', async () => {
  const owner = await aUser(server)
  const declined = await begin(owner)
  await decline(owner, declined.payment)
  const paid = await begin(owner)
  await press(paid.payment, 'card', { card: goodCard.paystack })
  await doJobs()
  const waiting = await begin(owner)
  const ask = (input: { page?: number; per_page?: number } = {}) =>
    server.call(listPayments, input, { as: owner.as })
  const { data, meta } = await ask()
  expect(meta.total).toBe(2)
  expect(data.map(({ reference, status }) => [reference, status])).toEqual([
    [waiting.payment.reference, 'pending'],
    [paid.payment.reference, 'succeeded'],
  ])
  expect(data[1]).toMatchObject({
    purpose: 'booking',
    booking: paid.held.reference,
    parcel: null,
    provider: 'paystack',
    channel: 'card',
    outcome: 'confirmed',
    total_kobo: paid.held.total_kobo,
    about: expect.stringMatching(/.+, .+ to .+/),
  })
  const second = await ask({ page: 2, per_page: 1 })
  expect(second.data.map(({ reference }) => reference)).toEqual([paid.payment.reference])
  expect((await ask({ page: 3, per_page: 1 })).meta.total).toBe(2)
})

test('a payment with a part from the wallet is listed once, with all that was refunded', async () => {
  const owner = await aRichUser(server)
  const { held, payment } = await begin(owner, { wallet_part_kobo: 500_000, pin: walletPin })
  await press(payment, 'card', { card: goodCard.paystack })
  await doJobs()
  const { reference, seats } = held
  const { data: cancelled } = await server.call(
    cancelBooking,
    { reference, seats, refund_to: 'source' },
    { as: owner.as },
  )
  const refunded_kobo = cancelled.refunds.reduce((sum, one) => sum + one.amount_kobo, 0)
  const { data, meta } = await server.call(listPayments, {}, { as: owner.as })
  expect(meta.total).toBe(1)
  expect(data).toMatchObject([
    { reference: payment.reference, total_kobo: held.total_kobo, refunded_kobo },
  ])
  expect(cancelled.refunds.length).toBeGreaterThan(1)
})

test.each([
  ['short', 'sent_short', 450_000],
  ['over', 'sent_over', 550_000],
])('a top-up that was sent %s is listed with what came', async (_, act, total_kobo) => {
  const { as } = await aUser(server)
  const { data: payment } = await server.call(
    startPayment,
    { purpose: 'wallet', provider: 'paystack', channel: 'transfer', amount_kobo: 500_000 },
    { as },
  )
  const read = async () => (await server.call(listPayments, {}, { as })).data
  expect(await read()).toMatchObject([{ status: 'pending', total_kobo: 500_000 }])
  await press(payment, act)
  await doJobs()
  expect(await read()).toMatchObject([{ outcome: 'credited', total_kobo, refunded_kobo: 0 }])
})

test('what was sent over is in the total of which it is refunded', async () => {
  const owner = await aRichUser(server)
  const part = { wallet_part_kobo: 500_000, pin: walletPin }
  for (const more of [{}, part]) {
    const { held, payment } = await begin(owner, { channel: 'transfer', ...more })
    await press(payment, 'sent_over')
    await doJobs()
    const { data } = await server.call(listPayments, {}, { as: owner.as })
    const { refunded_kobo = 0, total_kobo = 0 } = data[0] ?? {}
    expect(total_kobo - refunded_kobo).toBe(held.total_kobo)
    // Beside a part from the wallet, the wallet pays less instead.
    expect(refunded_kobo).toBe(more === part ? 0 : 50_000)
  }
})

test('money that came too late is listed whole, with the part from the wallet that was taken too', async () => {
  const owner = await aRichUser(server)
  const { held, payment } = await begin(owner, { wallet_part_kobo: 500_000, pin: walletPin })
  await expireHold(db, held)
  await sellToOthers(db, held.trip_id, [1, 2, 3, 4, 5, 6, 7, 8])
  await press(payment, 'card', { card: goodCard.paystack })
  await doJobs()
  const { data } = await server.call(listPayments, {}, { as: owner.as })
  expect(data).toMatchObject([
    {
      outcome: 'refunded_late',
      total_kobo: held.total_kobo,
      refunded_kobo: held.total_kobo,
    },
  ])
})

test.each(['wallet', 'source'] as const)(
  'the list says how much of a payment was refunded to the %s',
  async (refund_to) => {
    const owner = await aUser(server)
    const { held, payment } = await begin(owner)
    await press(payment, 'card', { card: goodCard.paystack })
    await doJobs()
    const read = async () => (await server.call(listPayments, {}, { as: owner.as })).data[0]
    expect((await read())?.refunded_kobo).toBe(0)
    const { reference, seats } = held
    const { data } = await server.call(
      cancelBooking,
      { reference, seats, refund_to },
      { as: owner.as },
    )
    const refunded_kobo = data.refunds[0]?.amount_kobo ?? 0
    expect(refunded_kobo).toBeGreaterThan(0)
    expect(await read()).toMatchObject({ refunded_kobo, total_kobo: held.total_kobo })
  },
)

test('a declined payment says why in the company’s own words, on one line', async () => {
  const owner = await aUser(server)
  const { payment } = await begin(owner)
  await decline(owner, payment)
  const { data } = await server.call(getPayment, { reference: payment.reference }, { as: owner.as })
  expect(data.status).toBe('failed')
  expect(data.message).toMatch(/^Paystack says: “[^”]+”\. Your seats are kept: try again/)
})

test('a later answer without a reason leaves the reason, and the card of an erased payer is not kept', async () => {
  const owner = await aUser(server)
  const settle = async (reference: string, { reason }: { reason: string | null }) => {
    await sql`select apply_settlement(${reference}, 'failed', null, 'NGN', null, 'card', '{}'::jsonb, 'a-hash', ${reason})`.execute(
      db,
    )
    const { rows } = await sql<{ decline_reason: string | null; card: string | null }>`
      select decline_reason, card from payment where reference = ${reference}`.execute(db)
    return rows[0]
  }
  const { payment } = await begin(owner)
  for (const reason of ['Limit reached', null])
    expect(await settle(payment.reference, { reason })).toEqual({
      decline_reason: 'Limit reached',
      card: 'a-hash',
    })
  const other = await begin(owner)
  await sql`update person set erased_at = now() where id = ${owner.user.id}`.execute(db)
  expect(await settle(other.payment.reference, { reason: null })).toEqual({
    decline_reason: null,
    card: null,
  })
})

test('what somebody else has paid is in nobody’s list', async () => {
  const [owner, stranger] = [await aUser(server), await aUser(server)]
  await begin(owner)
  const { data } = await server.call(listPayments, {}, { as: stranger.as })
  expect(data).toEqual([])
})

test('the payment of a booking that moved says to which day, and from which', async () => {
  const owner = await aUser(server)
  const trip = await aTrip(db, { departs_in_hours: 50 })
  const later = await aTrip(db, { operator_id: trip.operator_id, departs_in_hours: 120 })
  const seats = trip.sellable.slice(0, 1)
  const { as } = owner
  const held = await server.call(holdSeats, { trip_id: trip.id, seats }, { as })
  const { reference } = held.data
  const filled = await server.call(setPassengers, { reference, ...makeTravellers(seats) }, { as })
  await payBooking(server, filled.data)
  const readAbout = async () =>
    (await server.call(listPayments, {}, { as })).data.map(({ about }) => about)
  const days = async (id: string) => {
    const { rows } = await sql<{ day: string }>`
      select to_char(service_date, 'FMDD Mon') as day from trip where id = ${id.split('.')[0]}::uuid`.execute(
      db,
    )
    return rows[0]?.day
  }
  expect(await readAbout()).toEqual([
    expect.stringMatching(new RegExp(`, ${await days(trip.id)}$`)),
  ])
  const moved = await server.call(
    rescheduleBooking,
    { reference, trip_id: later.id, seats: later.sellable.slice(0, 1) },
    { as },
  )
  expect(moved.status).toBe(200)
  const [about] = await readAbout()
  expect(about).toContain(`, ${await days(later.id)} (moved from ${await days(trip.id)})`)
})
