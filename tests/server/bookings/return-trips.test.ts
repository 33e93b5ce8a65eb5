import { expect, test } from 'vitest'
import {
  changeVehicle,
  holdSeats,
  listRescheduleOptions,
  releaseHold,
  rescheduleBooking,
  setPassengers,
  cancelBooking,
  previewCancellation,
} from '#contract/bookings/endpoints'
import { formatNaira } from '#contract/money'
import { listWalletTransactions, setWalletPin } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aDevice, makeTravellers } from '#tests/support/makers/bookings'
import { cancelByOperator } from '#tests/support/makers/departures'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { type MadeTrip, aTrip } from '#tests/support/makers/trips'
import { refundByHand, reportRefunds, sumRefundsAtCompany } from '#tests/support/worlds/by-hand'
import { sellToOthers } from '#tests/support/worlds/payments'
import { aUser } from '#tests/support/makers/people'
import type { Caller } from '#tests/support/server/test-server'
import { aWallet, fetchWalletBalance } from '#tests/support/makers/wallets'
import { type HeldTrip, aReturnTripWorld } from './return-trip-world.ts'

const world = await aReturnTripWorld()
const { db, deps, server, aRoute, aReturnTrip, hold, look, pay, payByCard, ticketsOf } = world
const pin = '4711'

test('insurance is sold for the way whose operator has none', async () => {
  const { road, out, back } = await aReturnTrip()
  await sql`update operator set insurer = 'Baobab Mutual' where id = ${road.back.operator_id}::uuid`.execute(
    db,
  )
  const { reference, seats } = out.booking
  const filled = await server.call(
    setPassengers,
    { reference, ...makeTravellers(seats, { insurance: true }) },
    { as: out.as },
  )
  expect(filled.data.insurance).toBe(true)
  expect(await look(back)).toMatchObject({ insurance: false, insurer: 'Baobab Mutual' })
})

