import { createHook } from 'node:async_hooks'
import { Writable } from 'node:stream'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import type { Config } from '#server/config'
import { openDatabase } from '#server/db/client'
import { floodLimits } from '#server/http/limits'
import { makeLog, redactText } from '#server/http/log'
import { definePage, defineRawCall } from '#server/http/pages'
import { makeRefusal } from '#contract/errors'
import { testDatabase } from '#tests/support/database/test-database'
import {
  breakCup,
  cupBindings,
  drawCup,
  fillCup,
  getCup,
  listCups,
  payCup,
  washCup,
} from './sample-endpoints.ts'
import { aServer } from '#tests/support/server/test-server'

/** Returns how many streams of compression this process opens during `work`; each compresses one answer. */
async function countCompressions(work: () => Promise<void>): Promise<number> {
  let count = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ZLIB') count += 1
    },
  })
  hook.enable()
  await work()
  hook.disable()
  return count
}

const lines: string[] = []
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
const { db } = await testDatabase()
const pages = [
  definePage('GET', '/cup-page/{code}', (_ctx, { params, query }) => {
    if (params['code'] === 'none') throw makeRefusal('not_found')
    if (params['code'] === 'bug') throw new Error('inner secret')
    return { html: `<p>${params['code']} ${query['q'] ?? ''}</p>` }
  }),
  definePage('POST', '/sandbox/form', (_ctx, { form }) => ({
    redirect: `/cup-page/${form['name']}`,
  })),
  defineRawCall('POST', '/sandbox/raw', (_ctx, { json, headers }) => ({
    status: 201,
    json: { status: true, got: json(), by: headers['authorization'] },
  })),
]
const api = await aServer(db, { more: [...cupBindings, ...pages], log: makeLog('info', sink) })
afterAll(() => api.close())

test('nothing leaves that is not promised', async () => {
  const answer = await api.call(getCup, { id: 'blue' })
  expect(answer.text).toBe('{"data":{"name":"blue","sips":1}}')
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    date: expect.any(String),
  })
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(answer.headers['strict-transport-security']).toBeUndefined()
})

test('a lookup is public and costs nothing the second time', async () => {
  const first = await api.call(listCups, {})
  expect(first.headers['cache-control']).toBe(
    'public, max-age=300, stale-while-revalidate=86400, stale-if-error=86400',
  )
  const etag = String(first.headers['etag'])
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  const again = await api.call(
    listCups,
    {},
    { headers: { 'if-none-match': etag }, as: { token: 'nonsense' } },
  )
  expect([again.status, again.text]).toEqual([304, ''])
})

test('our bugs are told to us and not to the caller', async () => {
  for (const how of ['throw', 'lie'] as const) {
    const answer = await api.call(breakCup, { how })
    expect([answer.status, answer.problem.code]).toEqual([500, 'unexpected'])
    expect(answer.text).not.toContain('secret')
    expect(lines.join('')).toContain(String(answer.headers['x-request-id']))
  }
  expect(lines.join('')).toContain('inner secret')
})

test('a lost database is 503 with a time to come back', async () => {
  const lost = await api.call(breakCup, { how: 'lost' })
  expect([lost.status, lost.headers['retry-after'], lost.problem.code]).toEqual([
    503,
    '5',
    'unavailable',
  ])

  const nowhere = openDatabase('postgresql://nobody@127.0.0.1:1/none')
  const dark = await aServer(nowhere, { more: cupBindings })
  expect((await dark.call(getCup, { id: 'reads are let through' })).status).toBe(200)
  expect((await dark.call(payCup, { name: 'no', end: 'ok' })).status).toBe(503)
  expect((await dark.call(fillCup, { name: 'no', end: 'ok' })).status).toBe(503)
  expect((await dark.app.inject('/readyz')).statusCode).toBe(503)
  expect((await dark.app.inject('/healthz')).statusCode).toBe(200)
  await dark.close()
  await nowhere.destroy()
})

test('one address gets so much, in all processes together', async () => {
  const config = { rate_limit_factor: 0.05 }
  const one = await aServer(db, { more: cupBindings, config })
  const two = await aServer(db, { more: cupBindings, config })
  const results = []
  for (let turn = 0; turn < 8; turn += 1) {
    for (const server of [one, two])
      results.push(await server.call(payCup, { name: 'a', end: 'ok' }, { as: { ip: '10.1.1.1' } }))
  }
  expect(results.filter(({ status }) => status === 200)).toHaveLength(6)
  const refused = results.at(-1)
  expect([refused?.problem.code, Number(refused?.headers['retry-after'])]).toEqual([
    'too_many_requests',
    20,
  ])
  expect(
    (await one.call(payCup, { name: 'a', end: 'ok' }, { as: { ip: '10.1.1.2' } })).status,
  ).toBe(200)
  await Promise.all([one.close(), two.close()])
})

