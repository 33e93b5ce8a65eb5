import { Agent, get } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()

test('a connection that is kept alive and waits for an answer does not hold a server that closes', async () => {
  const server = await aServer(db)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
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
    return { answered, closed: server.close() }
  })
  const [answer] = (await waiting.answered) as [import('node:http').IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(200)
  await waiting.closed
  agent.destroy()
})
