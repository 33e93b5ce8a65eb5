import { connect, type AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/endpoints'
import { endpoints } from '#contract/all'
import { listBookings } from '#contract/bookings/endpoints'
import { fetchProfile } from '#contract/profile/endpoints'
import { email } from '#contract/shapes'
import { getWalletBalance } from '#contract/wallet/endpoints'
import { sql } from '#server/db/sql'
import { makeLog } from '#server/http/log'
import { testDatabase } from '#tests/support/database/test-database'
import { aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

/* Items of tests/asvs.md that no other test proves, from a caller's view. */

const lines: string[] = []
const { db } = await testDatabase()
const log = makeLog('info', { write: (line: string) => void lines.push(line) })
const server = await aServer(db, { log, config: { production: true } })
afterAll(() => server.close())
await server.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.app.server.address() as AddressInfo
const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers })
const lists = '/api/v1/waka/generals/passenger-types'

/** Sends bytes that are not a proper request; returns the answer. */
function answerTo(bytes: string): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const heard: Buffer[] = []
    socket.on('data', (chunk: Buffer) => heard.push(chunk))
    socket.on('error', failed)
    socket.on('close', () => done(Buffer.concat(heard).toString()))
  })
}

test('a new database has nobody in it', async () => {
  const { rows } = await sql`
    select id from person union all select id from operator_key union all select id from staff_key`.execute(
    db,
  )
  expect(rows).toEqual([])
})

test('every answer says what it is, is not sniffed, framed or rendered, and over https only', async () => {
  for (const url of [lists, '/healthz', '/api/nope', '/api/docs', '/api/openapi.json']) {
    const { headers } = await get(url)
    // The type of a problem needs no charset, since JSON is always UTF-8 (RFC 8259).
    expect(headers['content-type']).toMatch(/^application\/problem\+json$|; charset=utf-8$/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(rule)
  }
})

test('no answer is JSONP, and JSON is written by JSON.stringify', async () => {
  expect((await get(`${lists}?callback=steal`)).statusCode).toBe(400)
  const { body } = await get(lists)
  expect(JSON.stringify(JSON.parse(body))).toBe(body)
})

test('no other origin is let in, and none is repeated', async () => {
  const { headers } = await get(lists, { origin: 'https://evil.example' })
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  const preflight = await server.app.inject({
    method: 'OPTIONS',
    url: lists,
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
})

test('the API never redirects', async () => {
  for (const url of [lists, '/api', '/api/', '/api/v1/waka/', `${lists}/`]) {
    const { statusCode, headers } = await get(url, { 'x-forwarded-proto': 'http' })
    expect(statusCode < 300 || statusCode >= 400).toBe(true)
    expect(headers['location']).toBeUndefined()
  }
})

test('what a caller writes about its own address is not believed', async () => {
  lines.length = 0
  const headers = { 'x-forwarded-for': '9.9.9.9', 'x-real-ip': '9.9.9.9', forwarded: 'for=9.9.9.9' }
  await server.call(listBookings, {}, { headers })
  expect(lines.join('')).toContain('"network":"127.0.0.1"')
  expect(lines.join('')).not.toContain('9.9.9.9')
})

test('two lengths of one message are refused, not guessed at', async () => {
  const head = `POST /api/v1/waka/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  const twice = `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
  expect(await answerTo(twice)).toMatch(/^HTTP\/1.1 400 /)
  expect(await answerTo(`${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}`)).toMatch(
    /^HTTP\/1.1 400 /,
  )
})

test('TRACE is not answered', async () => {
  const asked = `TRACE ${lists} HTTP/1.1\r\nHost: x\r\nX-Secret: mine\r\nConnection: close\r\n\r\n`
  const answer = await answerTo(asked)
  expect(answer).toMatch(/^HTTP\/1.1 4\d\d /)
  expect(answer).not.toContain('mine')
})

test('nothing that is not the app is served: no sources, no .git, no list of files', async () => {
  for (const url of [
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/main.ts',
    '/assets/',
    '/.data/session-secret',
    '/..%2fpackage.json',
  ])
    expect((await get(url)).statusCode).toBe(404)
})

test('personal answers are kept by no cache', async () => {
  const { as, user, password } = await aUser(server)
  const login = user.email ?? ''
  const answers = [
    await server.call(fetchProfile, {}, { as }),
    await server.call(getWalletBalance, {}, { as }),
    await server.call(listBookings, {}, { as }),
    await server.call(logIn, { login, password }),
  ]
  for (const { status, headers } of answers)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
})

test('no password runs out', async () => {
  const { user, password } = await aUser(server)
  await sql`update person set created_at = now() - interval '10 years' where id = ${user.id}`.execute(
    db,
  )
  expect((await server.call(logIn, { login: user.email ?? '', password })).status).toBe(200)
})

test('a body that names a prototype changes none', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/waka/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}',
  })
  expect(answer.statusCode).toBe(400)
  expect(Object.prototype).not.toHaveProperty('admin')
})

test('a line break in an address or a subject makes no second mail', async () => {
  expect(email.safeParse('ada@people.example\r\nBcc: all@people.example').success).toBe(false)
  const transport = createTransport({ streamTransport: true, buffer: true })
  const letter = {
    to: 'ada@people.example',
    subject: 'Hello\r\nBcc: all@people.example',
    text: '.',
  }
  const { message, envelope } = await transport.sendMail({ from: 'us@waka.example', ...letter })
  expect(String(message)).not.toMatch(/^Bcc:/m)
  expect(envelope.to).toEqual(['ada@people.example'])
})

test('no address carries a password, a PIN, a code or a token', () => {
  const secret = /^(password|current_password|pin|current_pin|token|guest_token|access_token)$/
  const asked = endpoints.flatMap(({ method, path, name, input }) => {
    const shape = (input as { def?: { shape?: object } }).def?.shape ?? {}
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
    const inQuery = method === 'GET' || method === 'DELETE' ? Object.keys(shape) : []
    return [...inPath, ...inQuery].filter((key) => secret.test(key)).map((key) => `${name}: ${key}`)
  })
  expect(asked).toEqual([])
})