test('a flood is stopped before it costs anything', async () => {
  const small = await aServer(db, { more: cupBindings, config: { rate_limit_factor: 0.005 } })
  const answers = []
  for (let turn = 0; turn < 15; turn += 1)
    answers.push(await small.call(listCups, {}, { as: { ip: '10.2.2.2' } }))
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(10)
  expect(answers.at(-1)?.problem.code).toBe('too_many_requests')
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  await small.close()
})

test.each([
  ['a redirect to the spelling of a page that is ours', '/brands/%61bc', 308],
  ['a path that is too long', `/${'a'.repeat(600)}`, 404],
  ['a URL that cannot be decoded', '/brands/%zz', 404],
  ['a page that is nowhere', '/nowhere', 404],
  ['the state of the process', '/healthz', 200],
])('%s counts against the limit of its address', async (_what, url, status) => {
  const small = await aServer(db, { config: { rate_limit_factor: 0.01 } })
  const ask = async (remoteAddress: string) =>
    (await small.app.inject({ url, remoteAddress })).statusCode
  const limit = url === '/healthz' ? floodLimits.probes / 100 : floodLimits.calls / 100
  const answers = []
  for (let turn = 0; turn < limit + 2; turn += 1) answers.push(await ask('10.2.2.3'))
  const passed = Array.from({ length: limit }, () => status)
  expect(answers).toEqual([...passed, 429, 429])
  expect(await ask('10.2.2.4')).toBe(status)
  await small.close()
})

test('a file leaves as its type under a safe name', async () => {
  const answer = await api.call(drawCup, { id: 'blue' })
  expect(answer.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-disposition': 'inline; filename="blue-.svg"',
    'cache-control': 'private, no-store',
  })
})

