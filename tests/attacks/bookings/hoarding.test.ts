import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { getBooking, holdSeats, setPassengers } from '#contract/bookings/endpoints'
import type { Puzzle } from '#contract/puzzle'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { computeHashInteger, solveProofOfWork } from '#src/features/bookings/puzzle.ts'
import { payBooking, makeTravellers } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { aUser } from '#tests/support/makers/people'
import { type Caller, aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
// This test makes many requests, and their rate limits are not its subject; the limit on holds of a network stays.
const server = await aServer(db, { config: { rate_limit_factor: 1 } })
afterAll(() => server.close())
let networks = 0
const aNetwork = () => `198.51.${(networks += 1)}.7`
const freely = () => sql`delete from rate_bucket`.execute(db)

/** Seats that nobody has paid for, of one trip or of all. */
async function unpaid(trip_id?: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(cardinality(seats)), 0)::int as n from booking
    where status in ('held', 'awaiting_payment') and (${trip_id ?? null}::uuid is null or trip_id = ${trip_id ?? null}::uuid)`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Requests seats as an unknown device, and does the proof of work if it is required and `works` is set. */
async function take(
  trip_id: string,
  seats: number[],
  { works, headers = {}, ...as }: Caller & { works: boolean; headers?: Record<string, string> },
) {
  await freely()
  const who = { device_id: makeId(), ...as }
  const first = await server.call(holdSeats, { trip_id, seats }, { as: who, headers })
  const { puzzle } = first.problem
  if (!works || puzzle === undefined) return first
  const proof = await solveProofOfWork(puzzle)
  await freely()
  return server.call(holdSeats, { trip_id, seats, proof }, { as: who, headers })
}

const inSixes = (seats: readonly number[]) =>
  Array.from({ length: Math.ceil(seats.length / 6) }, (_, n) => seats.slice(n * 6, n * 6 + 6))

test.each([
  ['that does no work holds a fifth', false, 0.2],
  ['that works holds three tenths', true, 0.3],
])('of a bus, one address with fresh devices %s', async (_, works, share) => {
  const trip = await aTrip(db, { vehicle: 'coach-59' })
  const ip = aNetwork()
  const codes = new Set<string>()
  for (const seats of inSixes(trip.sellable)) {
    const { problem } = await take(trip.id, seats, { ip, works })
    if (problem?.code !== undefined) codes.add(problem.code)
  }
  expect(await unpaid(trip.trip_id)).toBeLessThanOrEqual(trip.sellable.length * share)
  expect(await unpaid(trip.trip_id)).toBeGreaterThanOrEqual(6)
  expect([...codes]).toEqual([works ? 'network_busy' : 'proof_needed'])
  // Everybody else can still buy.
  const seat = trip.sellable[20] ?? 0
  expect((await take(trip.id, [seat], { ip: aNetwork(), works: false })).status).toBe(200)
})

test('148 requests for six seats each from one address hold 200 seats at most, not 883', async () => {
  const ip = aNetwork()
  const before = await unpaid()
  for (let bus = 0; bus < 148; bus += 1) {
    const trip = await aTrip(db, { vehicle: 'coach-59' })
    await take(trip.id, trip.sellable.slice(0, 6), { ip, works: bus >= 24 && bus < 40 })
  }
  const held = (await unpaid()) - before
  expect(held).toBeLessThanOrEqual(200)
  expect(held).toBeGreaterThan(150)
}, 120_000)

test('a traveller who adds the return trip keeps the outbound one, however many idle seats their network holds', async () => {
  const as = { ip: aNetwork(), device_id: makeId() }
  const out = await aTrip(db, { departs_in_hours: 48 })
  const back = await aTrip(db, { departs_in_hours: 96, stops: ['ibadan', 'lagos'] })
  const seat = out.sellable[0] ?? 0
  const { data: outbound } = await take(out.id, [seat], { ...as, works: false })
  await sql`update booking set created_at = now() - interval '5 minutes' where reference = ${outbound.reference}`.execute(
    db,
  )
  // Others of the network hold the other 199 seats, and began after the traveller.
  await sql`
    insert into booking (id, reference, trip_id, leg_from, leg_to, seats, passenger_types, status, guest_token_sha256,
      holder, fare, total_kobo, hold_expires_at, network, is_vouched, created_at)
    select gen_random_uuid(), 'idle-' || n, trip_id, leg_from, leg_to, seats, passenger_types, status,
      guest_token_sha256, 'device:' || n, fare, total_kobo, hold_expires_at, network, is_vouched, now() - interval '4 minutes'
    from booking, generate_series(1, 199) n where reference = ${outbound.reference}`.execute(db)
  const whole = { trip_id: back.id, seats: [back.sellable[0] ?? 0], way_out: outbound.reference }
  const guest = { ...as, guest_token: outbound.guest_token ?? '' }
  const first = await server.call(holdSeats, whole, { as: guest })
  const proof = await solveProofOfWork(first.problem.puzzle as Puzzle)
  await freely()
  const added = await server.call(holdSeats, { ...whole, proof }, { as: guest })
  expect(added.status).toBe(200)
  const { data: kept } = await server.call(
    getBooking,
    { reference: outbound.reference },
    { as: guest },
  )
  expect([kept.status, kept.return_trip?.other]).toEqual(['held', added.data.reference])
})

test('a hold that has run out, and is not yet tidied away, makes no room for its network', async () => {
  const ip = aNetwork()
  const trip = await aTrip(db, { vehicle: 'coach-59' })
  const [a = [], b = [], c = [], d = []] = inSixes(trip.sellable)
  await take(trip.id, a, { ip, works: false })
  await sql`update booking set created_at = now() - interval '11 minutes', hold_expires_at = now() - interval '1 minute'
    where trip_id = ${trip.trip_id}`.execute(db)
  for (const seats of [b, c])
    expect((await take(trip.id, seats, { ip, works: true })).status).toBe(200)
  const { problem } = await take(trip.id, d, { ip, works: true })
  expect(problem.code).toBe('network_busy')
})

test('a rotating X-Forwarded-For of nobody we trust, and the many addresses of one IPv6 network, are one network', async () => {
  const disguises = [
    (n: number) => ({ ip: '203.0.113.200', headers: { 'x-forwarded-for': `192.0.2.${n}` } }),
    (n: number) => ({ ip: `2001:db8:77:${n.toString(16)}::${n}`, headers: {} }),
  ]
  for (const disguise of disguises) {
    const trip = await aTrip(db, { vehicle: 'coach-59' })
    for (const [n, seats] of inSixes(trip.sellable).entries())
      await take(trip.id, seats, { ...disguise(n + 1), works: false })
    expect(await unpaid(trip.trip_id)).toBeLessThanOrEqual(trip.sellable.length / 5)
  }
})

test('of a hundred requests at once over several connections no more get seats than one after the other', async () => {
  const ip = aNetwork()
  const trip = await aTrip(db, { vehicle: 'coach-59' })
  const tries = Array.from({ length: 100 }, (_, n) => {
    const seat = trip.sellable[n % trip.sellable.length] ?? 0
    return server.call(
      holdSeats,
      { trip_id: trip.id, seats: [seat] },
      { as: { device_id: makeId(), ip } },
    )
  })
  const answers = await Promise.all(tries)
  const held = answers.filter(({ status }) => status === 200).length
  expect(await unpaid(trip.trip_id)).toBe(held)
  expect(held).toBe(Math.floor(trip.sellable.length / 5))
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
})

test('who logs in with Google is known as well; an address alone makes nobody known', async () => {
  const ip = aNetwork()
  const trip = await aTrip(db, { vehicle: 'coach-59' })
  const [a = [], b = [], c = []] = inSixes(trip.sellable)
  await take(trip.id, a, { ip, works: false })
  const bare = await aUser(server, { phone: null })
  expect((await take(trip.id, b, { ip, ...bare.as, works: false })).problem.code).toBe(
    'proof_needed',
  )
  const google = await aUser(server, { phone: null, proved: false })
  await sql`update person set google_sub = ${google.user.id} where id = ${google.user.id}`.execute(
    db,
  )
  expect((await take(trip.id, c, { ip, ...google.as, works: false })).status).toBe(200)
})

test('who is known is not counted for their network: an account with a proved phone, a device that has paid', async () => {
  const ip = aNetwork()
  const trip = await aTrip(db, { vehicle: 'coach-59' })
  const [a, b, c, ...others] = inSixes(trip.sellable)
  if (a === undefined || b === undefined || c === undefined) throw new Error('too few seats')
  const device_id = makeId()
  const first = await take(trip.id, [others[0]?.[0] ?? 0], {
    ip: aNetwork(),
    device_id,
    works: false,
  })
  const { reference, guest_token = '', seats } = first.data
  await server.call(
    setPassengers,
    { reference, ...makeTravellers(seats) },
    { as: { device_id, guest_token } },
  )
  await payBooking(server, first.data)
  expect((await take(trip.id, a, { ip, works: false })).status).toBe(200)
  expect((await take(trip.id, b, { ip, works: false })).problem.code).toBe('proof_needed')
  expect((await take(trip.id, b, { ip, device_id, works: false })).status).toBe(200)
  const { as } = await aUser(server)
  expect((await take(trip.id, c, { ip, ...as, works: false })).status).toBe(200)
})

test('a proof is good once, for one device and one departure, and never for who made up the puzzle', async () => {
  const ip = aNetwork()
  const [trip, other] = [
    await aTrip(db, { vehicle: 'coach-59' }),
    await aTrip(db, { vehicle: 'coach-59' }),
  ]
  const [a = [], b = [], c = []] = inSixes(trip.sellable)
  await take(trip.id, a, { ip, works: false })
  await take(other.id, a, { ip, works: false })
  const device_id = makeId()
  const asked = await take(trip.id, b, { ip, device_id, works: false })
  const puzzle = asked.problem.puzzle as Puzzle
  expect(asked.status).toBe(409)
  const proof = await solveProofOfWork(puzzle)
  const show = async (trip_id: string, seats: number[], given: string, as: Caller) => {
    await freely()
    const { status, problem } = await server.call(
      holdSeats,
      { trip_id, seats, proof: given },
      { as },
    )
    return status === 200 ? 'held' : problem.code
  }
  const mine = { ip, device_id }
  expect(await show(trip.id, b, proof, { ip, device_id: makeId() })).toBe('proof_needed')
  expect(await show(other.id, b, proof, mine)).toBe('proof_needed')
  expect(await show(trip.id, b, proof.replace(/~.*/, '~0.0'), mine)).toBe('proof_needed')
  const forged = { ...puzzle, challenge: `${puzzle.challenge.slice(0, -22)}${'A'.repeat(22)}` }
  expect(await show(trip.id, b, await solveProofOfWork(forged), mine)).toBe('proof_needed')
  expect(await show(trip.id, b, proof, mine)).toBe('held')
  expect(await show(trip.id, c, proof, mine)).not.toBe('held')
})

test('the phone’s SHA-256 is the server’s', () => {
  for (const text of ['', 'abc', 'x'.repeat(55), `${makeId()}:3:zz`])
    expect(computeHashInteger(text)).toBe(createHash('sha256').update(text).digest().readUInt32BE())
})
