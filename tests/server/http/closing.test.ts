import { connect } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
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

const countConnections = (of: typeof server.app.server) =>
  new Promise<number>((resolve, reject) => {
    of.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
