import { afterAll, expect, test } from 'vitest'
import { getBooking, reserveBooking } from '#contract/bookings/endpoints'
import * as counter from '#contract/counter/endpoints'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aPaidBooking, expireHold, payBooking } from '#tests/support/makers/bookings'
import { adultSeatKobo, aSaleInput, aShift } from '#tests/support/makers/counter'
import { aMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import {
  aReservableHold,
  aReservation,
  aTripPaidAtPark,
  moveReservationToPast,
} from '#tests/support/makers/reservations'
import { anOperator } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { runHoldSweep } from '#tests/support/server/jobs'
import { aServer, type Caller } from '#tests/support/server/test-server'
import { expectConsistentSales } from './sound-books.ts'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

/** A clerk with an open shift, and seats that a person has reserved on a bus of their operator. */
async function aReservationAtCounter(seats: number[] = [1, 3]) {
  const trip = await aTripPaidAtPark(server)
  const { as } = await aMember(server, { operator_id: trip.operator_id, role: 'counter' })
  const shift = await aShift(server, as)
  const person = await aUser(server)
  const booking = await aReservation(server, trip.id, seats, person.as)
  const { reference } = booking
  const sale = {
    shift: shift.id,
    reference,
    means: 'cash' as const,
    total_kobo: seats.length * adultSeatKobo,
  }
  return { trip, as, shift, person, booking, reference, sale }
}

const find = async (code: string, as: Caller) =>
  (await call(counter.findReservations, { search: code }, { as })).data.map(
    ({ reference }) => reference,
  )

test('a clerk finds a reservation by its code or phone, and takes the cash: tickets, drawer, books', async () => {
  const { as, reference, booking, sale, person, trip } = await aReservationAtCounter()
  const { data: found } = await call(counter.findReservations, { search: reference }, { as })
  expect(found).toMatchObject([
    {
      reference,
      until: booking.hold_expires_at,
      contact: 'Adaeze Okonkwo',
      travellers: [{ seat: 1 }, { seat: 3 }],
      total_kobo: sale.total_kobo,
      pays_online: false,
    },
  ])
  const spaced = `${reference.slice(0, 4)} ${reference.slice(4).toLowerCase()}`
  for (const code of [spaced, '0803 123 4567', person.user.phone ?? ''])
    expect(await find(code, as)).toEqual([reference])
  const sold = await call(counter.sellReservation, sale, { as })
  expect([sold.status, sold.text]).toEqual([200, sold.text])
  expect(sold.data.tickets.map(({ seat, status }) => [seat, status])).toEqual([
    [1, 'valid'],
    [3, 'valid'],
  ])
  expect(sold.data.shift).toMatchObject({
    sales: 1,
    taken: [{ means: 'cash', amount_kobo: sale.total_kobo }],
  })
  const { data } = await call(getBooking, { reference }, { as: person.as })
  expect([data.status, data.paid_at_counter, data.reserved]).toEqual(['confirmed', true, undefined])
  expect(await find(reference, as)).toEqual([])
  expect(await find(reference, trip.operator)).toEqual([])
  await expectConsistentSales(db)
})

test('a clerk who asks for ended ones, too, learns what is paid already and what was never paid', async () => {
  const { as, reference, sale, trip } = await aReservationAtCounter([1])
  const learn = async (search: string) =>
    (await call(counter.findReservations, { search, ended: '1' }, { as })).data.map((one) => [
      one.reference,
      one.state,
      one.travellers.map(({ seat }) => seat),
    ])
  expect(await learn(reference)).toEqual([[reference, 'open', [1]]])
  const listAll = async () => (await call(counter.findReservations, {}, { as })).data
  expect(await listAll()).toMatchObject([{ reference, state: 'open' }])
  await call(counter.sellReservation, sale, { as })
  expect(await learn(reference)).toEqual([[reference, 'paid_at_counter', [1]]])
  expect(await listAll()).toEqual([])
  const { booking: online } = await aPaidBooking(server, trip.id, [5, 6])
  expect(await learn(online.reference)).toEqual([[online.reference, 'paid_online', [5, 6]]])

  const late = await aUser(server)
  const unpaid = await aReservation(server, trip.id, [9], late.as)
  await expireHold(server, unpaid.reference)
  const other = await call(counter.sellAtCounter, aSaleInput(sale.shift, trip.id, [9]), { as })
  expect(other.status).toBe(200)
  const phone = late.user.phone ?? ''
  expect(await learn(phone)).toEqual([[unpaid.reference, 'expired', [9]]])
  await runHoldSweep(db)
  expect(await learn(phone)).toEqual([[unpaid.reference, 'expired', [9]]])
  // Once they have paid for the same departure, the lost reservation would mislead the clerk.
  const again = aSaleInput(sale.shift, trip.id, [10])
  const passengers = again.passengers.map((one) => ({ ...one, phone }))
  const { data: paid } = await call(counter.sellAtCounter, { ...again, passengers }, { as })
  expect(await learn(phone)).toEqual([[paid.reference, 'paid_at_counter', [10]]])

  const elsewhere = await anOperator(db)
  const stranger = await aMember(server, { operator_id: elsewhere, role: 'counter' })
  const asked = { search: reference, ended: '1' } as const
  expect((await call(counter.findReservations, asked, { as: stranger.as })).data).toEqual([])
})

test('the money for a reservation is taken once, however often it is sent', async () => {
  const { as, sale, shift } = await aReservationAtCounter([1])
  const key = crypto.randomUUID()
  const answers = await Promise.all([
    call(counter.sellReservation, sale, { as, key }),
    call(counter.sellReservation, sale, { as, key }),
    call(counter.sellReservation, sale, { as }),
  ])
  const codes = answers.flatMap(({ status, problem }) => (status === 200 ? [] : [problem.code]))
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(codes.every((code) => code === 'already_paid' || code === 'unavailable')).toBe(true)
  expect((await call(counter.getShift, { id: shift.id }, { as })).data.sales).toBe(1)
  expect((await call(counter.sellReservation, sale, { as })).problem.code).toBe('already_paid')
  await expectConsistentSales(db)
})

test('cash and an online payment in a race buy the seats once', async () => {
  const { as, sale, booking } = await aReservationAtCounter([1])
  const [cash, online] = await Promise.all([
    call(counter.sellReservation, sale, { as }),
    payBooking(server, booking),
  ])
  expect(cash.status === 200).toBe(online !== 'confirmed')
  if (cash.status !== 200) expect(cash.problem.code).toBe('already_paid')
  await expectConsistentSales(db)
})

test('a reservation whose seats were sold to others is not sold, and takes no money', async () => {
  const { as, sale, trip, reference } = await aReservationAtCounter([1])
  await expireHold(server, reference)
  // Nobody has taken the seats yet, so a traveller who comes late still gets them.
  expect(await find(reference, as)).toEqual([reference])
  const other = await call(counter.sellAtCounter, aSaleInput(sale.shift, trip.id, [1]), { as })
  expect(other.status).toBe(200)
  expect(await find(reference, as)).toEqual([])
  expect((await call(counter.sellReservation, sale, { as })).problem.code).toBe('hold_expired')
  await runHoldSweep(db)
  expect((await call(counter.sellReservation, sale, { as })).problem.code).toBe('hold_expired')
  expect((await call(counter.getShift, { id: sale.shift }, { as })).data.sales).toBe(1)
  await expectConsistentSales(db)
})

test('a clerk takes money only in an open shift of their own, at the price that they named', async () => {
  const { as, sale, trip } = await aReservationAtCounter([1])
  const wrong = await call(counter.sellReservation, { ...sale, total_kobo: 100 }, { as })
  expect(wrong.problem.code).toBe('price_changed')
  const colleague = await aMember(server, { operator_id: trip.operator_id, role: 'counter' })
  expect((await call(counter.sellReservation, sale, { as: colleague.as })).status).toBe(404)
  await call(counter.closeShift, { id: sale.shift, counted_kobo: 1_000_000 }, { as })
  expect((await call(counter.sellReservation, sale, { as })).problem.code).toBe('shift_needed')
  await expectConsistentSales(db)
})

test('another operator finds no reservation of this one, and an unreserved hold is not found', async () => {
  const { reference, sale, person, trip, as } = await aReservationAtCounter([1])
  const others = await anOperatorKey(server, await anOperator(db))
  for (const code of [reference, person.user.phone ?? ''])
    expect(await find(code, others)).toEqual([])
  const shift = await aShift(server, others)
  const taken = await call(counter.sellReservation, { ...sale, shift: shift.id }, { as: others })
  expect(taken.status).toBe(404)
  const held = await aReservableHold(server, trip.id, [5], person.as)
  expect(await find(held.reference, as)).toEqual([])
  const unreserved = { ...sale, reference: held.reference }
  expect((await call(counter.sellReservation, unreserved, { as })).status).toBe(404)
})

test('when an operator ends pay at the park, open reservations stay and no new ones are made', async () => {
  const { trip, as, reference, sale, person } = await aReservationAtCounter([1])
  const held = await aReservableHold(server, trip.id, [5], person.as)
  const terms = () => call(counter.getReservationTerms, {}, { as: trip.operator })
  expect((await terms()).data).toEqual({ lead_hours: 2 })
  await call(counter.setReservationTerms, { lead_hours: null }, { as: trip.operator })
  expect((await terms()).data).toEqual({ lead_hours: null })
  const refused = await call(
    reserveBooking,
    { reference: held.reference },
    { as: person.as, key: crypto.randomUUID() },
  )
  expect(refused.problem.code).toBe('reservation_closed')
  await moveReservationToPast(server, reference, 60)
  expect((await call(counter.sellReservation, sale, { as })).status).toBe(200)
  const much = await call(counter.setReservationTerms, { lead_hours: 7 }, { as: trip.operator })
  expect(much.status).toBe(400)
  expect((await call(counter.setReservationTerms, { lead_hours: 1 }, { as })).status).toBe(403)
})
