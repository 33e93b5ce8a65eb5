import { afterAll, expect, test } from 'vitest'
import {
  getBooking,
  holdSeats,
  listBookings,
  setPassengers,
  cancelBooking,
  previewCancellation,
} from '#contract/bookings/endpoints'
import { bookingFeeKobo } from '#contract/money'
import { bookingFeeVatKobo } from '#contract/fare'
import { passengerDataDays } from '#contract/policy'
import { sql } from '#server/db/sql'
import { runJob } from '#tests/support/server/jobs'
import {
  aDevice,
  aHold,
  aPaidBooking,
  expireHold,
  makeTravellers,
} from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip, type MadeTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
const { as: ada } = await aUser(server)
afterAll(() => server.close())

const ours = bookingFeeKobo + bookingFeeVatKobo
const seatsOf = (trip: MadeTrip, count: number) => trip.sellable.slice(0, count)

test('a hold freezes the fare, says when it ends by the server’s clock, and shows its token once', async () => {
  const trip = await aTrip(db, { fare_kobo: 850_000, park_fee_kobo: 20_000 })
  const { booking, as } = await aHold(server, trip.id, seatsOf(trip, 2))
  expect(booking).toMatchObject({
    status: 'held',
    seats: seatsOf(trip, 2),
    paid_kobo: 0,
    reschedules_left: 1,
  })
  expect(booking.fare.total_kobo).toBe(2 * (850_000 + 20_000 + ours))
  expect(booking.fare.total_kobo).toBe(2 * (booking.trip.fare_kobo ?? 0))
  const left = Date.parse(booking.hold_expires_at ?? '') - Date.parse(booking.server_time)
  expect(left).toBeGreaterThan(595_000)
  expect(left).toBeLessThanOrEqual(600_000)
  await sql`update schedule set flat_fare_kobo = 990000 where id = ${trip.schedule_id}`.execute(db)
  const again = await server.call(getBooking, { reference: booking.reference }, { as })
  expect(again.data.fare).toEqual(booking.fare)
  expect(again.data.guest_token).toBeUndefined()
})

test('the same write twice is one hold and one answer', async () => {
  const trip = await aTrip(db)
  const key = crypto.randomUUID()
  const as = aDevice()
  const once = () =>
    server.call(holdSeats, { trip_id: trip.id, seats: seatsOf(trip, 1) }, { as, key })
  const [one, two] = await Promise.all([once(), once()])
  expect(one.text).toBe(two.text)
  expect((await once()).headers['idempotency-replayed']).toBe('true')
})

test('bad seats, types and trips are refused by the name of the field', async () => {
  const trip = await aTrip(db)
  const fields = async (input: Record<string, unknown>) => {
    const { status, problem } = await server.call(
      holdSeats,
      { trip_id: trip.id, ...input },
      { as: aDevice() },
    )
    expect(status).toBe(400)
    return Object.keys(problem.fields ?? {})
  }
  const [seat = 0] = trip.sellable
  for (const wrong of [0, 81, -1, 1.5, 'x', null])
    expect(await fields({ seats: [wrong] })).toEqual(['seats.0'])
  expect(await fields({ seats: [80] })).toEqual(['seats.0'])
  for (const wrong of [[], [seat, seat], [1, 2, 3, 4, 5, 6, 7]])
    expect(await fields({ seats: wrong })).toEqual(['seats'])
  expect(await fields({ seats: [seat], passenger_types: [] })).toEqual(['passenger_types'])
  expect(await fields({ seats: [seat], passenger_types: ['ghost'] })).toEqual(['passenger_types.0'])
  const nowhere = `${crypto.randomUUID()}.0.1`
  for (const trip_id of [nowhere, `${trip.trip_id}.1.0`, `${trip.trip_id}.0.9`]) {
    expect(
      (await server.call(holdSeats, { trip_id, seats: [seat] }, { as: aDevice() })).status,
    ).toBe(404)
  }
  const unknown = await aTrip(db, { fare_kobo: null })
  const asked = await server.call(
    holdSeats,
    { trip_id: unknown.id, seats: seatsOf(unknown, 1) },
    { as: aDevice() },
  )
  expect([asked.status, asked.problem.code]).toEqual([409, 'fare_unknown'])
})

