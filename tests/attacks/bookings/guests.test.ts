import { sql } from '#server/db/sql'
import { runJob, eraseDueAccounts } from '#tests/support/server/jobs'
import { expect, test, afterAll } from 'vitest'
import {
  getBooking,
  setPassengers,
  proveBooking,
  sendBookingCode,
  cancelBooking,
  previewCancellation,
  rescheduleBooking,
} from '#contract/bookings/endpoints'
import { getPayment, startPayment } from '#contract/payments/endpoints'
import { listTickets } from '#contract/tickets/endpoints'
import { makeJobHandlers } from '#server/jobs/all-jobs'
import { aPaidBooking, makeTravellers } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { aServer, type Caller } from '#tests/support/server/test-server'

/* Reference and phone number show the state of a booking. Names, tickets and changes need a code, once per device. */

const { db } = await testDatabase()
const server = await aServer(db)
const strict = await aServer(db, { config: { rate_limit_factor: 1 } })
afterAll(() => Promise.all([server.close(), strict.close()]))

let numbers = 0
/** A mobile number that nobody else has in this file. */
const aMobile = () => `+234803${String(4_000_000 + (numbers += 1))}`

async function aGuestsBooking(phone = aMobile()) {
  const { id, sellable } = await aTrip(db)
  const paid = await aPaidBooking(server, id, sellable.slice(0, 1), {
    contact: { full_name: 'Ada Obi', phone },
  })
  return { ...paid, phone, reference: paid.booking.reference }
}

const aDevice = (): Caller => ({ device_id: crypto.randomUUID() })

/** Runs the jobs that send codes; returns the codes sent to a phone by SMS, newest last. */
async function codesTo(phone: string, at = server): Promise<string[]> {
  const jobs = makeJobHandlers({ ...at.host, db })
  const { rows } = await sql<{ data: never }>`update pgboss.job set state = 'completed'
    where name = 'booking.code' and state = 'created' returning data`.execute(db)
  for (const { data } of rows) await jobs['booking.code']?.(data)
  const sent = await sql<{ text: string }>`select data ->> 'text' as text from pgboss.job
    where name = 'sms.send' and data ->> 'to' = ${phone} and data ->> 'text' like '%code to open%'
    order by created_on, id`.execute(db)
  return sent.rows.map(({ text }) => text.slice(0, 6))
}

const ask = (reference: string, phone: string, as: Caller, at = server) =>
  at.call(sendBookingCode, { reference, phone }, { as })

test('reference and phone show where a booking stands, and nothing personal', async () => {
  const { reference, phone, booking } = await aGuestsBooking()
  const as = { ...aDevice(), phone }
  const seen = await server.call(getBooking, { reference }, { as })
  expect(seen.data).toMatchObject({ status: 'confirmed', needs_code: true, seats: booking.seats })
  for (const secret of ['Adaeze', 'Ada Obi', 'Chidi', 'Allen Avenue', phone, '+2348039876543'])
    expect(seen.text).not.toContain(secret)
  const closed = await Promise.all([
    server.call(listTickets, { reference }, { as }),
    server.call(previewCancellation, { reference }, { as }),
    server.call(cancelBooking, { reference, refund_to: 'source' }, { as }),
    server.call(rescheduleBooking, { reference, trip_id: booking.trip.id, seats: [5] }, { as }),
    server.call(setPassengers, { reference, ...makeTravellers(booking.seats) }, { as }),
    server.call(startPayment, { purpose: 'booking', reference, provider: 'paystack' }, { as }),
    server.call(getPayment, { reference: `${reference}-X1234567` }, { as }),
  ])
  for (const { problem } of closed)
    expect(problem).toMatchObject({ status: 403, code: 'code_needed' })
})

test('a code sent to the phone opens the booking on that device, once and for all', async () => {
  const { reference, phone } = await aGuestsBooking()
  const as = aDevice()
  expect((await ask(reference, phone, as)).data).toEqual({ minutes: 10 })
  const [code = ''] = await codesTo(phone)
  expect(code).toMatch(/^\d{6}$/)
  const wrong = await server.call(proveBooking, { reference, code: '000000' }, { as })
  expect(wrong.problem).toMatchObject({ status: 409, code: 'wrong_code' })
  // Another device cannot use the code.
  const other = await server.call(proveBooking, { reference, code }, { as: aDevice() })
  expect(other.problem.code).toBe('wrong_code')
  const proved = await server.call(proveBooking, { reference, code }, { as })
  const mine = { ...as, phone, guest_token: proved.data.guest_token }
  const seen = await server.call(getBooking, { reference }, { as: mine })
  expect(seen.data.needs_code).toBeUndefined()
  expect(seen.data.contact).toMatchObject({ phone })
  expect((await server.call(listTickets, { reference }, { as: mine })).data).toHaveLength(1)
  const { rows } =
    await sql`select from booking_proof where token_sha256::text like ${`%${mine.guest_token}%`}`.execute(
      db,
    )
  expect(rows).toEqual([])
  const done = await server.call(cancelBooking, { reference, refund_to: 'source' }, { as: mine })
  expect(done.data.status).toBe('cancelled')
})

