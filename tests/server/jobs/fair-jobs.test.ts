import { afterAll, expect, test } from 'vitest'
import { forgotPassword } from '#contract/accounts/endpoints'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const { db } = await testDatabase()
const api = await aServer(db)
afterAll(() => api.close())

const forget = async (login: string, ip: string) => {
  const answer = await api.call(forgotPassword, { login }, { as: { ip } })
  expect(answer.status).toBe(200)
}

test('who asks for a code comes before a flood of another network, wherever in it they ask', async () => {
  for (let n = 0; n < 60; n += 1) await forget(`flood${n}@example.com`, '105.112.7.7')
  await forget('ada@example.com', '102.89.3.4')
  for (let n = 60; n < 90; n += 1) await forget(`flood${n}@example.com`, '105.112.7.7')
  await forget('bola@example.com', '102.89.3.5')
  const { rows } = await sql<{ login: string; causer: string }>`
    select data ->> 'login' as login, group_id as causer from pgboss.job
    where name = 'account.forgot' order by priority desc, created_on limit 3`.execute(db)
  expect(rows.map(({ login }) => login)).toEqual([
    'flood0@example.com',
    'ada@example.com',
    'bola@example.com',
  ])
  // The causer of a job is a network, stored as a keyed hash.
  expect(rows[0]?.causer).toMatch(/^[\w-]{22}$/)
  expect(new Set(rows.map(({ causer }) => causer)).size).toBe(3)
})

test('one household of IPv6 is one causer, however many addresses it uses', async () => {
  for (let n = 1; n <= 5; n += 1) await forget(`six${n}@example.com`, `2001:db8:7:${n}::1`)
  const { rows } = await sql<{ n: number }>`
    select count(distinct group_id)::int as n from pgboss.job
    where name = 'account.forgot' and data ->> 'login' like 'six%'`.execute(db)
  expect(rows).toEqual([{ n: 1 }])
})
