import { QueryClient, QueryObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventKind } from '#contract/events/rules'

/** A stream that the phone has opened, as the server sees it. */
interface Stream {
  url: string
  since: string | null
  isCut: boolean
  tell: (kind: EventKind, subject: string, id?: number) => void
  end: () => void
}

const streams: Stream[] = []
/** The status that the server answers instead of a stream, from now on. */
let refusal: number | undefined

/** Grants the stream's lock to one tab at a time, as a browser does, and to none once the test is over. */
function aLockManager() {
  let last: Promise<unknown> = Promise.resolve()
  const manager = {
    isClosed: false,
    request: (_: string, hold: () => Promise<void>) => {
      const mine = last.then(() => (manager.isClosed ? new Promise(() => undefined) : hold()))
      last = mine
      return mine
    },
  }
  return manager
}
let locks: ReturnType<typeof aLockManager>

function answer(address: string, { headers, signal }: RequestInit): Response {
  if (refusal !== undefined) {
    streams.push({ ...nothing, url: address })
    return new Response('{}', { status: refusal })
  }
  const text = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      const stream: Stream = {
        url: address,
        since: new Headers(headers).get('last-event-id'),
        isCut: false,
        tell: (kind, subject, id) => {
          const place = id === undefined ? '' : `id: ${id}\n`
          control.enqueue(text.encode(`${place}event: ${kind}\ndata: ${subject}\n\n`))
        },
        end: () => control.close(),
      }
      signal?.addEventListener('abort', () => {
        stream.isCut = true
        control.error(new Error('cut off'))
      })
      streams.push(stream)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const nothing: Stream = {
  url: '',
  since: null,
  isCut: false,
  tell: () => undefined,
  end: () => undefined,
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const minute = 60_000
/** The server's response time. */
const answering_ms = 200

beforeEach(() => {
  vi.useFakeTimers()
  streams.length = 0
  refusal = undefined
  locks = aLockManager()
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => answer(address, init))
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  localStorage.setItem('token', 'a.b.c')
  localStorage.setItem('user', JSON.stringify({ id: '1', full_name: 'Ada Obi' }))
  show(true)
})
afterEach(async () => {
  // From now on no lock is granted. The logout below makes this test's tabs release theirs.
  locks.isClosed = true
  localStorage.setItem('user', JSON.stringify('no user'))
  onlineManager.setOnline(false)
  await pass(10 * minute)
  vi.unstubAllGlobals()
  onlineManager.setOnline(true)
})

/** Makes the app visible or hidden. */
function show(is: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(is ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A tab with a screen that shows a conversation; counts how often it has fetched it. */
async function aTab() {
  vi.resetModules()
  const { makePollInterval } = await import('#lib/live')
  const { room } = await import('#rooms/events')
  const queries = new QueryClient()
  const asked = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, answering_ms))
    return 'an answer'
  })
  new QueryObserver(queries, {
    queryKey: ['listMessages', 'x'],
    queryFn: asked,
    refetchInterval: makePollInterval(4000),
    refetchOnWindowFocus: false,
  }).subscribe(() => undefined)
  await pass(answering_ms)
  asked.mockClear()
  for (const { work } of room.prefetch ?? []) await work(queries)
  await pass(0)
  return { asked }
}

function stream(at = -1): Stream {
  const one = streams.at(at)
  if (one === undefined) throw new Error('nobody has opened a stream')
  return one
}

/** The server reports that it has sent all missed events. */
async function greet(id: number): Promise<void> {
  stream().tell('hello', '', id)
  await pass(0)
}

test('what is told is asked for anew, once for many changes, and no screen asks by itself', async () => {
  const { asked } = await aTab()
  await greet(5)
  expect(asked, 'what changed before the stream was open').toHaveBeenCalledTimes(1)
  await pass(answering_ms)
  stream().tell('message', 'x', 6)
  await pass(0)
  expect(asked).toHaveBeenCalledTimes(2)
  for (let id = 7; id < 107; id += 1) {
    stream().tell('message', 'x', id)
    await pass(10)
  }
  await pass(2 * answering_ms)
  expect(asked.mock.calls.length).toBeGreaterThan(4)
  expect(asked.mock.calls.length).toBeLessThan(10)
  asked.mockClear()
  stream().tell('parcel', 'y', 107)
  for (let beat = 0; beat < 30; beat += 1) {
    stream().tell('typing', 'x')
    await pass(20_000)
  }
  expect(asked, 'another thing changed').not.toHaveBeenCalled()
  expect(streams).toHaveLength(1)
})

