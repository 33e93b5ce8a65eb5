import { type Sql, sql } from '#server/db/sql'
import { runJob, makeDepsWithoutServer } from '#tests/support/server/jobs'
import { demo } from '#demo/index'
import { afterAll, expect, test } from 'vitest'
import { type Db, inTransaction } from '#server/db/client'
import { makeId } from '#server/platform/ids'
import { runAsJob } from '#server/db/current-work'
import { rowsInStep } from '#server/db/in-steps'
import { codeJobPriority, enqueue, type JobName, type JobPayloads } from '#server/jobs/queue'
import { makeJobHandlers, openJobs } from '#server/jobs/all-jobs'
import { deleteExpiredServerData } from '#server/jobs/delete-expired'
import type { Room } from '#server/room'
import { testDatabase } from '#tests/support/database/test-database'

const { db, url } = await testDatabase()
const done: string[] = []
const heard: string[] = []
const queue = await openJobs(
  url,
  (error, job) => heard.push(`${job?.name}, again ${job?.is_tried_again}: ${String(error)}`),
  demo,
)
afterAll(() => queue.stop())

test('a job exists only if the transaction that asked for it commits', async () => {
  await inTransaction(db, (tx) => enqueue(tx, 'sms.send', { to: '+2348031234567', text: 'kept' }))
  const undone = inTransaction(db, async (tx) => {
    await enqueue(tx, 'sms.send', { to: '+2348031234567', text: 'undone' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  const { rows } =
    await sql`select data->>'text' as text, retry_limit from pgboss.job where name = 'sms.send'`.execute(
      db,
    )
  expect(rows).toEqual([{ text: 'kept', retry_limit: 12 }])
})

test('asking twice under one key is one waiting job', async () => {
  for (let times = 0; times < 3; times += 1) {
    await enqueue(db, 'payment.check', { reference: 'A' }, { key: 'A', after_seconds: 600 })
  }
  const { rows } =
    await sql`select round(extract(epoch from start_after - now())) as wait from pgboss.job where name = 'payment.check'`.execute(
      db,
    )
  expect(rows).toEqual([{ wait: 600 }])
})

test('a job without its queue is an error, never lost', async () => {
  const undone = inTransaction(db, async (tx) => {
    await sql`delete from pgboss.queue where name = 'ticket.send'`.execute(tx)
    await enqueue(tx, 'ticket.send', { booking_id: makeId() })
  })
  await expect(undone).rejects.toThrow('retry_limit')
})

test('a job is done, and one that fails is tried again', async () => {
  let tries = 0
  await queue.work({
    'sms.send': async ({ text }) => void done.push(text),
    'mail.send': async ({ subject }) => {
      if (subject === 'never') throw new Error('no such mailbox')
      tries += 1
      if (tries === 1) throw new Error('no network')
      done.push(subject)
    },
  })
  await enqueue(db, 'mail.send', { to: 'ada@example.com', subject: 'ticket', text: '' })
  await sql`update pgboss.job set retry_delay = 1, retry_delay_max = 1 where name = 'mail.send'`.execute(
    db,
  )
  await expect.poll(() => [...done].sort(), { timeout: 15_000 }).toEqual(['kept', 'ticket'])
  expect(heard).toContainEqual(expect.stringMatching(/mail\.send, again true.*no network/))
})

test('a backlog is worked on without a second between its jobs, and codes come first', async () => {
  const pushed: string[] = []
  const push = (news_id: string, priority?: typeof codeJobPriority) =>
    enqueue(
      db,
      'person.push',
      { subscription_id: makeId(), news_id, person_id: makeId() } as JobPayloads['person.push'],
      { ...(priority && { priority }) },
    )
  for (let n = 0; n < 60; n += 1) await push(String(n))
  await push('code', codeJobPriority)
  const from = Date.now()
  await queue.work({ 'person.push': async ({ news_id }) => void pushed.push(news_id) })
  await expect.poll(() => pushed.length, { timeout: 30_000, interval: 50 }).toBe(61)
  // Two workers that take one job per second would need half a minute.
  expect(Date.now() - from).toBeLessThan(10_000)
  expect(pushed.slice(0, 4)).toContain('code')
})

test('a flood of one causer delays no job of another, and no code', async () => {
  const sent: string[] = []
  const tell = (causer: string, news_id: string, priority?: typeof codeJobPriority) =>
    runAsJob(causer, () =>
      enqueue(
        db,
        'parcel.tell',
        { parcel_id: makeId(), kind: 'claim_answered', news_id },
        { ...(priority && { priority }) },
      ),
    )
  for (let n = 0; n < 150; n += 1) {
    await tell('a stranger', `flood ${n}`)
    await tell('a stranger', `code of the flood ${n}`, codeJobPriority)
  }
  await tell('ada', 'news for ada')
  await tell('ada', 'more news for ada')
  await tell('bola', 'code for bola', codeJobPriority)
  await queue.work({ 'parcel.tell': async ({ news_id }) => void sent.push(news_id) })
  await expect.poll(() => sent.length, { timeout: 30_000, interval: 50 }).toBe(303)
  // Two batches of four jobs run at the same time, so at most eight jobs that came earlier are ahead.
  expect(sent.indexOf('code for bola')).toBeLessThan(8)
  expect(sent.indexOf('news for ada')).toBeLessThan(151 + 8)
  expect(sent.indexOf('more news for ada')).toBeLessThan(151 + 8)
  expect(sent.indexOf('news for ada')).toBeGreaterThan(sent.indexOf('code of the flood 100'))
})

/** The waiting jobs of a queue in the order in which they are taken. */
const waitingCausers = async (name: JobName) => {
  const { rows } = await sql<{ causer: string | null }>`
    select group_id as causer from pgboss.job where name = ${name} and state = 'created' and start_after <= now()
    order by priority desc, created_on`.execute(db)
  return rows.map(({ causer }) => causer)
}

test('causers take turns, and an old job is not overtaken for ever', async () => {
  const refund = (causer: string, after_seconds = 0) =>
    runAsJob(causer, () =>
      enqueue(db, 'refund.announce', { refund_id: makeId() }, { after_seconds }),
    )
  for (const causer of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) await refund(causer)
  expect(await waitingCausers('refund.announce')).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  await sql`delete from pgboss.job where name = 'refund.announce' and priority > -2`.execute(db)
  // Two jobs of `a` have waited for a long time. New jobs of others overtake at most the second one, however many there
  // are.
  for (const causer of ['d', 'd', 'e', 'a']) await refund(causer)
  expect(await waitingCausers('refund.announce')).toEqual(['a', 'd', 'e', 'a', 'd', 'a'])
  // A job that waits for its time has no turn yet, and a job without a causer is not behind those of anybody.
  await refund('f', 600)
  await enqueue(db, 'refund.announce', { refund_id: makeId() })
  expect(await waitingCausers('refund.announce')).toEqual([null, 'a', 'd', 'e', 'a', 'd', 'a'])
})

test('jobs that failed keep their turn: their causer does not overtake with new ones', async () => {
  const refund = (causer: string) =>
    runAsJob(causer, () => enqueue(db, 'refund.submit', { refund_id: makeId() }, { key: makeId() }))
  /** Makes the new jobs fail; they are retried after `seconds`. */
  const fail = (seconds: number) =>
    sql`update pgboss.job set state = 'retry', start_after = now() + make_interval(secs => ${seconds}::float8)
      where name = 'refund.submit' and state = 'created'`.execute(db)
  const order = async () => {
    const { rows } = await sql<{ causer: string }>`
      select group_id as causer from pgboss.job where name = 'refund.submit' and state < 'active'
        and start_after <= now() order by priority desc, created_on`.execute(db)
    return rows.map(({ causer }) => causer).join('')
  }
  for (const causer of ['a', 'a', 'a']) await refund(causer)
  await fail(0)
  for (const causer of ['a', 'a', 'b']) await refund(causer)
  expect(await order()).toBe('abaaaa')
  await sql`delete from pgboss.job where name = 'refund.submit'`.execute(db)
  for (const causer of ['a', 'a', 'a']) await refund(causer)
  // A job that is enqueued now does not get ahead of the new job of `a`: jobs that are not due yet are not counted as
  // the first one.
  await fail(3600)
  for (const causer of ['a', 'b']) await refund(causer)
  expect(await order()).toBe('ab')
})

test('what a job enqueues is caused by who caused the job', async () => {
  await runAsJob('ada', () => enqueue(db, 'trip.end', { trip_id: makeId() }))
  await queue.work({
    'trip.end': ({ trip_id }) => enqueue(db, 'trip.reseat', { change_id: trip_id }),
  })
  await expect.poll(() => waitingCausers('trip.reseat'), { timeout: 15_000 }).toEqual(['ada'])
})

test('a job whose plan names no number is worked on in batches too', async () => {
  const offered: string[] = []
  for (let n = 0; n < 30; n += 1) await enqueue(db, 'queue.offer', { trip_id: makeId() })
  let running = 0
  let most = 0
  await queue.work({
    'queue.offer': async ({ trip_id }) => {
      most = Math.max(most, (running += 1))
      await new Promise((done) => setTimeout(done, 20))
      running -= 1
      offered.push(trip_id)
    },
  })
  const from = Date.now()
  await expect.poll(() => offered.length, { timeout: 40_000, interval: 50 }).toBe(30)
  expect(most).toBeGreaterThan(1)
  // One job per second would take half a minute.
  expect(Date.now() - from).toBeLessThan(15_000)
})

test('one that fails keeps no other of its batch from being done', async () => {
  const texts: string[] = []
  for (const text of ['a', 'fails', 'b'])
    await enqueue(db, 'parcel.text', { parcel_id: text, kind: 'claim_answered' })
  await queue.work({
    'parcel.text': async ({ parcel_id }) => {
      if (parcel_id === 'fails') throw new Error('no network')
      texts.push(parcel_id)
    },
  })
  const countStates = async () => {
    const { rows } = await sql<{ state: string; n: number }>`
      select state::text, count(*)::int as n from pgboss.job where name = 'parcel.text' group by 1 order by 1`.execute(
      db,
    )
    return rows
  }
  // The queue marks a job some time after its work is done.
  await expect.poll(countStates, { timeout: 15_000 }).toEqual([
    { state: 'completed', n: 2 },
    { state: 'retry', n: 1 },
  ])
  expect(texts.toSorted()).toEqual(['a', 'b'])
})

test('of a job that fails for the last time it is heard that nobody tries it again', async () => {
  await enqueue(db, 'mail.send', { to: 'ada@example.com', subject: 'never', text: '' })
  await sql`update pgboss.job set retry_limit = 1, retry_delay = 1, retry_delay_max = 1
    where data->>'subject' = 'never'`.execute(db)
  const tried = () => heard.filter((line) => line.endsWith('no such mailbox'))
  await expect.poll(tried, { timeout: 15_000 }).toHaveLength(2)
  expect(tried()).toEqual(
    ['true', 'false'].map((again) => `mail.send, again ${again}: Error: no such mailbox`),
  )
})

test('a job whose process was killed is somebody else’s within a minute', async () => {
  await sql`
    insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit, policy)
    select name, '{"refund_id": "R"}', 'active', now() - interval '40 seconds', now() - interval '40 seconds',
      heartbeat_seconds, retry_limit, policy from pgboss.queue where name = 'refund.submit'`.execute(
    db,
  )
  let isTaken = false
  await queue.work({ 'refund.submit': async () => void (isTaken = true) })
  await expect.poll(() => isTaken, { timeout: 45_000, interval: 200 }).toBe(true)
}, 60_000)

const deps = makeDepsWithoutServer(db)
const tidy = async () => runJob(deps, 'house.tidy', {})

test('answers older than 30 days and limits that are full again are let go, younger ones stay', async () => {
  for (const [key, days] of [
    ['a key that is old', 31],
    ['a key that is young', 29],
  ] as const) {
    await sql`insert into idempotency (principal, key, route, body_sha256, status, response, created_at)
      values ('somebody', ${key}, 'holdSeats', '', 200, '{}', now() - ${days} * interval '1 day')`.execute(
      db,
    )
    await sql`insert into rate_bucket (key, tokens, refilled_at)
      values (${key}, 1, now() - (${days} - 29) * interval '1 day')`.execute(db)
  }
  await tidy()
  const { rows } =
    await sql`select key from idempotency union all select key from rate_bucket`.execute(db)
  expect(rows).toEqual([{ key: 'a key that is young' }, { key: 'a key that is young' }])
})

test('what millions left behind is deleted in steps, each of which ends in time', async () => {
  const many = rowsInStep + 5
  await sql`insert into idempotency (principal, key, route, body_sha256, status, response, created_at)
    select 'somebody', 'an old key with a number ' || n, 'holdSeats', '', 200, '{}', now() - interval '31 days'
    from generate_series(1, ${many}::int) n`.execute(db)
  await sql`insert into rate_bucket (key, tokens, refilled_at)
    select 'old bucket ' || n, 1, now() - interval '2 days' from generate_series(1, ${many}::int) n`.execute(
    db,
  )
  const deleted: (number | null)[] = []
  const counting: Db = Object.create(db, {
    query: {
      value: async (statement: Sql) => {
        const result = await db.query(statement)
        deleted.push(result.rowCount)
        return result
      },
    },
  })
  await deleteExpiredServerData(counting)
  expect(deleted).toEqual([rowsInStep, 5, 0, rowsInStep, 5, 0])
})

test('a room that cannot be tidied keeps no other from it, and is tried again', async () => {
  const tidied: string[] = []
  const all: Room[] = [
    { personalData: { tidy: () => Promise.reject(new Error('stuck')) } },
    { personalData: { tidy: async () => void tidied.push('second') } },
  ]
  await expect(makeJobHandlers(deps, undefined, all)['house.tidy']?.({})).rejects.toThrow('stuck')
  expect(tidied).toEqual(['second'])
})

test('what a provider wrote about a payment is forgotten in time, that it wrote is not', async () => {
  for (const days of [119, 121]) {
    await sql`insert into webhook_event (provider, event_id, kind, raw, received_at)
      values ('paystack', ${String(days)}, 'charge.success', '{"email":"ada@example.com"}', now() - ${days} * interval '1 day')`.execute(
      db,
    )
  }
  await tidy()
  const { rows } =
    await sql`select event_id, raw = '' as is_forgotten from webhook_event order by event_id`.execute(
      db,
    )
  expect(rows).toEqual([
    { event_id: '119', is_forgotten: false },
    { event_id: '121', is_forgotten: true },
  ])
})