test('passengers sit one on each seat, and their types and the insurance price the booking anew', async () => {
  const trip = await aTrip(db)
  const seats = seatsOf(trip, 2)
  const { booking, as } = await aHold(server, trip.id, seats)
  const { reference } = booking
  const travellers = makeTravellers(seats, { insurance: true })
  Object.assign(travellers.passengers[1] ?? {}, { passenger_type: 'child' })
  const filled = await server.call(setPassengers, { reference, ...travellers }, { as })
  expect(filled.data.passengers.map(({ seat }) => seat)).toEqual(seats)
  expect(filled.data.passenger_types).toEqual(['adult', 'child'])
  expect(filled.data.fare.total_kobo).toBe(850_000 + 595_000 + 2 * (20_000 + ours + 50_000))
  expect(filled.data.trip.seats_left).toBe(trip.sellable.length - 2)

  const wrong = async (on: number[]) =>
    (await server.call(setPassengers, { reference, ...makeTravellers(on) }, { as })).problem.fields
  expect(await wrong([80, seats[1] ?? 0])).toHaveProperty(['passengers.0.seat'])
  expect(await wrong([seats[0] ?? 0, seats[0] ?? 0])).toHaveProperty(['passengers.1.seat'])
  expect(await wrong(seats.slice(1))).toHaveProperty('passengers')
  await expireHold(server, reference)
  expect((await server.call(setPassengers, { reference, ...travellers }, { as })).status).toBe(200)
  await aHold(server, trip.id, seats.slice(0, 1))
  const late = await server.call(setPassengers, { reference, ...travellers }, { as })
  expect(late.problem.code).toBe('hold_expired')
})

test('no insurance is sold to passengers whom the operator insures, but what was sold before stays', async () => {
  const trip = await aTrip(db)
  const insure = (insurer: string | null) =>
    sql`update operator set insurer = ${insurer} where id = ${trip.operator_id}::uuid`.execute(db)
  const seats = seatsOf(trip, 1)
  const { booking, as } = await aHold(server, trip.id, seats)
  const fill = (insurance: boolean) =>
    server.call(
      setPassengers,
      { reference: booking.reference, ...makeTravellers(seats, { insurance }) },
      { as },
    )
  await insure('Baobab Mutual')
  const refused = await fill(true)
  expect(refused.status).toBe(400)
  expect(refused.problem.fields?.['insurance']).toContain('Baobab Mutual covers you already')
  expect((await fill(false)).data).toMatchObject({ insurer: 'Baobab Mutual', insurance: false })

  await insure(null)
  const sold = await fill(true)
  expect(sold.data.fare.total_kobo).toBe(booking.fare.total_kobo + 50_000)
  await insure('Baobab Mutual')
  expect((await fill(true)).data.fare.total_kobo).toBe(sold.data.fare.total_kobo)
})

test('names of every script are taken; pictures, markup, NUL and 10,000 characters are refused by name', async () => {
  const trip = await aTrip(db)
  const seats = seatsOf(trip, 1)
  const { booking, as } = await aHold(server, trip.id, seats)
  const named = (full_name: string) => {
    const travellers = makeTravellers(seats)
    Object.assign(travellers.passengers[0] ?? {}, { full_name })
    return server.call(setPassengers, { reference: booking.reference, ...travellers }, { as })
  }
  for (const name of [
    'Ọláìtán Adébáyọ̀',
    'Ɗanladi Ƙasim',
    'محمد علي',
    '王小明',
    'Ngozi O’Neil-Eze',
    'አበበ ቢቂላ',
  ]) {
    const { status, data } = await named(name)
    expect([status, data.passengers[0]?.full_name]).toEqual([200, name.normalize('NFC')])
  }
  for (const name of [
    'Ada 😀',
    '<b>Ada</b>',
    'A\u0000da',
    'a'.repeat(10_000),
    '12345',
    ' ',
    '\ud800da',
  ]) {
    const { status, problem } = await named(name)
    expect(status).toBe(400)
    expect(Object.keys(problem.fields ?? {}).join()).toContain('passengers')
  }
})

test('a baby on a lap is named beside its adult, until it is left out again; it needs a name and an adult', async () => {
  const trip = await aTrip(db)
  const seats = seatsOf(trip, 2)
  const { booking, as } = await aHold(server, trip.id, seats)
  const { reference } = booking
  const { passengers, ...rest } = makeTravellers(seats)
  const send = async (over: object) => {
    const all = passengers.map((one, index) => (index === 0 ? { ...one, ...over } : one))
    return server.call(setPassengers, { reference, passengers: all, ...rest }, { as })
  }
  const namesOf = ({ data }: Awaited<ReturnType<typeof send>>) =>
    data.passengers.map(({ infant_name }) => infant_name)
  const named = await send({ infant_name: '  Ọlá Okonkwo ' })
  expect(namesOf(named)).toEqual(['Ọlá Okonkwo', null])
  expect(named.data.fare).toEqual(booking.fare)
  expect(namesOf(await send({}))).toEqual([null, null])
  for (const over of [
    { infant_name: '' },
    { infant_name: '12' },
    { infant_name: 'Tobi 😀' },
    { infant_name: 'a'.repeat(81) },
    { infant_name: 'Tobi', passenger_type: 'child' },
  ]) {
    const { status, problem } = await send(over)
    expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, ['passengers.0.infant_name']])
  }
})

