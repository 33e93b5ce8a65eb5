import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { listBookings } from '#contract/bookings/endpoints'
import { testDatabase } from '#tests/support/database/test-database'
import { type MadeUser, aUser } from '#tests/support/makers/people'
import { aServer } from '#tests/support/server/test-server'

const { db, url } = await testDatabase()
const server = await aServer(db)
afterAll(() => server.close())
const run = promisify(execFile)

/** Runs the command; returns its output and its exit code. */
async function endLogins(...words: string[]) {
  const env = { ...process.env, DATABASE_URL: url, NODE_ENV: 'test' }
  // Records the answers to the command's statements as well.
  const noting = ['--import', './tests/rows/recorder.ts']
  const ran = run(process.execPath, [...noting, 'server/commands/end-logins.ts', ...words], { env })
  return ran.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout.trim(), noted: stderr }),
    (error: { code: number; stderr: string }) => ({
      code: error.code,
      said: error.stderr,
      noted: '',
    }),
  )
}

const isLetIn = async ({ as }: MadeUser) =>
  (await server.call(listBookings, {}, { as })).status === 200

test('ASVS 7.4.5: who works at the server ends one person’s logins, by address or id, and it is noted', async () => {
  for (const name of ['email', 'phone', 'id'] as const) {
    const ada = await aUser(server)
    const bala = await aUser(server)
    const { code, said, noted } = await endLogins(ada.user[name] ?? '')
    expect([code, said]).toEqual([0, '1 logins of 1 accounts are ended.'])
    expect(JSON.parse(noted.trim().split('\n').at(-1) ?? '')).toMatchObject({
      security: { actor: 'console', action: 'session.end', object: `id:${ada.user.id}` },
    })
    expect([await isLetIn(ada), await isLetIn(bala)]).toEqual([false, true])
  }
})

test('ASVS 7.4.5: and everybody’s at once, when that is what was asked', async () => {
  const people = [await aUser(server), await aUser(server)]
  for (const words of [[], ['one@people.example', 'two@people.example'], ['x', '--everyone']])
    expect(await endLogins(...words)).toMatchObject({ code: 1 })
  const unknown = await endLogins('nobody@people.example')
  expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining('No account has') })
  expect(await Promise.all(people.map(isLetIn))).toEqual([true, true])
  expect(await endLogins('--everyone')).toMatchObject({ code: 0 })
  expect(await Promise.all(people.map(isLetIn))).toEqual([false, false])
})