test('both ways are paid with one payment, and each has its tickets and its own part of the money', async () => {
  const { out, back } = await aReturnTrip()
  const before = await look(out)
  expect(before.return_trip).toMatchObject({ way: 'out', other: back.booking.reference })
  expect((await look(back)).hold_expires_at).toBe(before.hold_expires_at)
  expect((await look(back)).passengers.map(({ full_name }) => full_name)).toEqual(
    before.passengers.map(({ full_name }) => full_name),
  )
  const paid = await payByCard(out)
  expect(paid).toMatchObject({
    amount_kobo: before.return_trip?.total_kobo,
    booking: out.booking.reference,
    purpose: 'booking',
  })
  for (const way of [out, back]) {
    const booking = await look(way)
    expect(booking).toMatchObject({ status: 'confirmed', paid_kobo: booking.fare.total_kobo })
    expect(await ticketsOf(way)).toBe(2)
  }
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('one way is cancelled for what its own tier gives back, and the other stays', async () => {
  const { out, back } = await aReturnTrip()
  await payByCard(out)
  const { reference } = back.booking
  const preview = await server.call(previewCancellation, { reference }, { as: back.as })
  const whole = back.booking.fare.total_kobo
  expect(preview.data.refund_kobo + preview.data.fee_kobo).toBe(whole)
  const { refund_kobo } = preview.data
  const asked = { reference, refund_to: 'source', refund_kobo } as const
  expect((await server.call(cancelBooking, asked, { as: back.as })).status).toBe(200)
  expect(await world.doJobs()).toEqual([])
  await sql`update sandbox.refund set created_at = now() - interval '1 hour'`.execute(db)
  await sql`update refund set next_try_at = now(), requested_at = now() - interval '1 hour'`.execute(
    db,
  )
  await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
  expect(await world.doJobs()).toEqual([])
  expect((await look(back)).refunds).toMatchObject([
    { amount_kobo: refund_kobo, state: 'succeeded' },
  ])
  expect(await look(out)).toMatchObject({ status: 'confirmed', refunds: [] })
  expect(await ticketsOf(out)).toBe(2)
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('a wallet pays both ways, alone or beside a card, and gets back what a lost way cost', async () => {
  const owner = await aWallet(server, 10_000_000)
  const { password, as } = owner
  await server.call(setWalletPin, { pin, password }, { as })
  const alone = await aReturnTrip(as, 1)
  const total = (await look(alone.out)).return_trip?.total_kobo ?? 0
  expect((await pay(alone.out, { provider: 'wallet', pin })).data).toMatchObject({
    status: 'succeeded',
    amount_kobo: total,
  })
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(10_000_000 - total)
  const { data: movements } = await server.call(listWalletTransactions, {}, { as })
  expect(movements[0]).toMatchObject({
    amount_kobo: -total,
    words: expect.stringMatching(/^Lagos to Ibadan and back, \d+ [A-Z][a-z]+$/),
  })

  const split = await aReturnTrip(as, 1)
  const started = await pay(split.out, { wallet_part_kobo: 500_000, pin })
  await sellToOthers(db, split.road.back.trip_id, split.road.back.sellable)
  await world.press(started.data, 'approve')
  expect(await world.doJobs()).toEqual([])
  for (const way of [alone.out, alone.back, split.out])
    expect((await look(way)).status).toBe('confirmed')
  const lost = await look(split.back)
  expect(lost.status).toBe('expired')
  expect(lost.refunds.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)).toBe(
    lost.fare.total_kobo,
  )
  const inTheWallet = lost.refunds.filter(({ to }) => to === 'wallet')
  expect((await fetchWalletBalance(server, owner)).balance_kobo).toBe(
    10_000_000 - total - 500_000 + (inTheWallet[0]?.amount_kobo ?? 0),
  )
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('late money buys the way that is still there; the other part goes back, and nothing is kept for cancelling', async () => {
  const { road, out, back } = await aReturnTrip()
  const started = await pay(out)
  await sellToOthers(db, road.back.trip_id, road.back.sellable)
  await world.press(started.data, 'approve')
  expect(await world.doJobs()).toEqual([])
  const { reference } = out.booking
  expect(await look(out)).toMatchObject({
    status: 'confirmed',
    refunds: [],
    return_trip: { way: 'out', other: back.booking.reference, lost: true },
  })
  expect(await look(back)).toMatchObject({
    status: 'expired',
    refunds: [{ amount_kobo: back.booking.fare.total_kobo, reason: 'paid_late' }],
  })
  const preview = await server.call(previewCancellation, { reference }, { as: out.as })
  expect(preview.data).toMatchObject({ tier: 'free', fee_kobo: 0 })
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('late money for two ways that are gone goes back once and whole', async () => {
  const { road, out, back } = await aReturnTrip()
  const started = await pay(out)
  for (const way of [road.out, road.back]) await sellToOthers(db, way.trip_id, way.sellable)
  await world.press(started.data, 'approve')
  expect(await world.doJobs()).toEqual([])
  const { refunds } = await look(out)
  expect(refunds).toMatchObject([{ amount_kobo: started.data.amount_kobo, reason: 'paid_late' }])
  expect((await look(back)).refunds).toEqual([])
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('paid twice at once by two companies, the second goes back whole', async () => {
  const { out, back } = await aReturnTrip()
  const first = await pay(out)
  const second = await pay(out, { provider: 'flutterwave' })
  await Promise.all([
    world.press(first.data, 'approve'),
    world.press(second.data, 'approve'),
    world.press(second.data, 'approve'),
  ])
  expect(await world.doJobs()).toEqual([])
  for (const way of [out, back]) expect(await ticketsOf(way)).toBe(2)
  expect((await look(out)).refunds).toMatchObject([
    { amount_kobo: first.data.amount_kobo, reason: 'paid_twice' },
  ])
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('what an operator cancels comes back whole, and the other way may be cancelled free', async () => {
  const { road, out, back } = await aReturnTrip()
  await payByCard(out)
  await cancelByOperator(server, road.out)
  expect(await look(out)).toMatchObject({
    status: 'operator_cancelled',
    refunds: [{ amount_kobo: out.booking.fare.total_kobo }],
  })
  const { reference } = back.booking
  const preview = await server.call(previewCancellation, { reference }, { as: back.as })
  expect(preview.data).toMatchObject({ tier: 'free', refund_kobo: back.booking.fare.total_kobo })
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('a way that another vehicle has no seats for comes back whole, and the other may be cancelled free', async () => {
  const { road, out, back } = await aReturnTrip()
  await payByCard(out)
  const { rows } = await sql<{ sellable: number[] }>`
    select sellable from vehicle_type where code = 'coach-59'`.execute(db)
  await sellToOthers(db, road.out.trip_id, rows[0]?.sellable ?? [])
  const as = await anOperatorKey(server, road.out.operator_id)
  await server.call(changeVehicle, { id: road.out.trip_id, vehicle: 'coach-59' }, { as })
  expect(await world.doJobs()).toEqual([])
  expect((await look(out)).status).toBe('operator_cancelled')
  const { reference } = back.booking
  const preview = await server.call(previewCancellation, { reference }, { as: back.as })
  expect(preview.data).toMatchObject({ tier: 'free', refund_kobo: back.booking.fare.total_kobo })
  expect(await findLedgerViolations(deps)).toEqual([])
})

/** Returns the latest email about money that goes back. */
async function readRefundMail() {
  const { rows } = await sql<{ body: string }>`
    select body from sandbox.letter where kind = 'mail' and body like '%goes back%' order by id desc limit 1`.execute(
    db,
  )
  return rows[0]?.body
}

test('who sends too little for both ways reads how much both cost', async () => {
  const { out } = await aReturnTrip()
  const { data } = await pay(out, { channel: 'transfer' })
  await world.press(data, 'sent_short')
  expect(await world.doJobs()).toEqual([])
  expect(await readRefundMail()).toContain(
    `for booking ${out.booking.reference}, but the fare is ${formatNaira(data.amount_kobo)}.`,
  )
})

test('who paid for both ways, of which one was cancelled meanwhile, reads which is left', async () => {
  const { road, out, back } = await aReturnTrip()
  const { data } = await pay(out, { channel: 'transfer' })
  await cancelByOperator(server, road.out)
  await world.press(data, 'sent')
  expect(await world.doJobs()).toEqual([])
  expect((await look(back)).status).toBe('confirmed')
  expect(await readRefundMail()).toContain(
    `When your money came, less was to be paid for booking ${back.booking.reference} than when you started. Your ticket is ready.`,
  )
})

test('what was refunded by hand of both ways is taken off whichever is cancelled first', async () => {
  const { out, back } = await aReturnTrip()
  const { reference: payment } = await payByCard(out)
  const cancelWay = async ({ booking: { reference }, as }: HeldTrip) => {
    const { data } = await server.call(previewCancellation, { reference }, { as })
    const input = { reference, refund_to: 'source', refund_kobo: data.refund_kobo } as const
    expect((await server.call(cancelBooking, input, { as })).status).toBe(200)
    expect(await world.doJobs()).toEqual([])
    return data.refund_kobo
  }
  const due = await server.call(
    previewCancellation,
    { reference: back.booking.reference },
    { as: back.as },
  )
  const by_hand = due.data.refund_kobo + 100_000
  await refundByHand(db, payment, by_hand)
  await reportRefunds(db, 'paystack', payment)
  expect(await world.doJobs()).toEqual([])
  expect(await cancelWay(back)).toBe(0)
  const rest = await cancelWay(out)
  expect(rest).toBeGreaterThan(0)
  expect(await sumRefundsAtCompany(db, payment)).toBe(by_hand + rest)
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('a way that is let go leaves the other to be paid alone', async () => {
  const { out, back } = await aReturnTrip()
  await server.call(releaseHold, { reference: back.booking.reference }, { as: back.as })
  const left = await look(out)
  expect(left.return_trip).toBeNull()
  expect(await payByCard(out)).toMatchObject({ amount_kobo: left.fare.total_kobo })
  expect(await ticketsOf(out)).toBe(2)
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('other seats or another bus take the place of a way, and it stays one return trip', async () => {
  const { road, out, back } = await aReturnTrip()
  const seats = road.out.sellable.slice(2, 4)
  const again = await server.call(holdSeats, { trip_id: road.out.id, seats }, { as: out.as })
  expect(again.data.return_trip).toMatchObject({ way: 'out', other: back.booking.reference })
  const as = { ...out.as, guest_token: again.data.guest_token ?? '' }
  const later = await aTrip(db, { departs_in_hours: 120, stops: ['ibadan', 'lagos'] })
  const other = await hold(later, 2, as, again.data.reference)
  expect(other.booking.return_trip).toMatchObject({ way: 'back', other: again.data.reference })
  expect((await look(back)).status).toBe('cancelled')
})

test('what is no way back is refused, by name', async () => {
  const { out } = await aRoute()
  const held = await hold(out, 2, aDevice())
  const way_out = held.booking.reference
  const ask = (trip: MadeTrip, seats: number[], as: Caller = held.as) =>
    server.call(holdSeats, { trip_id: trip.id, seats, way_out }, { as })
  const early = await aTrip(db, { departs_in_hours: 24, stops: ['ibadan', 'lagos'] })
  const same = await aTrip(db, { departs_in_hours: 96 })
  const right = await aTrip(db, { departs_in_hours: 96, stops: ['ibadan', 'lagos'] })
  const [first = 0, second = 0] = right.sellable
  const refusals = [
    await ask(early, [first, second]),
    await ask(same, [first, second]),
    await ask(right, [first]),
  ]
  expect(refusals.map(({ problem }) => problem.fields)).toEqual([
    { trip_id: 'This bus leaves before you arrive. Choose a later one.' },
    { trip_id: 'Choose a trip from Ibadan to Lagos.' },
    { seats: 'Choose 2 seats, as on the outbound trip.' },
  ])
  const stranger = await aUser(server)
  expect((await ask(right, [first, second], stranger.as)).problem.code).toBe('not_found')
  await server.call(releaseHold, { reference: way_out }, { as: held.as })
  expect((await ask(right, [first, second])).problem.code).toBe('booking_not_open')
})

test('a way moves only to a bus that keeps both ways in order', async () => {
  const { road, out, back } = await aReturnTrip()
  await payByCard(out)
  const seats = out.booking.seats
  const make = ({ operator_id }: MadeTrip, departs_in_hours: number, stops?: string[]) =>
    aTrip(db, { operator_id, departs_in_hours, ...(stops && { stops }) })
  const fits = await make(road.out, 72)
  const late = await make(road.out, 120)
  const early = await make(road.back, 24, ['ibadan', 'lagos'])
  const listed = async ({ booking: { reference }, as }: HeldTrip) =>
    (await server.call(listRescheduleOptions, { reference }, { as })).data.map(
      ({ trip }) => trip.id,
    )
  expect([await listed(out), await listed(back)]).toEqual([[fits.id], []])
  for (const [{ booking, as }, trip] of [
    [out, late],
    [back, early],
  ] as const) {
    const move = { reference: booking.reference, trip_id: trip.id, seats }
    const refused = await server.call(rescheduleBooking, move, { as })
    expect(refused.problem.fields).toHaveProperty('trip_id')
  }
})
