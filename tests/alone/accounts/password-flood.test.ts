import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { makeCallUrl } from '#contract/endpoint'
import { forgotPassword, logIn, resetPassword } from '#contract/accounts/endpoints'
import type { QueueLimits } from '#server/platform/fair-queue'
import { anAccountWorld } from '#tests/support/worlds/accounts'
import { aUser } from '#tests/support/makers/people'

const nothingFits = -1

/** Replaces the password hashing of a crowd of callers: it costs no time and waits until it is released. */
const crowd = vi.hoisted(() => ({
  asked: 0,
  begun: 0,
  onAsk: () => {},
  gate: Promise.withResolvers<void>(),
}))

vi.mock(import('#server/platform/fair-queue'), async (original) => {
  const { makeFairQueue } = await original()
  return {
    makeFairQueue: (limits: QueueLimits) => {
      const inTurn = makeFairQueue(limits)
      return async <T>(lane: string, work: () => Promise<T>): Promise<T> => {
        const done = inTurn(lane, async () => {
          if (!lane.startsWith('127.0.1.')) return work()
          crowd.begun += 1
          await crowd.gate.promise
          return nothingFits as T
        })
        crowd.asked += 1
        crowd.onAsk()
        return done
      }
    },
  }
})

const { server, origin, codeSentTo } = await anAccountWorld()
const ada = await aUser(server)
const login = ada.user.email ?? ''

/** Logs in from the given local IP address. */
async function logInFrom(localAddress: string, input: { login: string; password: string }) {
  const { port } = new URL(origin)
  const headers = { 'content-type': 'application/json' }
  const path = makeCallUrl(logIn, input)
  const sent = request({ host: '127.0.0.1', port, localAddress, method: 'POST', path, headers })
  sent.end(JSON.stringify(input))
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return Number(answer.statusCode)
}

/** Resolves once `more` further hashes have been requested. */
function waitForMoreCalls(more: number): Promise<void> {
  const until = crowd.asked + more
  return new Promise((done) => {
    crowd.onAsk = () => void (crowd.asked >= until && done())
  })
}

/**
 * Sends wrong logins from many IP addresses; all of them are waiting when the right login comes from another network.
 */
async function flood(wrong: number, addresses: number) {
  crowd.gate = Promise.withResolvers<void>()
  crowd.begun = 0
  const allIn = waitForMoreCalls(wrong)
  const answers = Array.from({ length: wrong }, (_, at) =>
    logInFrom(`127.0.1.${1 + (at % addresses)}`, { login, password: `not this one ${at}` }),
  )
  await allIn
  const isIn = waitForMoreCalls(1)
  const right = logInFrom('127.0.2.1', { login, password: ada.password })
  await isIn
  crowd.gate.resolve()
  return { right: await right, wrong: await Promise.all(answers), compared: crowd.begun }
}

test('130 wrong logins from ten addresses do not make a right one from an eleventh network 503', async () => {
  const { right, wrong } = await flood(130, 10)
  expect(right).toBe(200)
  expect(new Set(wrong)).toEqual(new Set([401]))
})

test('110 wrong logins from one address: too many of them are told to wait, and nobody else is', async () => {
  const { right, wrong, compared } = await flood(110, 1)
  expect(right).toBe(200)
  expect(wrong.filter((status) => status === 429)).toHaveLength(7)
  expect(wrong.filter((status) => status === 401)).toHaveLength(103)
  expect(compared, 'who was told to wait has guessed nothing').toBe(103)
})

test('a code for a new password that meets a crowd is still good afterwards, once', async () => {
  const as = { ip: '127.0.1.1', device_id: crypto.randomUUID() }
  await server.call(forgotPassword, { login }, { as })
  const input = { login, code: await codeSentTo(login), password: 'a bridge over the Niger' }
  crowd.gate = Promise.withResolvers<void>()
  const allIn = waitForMoreCalls(103)
  const answers = Array.from({ length: 103 }, (_, at) =>
    logInFrom('127.0.1.1', { login, password: `not this one ${at}` }),
  )
  await allIn
  const refused = await server.call(resetPassword, input, { as })
  crowd.gate.resolve()
  await Promise.all(answers)
  expect(refused.problem.code).toBe('too_many_requests')
  const again = () => server.call(resetPassword, input, { as: { ...as, ip: '127.0.2.1' } })
  const both = await Promise.all([again(), again()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
