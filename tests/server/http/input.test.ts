import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { logIn, signUp } from '#contract/accounts/endpoints'
import { parseInput } from '#server/http/parse-input'
import { testDatabase } from '#tests/support/database/test-database'
import {
  cupBindings,
  fillCup,
  getCup,
  myCups,
  receiveCupWebhook,
  washCup,
} from './sample-endpoints.ts'
import { aServer } from '#tests/support/server/test-server'
import { phoneFormatMessage } from '#contract/phone'

const { db } = await testDatabase()
const api = await aServer(db, { more: cupBindings })
afterAll(() => api.close())

const wash = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'PUT',
    url: '/api/v1/waka/cups/blue',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })

test('path and query become one flat input with its defaults', async () => {
  const one = await api.call(getCup, { id: 'blue one', sips: 4 })
  expect(one.data).toEqual({ name: 'blue one', sips: 4 })
  expect((await api.call(getCup, { id: 'x' })).data.sips).toBe(1)
  const empty = await api.app.inject('/api/v1/waka/cups/blue?sips=')
  expect(empty.json().data.sips).toBe(1)
})

test('marks that turn the direction of text around are taken out of what was sent', async () => {
  const asked = await api.call(getCup, { id: '\u202eblue\u2069 \u200eone', sips: 1 })
  expect(asked.data.name).toBe('blue \u200eone')
  const { data } = await api.call(fillCup, { name: '\u2066gr\u202ceen', end: 'ok' })
  expect(data.name).toBe('green')
  const taken = await wash(JSON.stringify({ with: ['\u202d'] }))
  expect(taken.json().fields).toEqual({ 'with.0': 'Fill this in.' })
})

test('a wrong field is named in plain words', async () => {
  const answer = await api.call(getCup, { id: 'a', sips: 77 })
  expect(answer.status).toBe(400)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  expect(answer.problem).toMatchObject({
    code: 'invalid_input',
    status: 400,
    fields: { sips: 'Enter a whole number from 1 to 9.' },
    request_id: answer.headers['x-request-id'],
  })
  const nested = await wash('{"how":{"hot":1,"cold":2},"with":["",2]}')
  expect(nested.json().fields).toEqual({
    'how.hot': 'This should be true or false.',
    'how.cold': 'This field is not expected.',
    'with.0': 'Fill this in.',
    'with.1': 'This should be text.',
  })
})

test.each([
  ['{"a":1', undefined],
  ['[]', undefined],
  ['null', undefined],
  ['"x"', undefined],
  ['{"with":["a"],"with":["b"]}', 'with'],
  [String.raw`{"with":["a"],"\u0077ith":["b"]}`, 'with'],
  ['{"__proto__":{"admin":true}}', '__proto__'],
  ['{"how":{"constructor":{}}}', 'constructor'],
  [`{"a":${'['.repeat(30)}${']'.repeat(30)}}`, undefined],
  [`{${Array.from({ length: 1100 }, (_, n) => `"k${n}":1`).join()}}`, undefined],
])('the body %.40s is refused as malformed', async (body, field) => {
  const answer = await wash(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().code).toBe('malformed_body')
  expect(Object.keys(answer.json().fields ?? {})).toEqual(field === undefined ? [] : [field])
})

