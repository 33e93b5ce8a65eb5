import { argon2Sync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type logIn as LogIn, logIn, refreshSession } from '#contract/accounts/endpoints'
import type { Output } from '#contract/endpoint'
import { listBookings } from '#contract/bookings/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { anAccountWorld } from '#tests/support/worlds/accounts'
import { type MadeUser, aUser, parseSetCookie } from '#tests/support/makers/people'
import type { TestResponse } from '#tests/support/server/test-server'

const { db, server } = await anAccountWorld()

const passwordOf = async ({ user }: MadeUser) => {
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from person where id = ${user.id}`.execute(db)
  return rows[0]?.hash ?? ''
}

/** Logs in with the old password while a new one is being set; returns the result of that login. */
async function logInDuring(ada: MadeUser, hash: string) {
  let late: Promise<TestResponse<Output<typeof LogIn>, undefined>> | undefined
  await inTransaction(db, async (tx) => {
    await sql`update person set password_hash = ${hash} where id = ${ada.user.id}`.execute(tx)
    await sql`update login set revoked_at = now() where person_id = ${ada.user.id}`.execute(tx)
    late = server.call(logIn, { login: ada.user.email ?? '', password: ada.password })
    // Wait until this login either has a session, besides the one from the sign-up, or waits for this transaction.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`
          select (select count(*) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock')::int
            + (select count(*) from login where person_id = ${ada.user.id})::int as n`.execute(db)
        return rows[0]?.n
      })
      .toBeGreaterThan(1)
  })
  return late
}

test('a login with the old password that meets the new one lets nobody in', async () => {
  const ada = await aUser(server)
  const other = await aUser(server, { password: 'quite other words here' })
  const answer = await logInDuring(ada, await passwordOf(other))
  expect(answer?.problem.code).toBe('wrong_credentials')
  expect(answer?.headers['set-cookie']).toBeUndefined()
  const { rows } = await sql`
    select 1 from login where person_id = ${ada.user.id} and revoked_at is null`.execute(db)
  expect(rows).toEqual([])
})

test('hashing an old password anew never undoes a new one', async () => {
  const ada = await aUser(server)
  const nonce = randomBytes(16)
  const numbers = { memory: 19_456, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: ada.password, nonce, ...numbers })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  const weaker = `$argon2id$v=19$m=19456,t=1,p=1$${salt}$${hash}`
  await sql`update person set password_hash = ${weaker} where id = ${ada.user.id}`.execute(db)
  const other = await aUser(server, { password: 'quite other words here' })
  const newer = await passwordOf(other)
  await logInDuring(ada, newer)
  expect(await passwordOf(ada)).toBe(newer)
})

test('a tab that comes late leaves the browser with a token that still works', async () => {
  const ada = await aUser(server)
  const refresh = (cookie: string) => server.call(refreshSession, {}, { headers: { cookie } })
  const second = parseSetCookie((await refresh(ada.cookie)).headers)
  const third = parseSetCookie((await refresh(second)).headers)
  const kept = parseSetCookie((await refresh(ada.cookie)).headers)
  expect(kept).toBe(third)
  await sql`update refresh_token set used_at = used_at - interval '31 seconds'`.execute(db)
  const again = await refresh(kept)
  expect(again.status).toBe(200)
  const as = { token: again.data.token }
  expect((await server.call(listBookings, {}, { as })).status).toBe(200)
})

test('a known and an unknown account take about the same time', async () => {
  const logins = ['timed@people.example', 'no@people.example'] as const
  await aUser(server, { email: logins[0] })
  const least = new Map<string, number>()
  // Measures processor time, so that other load on this machine does not count. Alternates between the two logins, so
  // that neither profits more from warm caches.
  for (let round = 0; round < 2; round += 1)
    for (const login of logins) {
      const before = process.cpuUsage()
      const answer = await server.call(logIn, { login, password: 'not this one' })
      const { user, system } = process.cpuUsage(before)
      expect(answer.problem.code).toBe('wrong_credentials')
      least.set(login, Math.min(least.get(login) ?? Infinity, user + system))
    }
  const [known = 0, unknown = 0] = logins.map((login) => least.get(login))
  expect(known / unknown).toBeGreaterThan(0.6)
  expect(known / unknown).toBeLessThan(1.6)
})
