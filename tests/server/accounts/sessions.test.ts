import { createSecretKey, hkdfSync, randomUUID } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import {
  endOtherSessions,
  endSession,
  listSessions,
  logIn,
  logOut,
  refreshSession,
} from '#contract/accounts/endpoints'
import { listBookings } from '#contract/bookings/endpoints'
import { sql } from '#server/db/sql'
import { logins } from '#server/rooms/accounts'
import { anAccountWorld } from '#tests/support/worlds/accounts'
import { aUser, parseSetCookie } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db, server, deps, origin } = await anAccountWorld()
const { user, password, token } = await aUser(server)
const login = { login: user.email ?? '', password }

const asks = async (bearer: string, at = server) =>
  (await at.call(listBookings, {}, { as: { token: bearer } })).status
const refresh = (cookie: string, headers: Record<string, string> = {}) =>
  server.call(refreshSession, {}, { headers: { cookie, ...headers } })
const logInAnew = async () => {
  const { data, headers } = await server.call(logIn, login)
  return { token: data.token, cookie: parseSetCookie(headers) }
}
const makeOld = (seconds: number) =>
  sql`update refresh_token set used_at = used_at - ${seconds} * interval '1 second'`.execute(db)

test('ASVS 3.3.1: the refresh cookie is for no script and no other site; over https it is bound to the host', async () => {
  const { headers } = await server.call(logIn, login)
  expect(headers['set-cookie']).toMatch(
    /^rt=[\w-]{43}; Max-Age=1209\d{3}; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  const secure = await aServer(db, { config: { public_url: 'https://waka.example' } })
  const answer = await secure.call(logIn, login)
  expect(answer.headers['set-cookie']).toMatch(
    /^__Host-rt=[\w-]{43}; Max-Age=1209\d{3}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  await secure.close()
})

test('ASVS 7.2.2: the cookie jwt alone lets nobody in', async () => {
  const answer = await server.call(listBookings, {}, { headers: { cookie: `jwt=${token}` } })
  expect(answer.problem.code).toBe('not_signed_in')
  expect(await asks(token)).toBe(200)
})

test('ASVS 9.1.1, 9.2.x: a token that is not exactly ours is refused', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from login where person_id = ${user.id} limit 1`.execute(db)
  const claims = { sid: rows[0]?.id ?? '' }
  const { session_secret, public_url } = deps.config
  const keyOf = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', session_secret, '', purpose, 32)))
  const forge = (over: {
    key?: string
    alg?: string
    typ?: string
    iss?: string
    aud?: string
    exp?: number
    sub?: string
  }) => {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: over.alg ?? 'HS256', typ: over.typ ?? 'at+jwt' })
      .setIssuer(over.iss ?? public_url)
      .setAudience(over.aud ?? 'waka')
      .setSubject(over.sub ?? user.id)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(over.exp ?? now + 60)
      .sign(keyOf(over.key ?? 'waka access token'))
  }
  expect(await asks(await forge({}))).toBe(200)
  const wrong = [
    { key: 'waka refresh token' },
    { alg: 'HS512' },
    { typ: 'JWT' },
    { iss: 'https://elsewhere.example' },
    { aud: 'other' },
    { exp: 1_700_000_000 },
    { sub: randomUUID() },
  ]
  for (const over of wrong) expect(await asks(await forge(over)), JSON.stringify(over)).toBe(401)
  const none = new UnsecuredJWT({ ...claims, jti: randomUUID() })
    .setIssuer(public_url)
    .setAudience('waka')
    .setSubject(user.id)
    .setIssuedAt()
    .setExpirationTime('1 minute')
    .encode()
  expect(await asks(none)).toBe(401)
  expect(await asks(`${token.slice(0, -4)}AAAA`)).toBe(401)
})

test('a refresh token is used once; within half a minute it gives the same successor, as to two tabs', async () => {
  const { cookie } = await logInAnew()
  const [one, two] = await Promise.all([refresh(cookie), refresh(cookie)])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(parseSetCookie(one.headers)).toBe(parseSetCookie(two.headers))
  expect(parseSetCookie(one.headers)).not.toBe(cookie)
  expect(await asks(one.data.token)).toBe(200)
  expect((await refresh(parseSetCookie(one.headers))).status).toBe(200)
})

test('ASVS 10.4.5: a refresh token used again later ends its login for both who hold it', async () => {
  const stolen = (await logInAnew()).cookie
  const first = await refresh(stolen)
  await makeOld(31)
  expect((await refresh(stolen)).problem.code).toBe('not_signed_in')
  expect((await refresh(parseSetCookie(first.headers))).problem.code).toBe('not_signed_in')
  expect(await asks(first.data.token)).toBe(401)
  expect(await asks(token)).toBe(200)
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['no origin that a page could have', { origin: 'null' }],
  ['another port', { origin: 'http://127.0.0.1:1' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another host of our site', { 'sec-fetch-site': 'same-site' }],
] as const)('ASVS 3.5.1: a refresh from %s is refused', async (_where, headers) => {
  const { cookie } = await logInAnew()
  expect((await refresh(cookie, headers)).problem.code).toBe('not_allowed')
  expect((await server.call(logIn, login, { headers })).problem.code).toBe('not_allowed')
  expect((await refresh(cookie, { origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  const asHost = { origin: 'https://waka.test', host: 'waka.test' }
  expect((await refresh(cookie, asHost)).status).toBe(200)
})

test('ASVS 7.3.1, 7.3.2: a login ends two weeks after its last use and ninety days after its start', async () => {
  const { rows } = await sql<{ idle: number; whole: number }>`
    select round(extract(epoch from idle_until - now()) / 86400)::int as idle,
      round(extract(epoch from ends_at - now()) / 86400)::int as whole
    from login where person_id = ${user.id} order by created_at desc limit 1`.execute(db)
  expect(rows).toEqual([{ idle: 14, whole: 90 }])
  for (const column of ['idle_until', 'ends_at']) {
    const session = await logInAnew()
    await sql`update login set ${sql.ref(column)} = now() - interval '1 second'
      where id = (select id from login order by created_at desc, id desc limit 1)`.execute(db)
    expect(await asks(session.token), column).toBe(401)
    expect((await refresh(session.cookie)).status, column).toBe(401)
  }
  const near = await logInAnew()
  await sql`update login set ends_at = now() + interval '1 hour'
    where id = (select id from login order by created_at desc, id desc limit 1)`.execute(db)
  const answer = await refresh(near.cookie)
  expect(Number(/Max-Age=(\d+)/.exec(String(answer.headers['set-cookie']))?.[1])).toBeLessThan(3601)
})

test('ASVS 7.4.1, 8.3.2: what is ended on one server is refused by the other at the very next call', async () => {
  const other = await aServer(db, { config: { public_url: origin } })
  const session = await logInAnew()
  expect(await asks(session.token, other)).toBe(200)
  await server.call(logOut, {}, { as: { token: session.token } })
  expect(await asks(session.token, other)).toBe(401)
  const again = await logInAnew()
  await logins.end(db, user.id)
  expect(await asks(again.token, other)).toBe(401)
  await other.close()
})

test('who was erased is let in nowhere', async () => {
  const gone = await aUser(server)
  await sql`update person set erased_at = now() where id = ${gone.user.id}`.execute(db)
  expect(await asks(gone.token)).toBe(401)
  expect((await refresh(gone.cookie)).status).toBe(401)
  const { email } = gone.user
  const back = await server.call(logIn, { login: email ?? '', password: gone.password })
  expect(back.problem.code).toBe('wrong_credentials')
})

test('ASVS 7.5.2: a person sees where they are logged in and ends one login, or all others', async () => {
  const ada = await aUser(server)
  const phone =
    'Mozilla/5.0 (Linux; Android 13; TECNO) AppleWebKit/537 Chrome/120 Mobile Safari/537'
  const there = { login: ada.user.email ?? '', password: ada.password }
  const away = await server.call(logIn, there, { headers: { 'user-agent': phone } })
  await server.call(logIn, there)
  const { as } = ada
  const list = await server.call(listSessions, {}, { as })
  expect(list.data.map(({ is_this_one }) => is_this_one)).toEqual([true, false, false])
  const [, , oldest] = list.data
  expect(oldest).toMatchObject({ device: 'Chrome on Android' })
  const id = oldest?.id ?? ''
  const stranger = await aUser(server)
  expect((await server.call(endSession, { id }, { as: stranger.as })).problem.code).toBe(
    'not_found',
  )
  expect((await server.call(endSession, { id }, { as })).data).toEqual({ ended: 1 })
  expect((await server.call(endSession, { id }, { as })).problem.code).toBe('not_found')
  expect(await asks(away.data.token)).toBe(401)
  expect((await server.call(endOtherSessions, {}, { as })).data).toEqual({ ended: 1 })
  expect((await server.call(listSessions, {}, { as })).data).toHaveLength(1)
})

test('ASVS 7.2.4: logging in again in one browser ends the login it had', async () => {
  const before = await logInAnew()
  const after = await server.call(logIn, login, { headers: { cookie: before.cookie } })
  expect(after.status).toBe(200)
  expect(await asks(before.token)).toBe(401)
  expect((await refresh(before.cookie)).status).toBe(401)
})

test('a token that has run out does not keep anybody from logging in', async () => {
  const as = { token: 'eyJhbGciOiJub25lIn0.e30.' }
  expect((await server.call(logIn, login, { as })).status).toBe(200)
  expect((await server.call(listSessions, {}, { as })).status).toBe(401)
})