test('a code of somebody who is logged in belongs to their phone as well, not to its network', async () => {
  const { reference, phone } = await aGuestsBooking()
  const [ada, bola] = [await aUser(server), await aUser(server)]
  const here = { ip: '102.89.4.4' }
  const as = { ...ada.as, ...aDevice() }
  await ask(reference, phone, { ...as, ...here })
  const [code = ''] = await codesTo(phone)
  const prove = (by: Caller, shown = code) =>
    server.call(proveBooking, { reference, code: shown }, { as: by })
  // Thousands of phones share an address, and a phone often gets another one.
  const neighbour = { ...bola.as, ...aDevice(), ...here }
  for (let n = 0; n < 6; n += 1) await prove(neighbour, '000000')
  expect((await prove(neighbour)).problem.code).toBe('wrong_code')
  expect((await prove({ ...as, ip: '102.89.5.5' })).status).toBe(200)
})

test('asking for a code never tells whether reference and phone are right', async () => {
  const { reference, phone } = await aGuestsBooking()
  const answers = await Promise.all([
    ask(reference, phone, aDevice()),
    ask(reference, aMobile(), aDevice()),
    ask('0000000000', phone, aDevice()),
  ])
  const [right, wrong] = answers
  expect(wrong?.text).toBe(right?.text)
  expect(await codesTo(phone)).toHaveLength(1)
})

test('nobody’s wrong guesses end another device’s code', async () => {
  const { reference, phone } = await aGuestsBooking()
  const [owner, stranger] = [aDevice(), aDevice()]
  await ask(reference, phone, owner)
  const [code = ''] = await codesTo(phone)
  for (let n = 0; n < 8; n += 1)
    await server.call(proveBooking, { reference, code: '999999' }, { as: stranger })
  expect((await server.call(proveBooking, { reference, code }, { as: owner })).status).toBe(200)
})

test('a code is tried five times, and is over after ten minutes or with another phone', async () => {
  const { reference, phone } = await aGuestsBooking()
  const as = aDevice()
  await ask(reference, phone, as)
  const [code = ''] = await codesTo(phone)
  const tries = Array.from({ length: 8 }, () =>
    server.call(proveBooking, { reference, code: '111111' }, { as }),
  )
  await Promise.all(tries)
  expect((await server.call(proveBooking, { reference, code }, { as })).problem.code).toBe(
    'wrong_code',
  )
  const late = await aGuestsBooking()
  await ask(late.reference, late.phone, as)
  const [old = ''] = await codesTo(late.phone)
  await sql`update booking_code set expires_at = now()`.execute(db)
  const over = await server.call(proveBooking, { reference: late.reference, code: old }, { as })
  expect(over.problem.code).toBe('wrong_code')
})

test('tries at a code at once are five, and the right one shown by eight at once lets in one', async () => {
  const { reference, phone } = await aGuestsBooking()
  const as = aDevice()
  const proofs = (code: string, tries: number) =>
    Promise.all(
      Array.from({ length: tries }, () => server.call(proveBooking, { reference, code }, { as })),
    )
  await ask(reference, phone, as)
  await codesTo(phone)
  await proofs('111111', 40)
  const { rows: left } = await sql`select tries_left from booking_code`.execute(db)
  expect(left).toContainEqual({ tries_left: 0 })

  await ask(reference, phone, as)
  const code = (await codesTo(phone)).at(-1) ?? ''
  const shown = await proofs(code, 8)
  const guest_tokens = shown.flatMap(({ data }) => data?.guest_token ?? [])
  expect(guest_tokens).toHaveLength(1)
  for (const { problem } of shown.filter(({ status }) => status !== 200))
    expect(problem.code).toBe('wrong_code')
  // The next code differs from the one that was used: each code is new.
  await ask(reference, phone, as)
  const next = (await codesTo(phone)).at(-1) ?? ''
  expect((await proofs(next, 1))[0]?.status).toBe(200)
})

