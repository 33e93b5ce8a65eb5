import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onlineManager } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getBooking, holdSeats, releaseHold } from '#contract/bookings/endpoints'
import { listConnections } from '#contract/lookups/endpoints'
import { findTrips } from '#contract/trips/endpoints'
// Each test starts with `vi.resetModules()`: a module that it imports again is not the one imported here.
import { call } from '#lib/api/call'
import { CallError } from '#lib/api'
import { sendWithAxios } from '#lib/api/axios'
import type { ApiRequest } from '#lib/api/types'
import { findDataOrigin, updateClockSkew, serverNow } from '#lib/clock'
import { write } from '#lib/device'
import { storeProof } from '#lib/session/proofs'
import { watchTouches } from '#lib/idle'

let server: Server
let answer: RequestListener
const real = globalThis.fetch
const asked: { url: string; headers: Record<string, unknown>; body: string }[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      asked.push({ url: request.url ?? '', headers: request.headers, body })
      answer(request, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, done))
})
afterAll(() => server.close())
beforeEach(() => {
  asked.length = 0
  localStorage.clear()
  const port = (server.address() as AddressInfo).port
  // Requests to the page's own origin go to the server of this file.
  vi.stubGlobal('fetch', async (request: Request) => {
    const { method, headers, signal } = request
    const { pathname, search } = new URL(request.url)
    const body = method === 'GET' ? null : await request.text()
    return real(`http://localhost:${port}${pathname}${search}`, { method, headers, signal, body })
  })
  onlineManager.setOnline(true)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const says =
  (
    status: number,
    body: unknown,
    type = 'application/json',
    headers: Record<string, string> = {},
  ): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

const anApiRequest = (timeout_ms: number, { signal } = new AbortController()): ApiRequest => ({
  method: 'GET',
  url: '/api/v1/waka/connections/routes',
  headers: { Accept: 'application/json' },
  signal,
  timeout_ms,
  cache: 'default',
})

const noPlaces = { from_cities: [], to_cities: [] }

test('data comes out of its envelope; where the endpoint has a meta, both come', async () => {
  answer = says(200, { data: noPlaces })
  expect(await call(listConnections, {})).toEqual(noPlaces)
  answer = says(200, { data: [], meta: { total: 0 } })
  const found = await call(findTrips, {
    from: 'lagos',
    to: 'abuja',
    date: '2026-11-21',
    passengers: 1,
  })
  expect(found).toEqual({ data: [], meta: { total: 0 } })
  expect(asked[1]?.url).toBe('/api/v1/waka/trips?from=lagos&to=abuja&date=2026-11-21&passengers=1')
})

test('without a token it says so and asks all the same; with one it shows it', async () => {
  answer = says(200, { data: noPlaces })
  await call(listConnections, {})
  expect(console.info).toHaveBeenCalledWith('No token found, request will be unauthorized')
  expect(asked[0]?.headers['authorization']).toBeUndefined()
  write('token', 'abc.def')
  await call(listConnections, {})
  expect(asked[1]?.headers['authorization']).toBe('Bearer abc.def')
  expect(asked[1]?.headers['x-device-id']).toBe(asked[0]?.headers['x-device-id'])
})

test('a write carries the key of the act and only its body', async () => {
  answer = says(201, { data: {} })
  await call(holdSeats, { trip_id: 'x', seats: [1] }, { key: 'key-of-the-act' })
  expect(asked[0]?.headers['idempotency-key']).toBe('key-of-the-act')
  expect(asked[0]?.headers['content-type']).toContain('application/json')
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ trip_id: 'x', seats: [1] })
})

test('a guest shows what proves their booking, and only for that booking', async () => {
  answer = says(200, { data: {} })
  storeProof('AAA', { token: 'hold-token' })
  storeProof('AAA', { phone: '+2348031234567' })
  await call(getBooking, { reference: 'AAA' })
  write('token', 'abc.def')
  await call(getBooking, { reference: 'BBB' })
  expect(asked[0]?.headers['x-guest-token']).toBe('hold-token')
  expect(asked[0]?.url).toBe('/api/v1/waka/bookings/AAA?phone=%2B2348031234567')
  expect(asked[1]?.headers['x-guest-token']).toBeUndefined()
})

test('what was booked as a guest before the login opens by what this phone has of it', async () => {
  answer = (request, response) =>
    says(request.headers.authorization === undefined ? 200 : 404, { data: {} })(request, response)
  storeProof('AAA', { token: 'hold-token' })
  write('token', 'abc.def')
  await call(getBooking, { reference: 'AAA' })
  expect(asked.map(({ headers }) => headers['authorization'])).toEqual([
    'Bearer abc.def',
    undefined,
  ])
  expect(asked[1]?.headers['x-guest-token']).toBe('hold-token')
  await failure(call(getBooking, { reference: 'BBB' }))
  expect(asked).toHaveLength(3)
})

