import { AsyncResource } from 'node:async_hooks'
import { afterAll, expect, test } from 'vitest'
import { isDatabaseUnavailable, openDatabase, withConnection } from '#server/db/client'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'
import { limitToOneConnection } from '#tests/support/database/one-connection'

const { db: owner, url } = await testDatabase({ migrated: false })
await sql`create table kept (id int primary key, parent int references kept deferrable initially deferred)`.execute(
  owner,
)
/** A single connection: a leak blocks the next user. */
const db = openDatabase(url, { max: 1, application_name: 'one connection' })
afterAll(() => db.destroy())

const keep = (id: number, parent: number | null = null) =>
  sql`insert into kept values (${id}, ${parent})`
const kept = async () =>
  (await sql<{ id: number }>`select id from kept order by id`.execute(db)).rows.map(({ id }) => id)
const empty = () => sql`truncate kept`.execute(db)
const pid = async () =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

test('a transaction that ends well is kept, and its connection goes back', async () => {
  await empty()
  const before = await pid()
  expect(await db.transaction((tx) => keep(1).execute(tx))).toMatchObject({ rowCount: 1 })
  expect(await kept()).toEqual([1])
  expect(await pid()).toBe(before)
})

test('a transaction whose work throws is undone, and its connection goes back', async () => {
  await empty()
  const before = await pid()
  const changed = db.transaction(async (tx) => {
    await keep(1).execute(tx)
    throw new Error('changed my mind')
  })
  await expect(changed).rejects.toThrow('changed my mind')
  expect(await kept()).toEqual([])
  expect(await pid()).toBe(before)
})

test('a transaction in which a statement failed unheard is undone and says so', async () => {
  await empty()
  const unheard = db.transaction(async (tx) => {
    await keep(1).execute(tx)
    await keep(1)
      .execute(tx)
      .catch(() => undefined)
  })
  await expect(unheard).rejects.toThrow('was rolled back')
  expect(await kept()).toEqual([])
})

test('what only the end of a transaction finds wrong undoes it', async () => {
  await empty()
  const orphan = db.transaction((tx) => keep(2, 1).execute(tx))
  await expect(orphan).rejects.toMatchObject({ code: '23503' })
  expect(await kept()).toEqual([])
})

test('nothing is done with a transaction that has ended', async () => {
  await empty()
  const { late, waiting } = await db.transaction(async (tx) => {
    const first = sql`select pg_sleep(0.05)`.execute(tx)
    // The second statement starts only when the transaction has ended.
    const second = keep(1)
      .execute(tx)
      .catch((error: unknown) => error)
    void first
    return { late: tx, waiting: [second] }
  })
  const [error] = await Promise.all(waiting)
  expect(String(error)).toContain('has ended')
  await expect(keep(2).execute(late)).rejects.toThrow('has ended')
  expect(await kept()).toEqual([])
})

test('statements asked at once in a transaction are done in turn; one that fails undoes all', async () => {
  await empty()
  await db.transaction((tx) => Promise.all([1, 2, 3].map((id) => keep(id).execute(tx))))
  expect(await kept()).toEqual([1, 2, 3])
  const failing = db.transaction((tx) => Promise.all([4, 1, 5].map((id) => keep(id).execute(tx))))
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await kept()).toEqual([1, 2, 3])
})

test('a transaction takes no other inside', async () => {
  const twice = db.transaction((tx) => tx.transaction(() => Promise.resolve()))
  await expect(twice).rejects.toThrow('takes no other inside')
})

test('a snapshot is read as it was when the transaction began', async () => {
  await empty()
  const seen = await db.transaction(async (tx) => {
    const count = async () => (await sql`select from kept`.execute(tx)).rows.length
    const before = await count()
    await keep(1).execute(owner)
    return [before, await count()]
  }, 'repeatable read')
  expect(seen).toEqual([0, 0])
})

test('what a session keeps is kept on a connection, also through its transactions, and not given away', async () => {
  await db.connection(async (here) => {
    await sql`create temp table mine (id int)`.execute(here)
    await Promise.all([
      here.transaction(async (tx) => {
        await sql`insert into mine values (1)`.execute(tx)
        await sql`select pg_sleep(0.05)`.execute(tx)
        await sql`delete from mine`.execute(tx)
      }),
      // Waits until the transaction has ended.
      sql`select from mine`.execute(here).then(({ rows }) => expect(rows).toEqual([])),
    ])
    await sql`drop table mine`.execute(here)
  })
  let kept_here: typeof db | undefined
  await db.connection(async (here) => {
    kept_here = here
  })
  await expect(sql`select 1`.execute(kept_here ?? owner)).rejects.toThrow('has ended')
})

test('a connection lost within a transaction is told as that, is closed, and the next one works', async () => {
  await empty()
  const before = await pid()
  const cut = db.transaction(async (tx) => {
    await keep(1).execute(tx)
    await withConnection(url, 'waka tests', (admin) =>
      admin.query('select pg_terminate_backend($1)', [before]),
    )
    await keep(2).execute(tx)
  })
  expect(isDatabaseUnavailable(await cut.catch((error: unknown) => error))).toBe(true)
  expect(await kept()).toEqual([])
  expect(await pid()).not.toBe(before)
})

test('what servers in tests work on refuses a second connection to whoever holds one, and to nobody after', async () => {
  const guarded = limitToOneConnection(db)
  const ask = () => sql`select 1`.execute(guarded)
  await expect(guarded.transaction(() => ask())).rejects.toThrow('a second connection')
  await expect(guarded.connection(() => ask())).rejects.toThrow('a second connection')
  let later = async () => {}
  await guarded.transaction(async (tx) => {
    await sql`select 1`.execute(tx)
    later = AsyncResource.bind(async () => void (await ask()))
  })
  await later()
})

test('a database that was closed answers as one that is gone', async () => {
  const closed = openDatabase(url)
  await sql`select 1`.execute(closed)
  await Promise.all([closed.destroy(), closed.destroy()])
  const error = await sql`select 1`.execute(closed).catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(true)
})
