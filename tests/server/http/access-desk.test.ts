import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all'
import { inviteMember, removeMember, getDesk } from '#contract/members/endpoints'
import { type Role, roles, roleScopes } from '#contract/members/rules'
import { listOperatorInvoices } from '#contract/invoices/endpoints'
import { anAccessWorld } from './access-world.ts'
import { aStaffKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { aMember, aSecondFactorMember, aStaffMember } from '#tests/support/makers/members'
import { anOperator } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

/** Calls every endpoint of desks, and of operators' and our staff's keys, as people with and without a role there. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

const { ada, bus, asks, ask, leaks, adasThings } = await anAccessWorld(server)
const { operator_id } = bus

const isOurs = (role: Role) => role === 'support' || role === 'moderator' || role === 'admin'
const aMemberAs = (role: Role) =>
  isOurs(role) ? aStaffMember(server, role) : aSecondFactorMember(server, { operator_id, role })
const place = Object.fromEntries(
  await Promise.all(roles.map(async (role) => [role, await aMemberAs(role)])),
) as Record<Role, Awaited<ReturnType<typeof aMemberAs>>>

const elsewhere = await aSecondFactorMember(server, {
  operator_id: await anOperator(db),
  role: 'owner',
})
const withoutFactor = await aMember(server, { operator_id, role: 'owner' })
const unproved = await aMember(server, { role: 'admin' })
const removed = await aMember(server, { role: 'support' })
const { data: gone } = await server.call(getDesk, {}, { as: removed.as })
await server.call(removeMember, { id: gone.member_id }, { as: place.admin.as })

/** The invoices and sales of the operator's key, which the operator's own log names. */
const { data: invoices } = await server.call(listOperatorInvoices, {}, { as: place.owner.as })
const issued = new Set([
  ...invoices.map(({ id }) => id),
  String(asks['previewCounterRefund']?.['reference']),
  String(asks['getParcelSale']?.['reference']),
])

const ofDesks = endpoints.filter(({ access }) => access === 'desk')

describe('what is for desks', () => {
  test('is something', () => expect(ofDesks.length).toBeGreaterThan(5))

  test.each(ofDesks.map((one) => [one.name, one] as const))('%s', async (_name, endpoint) => {
    const before = await adasThings()
    expect((await ask(endpoint, {})).problem.code).toBe('not_signed_in')
    for (const as of [ada.as, removed.as, bus.operator, await aStaffKey(server)]) {
      const answer = await ask(endpoint, as)
      expect(answer.problem).toMatchObject({ status: 404, code: 'not_found' })
      expect(leaks(endpoint, answer)).toEqual([])
    }
    const { problem } = await ask(endpoint, unproved.as)
    if (endpoint.before_proof) expect(problem.code).not.toBe('second_factor_needed')
    else if (endpoint.roles?.includes('admin')) expect(problem.code).toBe('second_factor_needed')
    for (const role of roles) {
      const answer = await ask(endpoint, place[role].as)
      const may = endpoint.roles?.includes(role)
      if (may) expect([200, 400, 404, 409], role).toContain(answer.status)
      else expect(answer.problem.code, role).toBe('not_allowed')
      // An operator must not read what was written to our own desk.
      if (!may || !isOurs(role))
        expect(leaks(endpoint, answer).filter((it) => !issued.has(it))).toEqual([])
    }
    // An owner at another desk can reach nothing at this one.
    if ('id' in (asks[endpoint.name] ?? {})) {
      const answer = await ask(endpoint, elsewhere.as)
      expect([200, 404]).toContain(answer.status)
    }
    expect(await adasThings()).toBe(before)
  })
})

const ofKeys = endpoints.filter(({ access }) => access === 'operator' || access === 'staff')

describe('what is for keys', () => {
  test.each(ofKeys.map((one) => [one.name, one] as const))('%s', async (_name, endpoint) => {
    const before = await adasThings()
    for (const role of roles) {
      const isTheirs = isOurs(role) === (endpoint.access === 'staff')
      const may =
        isTheirs && endpoint.scope !== undefined && roleScopes[role].includes(endpoint.scope)
      if (may) continue
      const answer = await ask(endpoint, place[role].as)
      expect(answer.problem, role).toMatchObject({ status: 403, code: 'not_allowed' })
      expect(leaks(endpoint, answer)).toEqual([])
    }
    if (endpoint.needs_factor)
      expect((await ask(endpoint, withoutFactor.as)).problem.code).toBe('second_factor_needed')
    if (endpoint.access === 'staff' && endpoint.scope && roleScopes.admin.includes(endpoint.scope))
      expect((await ask(endpoint, unproved.as)).problem.code).toBe('second_factor_needed')
    if (
      endpoint.access === 'operator' &&
      endpoint.scope &&
      roleScopes.owner.includes(endpoint.scope)
    ) {
      const answer = await ask(endpoint, elsewhere.as)
      const asked = asks[endpoint.name] ?? {}
      const isNamed = ['id', 'reference', 'shift'].some((name) => name in asked)
      expect(answer.status).toBe(isNamed ? 404 : 200)
      expect(leaks(endpoint, answer)).toEqual([])
    }
    expect(await adasThings()).toBe(before)
    const those = roles.filter((role) => {
      const isTheirs = isOurs(role) === (endpoint.access === 'staff')
      return isTheirs && endpoint.scope !== undefined && roleScopes[role].includes(endpoint.scope)
    })
    for (const [at, role] of those.entries()) {
      // A conversation that the first role has handed over is no longer at their desk.
      const isGone = at > 0 && endpoint.name.startsWith('handOver')
      // The shift belongs to a key: nobody else sells in it, and another clerk does not see it.
      const isDrawer = [
        'sellAtCounter',
        'sellParcelAtCounter',
        'sellReservation',
        'sellReturnAtCounter',
        'allotSeats',
        'sellAllottedSeats',
        'releaseAllottedSeats',
        'deliverParcel',
        'getShift',
        'closeShift',
      ].includes(endpoint.name)
      const good = isDrawer ? [200, 404, 409] : isGone ? [200, 404] : [200, 409]
      expect(good, role).toContain((await ask(endpoint, place[role].as)).status)
    }
  })
})

test('the control: an owner reaches their own desk', async () => {
  const to = { email: 'control@people.example', role: 'agent' as const }
  const { data } = await server.call(inviteMember, to, { as: place.owner.as })
  const { status } = await server.call(removeMember, { id: data.id }, { as: place.owner.as })
  expect(status).toBe(200)
})
