import { UnsecuredJWT, exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { getGoogleClient, logIn, logInWithGoogle } from '#contract/accounts/endpoints'
import { listBookings } from '#contract/bookings/endpoints'
import { readConfig } from '#server/config'
import { sql } from '#server/db/sql'
import { aGoogleWorld } from '#tests/support/worlds/google'
import { makeLiveEnvironment } from '#tests/support/server/live-environment'
import { findFreePort } from '#tests/support/server/free-port'
import { aUser } from '#tests/support/makers/people'
import { aConfig, aServer } from '#tests/support/server/test-server'

const {
  db,
  server,
  origin,
  google,
  ada,
  bala,
  chidi,
  kept,
  question,
  choose,
  signIn,
  anotherGoogle,
  certs,
  signed,
} = await aGoogleWorld()

test('the button learns who we are and where the script lies; the real one with keys', async () => {
  const { data } = await server.call(getGoogleClient, {})
  expect(data).toEqual({
    client_id: 'stand-in',
    script: '/sandbox/google/client.js',
    offers_implicit: false,
  })
  const script = await fetch(`${origin}${data.script}`)
  expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(await script.text()).toContain('initCodeClient')
  expect(readConfig(makeLiveEnvironment(aConfig().data_dir)).google).toMatchObject({
    stand_in: false,
    token_url: 'https://oauth2.googleapis.com/token',
    jwks_url: 'https://www.googleapis.com/oauth2/v3/certs',
    script_url: 'https://accounts.google.com/gsi/client',
    offers_implicit: false,
  })
  const both = { ...makeLiveEnvironment(aConfig().data_dir), GOOGLE_IMPLICIT: '1' }
  expect(readConfig(both).google.offers_implicit).toBe(true)
})

test('the window keeps its opener, runs one script, and hands over code, scope and state', async () => {
  const { page, answer } = await choose(ada.sub)
  expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(answer).toEqual({
    code: expect.stringMatching(/^4\//),
    scope: 'openid profile email',
    state: 'a "state" <b>',
  })
  expect((await choose('')).answer).toMatchObject({ error: 'access_denied' })
  const implicit = await choose(ada.sub, { response_type: 'token' })
  expect(implicit.answer).toMatchObject({ token_type: 'Bearer', access_token: expect.any(String) })
  const led = await choose(ada.sub, { ux_mode: 'redirect', redirect_uri: `${origin}/login` })
  expect(led.page.headers.get('location')).toMatch(/\/login\?code=4%2F.*&state=/)
  const unknown = new URLSearchParams(question({ client_id: 'somebody' }))
  expect((await fetch(`${origin}/sandbox/google/authorize?${unknown}`)).status).toBe(400)
  const window = await fetch(
    `${origin}/sandbox/google/authorize?${new URLSearchParams(question())}`,
  )
  expect(await window.text()).toContain('chidi.eze@gmail.example (not verified)')
})

test('who comes with Google has an account, and the same one the next time', async () => {
  const first = await signIn(ada.sub)
  expect(first.data.user).toMatchObject({
    full_name: ada.name,
    email: ada.email,
    email_verified: true,
    has_google: true,
    has_password: false,
  })
  const as = { token: first.data.token }
  expect((await server.call(listBookings, {}, { as })).status).toBe(200)
  expect((await signIn(ada.sub, origin)).data.user.id).toBe(first.data.user.id)
  await sql`update person set email = 'moved@people.example' where id = ${first.data.user.id}`.execute(
    db,
  )
  expect((await signIn(ada.sub)).data.user.id).toBe(first.data.user.id)
})

test('a code works once, and only where it was asked for', async () => {
  const { answer } = await choose(bala.sub)
  const code = answer['code'] ?? ''
  const redeem = (redirect_uri: string) =>
    server.call(logInWithGoogle, { code, redirect_uri, ...kept })
  expect((await redeem('https://evil.example')).problem.code).toBe('google_refused')
  expect((await redeem('postmessage')).status).toBe(200)
  expect((await redeem('postmessage')).problem.code).toBe('google_refused')
  const made = await server.call(logInWithGoogle, {
    code: '4/x.y',
    redirect_uri: 'postmessage',
    ...kept,
  })
  expect(made.problem.code).toBe('google_refused')
})

test('ASVS 6.8.1: an address proved on both sides is one account; one that is only claimed is not taken', async () => {
  await sql`update person set google_sub = null, email = null, email_verified_at = null`.execute(db)
  const claimer = await aUser(server, { email: bala.email, proved: false })
  const fresh = await signIn(bala.sub)
  expect(fresh.data.user.id).not.toBe(claimer.user.id)
  expect(fresh.data.user).toMatchObject({ email: bala.email, email_verified: true })

  const owner = await aUser(server, { email: ada.email })
  const linked = await signIn(ada.sub)
  expect(linked.data.user).toMatchObject({
    id: owner.user.id,
    has_google: true,
    has_password: true,
  })
  const { password } = owner
  const stillWorks = await server.call(logIn, { login: ada.email, password })
  expect(stillWorks.data.user.id).toBe(owner.user.id)
})

test('ASVS 6.8.1: an address that Google has not verified proves nothing and opens nobody’s account', async () => {
  const owner = await aUser(server, { email: chidi.email })
  const { data } = await signIn(chidi.sub)
  expect(data.user.id).not.toBe(owner.user.id)
  expect(data.user).toMatchObject({ email: chidi.email, email_verified: false, has_google: true })
  const back = await server.call(logIn, { login: chidi.email, password: owner.password })
  expect(back.data.user.id).toBe(owner.user.id)
})

test('two tabs at once make one account', async () => {
  await sql`update person set google_sub = null, email = null, email_verified_at = null`.execute(db)
  const both = await Promise.all([signIn(ada.sub), signIn(ada.sub), signIn(ada.sub)])
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(both.map(({ data }) => data.user.id)).size).toBe(1)
})

test.each([
  ['meant for another app', { aud: 'another-app' }],
  ['of another issuer', { iss: 'https://accounts.evil.example' }],
  ['that ran out', { exp: 1_700_000_000 }],
  ['of nobody', { sub: '' }],
])('ASVS 10.5.2: a token %s is refused', async (_what, over) => {
  const ask = await anotherGoogle(async (url) =>
    url === '/certs' ? { body: certs } : { body: { id_token: await signed(over) } },
  )
  expect((await ask()).problem.code).toBe('google_refused')
})

test('ASVS 9.1.2: a token that nobody signed, or somebody else, is refused', async () => {
  const none = new UnsecuredJWT({ sub: '42' })
    .setIssuer('https://accounts.google.com')
    .setAudience(google.client_id)
    .setIssuedAt()
    .setExpirationTime('1 minute')
    .encode()
  const unsigned = await anotherGoogle(async (url) => ({
    body: url === '/certs' ? certs : { id_token: none },
  }))
  expect((await unsigned()).problem.code).toBe('google_refused')
  const others = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(others.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }]
  const foreign = await anotherGoogle(async (url) => ({
    body: url === '/certs' ? { keys } : { id_token: await signed() },
  }))
  expect((await foreign()).problem.code).toBe('google_refused')
  const right = await anotherGoogle(async (url) => ({
    body: url === '/certs' ? certs : { id_token: await signed() },
  }))
  expect((await right()).data.user.email).toBe('thief@people.example')
})

