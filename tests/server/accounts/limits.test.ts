import { expect, test } from 'vitest'
import {
  changePassword,
  forgotPassword,
  logIn,
  sendContactCode,
} from '#contract/accounts/endpoints'
import { sql } from '#server/db/sql'
import { aServer } from '#tests/support/server/test-server'
import { anAccountWorld } from '#tests/support/worlds/accounts'
import { aUser } from '#tests/support/makers/people'

const { db, server, lettersTo } = await anAccountWorld({ rate_limit_factor: 1 })
let networks = 0
const aNetwork = () => `10.9.${(networks += 1)}.7`
const tries = async (count: number, login: string, password: string, ip: () => string) => {
  const statuses: number[] = []
  for (let round = 0; round < count; round += 1) {
    const answer = await server.call(logIn, { login, password }, { as: { ip: ip() } })
    statuses.push(answer.status)
  }
  return statuses
}
const countOf = (statuses: number[], status: number) =>
  statuses.filter((one) => one === status).length
/** Leaves `tokens` tokens in each rate bucket whose key begins with `name:`. */
const leave = (name: string, tokens: number) =>
  sql`update rate_bucket set tokens = ${tokens}, refilled_at = now() where key like ${`${name}:%`}`.execute(
    db,
  )

test('ASVS 6.3.1: an account is guessed at ten times from one network, then waits; other people there do not', async () => {
  const ada = await aUser(server)
  const bala = await aUser(server)
  const ip = aNetwork()
  const login = ada.user.email ?? ''
  const statuses = await tries(14, login, 'not this one', () => ip)
  expect(countOf(statuses, 401)).toBe(10)
  expect(statuses.slice(10)).toEqual([429, 429, 429, 429])
  const right = await server.call(logIn, { login, password: ada.password }, { as: { ip } })
  expect(right.problem.code).toBe('too_many_requests')
  expect(Number(right.headers['retry-after'])).toBe(360)
  const neighbour = { login: bala.user.email ?? '', password: bala.password }
  expect((await server.call(logIn, neighbour, { as: { ip } })).status).toBe(200)
  const elsewhere = { as: { ip: aNetwork() } }
  expect((await server.call(logIn, { login, password: ada.password }, elsewhere)).status).toBe(200)
})

test('ASVS 6.3.8: an account that is not there is limited like one that is', async () => {
  const ip = aNetwork()
  const statuses = await tries(12, 'nobody@people.example', 'not this one', () => ip)
  expect(statuses.slice(9)).toEqual([401, 429, 429])
})

test('logging in rightly never counts', async () => {
  const ada = await aUser(server)
  const ip = aNetwork()
  const statuses = await tries(15, ada.user.email ?? '', ada.password, () => ip)
  expect(countOf(statuses, 200)).toBe(15)
})

test('ASVS 6.3.1: guesses from many networks stop at a hundred an hour for one account', async () => {
  const ada = await aUser(server)
  const login = ada.user.email ?? ''
  await tries(1, login, 'not this one', aNetwork)
  await leave('login account', 2.5)
  expect(await tries(4, login, 'not this one', aNetwork)).toEqual([401, 401, 429, 429])
})

test('one network guesses six hundred times an hour at most, and what it was refused costs nobody a try', async () => {
  const ip = aNetwork()
  await tries(1, 'someone@people.example', 'not this one', () => ip)
  await leave('login network', 1.5)
  const logins = ['one@people.example', 'two@people.example', 'three@people.example']
  const statuses: number[] = []
  for (const login of logins) statuses.push(...(await tries(1, login, 'not this one', () => ip)))
  expect(statuses).toEqual([401, 429, 429])
  const { rows } = await sql<{ tokens: number }>`
    select min(tokens) as tokens from rate_bucket where key like 'login account:%' and tokens > 99.5`.execute(
    db,
  )
  expect(rows[0]?.tokens).toBeGreaterThan(99.5)
})

test('a thief with an open phone cannot try passwords for ever', async () => {
  const { as } = await aUser(server)
  const statuses: number[] = []
  for (let round = 0; round < 12; round += 1) {
    const input = { current_password: 'not this one', password: 'a bridge over the Niger' }
    statuses.push((await server.call(changePassword, input, { as })).status)
  }
  expect(countOf(statuses, 409)).toBe(10)
  expect(statuses.slice(10)).toEqual([429, 429])
})

test('an address gets three codes in ten minutes from one network and ten a day from all, whatever for', async () => {
  const { user, as } = await aUser(server, { email: 'codes@people.example' })
  const email = user.email ?? ''
  const home = aNetwork()
  const asked = async (ip = home) => {
    const answer = await server.call(forgotPassword, { login: email }, { as: { ip } })
    expect(answer.status).toBe(200)
    return (await lettersTo(email)).length
  }
  expect([await asked(), await asked(), await asked(), await asked()]).toEqual([1, 2, 3, 3])
  const prove = (ip: string) =>
    server.call(sendContactCode, { kind: 'email' }, { as: { ...as, ip } })
  expect((await prove(home)).problem.code).toBe('too_many_requests')
  await leave('code daily', 1.5)
  expect([await asked(aNetwork()), await asked(aNetwork())]).toEqual([4, 4])
  expect((await prove(aNetwork())).problem.code).toBe('too_many_requests')
})

test('no address and no account can be read in the table of limits', async () => {
  const { rows } = await sql`select key from rate_bucket`.execute(db)
  expect(JSON.stringify(rows)).not.toContain('people.example')
})

test('without an answer from the table nobody is let through', async () => {
  const { user, password } = await aUser(server)
  await sql`alter table rate_bucket rename to rate_bucket_away`.execute(db)
  try {
    const answer = await server.call(logIn, { login: user.email ?? '', password })
    expect(answer.problem.code).toBe('unavailable')
    expect(answer.headers).toHaveProperty('retry-after')
  } finally {
    await sql`alter table rate_bucket_away rename to rate_bucket`.execute(db)
  }
})

test('limits hold across servers', async () => {
  const { config } = server.host
  const other = await aServer(db, { config })
  const { user } = await aUser(server)
  const as = { ip: aNetwork() }
  const statuses: number[] = []
  for (const at of Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? server : other)))
    statuses.push(
      (await at.call(logIn, { login: user.email ?? '', password: 'no no no' }, { as })).status,
    )
  expect(countOf(statuses, 401)).toBe(10)
  await other.close()
})
