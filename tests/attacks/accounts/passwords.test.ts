import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { maxCodeTries } from '#contract/accounts/rules'
import {
  forgotPassword,
  logIn,
  resetPassword,
  signUp,
  verifyContact,
} from '#contract/accounts/endpoints'
import { sql } from '#server/db/sql'
import { refuseWeakPassword } from '#server/rooms/accounts'
import { anAccountWorld, makeDifferentCode } from '#tests/support/worlds/accounts'
import { aUser } from '#tests/support/makers/people'

const { db, server, codeSentTo } = await anAccountWorld({ rate_limit_factor: 1 })
let networks = 0
const aNetwork = () => `10.${(networks += 1)}.9.7`
const next = 'a bridge over the Niger'

/** Uses up the number of guesses that all strangers together have for an account. */
const noTriesLeft = () =>
  sql`update rate_bucket set tokens = 0, refilled_at = now() where key like 'login account:%'`.execute(
    db,
  )

test('the commonest 10,000 passwords of eight characters or more are refused, however they are written', () => {
  const common = readFileSync('server/rooms/accounts/common-passwords.txt', 'utf8')
    .split('\n')
    .filter((line) => line.length >= 8 && !line.startsWith('#'))
    .slice(0, 10_000)
  expect(common).toHaveLength(10_000)
  const ways = [
    (one: string) => one,
    (one: string) => one.toUpperCase(),
    (one: string) => `${one[0]?.toUpperCase()}${one.slice(1)}`,
    (one: string) => ` ${one} `,
  ]
  const passed = ways.flatMap((way) =>
    common.map(way).filter((password) => {
      try {
        refuseWeakPassword(password, [])
        return true
      } catch {
        return false
      }
    }),
  )
  expect(passed).toEqual([])
})

test.each([
  'butterfly',
  'Liverpool1',
  'qwerty123',
  'SunShine',
  'chocolate',
  'password123',
  'trustno1',
])('nobody signs up with %s', async (password) => {
  const input = { full_name: 'Ada Obi', email: 'weak@people.example', password }
  const { problem } = await server.call(signUp, input, { as: { ip: aNetwork() } })
  expect(Object.keys(problem.fields ?? {})).toEqual(['password'])
})

test('guesses at an account do not lock out a device that was logged in to it', async () => {
  const ada = await aUser(server)
  const login = ada.user.email ?? ''
  await server.call(logIn, { login, password: 'not this one' }, { as: { ip: aNetwork() } })
  await noTriesLeft()
  const right = (headers: Record<string, string>, password = ada.password) =>
    server.call(logIn, { login, password }, { as: { ip: aNetwork() }, headers })
  expect((await right({})).status).toBe(429)
  expect((await right({ cookie: `rt=${'A'.repeat(43)}` })).status).toBe(429)
  expect((await right({ cookie: ada.cookie }, 'a slip of theirs')).status).toBe(401)
  expect((await right({ cookie: ada.cookie })).status).toBe(200)
  await noTriesLeft()
  expect((await right({ cookie: ada.cookie })).status, 'also when that login has ended').toBe(200)
})

test('a device that knows another account of the same address guesses like everybody', async () => {
  const ada = await aUser(server)
  const email = ada.user.email ?? ''
  const mallory = await aUser(server, { email, phone: null, proved: false, password: next })
  const guess = (password: string) =>
    server.call(
      logIn,
      { login: email, password },
      { headers: { cookie: mallory.cookie }, as: { ip: aNetwork() } },
    )
  await guess('not this one')
  await noTriesLeft()
  expect((await guess(ada.password)).status).toBe(401)
  expect((await guess(mallory.password)).status).toBe(200)
})

test('a device that an account knows tries ten times an hour', async () => {
  const ada = await aUser(server)
  const input = { login: ada.user.email ?? '', password: 'not this one' }
  const slip = async () => {
    const as = { ip: aNetwork() }
    return (await server.call(logIn, input, { headers: { cookie: ada.cookie }, as })).status
  }
  expect(await slip()).toBe(401)
  const { rows } = await sql<{ left: number }>`
    update rate_bucket b set tokens = 1, refilled_at = now() from rate_bucket before
    where b.key like 'login device:%' and before.key = b.key and before.tokens < 10 and before.tokens >= 9
    returning floor(before.tokens)::int as left`.execute(db)
  expect(rows, 'of ten').toContainEqual({ left: 9 })
  expect([await slip(), await slip()]).toEqual([401, 429])
})

const forgot = (login: string, ip: string) => server.call(forgotPassword, { login }, { as: { ip } })
const reset = async (login: string, code: string, ip: string, device_id?: string) => {
  const as = { ip, ...(device_id !== undefined && { device_id }) }
  const { status } = await server.call(resetPassword, { login, code, password: next }, { as })
  return status
}

