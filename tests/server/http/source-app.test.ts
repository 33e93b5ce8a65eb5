import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database'
import { findFreePort } from '#tests/support/server/free-port'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const port = await findFreePort()
const { app, close } = await aServer(db, { isDev: true })
await app.listen({ port, host: '127.0.0.1' })
afterAll(close)

const open = (path: string, accept: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } })

test.each([
  ['/', '/main.tsx'],
  ['/bookride', '/main.tsx'],
  ['/desk', '/main-desk.tsx'],
  ['/desk/counter', '/main-desk.tsx'],
])('in development, %s is a page whose script no policy blocks', async (path, script) => {
  const page = await open(path, 'text/html')
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, null])
  expect(await page.text()).toContain(`src="${script}"`)
})

test('in development, a source file is served as a script, and the API as it is', async () => {
  const source = await open('/desk/rooms.ts', '*/*')
  expect(source.headers.get('content-type')).toContain('javascript')
  expect((await open('/healthz', '*/*')).status).toBe(200)
  expect((await open('/api/v1/waka/nothing', 'text/html')).status).toBe(404)
})
