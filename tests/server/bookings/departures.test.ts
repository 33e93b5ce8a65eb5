import { expect, test } from 'vitest'
import {
  cancelBooking,
  cancelTrip,
  changeVehicle,
  previewTripCancellation,
  previewVehicleChange,
} from '#contract/bookings/endpoints'
import { startPayment } from '#contract/payments/endpoints'
import { sql } from '#server/db/sql'
import { readBookingWithTickets, writeTicketMail } from '#server/rooms/tickets'
import { countViolations, type Invariant } from '#tests/load/invariants/invariants'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aTrip, type MadeTrip, sellAtCounter } from '#tests/support/makers/trips'
import {
  aHeldBooking,
  aPaymentWorld,
  goodCard,
  type HeldBooking,
  inspectBooking,
} from '#tests/support/worlds/payments'
import {
  aHoldOfPerson,
  aWallet,
  giveHoldToAccount,
  fetchWalletBalance,
} from '#tests/support/makers/wallets'

const { db, server, start, press, doJobs } = await aPaymentWorld()

const sound: readonly Invariant[] = [
  'seats sold twice, by claims',
  'seats sold twice, by tickets',
  'ticket and claim differ',
  'confirmed without a ticket for every passenger',
  'money lost: charged, neither ticket nor refund',
  'refunded with a live ticket',
  'refunded more than paid',
  'one effect refunded twice',
  'prepaid money left over',
  'trial balance is not zero',
  'money set aside for a booking that is over',
  'money in the wallet of who did not pay it',
]

/** Lets an hour pass: refunds that the companies had not finished are checked. */
async function anHourLater() {
  await sql`update refund set next_try_at = now(), requested_at = now() - interval '1 hour'`.execute(
    db,
  )
  await sql`update sandbox.refund set created_at = now() - interval '1 hour'`.execute(db)
  await sql`insert into pgboss.job (name, data) values ('payment.reconcile', '{}')`.execute(db)
  expect(await doJobs()).toEqual([])
}

async function expectSoundBooks() {
  await anHourLater()
  await anHourLater()
  for (const name of sound) expect([name, await countViolations(db, name)]).toEqual([name, 0])
}

/** The ledger's balances of operators, us, the tax office, and pending refunds, from the bookings of one trip. */
async function ledgerOf(trip: MadeTrip) {
  const { rows } = await sql<{ kind: string; kobo: number }>`
    select a.kind, sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as kobo
    from transfer t join account a on a.id in (t.credit_account, t.debit_account)
    join booking b on b.id = t.payable_id
    where b.trip_id = ${trip.trip_id} and a.kind in ('operator_payable', 'platform_fee', 'vat_payable', 'refund_payable')
    group by a.kind`.execute(db)
  return Object.fromEntries(rows.map(({ kind, kobo }) => [kind, kobo]))
}

type Company = 'paystack' | 'flutterwave'

