import { setTimeout as sleep } from 'node:timers/promises'
import { demo } from '#demo/index'
import { forgotPassword } from '#contract/accounts/endpoints'
import type { Db } from '#server/db/client'
import { inTransaction } from '#server/db/client'
import { runAsJob } from '#server/db/current-work'
import { sql } from '#server/db/sql'
import { makeJobHandlers, openJobs } from '#server/jobs/all-jobs'
import { codeJobPriority, enqueue } from '#server/jobs/queue'
import { aUser } from '#tests/support/makers/people'
import { type TestServer, aServer } from '#tests/support/server/test-server'
import type { Measurement } from './report.ts'

const flood = 10_000
const messages = 2_000

/**
 * Measures how long a person's code for a new password waits behind thousands of codes of a stranger, and how many
 * messages one process sends per second.
 */
export async function benchJobs(db: Db, url: string): Promise<Measurement[]> {
  const server = await aServer(db)
  const people = [await aUser(server), await aUser(server), await aUser(server)]
  await sql`delete from pgboss.job`.execute(db)
  await fillQueue(db)
  const queue = await openJobs(url, undefined, demo)
  await queue.work(makeJobHandlers(server.host, demo))
  const waits: number[] = []
  for (const [at, { user }] of people.entries()) {
    await sleep(500)
    waits.push(await timeCode(server, user.email ?? '', `102.89.9.${at + 1}`))
  }
  const left = await countWaiting(db)
  const rates = []
  for (const kind of ['mail', 'sms'] as const) rates.push(await rateOf(db, kind))
  await queue.stop()
  await server.close()
  const [mails = 0, sms = 0] = rates
  return [
    [
      `a code behind ${flood.toLocaleString('en')} codes and calls of one stranger, longest of ${waits.length}`,
      '≤ 3 s',
      `${(Math.max(...waits) / 1000).toFixed(1)} s`,
    ],
    ['  of the flood still waiting then', '', left],
    ['mails a second and process', '≥ 50', mails.toFixed(0)],
    ['SMS a second and process', '≥ 50', sms.toFixed(0)],
  ]
}

/** Fills the queues with codes of one stranger: calls for codes, and messages with codes. */
async function fillQueue(db: Db): Promise<void> {
  await runAsJob('a stranger', () =>
    inTransaction(db, async (tx) => {
      for (let n = 0; n < flood; n += 1) {
        const to = `flood${n}@people.example`
        await enqueue(tx, 'account.forgot', { login: to, network: 'flood', asked_by: 'flood' })
        const mail = { to, subject: 'Your code', text: 'Your code is 123456.' }
        await enqueue(tx, 'mail.send', mail, { priority: codeJobPriority })
      }
    }),
  )
}

const countWaiting = async (db: Db) =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from pgboss.job where group_id = 'a stranger' and state = 'created'`.execute(
      db,
    )
  ).rows[0]?.n ?? 0

/** Asks for a code and waits for its mail; returns how long that took, ms. */
async function timeCode(server: TestServer, login: string, ip: string): Promise<number> {
  const began = performance.now()
  const { status } = await server.call(forgotPassword, { login }, { as: { ip } })
  if (status !== 200) throw new Error(`a code was answered ${status}`)
  await until(server.db, sql`select from sandbox.letter where recipient = ${login}`, 1)
  return performance.now() - began
}

/** Empties the queues, and returns how many messages of this kind one process sends per second. */
async function rateOf(db: Db, kind: 'mail' | 'sms'): Promise<number> {
  await sql`delete from pgboss.job`.execute(db)
  await inTransaction(db, async (tx) => {
    for (let n = 0; n < messages; n += 1) {
      const number = String(n).padStart(7, '0')
      if (kind === 'mail')
        await enqueue(tx, 'mail.send', { to: `${number}@rate.example`, subject: 'A', text: 'B' })
      else await enqueue(tx, 'sms.send', { to: `+234803${number}`, text: 'Your bus has left.' })
    }
  })
  const began = performance.now()
  const sent =
    kind === 'mail'
      ? sql`select from sandbox.letter where recipient like '%@rate.example'`
      : sql`select from sandbox.letter where body = 'Your bus has left.'`
  await until(db, sent, messages)
  return messages / ((performance.now() - began) / 1000)
}

async function until(db: Db, found: ReturnType<typeof sql>, rows: number): Promise<void> {
  for (let tries = 0; (await found.execute(db)).rows.length < rows; tries += 1) {
    if (tries > 3000) throw new Error('a message was not sent within a minute')
    await sleep(20)
  }
}

/** Returns how long tickets waited to be sent while tickets were sold, according to the queue's jobs. */
export async function measureTicketDelays(db: Db): Promise<Measurement[]> {
  const unsent = sql`
    select from pgboss.job where name = 'ticket.send' and state in ('created', 'active', 'retry')`
  for (let tries = 0; (await unsent.execute(db)).rows.length > 0 && tries < 600; tries += 1)
    await sleep(100)
  const { rows } = await sql<{ n: number; median: number; most: number }>`
    select count(*)::int as n, coalesce(percentile_cont(0.5) within group (order by s), 0)::float8 as median,
      coalesce(max(s), 0)::float8 as most
    from (select extract(epoch from completed_on - created_on) as s from pgboss.job
      where name = 'ticket.send' and state = 'completed') as sent`.execute(db)
  const { n = 0, median = 0, most = 0 } = rows[0] ?? {}
  return [
    ['tickets sent while tickets were sold', '', n],
    ['  a ticket’s mail was sent after, median', '', `${median.toFixed(1)} s`],
    ['  the longest', '≤ 5 s', `${most.toFixed(1)} s`],
  ]
}