test('bytes that are not UTF-8 and deep bodies of legal size never reach a handler', async () => {
  expect((await wash(Buffer.from([0x7b, 0xff, 0x7d]))).json().code).toBe('malformed_body')
  expect((await wash(`{"with":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).statusCode).toBe(400)
})

test.each(['with', 'how', 'id', 'sips'])(
  'the same key in text is no duplicate: %s',
  async (key) => {
    const answer = await wash(JSON.stringify({ with: [`"${key}":`.slice(0, 10), '{', '}'] }))
    expect(answer.statusCode).toBe(200)
  },
)

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;',
  'application/json, text/plain',
  'application/json\ttext',
  'APPLICATION/JSONX',
  'application/vnd.api+json',
  'application/*',
  'multipart/form-data; boundary=x',
  '*',
  'json',
  'application/json/x',
  'application /json',
  ' ',
])('the content type "%s" is 415 and nothing is handled', async (type) => {
  const answer = await wash('{"with":["a"]}', { 'content-type': type })
  expect([400, 415]).toContain(answer.statusCode)
  expect(answer.headers['content-type']).toBe('application/problem+json')
})

test('a body without a type or in a coding of its own is 415', async () => {
  const bare = await api.app.inject({
    method: 'PUT',
    url: '/api/v1/waka/cups/blue',
    payload: Buffer.from('{}'),
  })
  expect(bare.statusCode).toBe(415)
  expect((await wash('{}', { 'content-encoding': 'gzip' })).statusCode).toBe(415)
})

test('an empty body is an empty input', async () => {
  expect((await api.app.inject({ method: 'PUT', url: '/api/v1/waka/cups/blue' })).statusCode).toBe(
    200,
  )
})

test('more than 256 kB is 413', async () => {
  const answer = await wash(JSON.stringify({ with: ['x'.repeat(300_000)] }))
  expect(answer.statusCode).toBe(413)
  expect(answer.json().code).toBe('body_too_large')
})

test('a number that no telephone of its country has is refused at its field', async () => {
  const signUpWith = (phone: string) =>
    api.call(signUp, { full_name: 'Ada Obi', phone, password: 'okada at the third gate' })
  const { status, problem } = await signUpWith('+23480312345')
  expect([status, problem.fields]).toEqual([
    400,
    { phone: 'This phone number does not exist. Check it again.' },
  ])
  expect((await signUpWith('+447911123456')).status).toBe(200)
})

test('a number is stored as its country dials it, whoever wrote its trunk zero', async () => {
  const { data } = await api.call(signUp, {
    full_name: 'Ada Obi',
    phone: '+4407911123457',
    password: 'okada at the third gate',
  })
  expect(data.user.phone).toBe('+447911123457')
  for (const login of ['+447911123457', '+44 (0)7911 123457', '+4407911123457'])
    expect((await api.call(logIn, { login, password: 'okada at the third gate' })).status).toBe(200)
})

test('a query key given twice, unknown or poisonous is named', async () => {
  const twice = await api.app.inject('/api/v1/waka/cups/blue?sips=1&sips=2')
  expect(twice.json().fields).toEqual({ sips: 'This is given twice.' })
  const unknown = await api.app.inject('/api/v1/waka/cups/blue?colour=red')
  expect(unknown.json().fields).toEqual({ colour: 'This field is not expected.' })
  expect((await api.app.inject('/api/v1/waka/cups/blue?__proto__=1')).statusCode).toBe(400)
  expect((await wash('{"id":"red"}')).json().fields).toEqual({
    id: 'This is in the path already.',
  })
})

test.each(['%00', 'a%00b', '%ff%fe', '%zz', '%'])(
  'the path segment %s is a clear refusal',
  async (segment) => {
    const answer = await api.app.inject(`/api/v1/waka/cups/${segment}`)
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ request_id: answer.headers['x-request-id'] })
  },
)

test('NUL and half characters are refused wherever they stand', async () => {
  const cases = ['{"with":["a\\u0000"]}', '{"with":["\\ud800"]}', '{"how":{"\\udc00":true}}']
  for (const body of cases) expect((await wash(body)).statusCode).toBe(400)
  expect((await wash('{"with":["😀 ọ̀"]}')).statusCode).toBe(200)
})

test('another product, path, method or an endless address are problems too', async () => {
  const at = async (method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS', url: string) => {
    const answer = await api.app.inject({ method, url, headers: { accept: 'application/json' } })
    return [answer.statusCode, answer.json().code]
  }
  expect(await at('GET', '/api/v1/other/cups')).toEqual([404, 'not_found'])
  expect(await at('GET', '/api/v1/waka/none')).toEqual([404, 'not_found'])
  expect(await at('DELETE', '/api/v1/waka/cups')).toEqual([405, 'method_not_allowed'])
  expect(await at('OPTIONS', '/api/v1/waka/cups')).toEqual([405, 'method_not_allowed'])
  expect(await at('GET', `/api/v1/waka/cups/${'x'.repeat(5000)}`)).toEqual([404, 'not_found'])
  expect(
    (await api.app.inject({ method: 'POST', url: '/api/v1/waka/my-cups' })).headers['allow'],
  ).toBe('GET')
})

test('who calls: guest with what they show, user by token, 401 for a bad token', async () => {
  const device_id = crypto.randomUUID()
  const guest = await api.call(
    washCup,
    { id: 'a' },
    { as: { phone: '+2348031234567', guest_token: 'g1', device_id } },
  )
  expect(guest.data).toMatchObject({
    actor: { kind: 'guest', phone: '+2348031234567', guest_token: 'g1', device_id },
    input: { id: 'a' },
  })
  const wrong = await api.call(washCup, { id: 'a' }, { as: { phone: '0803' } })
  expect(wrong.problem.fields).toEqual({ phone: phoneFormatMessage })
  expect((await api.call(myCups, {})).status).toBe(401)
  expect((await api.call(washCup, { id: 'a' }, { as: { token: 'nobody' } })).problem.code).toBe(
    'not_signed_in',
  )

  const known = await aServer(db, {
    more: cupBindings,
    authenticate: {
      user: async (token) =>
        token === 'ada' ? { kind: 'user', user_id: 'u1', login_id: 'l1' } : undefined,
      operator: async () => ({
        kind: 'operator',
        operator_id: 'o1',
        key_id: 'k1',
        scopes: ['counter'],
      }),
    },
  })
  expect((await known.call(myCups, {}, { as: { token: 'ada' } })).data).toEqual({ of: 'u1' })
  expect((await known.call(myCups, {}, { as: { token: 'op_abc' } })).problem.code).toBe(
    'not_allowed',
  )
  await known.close()
})

test('a provider is heard byte for byte, with the signature in its own header', async () => {
  const signed = {
    paystack: { 'x-paystack-signature': 'abc', 'verif-hash': 'not this' },
    flutterwave: { 'x-paystack-signature': 'not this', 'verif-hash': 'abc' },
  }
  for (const [name, headers] of Object.entries(signed)) {
    const answer = await api.app.inject({
      method: 'POST',
      url: `/api/v1/waka/webhooks/cups/${name}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: Buffer.from('{ "a": 1, "a": 2 }'),
    })
    expect(answer.json().data).toEqual({ bytes: 18, signature: 'abc' })
  }
  const nobody = { method: 'POST', url: '/api/v1/waka/webhooks/cups/constructor' } as const
  expect((await api.app.inject(nobody)).json().data).toEqual({ bytes: 0, signature: '' })
  expect(receiveCupWebhook.access).toBe('provider')
})

test('a write without a proper key is told so', async () => {
  for (const key of ['short', 'with space in the middle', 'x'.repeat(256)]) {
    const answer = await api.call(fillCup, { name: 'a', end: 'ok' }, { key })
    expect(answer.problem.code).toBe('idempotency_key_missing')
  }
})

test('bytes that somebody sent are not searched number by number', () => {
  const raw = Object.assign(new Uint8Array(4), { phone: '+1' })
  const schema = z.object({ raw: z.instanceof(Uint8Array) })
  expect(parseInput(schema, { raw })).toEqual({ raw })
})