/** Thirty travellers on a coach, who paid in every possible way, or have not paid yet. */
async function aFullDeparture() {
  const trip = await aTrip(db, { vehicle: 'coach-49', fare_kobo: 1_000_000, park_fee_kobo: 50_000 })
  const seats = [...trip.sellable]
  const next = (count: number) => seats.splice(0, count)
  const hold = (count: number) => aHeldBooking(db, trip.trip_id, next(count))
  const paid: HeldBooking[] = []
  const payCard = async (company: Company) => {
    const held = await hold(2)
    const { data } = await start(held, company, 'card')
    await press(data, 'card', { card: goodCard[company] })
    paid.push(held)
  }
  const payBank = async (company: Company, channel: 'transfer' | 'ussd', count: number) => {
    const held = await hold(count)
    const { data } = await start(held, company, channel)
    await press(data, channel === 'ussd' ? 'approve' : 'sent')
    paid.push(held)
  }
  for (const company of ['paystack', 'flutterwave'] as const) {
    await payCard(company)
    await payCard(company)
    await payBank(company, 'transfer', 3)
    await payBank(company, 'ussd', 1)
  }
  const purse = await aWallet(server, 10_000_000)
  for (let n = 0; n < 3; n += 1) {
    const at = { trip_id: trip.trip_id, seat: next(1)[0] ?? 0 }
    const held = await aHoldOfPerson(db, purse, 500_000, at)
    const whole = { purpose: 'booking', reference: held.reference, provider: 'wallet' } as const
    await server.call(startPayment, whole, { as: purse.as })
    paid.push(held)
  }
  for (const provider of ['paystack', 'flutterwave'] as const) {
    const at = { trip_id: trip.trip_id, seat: next(1)[0] ?? 0 }
    const held = await aHoldOfPerson(db, purse, 500_000, at)
    const split = { purpose: 'booking', reference: held.reference, provider } as const
    const more = { channel: 'transfer', wallet_part_kobo: 200_000 } as const
    const { data } = await server.call(startPayment, { ...split, ...more }, { as: purse.as })
    await press(data, 'sent')
    paid.push(held)
  }
  const ends = await hold(2)
  const { data: ended } = await start(ends, 'paystack', 'ussd')
  await press(ended, 'approve')
  expect(await doJobs()).toEqual([])
  await server.call(
    cancelBooking,
    { reference: ends.reference, seats: ends.seats.slice(0, 1), refund_to: 'source' },
    { as: { guest_token: ends.guest_token } },
  )
  expect(await doJobs()).toEqual([])
  const unpaid = await hold(5)
  const late = await giveHoldToAccount(db, await hold(2), purse)
  const { data: coming } = await server.call(
    startPayment,
    { purpose: 'booking', reference: late.reference, provider: 'flutterwave', channel: 'transfer' },
    { as: purse.as },
  )
  const operator = await anOperatorKey(server, trip.operator_id)
  for (const held of [...paid, ends])
    expect((await inspectBooking(db, held)).status).toBe('confirmed')
  return { trip, operator, paid, ends, unpaid, late, coming, purse }
}

