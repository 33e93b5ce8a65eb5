import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())

test('a server that stops says when to ask it again, also to a request that has half arrived', async () => {
  const { app } = server
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  await new Promise((resolve) => socket.on('connect', resolve))
  socket.write('GET /api/v1/waka/generals/cities HTTP/1.1\r\n')
  await vi.waitFor(async () => expect(await countConnections(app.server)).toBe(1))
  const stopped = app.close()
  await vi.waitFor(() => expect(app.server.listening).toBe(false))
  socket.write('Host: waka.example\r\n\r\n')
  await Promise.all([stopped, closed])
  expect(text).toMatch(/^HTTP\/1\.1 503 /)
  expect(text).toMatch(/^retry-after: \d+/im)
  expect(text).toContain('"code":"unavailable"')
})

test('a connection that is kept alive and waits for an answer does not hold a server that closes', async () => {
  const { app, close } = await aServer(db)
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const agent = new Agent({ keepAlive: true })
  const path = '/api/v1/waka/generals/currencies'
  const waiting = await db.transaction(async (tx) => {
    await sql`lock table currency in access exclusive mode`.execute(tx)
    const asked = get({ port, host: '127.0.0.1', agent, path })
    const answered = once(asked, 'response')
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(tx)
      expect(rows).toHaveLength(1)
    })
    return { answered, closed: close() }
  })
  const [answer] = (await waiting.answered) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(200)
  await waiting.closed
  agent.destroy()
})

test('a process that drains takes no connection, answers on those it has, and is not ready any more', async () => {
  const draining = new AbortController()
  const { app, close } = await aServer(db, { draining: draining.signal })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string, by: Agent | undefined = agent) => {
    const [answer] = (await once(
      get({ port, host: '127.0.0.1', agent: by, path }),
      'response',
    )) as [IncomingMessage]
    await answer.resume().toArray()
    return [answer.statusCode, answer.headers.connection]
  }
  const path = '/api/v1/waka/generals/currencies'
  const tooLong = `/${'a'.repeat(3000)}`
  expect(await ask(path)).toEqual([200, 'keep-alive'])
  // Three connections that wait for their next request.
  await Promise.all([ask(path), ask('/healthz'), ask('/readyz')])
  draining.abort()
  await vi.waitFor(() => expect(app.server.listening).toBe(false))
  await expect(ask(path, new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(await countConnections(app.server)).toBe(3)
  expect(await ask('/readyz')).toEqual([503, 'close'])
  expect(await ask(path)).toEqual([200, 'close'])
  expect(await ask(tooLong)).toEqual([404, 'close'])
  await vi.waitFor(async () => expect(await countConnections(app.server)).toBe(0))
  await close()
})

const countConnections = (of: typeof server.app.server) =>
  new Promise<number>((resolve, reject) => {
    of.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