test('what a code opened is one booking, not another of the same phone', async () => {
  const phone = aMobile()
  const [mine, other] = [await aGuestsBooking(phone), await aGuestsBooking(phone)]
  const as = aDevice()
  await ask(mine.reference, phone, as)
  const [code = ''] = await codesTo(phone)
  const { data } = await server.call(proveBooking, { reference: mine.reference, code }, { as })
  const shown = { ...as, phone, guest_token: data.guest_token }
  const tickets = (reference: string) => server.call(listTickets, { reference }, { as: shown })
  expect((await tickets(mine.reference)).status).toBe(200)
  expect((await tickets(other.reference)).problem.code).toBe('code_needed')
})

/** A booking that a device has proved, and for which another code was requested after that. */
async function aProvedBooking() {
  const made = await aGuestsBooking()
  const { reference, phone } = made
  const as = aDevice()
  await ask(reference, phone, as)
  const [code = ''] = await codesTo(phone)
  await server.call(proveBooking, { reference, code }, { as })
  await ask(reference, phone, as)
  await codesTo(phone)
  return { reference, phone, booking: made.booking, device: as }
}

test('devices that were let in are forgotten 30 days after the trip, codes when they are over', async () => {
  const { reference, booking } = await aProvedBooking()
  const [trip_id = ''] = booking.trip.id.split('.')
  const kept = async () => {
    await runJob({ ...server.host, db }, 'hold.sweep', {})
    const { rows } = await sql<{ codes: number; proofs: number }>`
      select (select count(*)::int from booking_code where booking_id = b.id) as codes,
        (select count(*)::int from booking_proof where booking_id = b.id) as proofs
      from booking b where reference = ${reference}`.execute(db)
    return rows[0]
  }
  expect(await kept()).toEqual({ codes: 1, proofs: 1 })
  await sql`update booking_code set expires_at = now()`.execute(db)
  const arrived = (days: number) =>
    sql`update trip set arrives_at = now() - ${days} * interval '1 day', departs_at = now() - ${days + 0.1} * interval '1 day',
      sales_close_at = now() - ${days + 1} * interval '1 day' where id = ${trip_id}`.execute(db)
  await arrived(29.9)
  expect(await kept()).toEqual({ codes: 0, proofs: 1 })
  await arrived(30.1)
  expect(await kept()).toEqual({ codes: 0, proofs: 0 })
})

test('who is erased leaves no code, no device and no asked number behind', async () => {
  const { reference, phone, device } = await aProvedBooking()
  await ask(reference, phone, device)
  const { user } = await aUser(server)
  await sql`update person set erase_at = now() - interval '1 minute' where id = ${user.id}`.execute(
    db,
  )
  await sql`update booking set user_id = ${user.id}, status = 'completed' where reference = ${reference}`.execute(
    db,
  )
  const left = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from booking_code c where c.booking_id = b.id) as codes,
        (select count(*)::int from booking_proof p where p.booking_id = b.id) as proofs,
        (select count(*)::int from pgboss.job where position(${phone} in data::text) > 0) as jobs
      from booking b where reference = ${reference}`.execute(db)
    return rows[0]
  }
  expect(await left()).toMatchObject({ codes: 1, proofs: 1 })
  const { config, log } = server.host
  await eraseDueAccounts({ db, config, log })
  expect(await left()).toEqual({ codes: 0, proofs: 0, jobs: 0 })
})

test('wrong phones are counted for a reference, across networks; then only the code opens it', async () => {
  const { reference, phone, as: booked } = await aGuestsBooking()
  const see = (as: Caller) => strict.call(getBooking, { reference }, { as })
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => see({ phone: aMobile(), ip: `10.9.${n}.1` })),
  )
  expect(guesses.filter(({ status }) => status === 404)).toHaveLength(10)
  expect(guesses.filter(({ problem }) => problem.code === 'code_needed')).toHaveLength(20)
  // The answer to the right phone number now equals that to a wrong one, and to an unknown booking.
  expect((await see({ phone, ip: '10.8.1.1' })).problem.code).toBe('code_needed')
  // The phone that made the booking notices nothing, and a person who receives the SMS is not locked out.
  expect((await see({ ...booked, ip: '10.8.1.2' })).status).toBe(200)
  const as = { ...aDevice(), ip: '10.8.1.3' }
  expect((await ask(reference, phone, as, strict)).status).toBe(200)
  const [code = ''] = await codesTo(phone, strict)
  const proved = await strict.call(proveBooking, { reference, code }, { as })
  const mine = { ...as, guest_token: proved.data.guest_token }
  expect((await see(mine)).status).toBe(200)
})

test('codes for one reference are asked for six times an hour from one network', async () => {
  const { reference, phone } = await aGuestsBooking()
  const asked = await Promise.all(
    Array.from({ length: 9 }, () =>
      ask(reference, phone, { ...aDevice(), ip: '10.7.1.1' }, strict),
    ),
  )
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(6)
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(3)
})