const lettersTo = async (reference: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sandbox.letter where body like ${`%${reference}%`}`.execute(db)
  return rows[0]?.n ?? 0
}

test('a departure with thirty travellers of every kind of payment is cancelled: all are told and have their money', async () => {
  const { trip, operator, paid, ends, unpaid, late, coming, purse } = await aFullDeparture()
  const { data: preview } = await server.call(
    previewTripCancellation,
    { id: trip.trip_id },
    { as: operator },
  )
  const whole = paid.reduce((sum, held) => sum + held.total_kobo, ends.total_kobo / 2)
  expect(preview).toMatchObject({
    status: 'open',
    bookings: paid.length + 1,
    travellers: 22,
    refund_kobo: whole,
    unpaid_bookings: 2,
    payments_under_way: 1,
  })
  const wrong = { id: trip.trip_id, refund_kobo: whole - 1 }
  expect((await server.call(cancelTrip, wrong, { as: operator })).problem.code).toBe(
    'price_changed',
  )
  const before = await lettersTo(unpaid.reference)
  const done = await server.call(
    cancelTrip,
    { id: trip.trip_id, refund_kobo: whole, note: 'The road is flooded.' },
    { as: operator },
  )
  expect(done.data).toMatchObject({ status: 'cancelled', refund_kobo: whole })
  expect(await doJobs()).toEqual([])
  // A transfer that was pending arrives after the cancellation.
  await press(coming, 'sent')
  expect(await doJobs()).toEqual([])

  for (const held of paid) {
    const now = await inspectBooking(db, held)
    const back = now.refunds.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
    expect([now.status, now.tickets, back]).toEqual(['operator_cancelled', 0, held.total_kobo])
    expect(await lettersTo(held.reference)).toBeGreaterThan(1)
  }
  expect((await inspectBooking(db, ends)).status).toBe('operator_cancelled')
  expect((await inspectBooking(db, unpaid)).status).toBe('operator_cancelled')
  expect(await lettersTo(unpaid.reference)).toBeGreaterThan(before)
  expect(await inspectBooking(db, late)).toMatchObject({
    status: 'operator_cancelled',
    refunds: [{ reason: 'paid_late', amount_kobo: late.total_kobo }],
  })
  expect(await fetchWalletBalance(server, purse)).toMatchObject({ held_kobo: 0 })
  await expectSoundBooks()
  // Only the amount withheld from a traveller's own earlier cancellation is left.
  const kept = ends.total_kobo / 2 - (await cancelledBefore(ends))
  const left = await ledgerOf(trip)
  const sum =
    (left['operator_payable'] ?? 0) + (left['platform_fee'] ?? 0) + (left['vat_payable'] ?? 0)
  expect([sum, left['refund_payable'] ?? 0]).toEqual([kept, 0])
  const again = await server.call(cancelTrip, { id: trip.trip_id }, { as: operator })
  expect(again.data).toMatchObject({ bookings: 0, refund_kobo: 0 })
})

async function cancelledBefore(held: HeldBooking): Promise<number> {
  const { refunds } = await inspectBooking(db, held)
  return refunds.find(({ reason }) => reason === 'cancelled')?.amount_kobo ?? 0
}

test('a departure gets a smaller vehicle: who fits stays, others are reseated or refunded, and all get the difference', async () => {
  const { trip, operator, paid, ends, unpaid, late, coming } = await aFullDeparture()
  const ask = { id: trip.trip_id, vehicle: 'sprinter-18' }
  const better = await server.call(previewVehicleChange, ask, { as: operator })
  expect(better.data).toMatchObject({ from_vehicle: 'coach-49', difference_kobo: 0 })

  // For a seat worth as much as a Sprinter's, the plainest coach is a downgrade for everybody.
  const down = { id: trip.trip_id, vehicle: 'coach-59' }
  const { data: plain } = await server.call(previewVehicleChange, down, { as: operator })
  expect(plain.refunded).toBe(0)
  expect(plain.difference_kobo).toBeGreaterThan(0)

  const { data: preview } = better
  expect(preview.keep + preview.reseated + preview.refunded).toBe(22)
  expect(preview.refunded).toBeGreaterThan(0)
  const wrong = { ...ask, back_kobo: preview.refund_kobo + 1 }
  expect((await server.call(changeVehicle, wrong, { as: operator })).problem.code).toBe(
    'price_changed',
  )
  const changed = await server.call(
    changeVehicle,
    { ...ask, back_kobo: preview.refund_kobo },
    { as: operator },
  )
  expect(changed.data).toEqual(preview)
  const twice = await server.call(changeVehicle, down, { as: operator })
  expect(twice.problem.code).toBe('departure_closed')
  expect(await doJobs()).toEqual([])
  await press(coming, 'sent')
  expect(await doJobs()).toEqual([])

  const { rows } = await sql<{ seats: number; twice: number; outside: number }>`
    select count(*)::int as seats, (count(*) - count(distinct k.seat))::int as twice,
      (count(*) filter (where k.seat <> all (v.sellable)))::int as outside
    from ticket k join trip t on t.id = k.trip_id join vehicle_type v on v.code = t.vehicle_type
    where k.trip_id = ${trip.trip_id} and k.status = 'valid'`.execute(db)
  expect(rows).toEqual([{ seats: 22 - preview.refunded, twice: 0, outside: 0 }])
  const back = await Promise.all(
    [...paid, ends].map(async (held) => {
      const { refunds } = await inspectBooking(db, held)
      return refunds.filter(({ reason }) => reason === 'operator_cancelled')
    }),
  )
  const refunded = back.flat().reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
  expect(refunded).toBe(preview.refund_kobo)
  expect((await inspectBooking(db, unpaid)).status).toBe('operator_cancelled')
  expect((await inspectBooking(db, late)).refunds).toMatchObject([{ reason: 'paid_late' }])
  for (const held of paid) expect(await lettersTo(held.reference)).toBeGreaterThan(1)
  // These bookings were paid in time; their email says who changed the seats.
  const { rows: others } = await sql<{ booking_id: string }>`
    select x.booking_id from booking_reseat x join booking b on b.id = x.booking_id
    where b.trip_id = ${trip.trip_id} and b.reseated`.execute(db)
  expect(others.length).toBeGreaterThan(0)
  for (const { booking_id } of others) {
    const instead = { to: 'ada@people.example', why: 'Yours bounced.' }
    const mail = writeTicketMail(await readBookingWithTickets(server.host, booking_id), instead)
    expect(mail?.text).toContain('The operator runs another vehicle, so you have other seats.')
    expect(mail?.text).not.toContain('payment came late')
  }
  await expectSoundBooks()
})

test('the preview of another vehicle names who moves where, who loses their seat, and what was sold at the counter', async () => {
  const trip = await aTrip(db, { vehicle: 'coach-49' })
  const operator = await anOperatorKey(server, trip.operator_id)
  const seats = trip.sellable.toReversed().slice(0, 12)
  const counter = trip.sellable.filter((seat) => !seats.includes(seat))
  await sellAtCounter(db, trip.trip_id, [...counter.slice(0, 3), ...counter.slice(-2)])
  const { booking: first } = await aPaidBooking(server, trip.id, seats.slice(0, 6))
  const { booking: second } = await aPaidBooking(server, trip.id, seats.slice(6))
  const ask = { id: trip.trip_id, vehicle: 'hiace-15' }
  const { data } = await server.call(previewVehicleChange, ask, { as: operator })
  const { rows } = await sql<{ sellable: number[] }>`
    select sellable from vehicle_type where code = 'hiace-15'`.execute(db)
  const sellable = rows[0]?.sellable ?? []
  const free = sellable.filter((seat) => !counter.slice(0, 3).includes(seat))
  expect(data.changes.map(({ new_seat }) => new_seat)).toEqual(
    [...free, ...Array.from({ length: 12 - free.length }, () => null)].slice(0, 12),
  )
  expect(new Set(data.changes.map(({ booking }) => booking))).toEqual(
    new Set([first.reference, second.reference]),
  )
  expect(data.changes[0]?.traveller).toContain('Adaeze')
  expect([data.reseated, data.refunded]).toEqual([free.length, 12 - free.length])
  expect(data.blocked_lost).toEqual(counter.slice(-2).toSorted((a, b) => a - b))
  expect((await server.call(changeVehicle, ask, { as: operator })).data).toEqual(data)
  expect(await doJobs()).toEqual([])
  const { rows: now } = await sql<{ seats: number[] }>`
    select array_agg(seat order by seat) as seats from ticket where trip_id = ${trip.trip_id} and status = 'valid'`.execute(
    db,
  )
  expect(now[0]?.seats).toEqual(free)
})

test('a lower class gives the difference back to the kobo, and the next who books pays less', async () => {
  const { trip, operator, paid } = await aFullDeparture()
  const down = { id: trip.trip_id, vehicle: 'coach-59' }
  const { data: preview } = await server.call(previewVehicleChange, down, { as: operator })
  expect((await server.call(changeVehicle, down, { as: operator })).data).toEqual(preview)
  expect(await doJobs()).toEqual([])
  const [first] = paid
  if (first === undefined) throw new Error('nobody paid')
  const { refunds, status } = await inspectBooking(db, first)
  // A seat of the plainer coach is worth 96 % of this one's: ₦10,000 becomes ₦9,600, for two.
  expect([status, refunds]).toEqual([
    'confirmed',
    [expect.objectContaining({ reason: 'price_difference', amount_kobo: 80_000 })],
  ])
  const { rows } = await sql<{ fare_percent: number; kobo: number }>`
    select t.fare_percent, (select sum(r.amount_kobo)::bigint from refund r join booking b on b.id = r.payable_id
      where b.trip_id = t.id and r.reason = 'price_difference') as kobo
    from trip t where t.id = ${trip.trip_id}`.execute(db)
  expect(rows).toEqual([{ fare_percent: 96, kobo: preview.difference_kobo }])
  await expectSoundBooks()
  const back = await server.call(cancelTrip, { id: trip.trip_id }, { as: operator })
  expect(back.status).toBe(200)
  expect(await doJobs()).toEqual([])
  await expectSoundBooks()
  const left = await ledgerOf(trip)
  expect(left['refund_payable'] ?? 0).toBe(0)
})