test('strangers guess at a code for a new password, and its owner can still use it', async () => {
  const login = (await aUser(server)).user.email ?? ''
  const home = aNetwork()
  await forgot(login, home)
  const code = await codeSentTo(login)
  const guesses: number[] = []
  for (const ip of Array.from({ length: 8 }, aNetwork))
    for (let round = 0; round < maxCodeTries; round += 1)
      guesses.push(await reset(login, makeDifferentCode(code), ip))
  expect(new Set(guesses)).toEqual(new Set([409]))
  const { rows } = await sql<{ tries_left: number; tries_elsewhere: number }>`
    select tries_left, tries_elsewhere from contact_code where used_at is null and purpose = 'reset'`.execute(
    db,
  )
  expect(rows, 'twenty of forty counted, and then none was compared').toEqual([
    { tries_left: maxCodeTries, tries_elsewhere: 0 },
  ])
  expect(await reset(login, code, aNetwork()), 'not even the right one').toBe(409)
  expect(await reset(login, code, home)).toBe(200)
})

test('one network guesses sixty codes of any accounts, known or not; a device that the account knows is let through', async () => {
  const device_id = crypto.randomUUID()
  const login = (await aUser(server, { device_id })).user.email ?? ''
  const ip = aNetwork()
  await server.call(forgotPassword, { login }, { as: { ip, device_id } })
  const code = await codeSentTo(login)
  const stranger = await aUser(server, { proved: false })
  const verify = async (tried: string) =>
    (
      await server.call(
        verifyContact,
        { kind: 'email', code: tried },
        { as: { ...stranger.as, ip } },
      )
    ).status
  const guesses: number[] = []
  for (let round = 0; round < 60; round += 1)
    guesses.push(await reset(`nobody.${round}@people.example`, '000000', ip))
  expect(new Set(guesses)).toEqual(new Set([409]))
  expect(await reset('nobody.60@people.example', '000000', ip)).toBe(429)
  expect(await reset(login, code, ip), 'an account that exists answers the same').toBe(429)
  expect(await verify('000000'), 'who is logged in has guesses of their own').toBe(409)
  for (let round = 1; round < 60; round += 1) await verify('000000')
  expect(await verify('000000')).toBe(429)
  expect(await reset(login, makeDifferentCode(code), aNetwork()), 'elsewhere').toBe(409)
  expect(await reset(login, code, ip, device_id)).toBe(200)
})

test('right codes do not count against their network', async () => {
  const ip = aNetwork()
  const login = (await aUser(server)).user.email ?? ''
  await forgot(login, ip)
  expect(await reset(login, await codeSentTo(login), ip)).toBe(200)
  const { rows } = await sql<{ tokens: number }>`
    select tokens from rate_bucket where key = ${`reset code miss:${ip}`}`.execute(db)
  expect(rows.map(({ tokens }) => tokens)).toEqual([60])
})

test('a neighbour in the same network does not close the code that a phone asked for', async () => {
  const login = (await aUser(server)).user.email ?? ''
  const ip = aNetwork()
  const device_id = crypto.randomUUID()
  await server.call(forgotPassword, { login }, { as: { ip, device_id } })
  const code = await codeSentTo(login)
  for (let round = 0; round < 8; round += 1)
    await reset(login, makeDifferentCode(code), ip, crypto.randomUUID())
  expect(await reset(login, code, ip)).toBe(409)
  expect(await reset(login, code, ip, device_id)).toBe(200)
})

test('a code is tried five times by a network that did not ask for it, and five by who did', async () => {
  const login = (await aUser(server)).user.email ?? ''
  const [home, elsewhere] = [aNetwork(), aNetwork()]
  await forgot(login, home)
  const code = await codeSentTo(login)
  for (let round = 0; round < maxCodeTries; round += 1) {
    await reset(login, makeDifferentCode(code), elsewhere)
    await reset(login, makeDifferentCode(code), home)
  }
  expect([await reset(login, code, elsewhere), await reset(login, code, home)]).toEqual([409, 409])
  expect(await reset(login, code, aNetwork()), 'whom the letter reached somewhere else').toBe(200)
})

test('a stranger who asks for a code as well does not close the owner’s', async () => {
  const login = (await aUser(server)).user.email ?? ''
  const home = aNetwork()
  await forgot(login, home)
  const code = await codeSentTo(login)
  await forgot(login, aNetwork())
  const other = await codeSentTo(login)
  expect(await reset(login, code, home)).toBe(200)
  if (other !== code) expect(await reset(login, other, home), 'and one use closes both').toBe(409)
})