test('for a booking that nothing proves, nobody is asked: it is not known here', async () => {
  const error = await failure(call(getBooking, { reference: 'BBB' }))
  expect(error).toMatchObject({ status: 404, code: 'not_found', is_offline: false })
  expect(asked).toEqual([])
})

test('who pays or writes for their booking when their login has ended is asked to log in, each time', async () => {
  answer = (request, response) => {
    const isGuest = request.method === 'DELETE' && request.headers.authorization === undefined
    const status = isGuest ? 404 : 401
    says(status, { status, code: isGuest ? 'not_found' : 'not_signed_in' })(request, response)
  }
  const loseLogin = () => {
    write('owner', 'ada')
    write('token', 'abc.def')
  }
  const release = (reference: string) => failure(call(releaseHold, { reference }))
  loseLogin()
  expect(await release('AAA')).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect(await release('AAA')).toMatchObject({ status: 401, code: 'not_signed_in' })
  // A phone number that was typed before proves too little for this.
  loseLogin()
  storeProof('BBB', { phone: '+2348031234567' })
  expect(await release('BBB')).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect(await failure(call(getBooking, { reference: 'AAA' }))).toMatchObject({ code: 'not_found' })
})

test('a refusal has its code, its sentence and its fields', async () => {
  const problem = {
    status: 409,
    code: 'seat_taken',
    detail: 'Seat 4 was just taken.',
    fields: { seats: 'Seat 4' },
  }
  answer = says(409, problem, 'application/problem+json')
  const error = await failure(call(holdSeats, { trip_id: 'x', seats: [4] }))
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({ ...problem, is_offline: false })
})

const noAnswers: [string, RequestListener][] = [
  ["a captive portal's page with status 200", says(200, '<html>Buy data</html>', 'text/html')],
  ['JSON that is not ours', says(200, { ok: true })],
  ['a page of something in between', says(502, 'Bad gateway', 'text/html')],
  ['a connection cut off', (request) => request.socket.destroy()],
]
const no_answer = { status: 400, code: 'no_answer', is_offline: true }

test.for(noAnswers)('%s is no answer: status 400, and offline', async ([, listener]) => {
  answer = listener
  expect(await failure(call(listConnections, {}))).toMatchObject(no_answer)
})

test('two silences in a row mean offline; one answer, even a refusal, means online', async () => {
  answer = says(200, { data: noPlaces })
  await call(listConnections, {})
  answer = (request) => request.socket.destroy()
  await failure(call(listConnections, {}))
  expect(onlineManager.isOnline()).toBe(true)
  await failure(call(listConnections, {}))
  expect(onlineManager.isOnline()).toBe(false)
  answer = says(
    404,
    { status: 404, code: 'not_found', detail: 'Nothing here.' },
    'application/problem+json',
  )
  await failure(call(listConnections, {}))
  expect(onlineManager.isOnline()).toBe(true)
})

test('a list that the worker had kept proves no network and tells no time', async () => {
  onlineManager.setOnline(false)
  const past = new Date(Date.now() - 86_400_000).toUTCString()
  answer = says(200, { data: noPlaces }, 'application/json', { 'x-kept': '1', date: past })
  await call(listConnections, {})
  expect(onlineManager.isOnline()).toBe(false)
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(2500)
})

test('what somebody had kept is asked for once more, past it, and its age is that of the server’s word', async () => {
  const then = Math.floor((Date.now() - 3 * 86_400_000) / 1000) * 1000
  const date = new Date(then).toUTCString()
  answer = says(200, { data: noPlaces }, 'application/json', { 'x-kept': '1', date })
  const from = 'ibadan'
  const kept = await call(listConnections, { from })
  expect(asked.at(-1)?.headers['x-past-kept']).toBeUndefined()
  const origin = findDataOrigin(kept)
  expect(origin?.is_from_cache).toBe(true)
  expect(Math.abs((origin?.sent_at ?? 0) - then)).toBeLessThan(5000)
  answer = says(200, { data: noPlaces })
  expect(findDataOrigin(await call(listConnections, { from }))).toBeUndefined()
  expect(asked.at(-1)?.headers['x-past-kept']).toBe('1')
})

test('an answer with an age tells no time, and is as old as it says', async () => {
  const date = new Date(Date.now() - 45_790).toUTCString()
  answer = says(200, { data: noPlaces }, 'application/json', { date, age: '45' })
  const held = await call(listConnections, {})
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(2500)
  const ago = Date.now() - (findDataOrigin(held)?.sent_at ?? 0)
  expect(Math.abs(ago - 45_790)).toBeLessThan(5000)
  expect(findDataOrigin({ pages: [noPlaces, held] })?.sent_at, 'the oldest counts').toBe(
    findDataOrigin(held)?.sent_at,
  )
})

test('how long an answer was on its way is no difference of clocks', () => {
  const now = Date.now()
  const before = serverNow() - now
  // Requested 20 s ago; the server wrote its date after half a second, and the network took the rest.
  updateClockSkew(new Date(now - 19_500).toUTCString(), now - 20_000)
  expect(Math.abs(serverNow() - Date.now() - before)).toBeLessThan(100)
})

