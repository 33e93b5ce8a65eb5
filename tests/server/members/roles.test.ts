import { afterAll, expect, test } from 'vitest'
import { listOperatorDepartures, reportBoardingScans } from '#contract/boarding/endpoints'
import { cancelTrip, previewTripCancellation } from '#contract/bookings/endpoints'
import { issueOperatorInvoice } from '#contract/invoices/endpoints'
import type { Role } from '#contract/members/rules'
import { homeZone } from '#contract/product'
import { computeLocalDay } from '#server/platform/local-time'
import * as desk from '#contract/members/endpoints'
import { sql } from '#server/db/sql'
import { aPaidBooking } from '#tests/support/makers/bookings'
import { aScan, fetchManifestSeats, anOperatorKey } from '#tests/support/makers/boarding'
import { anInvoiceInput } from '#tests/support/makers/invoices'
import { aMember, aSecondFactorMember } from '#tests/support/makers/members'
import type { MadeUser } from '#tests/support/makers/people'
import { testDatabase } from '#tests/support/database/test-database'
import { aTrip } from '#tests/support/makers/trips'
import { aServer, type Caller } from '#tests/support/server/test-server'

/** Members of an operator may do by login what its keys may do. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const { call } = server

/** A departure with two paid seats, a key of its operator, and a function that makes members of its desk. */
async function aBus() {
  const trip = await aTrip(db, { departs_in_hours: 5 })
  const key = await anOperatorKey(server, trip.operator_id)
  await aPaidBooking(server, trip.id, trip.sellable.slice(0, 2))
  const { operator_id } = trip
  const member = (role: Role) => aMember(server, { operator_id, role })
  const proved = (role: Role) => aSecondFactorMember(server, { operator_id, role })
  return { trip, key, member, proved, seats: await fetchManifestSeats(server, trip.trip_id, key) }
}

const logOf = async (as: Caller, filter: { member?: string; about?: string; day?: string } = {}) =>
  (await call(desk.listAuditLog, filter, { as })).data

test('an attendant boards travellers by login, and the scan says who did', async () => {
  const { trip, member, seats } = await aBus()
  const attendant = await member('attendant')
  const scans = seats.map((seat) => aScan(trip.trip_id, seat))
  const { data } = await call(reportBoardingScans, { scans }, { as: attendant.as })
  expect(data.map(({ result }) => result)).toEqual(['recorded', 'recorded'])
  const { rows } = await sql<{ key_id: string | null; person_id: string }>`
    select s.key_id, m.person_id from boarding_scan s join member m on m.id = s.member_id
    where s.trip_id = ${trip.trip_id}`.execute(db)
  expect(rows).toEqual(scans.map(() => ({ key_id: null, person_id: attendant.user.id })))
})

test('whoever may cancel a departure sets up a second factor first; a key needs none', async () => {
  const { trip, member, proved } = await aBus()
  for (const role of ['owner', 'manager'] as const) {
    const { as } = await member(role)
    expect((await call(previewTripCancellation, { id: trip.id }, { as })).status).toBe(200)
    const refused = await call(cancelTrip, { id: trip.id }, { as })
    expect([refused.status, refused.problem.code]).toEqual([403, 'second_factor_needed'])
  }
  const manager = await proved('manager')
  expect((await call(cancelTrip, { id: trip.id }, { as: manager.as })).data.status).toBe(
    'cancelled',
  )
  const other = await aBus()
  expect((await call(cancelTrip, { id: other.trip.id }, { as: other.key })).status).toBe(200)
})

