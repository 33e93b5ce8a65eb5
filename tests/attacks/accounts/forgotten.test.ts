import { expect, test } from 'vitest'
import { forgotPassword, logIn, refreshSession, resetPassword } from '#contract/accounts/endpoints'
import { sql } from '#server/db/sql'
import { anAccountWorld } from '#tests/support/worlds/accounts'
import { type MadeUser, aUser } from '#tests/support/makers/people'
import type { Caller } from '#tests/support/server/test-server'

/* Anybody may ask for a code for a new password. That uses up none of the owner's own requests. */

const { db, server, lettersTo, codeSentTo } = await anAccountWorld({ rate_limit_factor: 1 })
let networks = 0
const aNetwork = () => `10.${(networks += 1)}.3.7`
const next = 'a bridge over the Niger'

const forgot = (login: string, as: Caller) => server.call(forgotPassword, { login }, { as })
const reset = async (login: string, code: string, as: Caller) =>
  (await server.call(resetPassword, { login, code, password: next }, { as })).status

/** Strangers on many networks ask for codes until no more are sent; returns how many emails have arrived by then. */
async function strangersAsk(login: string): Promise<number> {
  for (let asked = 0; asked < 14; asked += 1)
    await forgot(login, { ip: aNetwork(), device_id: crypto.randomUUID() })
  return (await lettersTo(login)).length
}

async function anOwner(): Promise<MadeUser & { device: Caller }> {
  const device_id = crypto.randomUUID()
  return { ...(await aUser(server, { device_id })), device: { device_id } }
}

test.each(['email', 'phone'] as const)(
  'strangers use up the codes of an address by %s, and its owner’s device still gets one that works',
  async (kind) => {
    const { user, device } = await anOwner()
    const login = user[kind] ?? ''
    const before = await strangersAsk(login)
    expect(before).toBeLessThanOrEqual(10)
    expect(await strangersAsk(login), 'no more for strangers').toBe(before)
    const owner = { ip: aNetwork(), ...device }
    await forgot(login, owner)
    expect(await lettersTo(login)).toHaveLength(before + 1)
    expect(await reset(login, await codeSentTo(login), owner)).toBe(200)
  },
)

test('a device stays known when its login has ended, and is learnt when a session is renewed', async () => {
  const { user, device } = await anOwner()
  const login = user.email ?? ''
  await sql`update login set revoked_at = now() where person_id = ${user.id}`.execute(db)
  const before = await strangersAsk(login)
  await forgot(login, { ip: aNetwork(), ...device })
  expect(await lettersTo(login)).toHaveLength(before + 1)

  const old = await aUser(server)
  const as = { ip: aNetwork(), device_id: crypto.randomUUID() }
  const renewed = await server.call(refreshSession, {}, { as, headers: { cookie: old.cookie } })
  expect(renewed.status).toBe(200)
  const sent = await strangersAsk(old.user.email ?? '')
  await forgot(old.user.email ?? '', as)
  expect(await lettersTo(old.user.email ?? '')).toHaveLength(sent + 1)
})

test('a device that another account knows is a stranger’s', async () => {
  const ada = await anOwner()
  const mallory = await anOwner()
  const login = ada.user.email ?? ''
  const before = await strangersAsk(login)
  await forgot(login, { ip: aNetwork(), ...mallory.device })
  expect(await lettersTo(login)).toHaveLength(before)
})

test('a device that an account knows asks three times in ten minutes and five times a day', async () => {
  const { user, device } = await anOwner()
  const login = user.email ?? ''
  const ask = async () => {
    await forgot(login, { ip: aNetwork(), ...device })
    return (await lettersTo(login)).length
  }
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([1, 2, 3, 3])
  await sql`delete from rate_bucket where key like 'code device:%'`.execute(db)
  expect([await ask(), await ask(), await ask()]).toEqual([4, 5, 5])
})

test('a number that nobody has proved is texted within the limits for everybody, whoever asks', async () => {
  const device_id = crypto.randomUUID()
  const { user } = await aUser(server, { device_id, proved: false, email: null })
  const login = user.phone ?? ''
  const before = await strangersAsk(login)
  await forgot(login, { ip: aNetwork(), device_id })
  expect(await lettersTo(login)).toHaveLength(before)
})

test('one network that asks for codes all day leaves some to a phone in another', async () => {
  const { user, password } = await aUser(server)
  const login = user.email ?? ''
  const ip = aNetwork()
  const ask = async (as: Caller) => {
    await forgot(login, { device_id: crypto.randomUUID(), ...as })
    return (await lettersTo(login)).length
  }
  for (let asked = 0; asked < 5; asked += 1) await ask({ ip })
  expect(await ask({ ip }), 'three in ten minutes').toBe(3)
  await sql`delete from rate_bucket where key like 'code here:%'`.execute(db)
  for (let asked = 0; asked < 5; asked += 1) await ask({ ip })
  expect(await ask({ ip }), 'five a day').toBe(5)
  const fresh = { ip: aNetwork(), device_id: crypto.randomUUID() }
  expect(await ask(fresh)).toBe(6)
  expect(await reset(login, await codeSentTo(login), fresh)).toBe(200)
  const old = await server.call(logIn, { login, password }, { as: { ip: aNetwork() } })
  expect(old.status).toBe(401)
})

test.each([
  ['on the device that asked', { device_id: crypto.randomUUID() }],
  ['in the network that asked', {}],
])('what strangers ask for does not end a code that was sent, %s', async (_, who) => {
  const { user } = await aUser(server)
  const login = user.email ?? ''
  const ip = aNetwork()
  await forgot(login, { ip, ...who })
  const code = await codeSentTo(login)
  await forgot(login, { ip })
  await forgot(login, { ip, device_id: crypto.randomUUID() })
  await forgot(login, { ip: aNetwork() })
  expect(await lettersTo(login)).toHaveLength(4)
  expect(await reset(login, code, { ip, ...who })).toBe(200)
})

test('asking does the same and answers the same, whether or not account and device are known', async () => {
  const { user, device } = await anOwner()
  const asked = [
    [user.email ?? '', { ip: aNetwork(), ...device }],
    [user.email ?? '', { ip: aNetwork(), device_id: crypto.randomUUID() }],
    ['nobody@people.example', { ip: aNetwork(), ...device }],
    ['nobody@people.example', { ip: aNetwork() }],
  ] as const
  const answers = new Set<string>()
  for (const [login, as] of asked) {
    const waiting = async () =>
      (
        await sql<{ n: number }>`
        select count(*)::int as n from pgboss.job where name = 'account.forgot'`.execute(db)
      ).rows[0]?.n ?? 0
    const before = await waiting()
    const { status, text } = await forgot(login, as)
    answers.add(`${status} ${text}`)
    expect(await waiting(), 'all the rest is a job’s').toBe(before + 1)
    expect(Object.keys(await newestJob())).toEqual(['login', 'network', 'asked_by'])
  }
  expect(answers.size).toBe(1)
})

async function newestJob(): Promise<object> {
  const { rows } = await sql<{ data: object }>`
    select data from pgboss.job where name = 'account.forgot' order by created_on desc limit 1`.execute(
    db,
  )
  return rows[0]?.data ?? {}
}