test("the server's clock is learned from its answers", async () => {
  const later = new Date(Date.now() + 3_600_000).toUTCString()
  answer = says(200, { data: noPlaces }, 'application/json', { date: later })
  await call(listConnections, {})
  expect(serverNow() - Date.now()).toBeGreaterThan(3_590_000)
})

test('a call that its screen gave up says nothing about the network', async () => {
  answer = () => undefined
  const control = new AbortController()
  const calls = [1, 2, 3].map(() => failure(call(listConnections, {}, { signal: control.signal })))
  control.abort()
  await Promise.all(calls)
  expect(onlineManager.isOnline()).toBe(true)
})

test.for([
  ['before the first touch', 15_000, () => call(listConnections, {})],
  ['with data on the screen', 7000, () => call(listConnections, {}, { has_data: true })],
  ['by axios', 7000, () => sendWithAxios(anApiRequest(7000))],
] as const)(
  '%s, an answer that does not come within %i ms is no answer',
  async ([, limit_ms, ask]) => {
    answer = () => undefined
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let ended: unknown
      void failure(ask()).then((error) => (ended = error))
      await vi.waitFor(() => expect(asked).toHaveLength(1))
      await vi.advanceTimersByTimeAsync(limit_ms - 2000)
      expect(ended).toBeUndefined()
      await vi.advanceTimersByTimeAsync(2000)
      await vi.waitFor(() => expect(ended).toMatchObject(no_answer))
    } finally {
      vi.useRealTimers()
    }
  },
)

test('axios makes an answer of a refusal, and an error without a response of silence and of a cancellation', async () => {
  answer = says(503, { code: 'unavailable' }, 'application/problem+json', { 'Retry-After': '7' })
  expect(await sendWithAxios(anApiRequest(7000))).toMatchObject({
    status: 503,
    headers: { 'content-type': 'application/problem+json', 'retry-after': '7' },
    body: '{"code":"unavailable"}',
  })
  answer = (request) => request.socket.destroy()
  expect(await failure(sendWithAxios(anApiRequest(7000)))).toMatchObject(no_answer)
  answer = () => undefined
  const control = new AbortController()
  const cancelled = failure(sendWithAxios(anApiRequest(7000, control)))
  control.abort()
  expect(await cancelled).toMatchObject(no_answer)
})

test('what a page asks untouched goes without axios, and all that follows a touch with it: both say the same', async () => {
  let by_axios = 0
  vi.doMock('#lib/api/axios', async (original) => {
    const { sendWithAxios } = await original<typeof import('#lib/api/axios')>()
    return { sendWithAxios: (question: ApiRequest) => ((by_axios += 1), sendWithAxios(question)) }
  })
  const date = new Date(Date.now() - 60_000).toUTCString()
  const ask = async () => {
    answer = says(200, { data: noPlaces }, 'application/json', { 'x-kept': '1', date })
    const data = await call(listConnections, { from: 'enugu' })
    answer = says(404, { status: 404, code: 'not_found' }, 'application/problem+json')
    const refusal = await failure(call(listConnections, {}))
    const silences = []
    for (const [, listener] of noAnswers) {
      answer = listener
      silences.push(await failure(call(listConnections, {})))
    }
    return { data, origin: findDataOrigin(data), refusal, silences }
  }
  watchTouches()
  // The second request bypasses the stored copy of the list.
  await ask()
  asked.length = 0
  const untouched = await ask()
  const asked_untouched = asked.splice(0)
  expect(by_axios).toBe(0)
  dispatchEvent(new Event('pointerdown'))
  expect(await ask()).toEqual(untouched)
  const asIs = (all: typeof asked) => all.map(({ url, headers }) => ({ ...headers, url }))
  const differs = { 'user-agent': expect.any(String) }
  expect(asIs(asked)).toEqual(asIs(asked_untouched).map((one) => ({ ...one, ...differs })))
  expect(by_axios).toBe(asked.length)
  expect(untouched.silences).toEqual(noAnswers.map(() => expect.objectContaining(no_answer)))
})

test('who has just written asks caches on the way for no copy; others may get one', async () => {
  vi.resetModules()
  const { call: callFresh } = await import('#lib/api/call')
  const { findTrips: search } = await import('#contract/trips/endpoints')
  const { holdSeats: hold } = await import('#contract/bookings/endpoints')
  answer = says(200, { data: [], meta: {} })
  const question = { from: 'lagos', to: 'abuja', date: '2026-12-01' }
  const asksForNoCopy = () => asked.at(-1)?.headers['cache-control']?.toString() === 'no-cache'
  await callFresh(search, question)
  expect(asksForNoCopy()).toBe(false)
  await callFresh(hold, { trip_id: crypto.randomUUID(), seats: [1] })
  await callFresh(search, question)
  expect(asksForNoCopy()).toBe(true)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 31_000)
  await callFresh(search, question)
  expect(asksForNoCopy()).toBe(false)
})
