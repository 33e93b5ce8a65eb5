import { expect, test } from 'vitest'
import { type Booking, PassengersInput } from '#contract/bookings/model'
import { setPassengers } from '#contract/bookings/endpoints'
import { listPassengerTypes } from '#contract/lookups/endpoints'
import { CallError } from '#lib/api/error'
import { parseInput } from '#lib/use-form'
import {
  emptyPassengersDraft,
  emptyPassenger,
  computeFare,
  type PassengersDraft,
  makeFormFromBooking,
  makePassengersInput,
} from '#src/features/bookings/passenger-form.ts'
import { aTrip } from '#tests/support/makers/trips'
import { aHold } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)

/** Returns the form's values, or the errors at its fields. */
function sentOf(booking: Booking, form: PassengersDraft) {
  try {
    return { input: parseInput(PassengersInput, makePassengersInput(booking, form)) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { errors: error.fields }
  }
}

async function held(count = 2) {
  const trip = await aTrip(db)
  const { booking, as } = await aHold(server, trip.id, trip.sellable.slice(0, count))
  return { booking, as, form: filled(booking) }
}

function filled(booking: Booking): PassengersDraft {
  const passenger = {
    full_name: 'Adaeze Okonkwo',
    gender: 'female',
    passenger_type: 'adult',
    phone: '',
    address: '12 Allen Avenue, Ikeja',
  }
  return {
    passengers: Object.fromEntries(booking.seats.map((seat) => [seat, passenger])),
    contact: { full_name: 'Adaeze Okonkwo', phone: '0803 123 4567', email: '' },
    next_of_kin: { full_name: 'Chidi Okonkwo', phone: '8039876543', relationship: 'sibling' },
    insurance: false,
  }
}

test('what the form reads is what the server takes, with phones as it wants them', async () => {
  const { booking, as, form } = await held()
  const read = sentOf(booking, form)
  if (read.input === undefined) throw new Error(JSON.stringify(read.errors))
  expect(read.input.contact.phone).toBe('+2348031234567')
  expect(read.input.next_of_kin.phone).toBe('+2348039876543')
  expect(read.input.passengers[0]).not.toHaveProperty('phone')
  expect((await server.call(setPassengers, read.input, { as })).status).toBe(200)
})

test('insurance ticked for another bus is not asked of an operator who insures its travellers', async () => {
  const { booking, form } = await held()
  const ticked = { ...form, insurance: true }
  const insured = { ...booking, insurer: 'Leadway' }
  expect(makePassengersInput(booking, ticked).insurance).toBe(true)
  expect(makePassengersInput(insured, ticked).insurance).toBe(false)
  expect(makePassengersInput(insured, ticked, booking).insurance).toBe(true)
})

test("an empty form's errors have the server's own keys and sentences", async () => {
  const { booking, as } = await held()
  const read = sentOf(booking, emptyPassengersDraft)
  if (read.errors === undefined) throw new Error('an empty form was taken')
  const { problem } = await server.call(
    setPassengers,
    {
      reference: booking.reference,
      passengers: booking.seats.map((seat) => ({
        seat,
        full_name: '',
        gender: '',
        passenger_type: 'adult',
        address: '',
      })),
      contact: { full_name: '', phone: '' },
      next_of_kin: { full_name: '', phone: '', relationship: '' },
      insurance: false,
    } as never,
    { as },
  )
  expect(problem.code).toBe('invalid_input')
  expect(read.errors).toEqual(problem.fields)
})

test.each([
  ['passengers.1.full_name', (form: PassengersDraft, seat: number) => nameOn(form, seat, 'Ada 😀')],
  [
    'passengers.1.full_name',
    (form: PassengersDraft, seat: number) => nameOn(form, seat, 'A\u0000da'),
  ],
  [
    'passengers.1.full_name',
    (form: PassengersDraft, seat: number) => nameOn(form, seat, 'a'.repeat(10_000)),
  ],
  [
    'contact.phone',
    (form: PassengersDraft) => ({ ...form, contact: { ...form.contact, phone: '0803 12' } }),
  ],
  [
    'contact.email',
    (form: PassengersDraft) => ({ ...form, contact: { ...form.contact, email: 'ada@' } }),
  ],
  [
    'next_of_kin.relationship',
    (form: PassengersDraft) => ({
      ...form,
      next_of_kin: { ...form.next_of_kin, relationship: 'boss' },
    }),
  ],
])('only %s is wrong, and only it is named', async (key, spoil) => {
  const { booking, form } = await held()
  const read = sentOf(booking, spoil(form, booking.seats[1] ?? 0))
  if (read.errors === undefined) throw new Error('taken')
  expect(Object.keys(read.errors)).toEqual([key])
})

test('the next of kin has another phone than the contact, however both are written', async () => {
  const { booking, as, form } = await held()
  const { input } = sentOf(booking, form)
  if (input === undefined) throw new Error('not taken')
  const next_of_kin = { ...form.next_of_kin, phone: '+234 803 123 4567' }
  const read = sentOf(booking, { ...form, next_of_kin })
  const words = 'Enter another phone than your own: we reach them when we cannot reach you.'
  expect(read.errors).toEqual({ 'next_of_kin.phone': words })
  const same = { ...input, next_of_kin: { ...input.next_of_kin, phone: input.contact.phone } }
  const { problem } = await server.call(setPassengers, same, { as })
  expect(problem.fields).toEqual(read.errors)
})

function nameOn(form: PassengersDraft, seat: number, full_name: string): PassengersDraft {
  const passenger = form.passengers[seat]
  if (passenger === undefined) throw new Error('no such seat')
  return { ...form, passengers: { ...form.passengers, [seat]: { ...passenger, full_name } } }
}

test('a baby on a lap is sent where it has a name, and read back with its adult', async () => {
  const { booking, as, form } = await held()
  const [first = 0, other = 0] = booking.seats
  const onLap = (seat: number, infant_name: string | null) => ({
    [seat]: { ...(form.passengers[seat] ?? emptyPassenger), infant_name },
  })
  const filled = {
    ...form,
    passengers: { ...onLap(first, ' Tobi Okonkwo '), ...onLap(other, ' ') },
  }
  const { input } = sentOf(booking, filled)
  if (input === undefined) throw new Error('not taken')
  expect(input.passengers[0]?.infant_name).toBe('Tobi Okonkwo')
  expect(input.passengers[1]).not.toHaveProperty('infant_name')
  const { data } = await server.call(setPassengers, input, { as })
  expect(makeFormFromBooking(data).passengers[first]?.infant_name).toBe('Tobi Okonkwo')
  expect(sentOf(data, makeFormFromBooking(data)).input).toEqual(input)
  const spoilt = { ...form, passengers: { ...form.passengers, ...onLap(other, '7') } }
  expect(Object.keys(sentOf(booking, spoilt).errors ?? {})).toEqual(['passengers.1.infant_name'])
})

test('a seat whose card was never touched is asked for, not left out', async () => {
  const { booking, form } = await held()
  const [, other = 0] = booking.seats
  const { [other]: _, ...passengers } = form.passengers
  const read = sentOf(booking, { ...form, passengers })
  expect(Object.keys(read.errors ?? {})).toEqual(['passengers.1.full_name', 'passengers.1.gender'])
})

test('what the server has heard is read from it and taken once more, also out of an older draft', async () => {
  const { booking, as, form } = await held()
  const { input } = sentOf(booking, form)
  if (input === undefined) throw new Error('not taken')
  const { data } = await server.call(setPassengers, input, { as })
  expect(makeFormFromBooking(data)).toMatchObject({
    contact: { phone: '0803 123 4567' },
    next_of_kin: { phone: '0803 987 6543' },
  })
  expect(sentOf(data, makeFormFromBooking(data)).input).toEqual(input)
  const older = Object.fromEntries(
    data.passengers.map((one) => [one.seat, { ...one, phone: '', save: true }]),
  )
  expect(sentOf(data, { ...makeFormFromBooking(data), passengers: older }).input).toEqual(input)
})

test('the contact is the first traveller, and their address is everybody’s, unless something else is typed', async () => {
  const { booking, form } = await held()
  const [first = 0, other = 0] = booking.seats
  const named = nameOn(form, first, 'Chidi Okonkwo')
  const shared: PassengersDraft = {
    ...named,
    contact: { ...form.contact, full_name: '' },
    passengers: {
      ...named.passengers,
      [other]: { ...emptyPassenger, ...form.passengers[other], address: ' ' },
    },
  }
  expect(sentOf(booking, shared).input).toMatchObject({
    contact: { full_name: 'Chidi Okonkwo' },
    passengers: [{ address: '12 Allen Avenue, Ikeja' }, { address: '12 Allen Avenue, Ikeja' }],
  })
  expect(sentOf(booking, named).input?.contact.full_name).toBe('Adaeze Okonkwo')
})

test('the fare of the form is the server’s, line by line, with a child and the insurance', async () => {
  const { booking, as, form } = await held()
  const types = (await server.call(listPassengerTypes, {})).data
  const [first = 0, other = 0] = booking.seats
  const child = { ...emptyPassenger, ...form.passengers[other], passenger_type: 'child' }
  const changed: PassengersDraft = {
    ...form,
    insurance: true,
    passengers: { [first]: form.passengers[first] ?? emptyPassenger, [other]: child },
  }
  expect(computeFare(booking, form, types)).toEqual(booking.fare)
  const { input } = sentOf(booking, changed)
  if (input === undefined) throw new Error('not taken')
  const { data } = await server.call(setPassengers, input, { as })
  expect(computeFare(booking, changed, types)).toEqual(data.fare)
  expect(computeFare(data, form, types)).toEqual(booking.fare)
})
