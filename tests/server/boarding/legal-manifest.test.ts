import { afterAll, expect, test } from 'vitest'
import { getLegalManifest } from '#contract/boarding/endpoints'
import { changeVehicle } from '#contract/bookings/endpoints'
import { sellAtCounter } from '#contract/counter/endpoints'
import { listAuditLog } from '#contract/members/endpoints'
import type { Role } from '#contract/members/rules'
import { passengerDataDays } from '#contract/policy'
import { updateTripStatus } from '#contract/trips/endpoints'
import { sql } from '#server/db/sql'
import { room as bookings } from '#server/rooms/bookings'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aSaleInput, aShift } from '#tests/support/makers/counter'
import { aMember, aSecondFactorMember } from '#tests/support/makers/members'
import { aUser } from '#tests/support/makers/people'
import { aBookingForPerson, moveTripToPast } from '#tests/support/makers/travels'
import { anOperator, aTrip } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { runJob } from '#tests/support/server/jobs'
import { aServer, type Caller } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

const open = (id: string, as: Caller) => server.call(getLegalManifest, { id }, { as })

/** A departure with a traveller who booked online, a baby on their lap, and its operator's key. */
async function aBus(options: Parameters<typeof aTrip>[1] = {}) {
  const trip = await aTrip(db, { departs_in_hours: 5, ...options })
  const key = await anOperatorKey(server, trip.operator_id)
  const { booking } = await aPaidBooking(server, trip.id, trip.sellable.slice(0, 1), {
    infant_name: 'Tobi Okonkwo',
  })
  return { trip, key, booking, id: trip.trip_id }
}

/** Moves a departure so that it arrived this many days ago. */
const arrive = (id: string, days: number) =>
  sql`update trip set sales_close_at = sales_close_at - gone, departs_at = departs_at - gone,
      arrives_at = arrives_at - gone
    from (select arrives_at - now() + ${days} * interval '1 day' as gone from trip where id = ${id}) it
    where id = ${id}`.execute(db)

test('the manifest has what the law asks of each passenger, babies included, and the bus at its head', async () => {
  const { trip, key, booking, id } = await aBus()
  const driver = { driver_name: 'Musa Danjuma', driver_phone: '0803 555 6677' }
  await server.call(
    updateTripStatus,
    { id: trip.id, plate: 'LSD 123 XY', delay_minutes: 40, ...driver },
    { as: key },
  )
  const answer = await open(id, key)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  const to = { city: 'Ibadan', park: 'Ibadan Park' }
  expect(answer.data).toMatchObject({
    operator: { name: 'Udala Test Motors', phone: '+2347009259999' },
    from: { city: 'Lagos', park: 'Lagos Park', address: '1 Park Road' },
    to,
    departs_at: booking.trip.departs_at,
    delay_minutes: 40,
    plate: 'LSD 123 XY',
    driver: { name: 'Musa Danjuma', phone: '+2348035556677' },
  })
  expect(answer.data.passengers).toEqual([
    {
      seat: trip.sellable[0],
      full_name: booking.passengers[0]?.full_name,
      gender: 'female',
      infant_name: 'Tobi Okonkwo',
      phone: '+2348031234567',
      address: '12 Allen Avenue, Ikeja',
      next_of_kin: { full_name: 'Chidi Okonkwo', phone: '+2348039876543' },
      missing: [],
      from: { city: 'Lagos', park: 'Lagos Park' },
      to,
      booking: booking.reference,
    },
  ])
})

test('another vehicle has the plate and driver of the earlier one no more', async () => {
  const { trip, key, id } = await aBus()
  const driver = { driver_name: 'Musa Danjuma', driver_phone: '0803 555 6677' }
  await server.call(updateTripStatus, { id: trip.id, plate: 'LSD 123 XY', ...driver }, { as: key })
  const { status } = await server.call(changeVehicle, { id, vehicle: 'coach-49' }, { as: key })
  expect(status).toBe(200)
  const { data } = await open(id, key)
  expect(data).toMatchObject({ plate: null, driver: { name: null, phone: null } })
})