test('pages speak HTML, take forms, and say sorry in HTML', async () => {
  const found = await api.app.inject('/cup-page/abc?q=1')
  expect([found.headers['content-type'], found.body]).toEqual([
    'text/html; charset=utf-8',
    '<p>abc 1</p>',
  ])
  const none = await api.app.inject('/cup-page/none')
  expect([none.statusCode, none.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  const bug = await api.app.inject('/cup-page/bug')
  expect(bug.statusCode).toBe(500)
  expect(bug.body).not.toContain('secret')
  const type = 'application/x-www-form-urlencoded'
  const sent = await api.app.inject({
    method: 'POST',
    url: '/sandbox/form',
    headers: { 'content-type': type },
    payload: 'name=ada',
  })
  expect([sent.statusCode, sent.headers['location']]).toEqual([303, '/cup-page/ada'])
  const json = await api.app.inject({
    method: 'POST',
    url: '/sandbox/form',
    headers: { 'content-type': 'text/plain' },
    payload: 'x',
  })
  expect(json.statusCode).toBe(415)
})

test('stand-ins shape their own answers', async () => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sk' }
  const said = await api.app.inject({
    method: 'POST',
    url: '/sandbox/raw',
    headers,
    payload: '{"a":1}',
  })
  expect([said.statusCode, said.json()]).toEqual([
    201,
    { status: true, got: { a: 1 }, by: 'Bearer sk' },
  ])
})

test('long answers are compressed, as brotli when it is understood', async () => {
  const encodings = async (accept: string) =>
    (await api.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': accept } }))
      .headers['content-encoding']
  expect(await encodings('gzip, br')).toBe('br')
  expect(await encodings('gzip')).toBe('gzip')
  expect(await encodings('identity')).toBeUndefined()
})

test('the description of the contract is compressed once, and costs nothing when unchanged', async () => {
  const get = (headers: Record<string, string>) =>
    api.app.inject({ url: '/api/openapi.json', headers })
  const first = await get({ 'accept-encoding': 'br' })
  const body = (await get({ 'accept-encoding': 'identity' })).rawPayload
  expect(brotliDecompressSync(first.rawPayload).equals(body)).toBe(true)
  const count = await countCompressions(async () => {
    for (let turn = 0; turn < 20; turn += 1) await get({ 'accept-encoding': 'br' })
  })
  expect(count).toBe(0)
  const again = await get({ 'if-none-match': String(first.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a lookup is compressed once for as long as it stays the same', async () => {
  const get = (encoding: string) =>
    api.app.inject({
      url: '/api/v1/waka/many-cups',
      headers: { 'accept-encoding': encoding },
    })
  const plain = await get('identity')
  const packed = await get('br')
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': plain.headers['cache-control'],
    'content-type': 'application/json; charset=utf-8',
    etag: plain.headers['etag'],
  })
  expect(packed.headers['vary']).toContain('accept-encoding')
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect((await get('gzip')).headers['content-encoding']).toBe('gzip')
  const count = await countCompressions(async () => {
    for (let turn = 0; turn < 20; turn += 1) await get('br')
  })
  expect(count).toBe(0)
})

test('the contract describes itself, to programs and to people', async () => {
  const description = (await api.app.inject('/api/openapi.json')).json()
  expect(description.openapi).toBe('3.1.0')
  const hold = description.paths['/api/v1/waka/bookings'].post
  expect(hold.responses['409'].description).toContain('seat_taken')
  expect(hold.parameters.map(({ name }: { name: string }) => name)).toContain('Idempotency-Key')
  const mine = description.paths['/api/v1/waka/bookings/{reference}'].get
  expect(mine.parameters).toContainEqual(
    expect.objectContaining({ name: 'x-guest-token', in: 'header', required: false }),
  )
  const docs = await api.app.inject('/api/docs')
  expect(docs.body).toContain('holdSeats')
  expect(docs.body).not.toContain('<script')
})

test('the house tells how it is', async () => {
  expect((await api.app.inject('/healthz')).json()).toEqual({ alive: true })
  expect((await api.app.inject('/readyz')).json()).toEqual({
    ready: true,
    departures: { days: null, short_operators: 0, short: [] },
  })
  const metrics = (await api.app.inject('/metrics')).body
  expect(metrics).toContain('http_request_seconds_bucket')
  expect(metrics).toContain('route="/api/v1/:p/cups/:id"')
})

test('in production the measurements are for who has the token', async () => {
  const as = async (config: Partial<Config>, authorization = '') => {
    const server = await aServer(db, { config })
    const { statusCode } = await server.app.inject({ url: '/metrics', headers: { authorization } })
    await server.close()
    return statusCode
  }
  const metrics_token = 'sixteen-letters-'
  expect(await as({ production: true })).toBe(404)
  expect(await as({ metrics_token }, 'Bearer sixteen-letters')).toBe(404)
  expect(await as({ production: true, metrics_token }, `Bearer ${metrics_token}`)).toBe(200)
})

test('no log line holds a token, a phone number, an email address or the way to a ticket', async () => {
  await api.call(
    washCup,
    { id: 'a' },
    { as: { token: 'eyJhbGciOi.abcdef.ghi', phone: '+2348031234567' } },
  )
  lines.length = 0
  const log = makeLog('info', sink)
  const error = new Error('no mail for ada@example.com at 0803 123 4567')
  log.error(
    { err: error, url: '/x?phone=%2B2348031234567&a=1', headers: { authorization: 'Bearer abc' } },
    'ada@example.com called',
  )
  log
    .child({ call: 'x' })
    .info({ deep: { guest_token: 'secret-1', list: ['+234 803 123 4567'] } }, 'op_12345 did it')
  log.warn('plain +2348031234567 and Bearer abc.def')
  log.info({ url: '/t/7K3M9QX2RTVB?paper' }, 'answered')
  log.info({ url: '/api/v1/waka/push/subscriptions?endpoint=https%3A%2F%2Fx.example%2Fphone-9' })
  for (const url of [
    '/api/v1/waka/invoices/7K3M9QX2RTVB7K3M9QX2',
    '/api/v1/waka/invoices/7K3M9QX2RTVB7K3M9QX2/invoice.pdf?x=1',
    '/api/v1/waka/payments/7K3M9QX2RTVB/verify',
    '/api/v1/waka/desk/invitations/7K3M9QX2RTVB7K3M9QX2RTVB7K/acceptance',
    '/invoice-checkout?reference=7K3M9QX2RTVB7K3M9QX2',
    '/invoice-checkout?trxref=7K3M9QX2RTVB&payment=7K3M9QX2RTVB&invoice=7K3M9QX2RTVB',
    '/desk?invitation=7K3M9QX2RTVB7K3M9QX2RTVB7K&code=7K3M9QX2RTVB',
  ])
    log.info({ url }, 'answered')
  expect(redactText('/invoices/0193f0c0-0803-7123-8456-7aaaaaaaaaaa/void')).toContain('0193f0c0')
  const written = lines.join('')
  for (const secret of ['ada@', '803', 'Bearer a', 'secret-1', 'op_123', '7K3M', 'phone-9'])
    expect(written).not.toContain(secret)
  expect(written).toContain('[phone]')
  expect(redactText('2026-11-21 NGN 1234567890 trip 0193f0c0-0803-7123-8456-7aaaaaaaaaaa')).toBe(
    '2026-11-21 NGN 1234567890 trip 0193f0c0-0803-7123-8456-7aaaaaaaaaaa',
  )
})

test('the count sees an answer that is compressed for each request', async () => {
  const count = await countCompressions(async () => {
    for (let turn = 0; turn < 3; turn += 1)
      await api.app.inject({
        url: '/cup-page/a?q=' + 'long'.repeat(500),
        headers: { 'accept-encoding': 'br' },
      })
  })
  expect(count).toBe(3)
})
