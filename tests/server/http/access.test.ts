import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/all'
import { anAccessWorld } from './access-world.ts'
import { aDevice } from '#tests/support/makers/bookings'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

/*
 * Calls every endpoint of the contract as everybody who must not use it: without a login, as another user, with an
 * ended login, with an expired token, with a made-up token. An endpoint for users or owners without an entry in `asks`
 * fails, so that a new one is never left out.
 */

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
afterEach(() => vi.useRealTimers())

const { ada, bola, ended, asks, secrets, ask, leaks, adasThings } = await anAccessWorld(server)

const guarded = endpoints.filter(({ access }) => access === 'user' || access === 'owner')
const named = guarded.map((one) => [one.name, one] as const)

describe('somebody without a login', () => {
  test.each(named)('%s', async (_name, endpoint) => {
    const before = await adasThings()
    const answer = await ask(endpoint, aDevice())
    expect([401, 404]).toContain(answer.status)
    if (endpoint.access === 'user') expect(answer.problem.code).toBe('not_signed_in')
    expect(leaks(endpoint, answer)).toEqual([])
    expect(await adasThings()).toBe(before)
  })
})

describe('another user', () => {
  test.each(named)('%s', async (_name, endpoint) => {
    const before = await adasThings()
    const answer = await ask(endpoint, bola.as)
    const isOwned = Object.keys(asks[endpoint.name] ?? {}).some((name) =>
      /^(id|reference|tracking_id)$/.test(name),
    )
    if (isOwned) expect(answer.status).toBe(404)
    else expect(answer.status).toBeLessThan(500)
    expect(leaks(endpoint, answer)).toEqual([])
    expect(await adasThings()).toBe(before)
  })
})

describe('a login that was ended', () => {
  test.each(named)('%s', async (_name, endpoint) => {
    const answer = await ask(endpoint, ended)
    expect(answer.problem.code).toBe('not_signed_in')
  })
})

describe('a token whose time is over', () => {
  test.each(named)('%s', async (_name, endpoint) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 })
    const answer = await ask(endpoint, ada.as)
    expect(answer.problem.code).toBe('not_signed_in')
  })
})

describe('a token with a changed letter', () => {
  test.each(named)('%s', async (_name, endpoint) => {
    const [head, body, seal = ''] = ada.token.split('.')
    const other = seal.startsWith('A') ? 'B' : 'A'
    const answer = await ask(endpoint, { token: [head, body, other + seal.slice(1)].join('.') })
    expect(answer.problem.code).toBe('not_signed_in')
  })
})

test('what is for anyone tells nothing of anybody', async () => {
  for (const endpoint of endpoints.filter(({ access }) => access === 'anyone')) {
    const answer = await server.call(endpoint, {} as never, { as: bola.as })
    expect(answer.status, endpoint.name).toBeLessThan(500)
    expect(secrets.filter((secret) => answer.text.includes(secret))).toEqual([])
  }
})

/** The control: these inputs do reach Ada's data, or the matrix above would prove nothing. */
test('the owner gets through everywhere', async () => {
  const order = guarded.toSorted((a, b) => lastActs.indexOf(a.name) - lastActs.indexOf(b.name))
  const closed: string[] = []
  for (const endpoint of order) {
    const { status } = await ask(endpoint, ada.as)
    // The inputs of these endpoints name nothing that exists: nobody reports their own review.
    const mayRefuse = ['startConversation', 'reportReview'].includes(endpoint.name)
    if (status === 401 || (status === 404 && !mayRefuse)) closed.push(`${endpoint.name} ${status}`)
  }
  expect(closed).toEqual([])
})

/** Calls after which other inputs would find nothing, the most final last. */
const lastActs = [
  'releaseHold',
  'cancelBooking',
  'removeTraveller',
  'deleteReview',
  'deletePost',
  'leaveGroup',
  'eraseProfile',
  'endSession',
]
