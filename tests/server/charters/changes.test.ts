import { expect, test } from 'vitest'
import { getCharterVehicle, listAirports } from '#contract/charters/market/endpoints'
import {
  bookAirport,
  cancelCharter,
  changeCharterDates,
  changeCharterFlight,
  getCharter,
  previewCharterCancellation,
  reviewCharter,
} from '#contract/charters/trips/endpoints'
import { setVehicleDays } from '#contract/charters/market/endpoints'
import {
  endCharter,
  failCharter,
  listOperatorCharters,
  setCharterDriver,
  startCharter,
} from '#contract/charters/trips/endpoints'
import { sql } from '#server/db/sql'
import {
  aCharter,
  aCharterKey,
  aRichUser,
  aVehicle,
  charterContact,
  dayAhead,
  payCharter,
  moveStart,
} from '#tests/support/makers/charters'
import { runCharterSweep } from '#tests/support/server/jobs'
import { findLedgerViolations } from '#tests/support/database/ledger-violations'
import { aPaymentWorld } from '#tests/support/worlds/payments'
import { fetchWalletBalance } from '#tests/support/makers/wallets'

const { db, deps, server, doJobs } = await aPaymentWorld()

type CharterWorld = Awaited<ReturnType<typeof aCharter>>
const look = async ({ charter, as }: Pick<CharterWorld, 'charter' | 'as'>) =>
  (await server.call(getCharter, { reference: charter.reference }, { as })).data

/** A charter of which the deposit or the full price is paid. */
async function aPaidCharter(
  plan: 'deposit' | 'all' = 'all',
  vehicle?: Awaited<ReturnType<typeof aVehicle>>,
) {
  const at = vehicle ?? (await aVehicle(db))
  const made = await aCharter(server, at, { plan })
  await payCharter(server, made)
  return { ...made, vehicle: at }
}