test('what a traveller of the counter has not given is named as missing', async () => {
  const { trip, key, id } = await aBus()
  const shift = await aShift(server, key)
  const seat = trip.sellable[1] ?? 0
  await server.call(sellAtCounter, aSaleInput(shift.id, trip.id, [seat]), { as: key })
  const { data } = await open(id, key)
  expect(data).toMatchObject({ plate: null, driver: { name: null, phone: null } })
  expect(data.passengers[1]).toMatchObject({
    seat,
    phone: null,
    address: null,
    next_of_kin: null,
    missing: ['phone', 'address', 'next_of_kin'],
  })
})

test('it has everybody with a valid ticket, by seat, each with their own way', async () => {
  const trip = await aTrip(db, { stops: ['lagos', 'ibadan', 'ilorin'], departs_in_hours: 5 })
  const key = await anOperatorKey(server, trip.operator_id)
  const [seat = 0] = trip.sellable
  await aPaidBooking(server, `${trip.trip_id}.1.2`, [seat])
  await aPaidBooking(server, `${trip.trip_id}.0.1`, [seat])
  const gone = await aPaidBooking(server, trip.id, trip.sellable.slice(1, 2))
  await sql`select cancel_seats(id, seats, 'cancelled') from booking
    where reference = ${gone.booking.reference}`.execute(db)
  const { data } = await open(trip.trip_id, key)
  expect(data.passengers.map((one) => [one.seat, one.from.city, one.to.city])).toEqual([
    [seat, 'Lagos', 'Ibadan'],
    [seat, 'Ibadan', 'Ilorin'],
  ])
})

test('the counter and its managers open it, each opening is in the log, and nobody else does', async () => {
  const { trip, id } = await aBus()
  const { operator_id } = trip
  const owner = await aMember(server, { operator_id, role: 'owner' })
  const may: Role[] = ['manager', 'counter']
  const mayNot: Role[] = ['attendant', 'finance', 'agent']
  const opened: (string | null)[] = []
  for (const role of may) {
    const member = await aMember(server, { operator_id, role })
    opened.push(member.user.full_name)
    expect((await open(id, member.as)).status).toBe(200)
  }
  for (const role of mayNot) {
    const { problem, text } = await open(id, (await aMember(server, { operator_id, role })).as)
    expect(problem, role).toMatchObject({ status: 403, code: 'not_allowed' })
    expect(text).not.toContain('Okonkwo')
  }
  const ofTheDoor = await anOperatorKey(server, operator_id, ['boarding'])
  expect((await open(id, ofTheDoor)).status).toBe(403)
  const others = await anOperator(db)
  const elsewhere = await aSecondFactorMember(server, { operator_id: others, role: 'owner' })
  expect((await open(id, elsewhere.as)).status).toBe(404)
  expect((await open(id, { token: '' })).status).toBe(401)
  const { data: log } = await server.call(listAuditLog, { about: id }, { as: owner.as })
  expect(log.map(({ who, act, about }) => [who, act, about])).toEqual(
    opened
      .toReversed()
      .map((who) => [who, 'getLegalManifest', expect.stringMatching(/^Lagos Park → Ibadan Park/)]),
  )
})

test('it is gone as soon as its details are due to be deleted, before the job that deletes them', async () => {
  const { key, id } = await aBus()
  await arrive(id, passengerDataDays - 0.1)
  await runJob(server.host, 'house.tidy', {})
  expect((await open(id, key)).data.passengers).toMatchObject([
    { address: '12 Allen Avenue, Ikeja', next_of_kin: { full_name: 'Chidi Okonkwo' } },
  ])
  await arrive(id, passengerDataDays + 0.1)
  const gone = await open(id, key)
  expect(gone.problem).toMatchObject({ status: 410, code: 'manifest_deleted' })
  expect(gone.text).not.toContain('Okonkwo')
})

test('what a person had erased is neither on it nor missing', async () => {
  const person = await aUser(server)
  const booking = await aBookingForPerson(server, person)
  await moveTripToPast(server, booking)
  const [id = ''] = booking.trip.id.split('.')
  const key = await anOperatorKey(server, booking.trip.operator.id)
  await bookings.personalData?.forget?.(db, person.user.id)
  const { data, text } = await open(id, key)
  expect(data.passengers).toMatchObject([
    { phone: null, address: null, next_of_kin: null, missing: [] },
  ])
  expect(text).not.toContain('Okonkwo')
})