test('what keys and members do stands in the log, found by who, what and when', async () => {
  const { trip, key, member, seats } = await aBus()
  const owner = await member('owner')
  const attendant = await member('attendant')
  const [first, second] = seats.map((seat) => [aScan(trip.trip_id, seat)])
  await call(reportBoardingScans, { scans: first ?? [] }, { as: key })
  await call(reportBoardingScans, { scans: second ?? [] }, { as: attendant.as })
  await call(cancelTrip, { id: trip.id, note: 'The road is closed.' }, { as: key })
  const all = await logOf(owner.as)
  expect(all.map(({ who, act }) => [who, act]).slice(0, 3)).toEqual([
    ['Key “Test”', 'cancelTrip'],
    [attendant.user.full_name, 'reportBoardingScans'],
    ['Key “Test”', 'reportBoardingScans'],
  ])
  const about = await logOf(owner.as, { about: trip.id })
  expect(about.map(({ act, about: what }) => [act, what])).toEqual([
    ['cancelTrip', expect.stringMatching(/ → .+, \d+ \w+$/)],
  ])
  const { data: members } = await call(desk.listMembers, {}, { as: owner.as })
  const id = members.find(({ email }) => email === attendant.user.email)?.id ?? ''
  expect((await logOf(owner.as, { member: id })).map(({ act }) => act)).toContain(
    'reportBoardingScans',
  )
  expect(await logOf(owner.as, { day: '2020-01-01' })).toEqual([])
  const today = computeLocalDay(Date.now(), homeZone)
  expect((await logOf(owner.as, { day: today })).length).toBe(all.length)
  // A repeat of the same call gets the stored answer and is not a second act in the log.
  const again = { scans: second ?? [] }
  const repeat = { as: attendant.as, key: crypto.randomUUID() }
  await call(reportBoardingScans, again, repeat)
  await call(reportBoardingScans, again, repeat)
  expect((await logOf(owner.as)).length).toBe(all.length + 1)
})

test('members and keys of an operator share the limit of its invoices', async () => {
  const { key, proved } = await aBus()
  const finance = await proved('finance')
  const bill = anInvoiceInput({
    lines: [{ label: 'Bus for a wedding', quantity: 1, unit_kobo: 900_000_000, vat: 'exempt' }],
  })
  const statuses = []
  for (const as of [key, finance.as, key, finance.as, key, finance.as])
    statuses.push((await call(issueOperatorInvoice, bill, { as })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 409])
})

test('an account of another desk, or without a role, does nothing here', async () => {
  const { trip, member } = await aBus()
  const elsewhere = await (await aBus()).proved('owner')
  expect((await call(cancelTrip, { id: trip.id }, { as: elsewhere.as })).status).toBe(404)
  const asked = { date: trip.date }
  expect((await call(listOperatorDepartures, asked, { as: elsewhere.as })).data).not.toContainEqual(
    expect.objectContaining({ trip_id: trip.trip_id }),
  )
  for (const role of ['agent', 'finance'] as const) {
    const { as } = await member(role)
    expect((await call(listOperatorDepartures, asked, { as })).problem.code).toBe('not_allowed')
  }
})

test('the log names who has left after the members, if they did something', async () => {
  const { trip, member, proved, seats } = await aBus()
  const owner = await proved('owner')
  const [gone, idle, attendant] = [
    await member('attendant'),
    await member('counter'),
    await member('attendant'),
  ]
  const scans = seats.slice(0, 1).map((seat) => aScan(trip.trip_id, seat))
  await call(reportBoardingScans, { scans }, { as: gone.as })
  const { data } = await call(desk.listMembers, {}, { as: owner.as })
  const idOf = ({ user }: MadeUser) => data.find(({ email }) => email === user.email)?.id ?? ''
  for (const one of [gone, idle]) await call(desk.removeMember, { id: idOf(one) }, { as: owner.as })
  const { data: named } = await call(desk.listAuditMembers, {}, { as: owner.as })
  expect(named.map(({ id, has_left }) => [id, has_left])).toEqual([
    ...[owner, attendant].map((one) => [idOf(one), false]),
    [idOf(gone), true],
  ])
  const acts = await logOf(owner.as, { member: idOf(gone) })
  expect(acts.map(({ act }) => act)).toEqual(['reportBoardingScans'])
})