test.each([
  [200, 10],
  [100, 30],
  [30, 50],
  [10, 100],
])('%i hours before, %i%% of the price is kept, to the kobo', async (hours, percent) => {
  const made = await aPaidCharter()
  await moveStart(db, made.charter, hours)
  const { reference, price } = made.charter
  const fee_kobo = Math.ceil((price.total_kobo * percent) / 100)
  const { data } = await server.call(previewCharterCancellation, { reference }, { as: made.as })
  expect(data).toMatchObject({ fee_kobo, refund_kobo: price.total_kobo - fee_kobo })
  const before = await fetchWalletBalance(server, made.owner)
  const asked = { reference, refund_kobo: data.refund_kobo, refund_to: 'wallet' as const }
  const done = await server.call(cancelCharter, asked, { as: made.as })
  expect(done.data).toMatchObject({ state: 'cancelled', can: { cancel: false, pay: false } })
  const after = await fetchWalletBalance(server, made.owner)
  expect(after.balance_kobo - before.balance_kobo).toBe(data.refund_kobo)
  const again = await server.call(cancelCharter, asked, { as: made.as })
  expect(again.problem.code).toBe('cancellation_closed')
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('of a deposit no more is kept than was paid, and another tier by now is refused', async () => {
  const made = await aPaidCharter('deposit')
  const { reference, price } = made.charter
  const { data } = await server.call(previewCharterCancellation, { reference }, { as: made.as })
  expect(data.refund_kobo).toBe(price.deposit_kobo - Math.ceil(price.total_kobo / 10))
  await moveStart(db, made.charter, 100)
  const asked = { reference, refund_kobo: data.refund_kobo }
  expect((await server.call(cancelCharter, asked, { as: made.as })).problem.code).toBe(
    'price_changed',
  )
  const none = await server.call(cancelCharter, { reference, refund_kobo: 0 }, { as: made.as })
  expect(none.data).toMatchObject({ state: 'cancelled', refunds: [] })
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('what both instalments gave comes back out of both', async () => {
  const made = await aPaidCharter('deposit')
  await payCharter(server, made)
  const { reference } = made.charter
  const { data } = await server.call(previewCharterCancellation, { reference }, { as: made.as })
  await server.call(cancelCharter, { reference, refund_kobo: data.refund_kobo }, { as: made.as })
  const { refunds } = await look(made)
  expect(refunds).toHaveLength(2)
  expect(refunds.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)).toBe(data.refund_kobo)
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('a balance is reminded of twice and ends the charter by its terms when it does not come', async () => {
  const made = await aPaidCharter('deposit')
  const { reference } = made.charter
  for (const [hours, reminders] of [
    [100, 1],
    [60, 2],
  ] as const) {
    await moveStart(db, made.charter, hours)
    await runCharterSweep(db)
    await runCharterSweep(db)
    const { rows } = await sql<{ reminders: number }>`
      select i.reminders from charter_instalment i join charter c on c.id = i.charter_id
      where c.reference = ${reference} and i.number = 2`.execute(db)
    expect(rows[0]?.reminders).toBe(reminders)
  }
  await moveStart(db, made.charter, 47)
  await runCharterSweep(db)
  expect(await look(made)).toMatchObject({ state: 'lapsed', refunds: [], can: { pay: false } })
  expect(
    (await server.call(getCharterVehicle, { id: made.vehicle.id })).data.calendar.taken,
  ).toEqual([])
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('dates are changed free of charge a week before, never onto days that are taken', async () => {
  const vehicle = await aVehicle(db)
  const made = await aPaidCharter('deposit', vehicle)
  const other = await aCharter(server, vehicle, { ahead: 40 })
  const { reference } = made.charter
  const ask = (from: string) =>
    server.call(changeCharterDates, { reference, from, start_time: '09:00' }, { as: made.as })
  expect((await ask(other.charter.from)).problem.code).toBe('vehicle_taken')
  const { data } = await ask(dayAhead(30))
  expect(data).toMatchObject({ from: dayAhead(30), until: dayAhead(30) })
  const balance = data.instalments[1]
  expect(Date.parse(data.starts_at) - Date.parse(balance?.due_at ?? '')).toBe(48 * 3_600_000)
  const { calendar } = (await server.call(getCharterVehicle, { id: vehicle.id })).data
  expect(calendar.taken).toEqual([dayAhead(30), dayAhead(40)])
  await moveStart(db, made.charter, 100)
  expect((await ask(dayAhead(50))).problem.code).toBe('charter_closed')
})

test('an operator that cannot do it gives everything back, and its vehicle is free', async () => {
  const made = await aPaidCharter('deposit')
  await payCharter(server, made)
  const before = await fetchWalletBalance(server, made.owner)
  const as = await aCharterKey(server, made.vehicle)
  const asked = { reference: made.charter.reference, reason: 'The gearbox broke' }
  const { data } = await server.call(failCharter, asked, { as })
  expect(data.state).toBe('operator_cancelled')
  const after = await fetchWalletBalance(server, made.owner)
  expect(after.balance_kobo - before.balance_kobo).toBe(made.charter.price.total_kobo)
  expect(await look(made)).toMatchObject({ failure: 'The gearbox broke' })
  expect(await findLedgerViolations(deps)).toEqual([])
  expect(await doJobs()).toEqual([])
})

test('a driver is told, codes begin and end it, and only then it is reviewed', async () => {
  const made = await aPaidCharter()
  const { reference } = made.charter
  const as = await aCharterKey(server, made.vehicle)
  const stranger = await aCharterKey(server, await aVehicle(db))
  const driver = { reference, name: 'Musa Danladi', phone: '0803 555 0101', plate: 'lsr 482xb' }
  expect((await server.call(setCharterDriver, driver, { as: stranger })).status).toBe(404)
  await server.call(setCharterDriver, driver, { as })
  const told = await look(made)
  expect(told.driver).toEqual({ name: 'Musa Danladi', phone: '+2348035550101', plate: 'LSR-482XB' })
  const code = told.start_code ?? ''
  expect((await server.call(startCharter, { reference, code }, { as })).problem.code).toBe(
    'charter_closed',
  )
  await moveStart(db, made.charter, 2)
  const wrong = code === '0000' ? '0001' : '0000'
  expect((await server.call(startCharter, { reference, code: wrong }, { as })).problem.code).toBe(
    'wrong_code',
  )
  expect((await server.call(startCharter, { reference, code }, { as })).data.state).toBe(
    'under_way',
  )
  const review = { reference, rating: 5, body: 'On time, clean, and a careful driver.' }
  expect((await server.call(reviewCharter, review, { as: made.as })).problem.code).toBe(
    'charter_closed',
  )
  const { end_code } = await look(made)
  const ended = await server.call(endCharter, { reference, code: end_code ?? '' }, { as })
  expect(ended.data.state).toBe('completed')
  await server.call(reviewCharter, { ...review, rating: 3 }, { as: made.as })
  const said = await server.call(reviewCharter, review, { as: made.as })
  expect(said.data.review).toMatchObject({ rating: 5 })
  const { data } = await server.call(getCharterVehicle, { id: made.vehicle.id })
  expect(data).toMatchObject({ rating: 5, reviews: 1 })
  expect(data.latest_reviews[0]).toMatchObject({ by: 'Ngozi B.', rating: 5 })
})

test('five wrong codes lock a charter for the day', async () => {
  const made = await aPaidCharter()
  await moveStart(db, made.charter, 2)
  const { start_code } = await look(made)
  const as = await aCharterKey(server, made.vehicle)
  const said = async (code: string) =>
    (await server.call(startCharter, { reference: made.charter.reference, code }, { as })).problem
      .code
  const wrong = ['1111', '2222', '3333', '4444', '5555', '6666'].filter((one) => one !== start_code)
  for (const code of wrong.slice(0, 5)) expect(await said(code)).toBe('wrong_code')
  expect(await said(start_code ?? '')).toBe('too_many_requests')
})

test('where nobody said the start code by the next day, the operator did not come', async () => {
  const made = await aPaidCharter()
  await moveStart(db, made.charter, -72)
  await runCharterSweep(db)
  expect(await look(made)).toMatchObject({ state: 'operator_cancelled' })
  expect(await findLedgerViolations(deps)).toEqual([])
})

test('an operator blocks days and frees them, and never those of a charter', async () => {
  const made = await aPaidCharter()
  const { id } = made.vehicle
  const as = await aCharterKey(server, made.vehicle)
  const days = [dayAhead(5), dayAhead(6)]
  const { data } = await server.call(setVehicleDays, { id, block: days }, { as })
  expect(data.days.map(({ day, taken }) => [day, taken])).toEqual([
    [dayAhead(5), 'blocked'],
    [dayAhead(6), 'blocked'],
    [made.charter.from, 'charter'],
  ])
  const theirs = await server.call(setVehicleDays, { id, block: [made.charter.from] }, { as })
  expect(theirs.problem.code).toBe('vehicle_taken')
  const freed = await server.call(
    setVehicleDays,
    { id, free: [...days, made.charter.from] },
    { as },
  )
  expect(freed.data.days).toHaveLength(1)
  const other = await aCharterKey(server, await aVehicle(db))
  expect((await server.call(setVehicleDays, { id, block: days }, { as: other })).status).toBe(404)
})

test('an airport has fixed prices; a later flight moves the pick-up, on another day only where the vehicle is free', async () => {
  const vehicle = await aVehicle(db, { city: 'calabar', seats: 7, size: 'small' })
  const owner = await aRichUser(server)
  const airports = (await server.call(listAirports, {})).data
  expect(airports.length).toBeGreaterThan(20)
  const calabar = airports.find(({ code }) => code === 'CBQ')
  const zone = calabar?.zones[0]
  const price = zone?.prices.find(({ size }) => size === 'small')?.price
  const at = `${dayAhead(9)}T13:20:00.000Z`
  const order = {
    airport: 'CBQ',
    zone: zone?.code ?? '',
    size: 'small' as const,
    direction: 'pick_up' as const,
    flight_number: 'p4 7121',
    at,
    address: '12 Marian Road',
    name_board: 'Ngozi Bello',
    travellers: 3,
    bags: 3,
    contact: charterContact,
    total_kobo: price?.total_kobo ?? 0,
  }
  const { data } = await server.call(bookAirport, order, { as: owner.as })
  expect(data).toMatchObject({
    kind: 'airport',
    vehicle: { id: vehicle.id },
    from: dayAhead(9),
    flight: {
      number: 'P47121',
      meet_at: `${dayAhead(9)}T13:50:00.000Z`,
      name_board: 'Ngozi Bello',
    },
  })
  expect(data.instalments.map(({ kind }) => kind)).toEqual(['all'])
  const { reference } = data
  await payCharter(server, { charter: data, as: owner.as })
  const second = await server.call(bookAirport, order, { as: (await aRichUser(server)).as })
  expect(second.problem.code).toBe('vehicle_taken')
  const late = (iso: string) =>
    server.call(changeCharterFlight, { reference, at: iso }, { as: owner.as })
  expect((await late(`${dayAhead(9)}T18:00:00.000Z`)).data.starts_at).toBe(
    `${dayAhead(9)}T18:30:00.000Z`,
  )
  const next = await late(`${dayAhead(10)}T01:00:00.000Z`)
  expect(next.data).toMatchObject({ from: dayAhead(10), until: dayAhead(10) })
  const as = await aCharterKey(server, vehicle)
  await server.call(setVehicleDays, { id: vehicle.id, block: [dayAhead(11)] }, { as })
  expect((await late(`${dayAhead(11)}T10:00:00.000Z`)).problem.code).toBe('vehicle_taken')
  const theirs = await server.call(listOperatorCharters, {}, { as })
  expect(theirs.data[0]).toMatchObject({
    reference,
    contact: charterContact,
    flight: { name_board: 'Ngozi Bello' },
  })
})