test.each([
  ['is down', async () => ({ status: 503, body: 'upstream connect error' })],
  ['says something else', async () => ({ body: '<html>' })],
  [
    'has no keys',
    async (url: string) =>
      url === '/certs' ? { status: 500, body: '' } : { body: { id_token: await signed() } },
  ],
  [
    'has garbage for keys',
    async (url: string) => ({ body: url === '/certs' ? { a: 1 } : { id_token: await signed() } }),
  ],
])('when Google %s a person is told to use their password', async (_what, said) => {
  const ask = await anotherGoogle(said)
  const answer = await ask()
  expect(answer.problem.code).toBe('google_unavailable')
  expect(answer.headers).toHaveProperty('retry-after')
})

test('when nobody listens at Google’s address it is said; with keys Google is never played', async () => {
  const closed = `http://127.0.0.1:${await findFreePort()}`
  const away = await aServer(db, { config: { google: { ...google, token_url: closed } } })
  const answer = await away.call(logInWithGoogle, {
    code: 'x',
    redirect_uri: 'postmessage',
    ...kept,
  })
  expect(answer.problem.code).toBe('google_unavailable')
  await away.close()
  const real = await aServer(db, { config: { google: { ...google, stand_in: false } } })
  expect((await real.app.inject({ url: '/sandbox/google/client.js' })).statusCode).toBe(404)
  await real.close()
})
