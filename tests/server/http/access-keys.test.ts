import { afterAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all'
import type { Endpoint } from '#contract/endpoint'
import { type Scope, scopes } from '#contract/scopes'
import { revokeOperatorApiKey, revokeStaffApiKey } from '#server/rooms/operators'
import { anAccessWorld } from './access-world.ts'
import { aStaffKey, anOperatorKey } from '#tests/support/makers/boarding'
import { testDatabase } from '#tests/support/database/test-database'
import { anOperator } from '#tests/support/makers/trips'
import { aServer } from '#tests/support/server/test-server'

/** Calls every endpoint for keys as all callers without a key, and with keys without its scope. */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

const { ada, bus, asks, ask, leaks, adasThings } = await anAccessWorld(server)

const operators = endpoints.filter(({ access }) => access === 'operator')

/**
 * A claim is answered once, an invoice cancelled once, a vehicle changed by one caller at a time: these have one
 * effect.
 */
const onceOnly = [
  'answerClaim',
  'recommendClaim',
  'settleClaim',
  'changeVehicle',
  'voidOperatorInvoice',
  'voidStaffInvoice',
  'answerReview',
]
/** Endpoints that act on one charter or offer in one state, or need a code that the customer gives the driver. */
const inTurn = [
  'withdrawCharterOffer',
  'setCharterDriver',
  'startCharter',
  'endCharter',
  'failCharter',
]
/** Endpoints about the drawer of one key, which another key of its operator does not see. */
const ofOneDrawer = [
  'openShift',
  'closeShift',
  'getShift',
  'sellAtCounter',
  'sellReservation',
  'sellReturnAtCounter',
  'allotSeats',
  'sellAllottedSeats',
  'releaseAllottedSeats',
  'refundAtCounter',
  'moveAtCounter',
  'sellParcelAtCounter',
  'refundParcelAtCounter',
  'deliverParcel',
]
const mayAnswer = ({ name }: Endpoint) => {
  if (ofOneDrawer.includes(name)) return [200, 404, 409]
  return [...onceOnly, ...inTurn].includes(name) ? [200, 409, 429] : [200]
}

describe('what is for operators', () => {
  test.each(operators.map((one) => [one.name, one] as const))('%s', async (_name, endpoint) => {
    const before = await adasThings()
    const others = await anOperatorKey(server, await anOperator(db))
    const ended = await anOperatorKey(server, bus.operator_id)
    await revokeOperatorApiKey(db, ended.token)
    expect((await ask(endpoint, {})).status).toBe(401)
    expect((await ask(endpoint, ada.as)).status).toBe(403)
    expect((await ask(endpoint, ended)).problem.code).toBe('not_signed_in')
    const answer = await ask(endpoint, others)
    const asked = asks[endpoint.name] ?? {}
    const isNamed = ['id', 'reference', 'shift'].some((name) => name in asked)
    expect(answer.status).toBe(isNamed ? 404 : 200)
    expect(leaks(endpoint, answer)).toEqual([])
    expect(answer.text).not.toContain('recorded')
    expect(await adasThings()).toBe(before)
    expect(mayAnswer(endpoint)).toContain((await ask(endpoint, bus.operator)).status)
  })
})

const staff = endpoints.filter(({ access }) => access === 'staff')

describe('what is for our staff', () => {
  test('is something', () => expect(staff.length).toBeGreaterThan(0))

  test.each(staff.map((one) => [one.name, one] as const))('%s', async (_name, endpoint) => {
    const before = await adasThings()
    const ended = await aStaffKey(server)
    await revokeStaffApiKey(db, ended.token)
    expect((await ask(endpoint, {})).status).toBe(401)
    expect((await ask(endpoint, ended)).problem.code).toBe('not_signed_in')
    for (const as of [
      ada.as,
      bus.operator,
      await anOperatorKey(server, bus.operator_id, [...scopes]),
    ]) {
      const answer = await ask(endpoint, as)
      expect(answer.problem).toMatchObject({ status: 403, code: 'not_allowed' })
      expect(leaks(endpoint, answer)).toEqual([])
    }
    expect(await adasThings()).toBe(before)
  })
})

describe('a key does only what its scopes name', () => {
  const forKeys = [...operators, ...staff]
  test.each(forKeys.map((one) => [one.name, one] as const))('%s', async (_name, endpoint) => {
    const aKey = (scope: Scope) =>
      endpoint.access === 'staff'
        ? aStaffKey(server, [scope])
        : anOperatorKey(server, bus.operator_id, [scope])
    for (const scope of scopes) {
      const before = await adasThings()
      const answer = await ask(endpoint, await aKey(scope))
      if (scope === endpoint.scope) {
        expect(mayAnswer(endpoint)).toContain(answer.status)
        continue
      }
      expect(answer.problem, scope).toMatchObject({ status: 403, code: 'not_allowed' })
      expect(answer.problem.detail).toContain(`"${endpoint.scope}"`)
      expect(leaks(endpoint, answer)).toEqual([])
      expect(await adasThings()).toBe(before)
    }
  })
})