test('a stream that ends goes on where it stopped, and meanwhile screens ask now and then', async () => {
  const { asked } = await aTab()
  await greet(5)
  stream().tell('message', 'x', 6)
  await pass(15_000)
  refusal = 503
  asked.mockClear()
  stream().end()
  await pass(20_000)
  expect(asked.mock.calls.length).toBeGreaterThan(2)
  refusal = undefined
  const refused = streams.length
  for (let second = 0; second < 60 && streams.length === refused; second += 1) await pass(1000)
  expect(stream().since).toBe('6')
  await greet(8)
  asked.mockClear()
  await pass(20_000)
  expect(asked).not.toHaveBeenCalled()
})

test('who is not answered waits longer and longer, and who is asked to come later does', async () => {
  refusal = 503
  await aTab()
  await pass(20 * minute)
  expect(streams.length).toBeGreaterThan(15)
  expect(streams.length).toBeLessThan(50)
  refusal = 429
  await pass(2 * minute)
  streams.length = 0
  await pass(5 * minute)
  expect(streams.length).toBeLessThan(12)
})

test('streams that something in between ends at once are not opened without a pause', async () => {
  await aTab()
  for (let at = 0; at < 600; at += 1) {
    if (!stream().isCut) {
      stream().isCut = true
      stream().tell('hello', '', 1)
      stream().end()
    }
    await pass(1000)
  }
  expect(streams.length).toBeGreaterThan(5)
  expect(streams.length).toBeLessThan(40)
})

test('a stream that has fallen silent is opened anew', async () => {
  await aTab()
  await greet(5)
  await pass(50_000)
  expect(stream(0).isCut).toBe(true)
  expect(stream(1).since).toBe('5')
})

test('a minute after nobody looks the stream is given back; who looks again hears what they missed', async () => {
  await aTab()
  await greet(5)
  show(false)
  await pass(30_000)
  stream().tell('message', 'x', 6)
  await pass(29_000)
  expect(stream().isCut).toBe(false)
  await pass(2000)
  expect(stream().isCut).toBe(true)
  await pass(30 * minute)
  expect(streams).toHaveLength(1)
  show(true)
  await pass(0)
  expect(streams).toHaveLength(2)
  expect(stream().since).toBe('6')
})

test('without a network nothing is opened; with it again it goes on', async () => {
  await aTab()
  await greet(5)
  onlineManager.setOnline(false)
  await pass(10 * minute)
  expect(streams).toHaveLength(1)
  expect(stream().isCut).toBe(true)
  onlineManager.setOnline(true)
  await pass(0)
  expect(stream().since).toBe('5')
})

test('who saves data hears what they missed every few minutes, and no screen asks by itself', async () => {
  localStorage.setItem('user', JSON.stringify({ id: '1', full_name: 'Ada Obi', data_saver: true }))
  const { asked } = await aTab()
  expect(stream().url).toContain('once=1')
  await greet(5)
  stream().end()
  asked.mockClear()
  await pass(2 * minute)
  show(false)
  show(true)
  await pass(0)
  expect(streams, 'looking away and back asks for nothing').toHaveLength(1)
  for (let second = 0; second < 360 && streams.length < 2; second += 1) await pass(1000)
  expect(streams).toHaveLength(2)
  expect(stream().since).toBe('5')
  stream().tell('message', 'x', 6)
  await greet(6)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('nobody is followed who is not logged in', async () => {
  localStorage.setItem('user', JSON.stringify('no user'))
  await aTab()
  await pass(10 * minute)
  expect(streams).toHaveLength(0)
})

test('of two tabs one has the stream and tells the other; the other goes on when the first is left', async () => {
  await aTab()
  await greet(5)
  const { asked } = await aTab()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  expect(streams).toHaveLength(1)
  stream().tell('message', 'x', 6)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  show(false)
  await pass(2 * minute)
  show(true)
  await pass(1000)
  expect(streams).toHaveLength(2)
  expect(stream().since).toBe('6')
})