test('a booking is its owner’s: by account, by token, by the contact’s phone; to anyone else it is not there', async () => {
  const trip = await aTrip(db)
  const { booking, as } = await aPaidBooking(server, trip.id, seatsOf(trip, 1))
  const see = (who: object, reference = booking.reference) =>
    server.call(getBooking, { reference }, { as: who })
  const spoken = ` ${booking.reference.slice(0, 4)}-${booking.reference.slice(4)}`
    .toLowerCase()
    .replaceAll('0', 'o')
    .trim()
  expect((await see(as)).status).toBe(200)
  expect((await see({ phone: '+2348031234567' }, spoken)).status).toBe(200)
  for (const stranger of [
    {},
    aDevice(),
    { phone: '+2348030000000' },
    { guest_token: 'x'.repeat(43) },
    ada,
  ]) {
    expect((await see(stranger)).status).toBe(404)
    // A caller who gives a phone number is asked for the code, whether or not it is the booking's.
    const status = 'phone' in stranger ? 403 : 404
    expect(
      (await server.call(previewCancellation, { reference: booking.reference }, { as: stranger }))
        .status,
    ).toBe(status)
    const taken = await server.call(
      cancelBooking,
      { reference: booking.reference, refund_to: 'source' },
      { as: stranger },
    )
    expect(taken.status).toBe(status)
  }
  const mine = await aHold(server, trip.id, trip.sellable.slice(1, 2), ada)
  expect(mine.booking.guest_token).toBeUndefined()
  const list = await server.call(listBookings, {}, { as: ada })
  expect(list.data.map(({ reference }) => reference)).toEqual([mine.booking.reference])
  expect((await server.call(listBookings, {})).status).toBe(401)
})

test('the same passengers sent twice at once are written once, and both are answered', async () => {
  const trip = await aTrip(db)
  const seats = seatsOf(trip, 3)
  const { booking, as } = await aHold(server, trip.id, seats)
  const send = () =>
    server.call(setPassengers, { reference: booking.reference, ...makeTravellers(seats) }, { as })
  const answers = await Promise.all(Array.from({ length: 6 }, send))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await send()).data.passengers).toHaveLength(3)
})

test('where a passenger lives, the baby on their lap and whom to call is forgotten 30 days after arrival, the receipt is not', async () => {
  const arrived = async (days: number) => {
    const trip = await aTrip(db)
    const [seat = 0] = trip.sellable
    const paid = await aPaidBooking(server, trip.id, [seat], {
      passengers: makeTravellers([seat]).passengers.map((one) => ({
        ...one,
        phone: '+2348035550001',
        infant_name: 'Tobi Okonkwo',
      })),
    })
    await sql`update trip set sales_close_at = sales_close_at - gone, departs_at = departs_at - gone, arrives_at = arrives_at - gone
      from (select arrives_at - now() + ${days} * interval '1 day' as gone from trip where id = ${trip.trip_id}) it
      where id = ${trip.trip_id}`.execute(db)
    return async () => {
      const { reference } = paid.booking
      return (await server.call(getBooking, { reference }, { as: paid.as })).data
    }
  }
  const [old, young] = [
    await arrived(passengerDataDays + 0.1),
    await arrived(passengerDataDays - 0.1),
  ]
  const [oldBefore, youngBefore] = [await old(), await young()]
  for (let night = 1; night <= 2; night += 1) await runJob(server.host, 'house.tidy', {})
  expect(await old()).toMatchObject({
    contact: oldBefore.contact,
    fare: oldBefore.fare,
    next_of_kin: null,
    passengers: [{ ...oldBefore.passengers[0], address: '', phone: null, infant_name: null }],
  })
  expect(await young()).toMatchObject({
    next_of_kin: youngBefore.next_of_kin,
    passengers: [
      {
        address: '12 Allen Avenue, Ikeja',
        phone: '+2348035550001',
        infant_name: 'Tobi Okonkwo',
      },
    ],
  })
  expect(youngBefore.next_of_kin).not.toBeNull()
})
