import { expect, test } from 'vitest'
import {
  type Db,
  inTransaction,
  isUniqueViolation,
  isDatabaseUnavailable,
  openDatabase,
  withConnection,
} from '#server/db/client'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'

const { db, url } = await testDatabase()

test('numbers, days and instants arrive as what they are', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select 9007199254740991::bigint as most, 4.5::numeric as rating, '2026-11-21'::date as day,
      '2026-11-21T10:00:00Z'::timestamptz as instant, '{1,2}'::bigint[] as list, '{2026-11-21}'::date[] as days`.execute(
    db,
  )
  expect(rows[0]).toEqual({
    most: Number.MAX_SAFE_INTEGER,
    rating: 4.5,
    day: '2026-11-21',
    instant: new Date('2026-11-21T10:00:00Z'),
    list: [1, 2],
    days: ['2026-11-21'],
  })
})

test('kobo beyond what a number holds exactly are an error, never rounded', async () => {
  await expect(sql`select 9007199254740993::bigint as kobo`.execute(db)).rejects.toThrow(
    'beyond 2^53',
  )
})

test('two transactions in a deadlock both end well', async () => {
  await sql`create table pair (id int primary key, times int not null default 0)`.execute(db)
  await sql`insert into pair (id) values (1), (2)`.execute(db)
  const touch = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await sql`update pair set times = times + 1 where id = ${first}`.execute(tx)
      await sql`select pg_sleep(0.1)`.execute(tx)
      await sql`update pair set times = times + 1 where id = ${second}`.execute(tx)
    })
  await Promise.all([touch(1, 2), touch(2, 1)])
  const { rows } = await sql<{ times: number }>`select times from pair`.execute(db)
  expect(rows.map((row) => row.times)).toEqual([2, 2])
})

test('a transaction inside a transaction is the same one', async () => {
  await sql`create table kept (id int constraint only_once primary key)`.execute(db)
  const undone = inTransaction(db, async (tx) => {
    await inTransaction(tx, (same) => sql`insert into kept values (1)`.execute(same))
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  expect((await sql`select from kept`.execute(db)).rows).toHaveLength(0)
})

test('a conflict is known by its constraint and is not taken for an outage', async () => {
  await sql`insert into kept values (7)`.execute(db)
  const error = await sql`insert into kept values (7)`
    .execute(db)
    .catch((reason: unknown) => reason)
  expect([
    isUniqueViolation(error, 'only_once'),
    isUniqueViolation(error, 'other'),
    isDatabaseUnavailable(error),
  ]).toEqual([true, false, false])
})

test('losing every connection fails the queries at work, not the process, and the next ones work', async () => {
  const lost: Error[] = []
  const other = openDatabase(url, {
    application_name: 'to be cut',
    onLost: (error) => lost.push(error),
  })
  await sql`select 1`.execute(other)
  // Three connections: one idle, one running a statement, one in a transaction.
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(other)))
  const busy = sql`select pg_sleep(30)`.execute(other).catch((error: unknown) => error)
  await expect.poll(() => atWork('to be cut')).toBe(1)
  const inside = inTransaction(other, async (tx) => {
    await sql`select 1`.execute(tx)
    await cut('to be cut')
    await sql`select 1`.execute(tx)
  }).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(await busy)).toBe(true)
  expect(isDatabaseUnavailable(await inside)).toBe(true)
  await expect.poll(() => lost.length).toBeGreaterThan(0)
  // The pool may give out the idle connection once more before its socket reports that it is lost.
  const one = () => sql<{ one: number }>`select 1 as one`.execute(other)
  await expect
    .poll(() => one().then(({ rows }) => rows[0]?.one, isDatabaseUnavailable), { timeout: 5000 })
    .toBe(1)
  await other.destroy()
})

test('a statement prepared before a migration changed its table is prepared anew', async () => {
  const other = openDatabase(url, { max: 1 })
  const look = (tx: Db) => sql`select * from shape where ${1}::int = 1`.execute(tx)
  const widen = (column: string) =>
    sql`alter table shape add column ${sql.ref(column)} int`.execute(db)
  await sql`create table shape (a int)`.execute(db)
  await sql`insert into shape values (1)`.execute(db)
  await look(other)
  await widen('b')
  const { rows } = await inTransaction(other, (tx) => look(tx))
  expect(rows).toEqual([{ a: 1, b: null }])
  await widen('c')
  expect(isDatabaseUnavailable(await look(other).catch((error: unknown) => error))).toBe(true)
  expect((await look(other)).rows).toEqual([{ a: 1, b: null, c: null }])
  await other.destroy()
})

test.each([
  ['address', 'postgresql://waka:x@127.0.0.1:1/waka'],
  ['socket', 'postgresql://waka:x@%2Fnowhere:5432/waka'],
])('a database that is not at its %s is an outage', async (_, address) => {
  const nowhere = openDatabase(address)
  const error = await sql`select 1`.execute(nowhere).catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(true)
  await nowhere.destroy()
})

async function cut(application_name: string): Promise<void> {
  await withConnection(url, 'waka tests', (admin) =>
    admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      [application_name],
    ),
  )
}

async function atWork(application_name: string): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where application_name = ${application_name} and state = 'active'
  `.execute(db)
  return rows.length
}
