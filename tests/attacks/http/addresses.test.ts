import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { product } from '#contract/product'
import { floodLimits } from '#server/http/limits'
import { redactText } from '#server/http/log'
import { testDatabase } from '#tests/support/database/test-database'
import { aWatchedServer } from '#tests/support/server/watched-server'

const { url } = await testDatabase()
const { port } = await aWatchedServer(url)
const { port: limited } = await aWatchedServer(url, { RATE_LIMIT_FACTOR: '0.002' })

/** Returns the status of the answer to these bytes; 0 if the connection was closed. */
function statusOf(bytes: string, at = port): Promise<number> {
  return new Promise((done, failed) => {
    let heard = ''
    const socket = connect(at, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    const finish = () => done(Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0))
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      if (heard.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('close', finish)
    socket.on('error', (error) =>
      /ECONNRESET|EPIPE/.test(String(error)) ? finish() : failed(error),
    )
  })
}

const asked = (target: string, headers = '', method = 'GET') =>
  statusOf(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`)

const below = ['/', '/api/', `/api/v1/${product.slug}/`, '/sandbox/', '/t/', '/assets/', '/seed/']
const odd = [
  'a0'.repeat(7000),
  '.'.repeat(15_000),
  '/'.repeat(15_000),
  'a/'.repeat(7000),
  '../'.repeat(1000),
  '%2e%2e%2f'.repeat(1000),
  '%'.repeat(5000),
  '%00',
  'x%00y',
  '%zz',
  '%e0%a4%a',
  '%ed%a0%80',
  '%c0%ae%c0%ae',
  '\\..\\..\\windows',
  ';a=b;c',
  ':id',
  '*',
  '{p}',
  'é',
  `${'a'.repeat(255)}`,
  `${'a'.repeat(201)}.js`,
  `${'a'.repeat(512)}`,
  `x?${'a=b&'.repeat(3000)}`,
  `x?${'%00='.repeat(3000)}`,
  `x?a=%00&b=%ed%a0%80&to=%00`,
  `x?${'['.repeat(10_000)}`,
  'x#y',
  'constructor',
  '__proto__',
  'toString',
]

test('no address at all is answered with 5xx', async () => {
  const bad: string[] = []
  for (const start of below) {
    for (const end of odd) {
      for (const accept of ['', 'Accept: text/html\r\n']) {
        const status = await asked(`${start}${end}`, accept)
        if (status >= 500 || status === 0) bad.push(`${status} ${start}${end.slice(0, 30)}`)
      }
    }
  }
  expect(bad).toEqual([])
})

/**
 * Malformed names, and then the endpoints that pass a name from the path, the query or a form straight into a
 * statement.
 */
const names = [
  '%00',
  'x%00',
  '%ed%a0%80',
  'x'.repeat(500),
  '-1',
  '1e400',
  '99999999999999999999',
  '%27',
]
const takesNames = [
  '/t/',
  '/sandbox/mail/',
  '/sandbox/parcels/',
  '/sandbox/push/',
  '/sandbox/paystack/checkout/',
  '/sandbox/flutterwave/checkout/',
  '/sandbox/mail?to=',
  '/sandbox/sms?to=',
  '/sandbox/sms.json?to=',
  '/sandbox/mail.json?to=',
  '/sandbox/google/authorize?client_id=',
  '/sandbox/paystack/transaction/verify/',
  '/sandbox/flutterwave/v3/refunds?id=',
  '/sandbox/flutterwave/v3/transactions/verify_by_reference?tx_ref=',
]

test('no name that a page or a stand-in is asked for makes a 5xx', async () => {
  const bad: string[] = []
  const form = (body: string) =>
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  for (const start of takesNames) {
    for (const name of names) {
      for (const status of [
        await asked(`${start}${name}`),
        await asked(`${start}${name}`, form('act=sent&kind=%00&pin=%00&words=%00'), 'POST'),
        await asked(`${start}${name}`, form('a=1&'.repeat(9000)), 'POST'),
      ])
        if (status >= 500 || status === 0) bad.push(`${status} ${start}${name.slice(0, 30)}`)
    }
  }
  expect(bad).toEqual([])
})

const headers = {
  'many of them': 'X-A: b\r\n'.repeat(2000),
  'one without end': `X-A: ${'b'.repeat(60_000)}\r\n`,
  cookies: `Cookie: ${'a=b; '.repeat(2500)}\r\n`,
  'a refresh cookie that is none': `Cookie: rt=%00%ff${'a'.repeat(9000)}\r\n`,
  'a bearer': `Authorization: Bearer ${'a.'.repeat(4000)}\r\n`,
  'an operator': `Authorization: Bearer op_${'a'.repeat(4000)}\r\n`,
  'a device': `X-Device-Id: ${'0193f0c0-'.repeat(1000)}\r\n`,
  'a guest token': `X-Guest-Token: ${'~'.repeat(9000)}\r\n`,
  'a key': `Idempotency-Key: ${'a'.repeat(9000)}\r\n`,
  'what it holds': `If-None-Match: ${'W/"a", '.repeat(1500)}\r\n`,
  'what it takes': `Accept: ${'text/html;q=0.1,'.repeat(600)}\r\n`,
  'how it is packed': `Accept-Encoding: ${'br;q=0.1,'.repeat(1200)}\r\n`,
  'a part': `Range: bytes=${'0-1,'.repeat(3000)}\r\n`,
  'where from': `Origin: https://${'a.'.repeat(5000)}example\r\n`,
  'which browser': `User-Agent: ${'Chrome/ Safari/ '.repeat(700)}\r\n`,
  'since when': `If-Modified-Since: ${'1'.repeat(9000)}\r\n`,
  'as which type': `Content-Type: ${'application/json;'.repeat(600)}\r\n`,
  'forwarded by many': `X-Forwarded-For: ${'1.1.1.1, '.repeat(1500)}\r\n`,
}

test.each(Object.entries(headers))('no header makes a 5xx: %s', async (_name, header) => {
  const statuses: number[] = []
  for (const target of [
    '/',
    '/login',
    '/healthz',
    '/t/x',
    '/sandbox',
    `/api/v1/${product.slug}/cities`,
  ])
    statuses.push(await asked(target, header))
  for (const call of ['auth/login', 'auth/refresh', 'auth/logout', 'parcels'])
    statuses.push(await asked(`/api/v1/${product.slug}/${call}`, header, 'POST'))
  expect(statuses.filter((status) => status >= 500 || status === 0)).toEqual([])
})

test('the files of the app and addresses that are nowhere are limited for one address, too', async () => {
  const statuses = async (target: string, count: number, method = 'GET') => {
    const heard: number[] = []
    for (let round = 0; round < count; round += 1)
      heard.push(
        await statusOf(
          `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
          limited,
        ),
      )
    return heard
  }
  expect(floodLimits.files * 0.002).toBe(12)
  expect((await statuses('/index.html', 14)).filter((one) => one === 429)).toHaveLength(2)
  expect((await statuses('/nowhere', 8, 'PUT')).filter((one) => one === 429).length).toBe(4)
})

test('what is logged is cut first, and half a secret at the cut goes with it', () => {
  expect(redactText(`/${'a0'.repeat(8000)}`).length).toBeLessThan(4200)
  for (let before = 3700; before < 4110; before += 1) {
    const line = `${'x '.repeat(before / 2)}ada@people.example +234 803 123 4567 ${'y'.repeat(2000)}`
    expect(redactText(line)).not.toMatch(/ada|@|803 |3 4567/)
  }
})
