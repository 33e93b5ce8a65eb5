import { afterAll, expect, test, vi } from 'vitest'
import { makeRefusal } from '#contract/errors'
import { type Db, isDatabaseUnavailable, openDatabase } from '#server/db/client'
import { runAsCall } from '#server/db/current-work'
import { openReplicas, type Replicas } from '#server/db/replicas'
import { sql } from '#server/db/sql'
import { startReplicatedPostgres } from '#tests/support/database/streaming-replica'

const { primary, replica, remove } = await startReplicatedPostgres()
const primaryDb = openDatabase(primary.url)
const replicaDb = openDatabase(replica.url)
const changes: string[] = []
const replicas = await openReplicas([replica.url], primaryDb, {
  longest_lag_ms: 500,
  onChange: (_name, isFresh) => changes.push(isFresh ? 'read' : 'left out'),
})
await sql`create table seats_left as select 5 as seats`.execute(primaryDb)
afterAll(async () => {
  await replicas.stop()
  await replicaDb.destroy()
  await primaryDb.destroy()
  await remove()
})

const seatsAt = async (db: Db) => {
  const { rows } = await sql<{ seats: number; is_replica: boolean }>`
    select seats, pg_is_in_recovery() as is_replica from seats_left`.execute(db)
  const [row] = rows
  return row && `${row.seats} at the ${row.is_replica ? 'replica' : 'primary'}`
}
const readSeats = () => replicas.read(seatsAt)
const sell = () => sql`update seats_left set seats = seats - 1`.execute(primaryDb)

test('reads go to a replica that is up to date, and to the primary while it is not', async () => {
  await vi.waitFor(async () => expect(await readSeats()).toBe('5 at the replica'), 20_000)
  await sql`select pg_wal_replay_pause()`.execute(replicaDb)
  await sell()
  expect(await seatsAt(replicaDb)).toBe('5 at the replica')
  await vi.waitFor(async () => expect(await readSeats()).toBe('4 at the primary'), 20_000)
  expect(replicas.countFresh()).toBe(0)
  await sql`select pg_wal_replay_resume()`.execute(replicaDb)
  await vi.waitFor(async () => expect(await readSeats()).toBe('4 at the replica'), 20_000)
  // On a busy machine the replica may be late once more.
  expect(changes.slice(0, 3)).toEqual(['read', 'left out', 'read'])
})

test('a read that its replica does not answer is made at the primary, without a fault', async () => {
  await vi.waitFor(() => expect(replicas.countFresh()).toBe(1), 20_000)
  await replica.stop()
  expect(await readSeats()).toBe('4 at the primary')
  expect(replicas.countFresh()).toBe(0)
  await replica.start()
  await vi.waitFor(async () => expect(await readSeats()).toBe('4 at the replica'), 20_000)
})

test('a replica that is slow is not waited for as long as the primary', async () => {
  await vi.waitFor(() => expect(replicas.countFresh()).toBe(1), 20_000)
  const read = (all: Replicas) =>
    all.read(async (db) => {
      const { rows } = await sql<{ is_replica: boolean }>`
        select pg_is_in_recovery() as is_replica,
          case when pg_is_in_recovery() then pg_sleep(60) end`.execute(db)
      return rows[0]?.is_replica
    })
  expect(
    await runAsCall(
      () => 'test',
      8_000,
      () => read(replicas),
    ),
  ).toBe(false)
})

test('what a read refuses is not asked twice', async () => {
  await vi.waitFor(() => expect(replicas.countFresh()).toBe(1), 20_000)
  let reads = 0
  const refused = replicas.read(async () => {
    reads += 1
    throw makeRefusal('not_found')
  })
  await expect(refused).rejects.toMatchObject({ code: 'not_found' })
  expect(reads).toBe(1)
})

test('with a replica that was never there, everything is read at the primary', async () => {
  const gone = await openReplicas(['postgresql://waka:x@127.0.0.1:9/waka'], primaryDb)
  expect(await gone.read(seatsAt)).toBe('4 at the primary')
  await gone.stop()
})

test('a primary that has become a replica is unavailable, not broken, and its connection is not used again', async () => {
  await sql`create unlogged table counts as select 1 as count`.execute(primaryDb)
  const inRecovery = sql<{ id: number }>`select pg_backend_pid() as id, pg_is_in_recovery()`
  const former = openDatabase(replica.url, { max: 1 })
  const idOf = async () => (await inRecovery.execute(former)).rows[0]?.id
  const before = await idOf()
  const written = sql`update seats_left set seats = seats - 1`.execute(former)
  await expect(written).rejects.toSatisfy(isDatabaseUnavailable)
  const second = await idOf()
  expect(second).not.toBe(before)
  await vi.waitFor(async () => {
    const counted = sql`select count from counts`.execute(former)
    await expect(counted).rejects.toSatisfy(isDatabaseUnavailable)
  }, 20_000)
  expect(await idOf()).not.toBe(second)
  await former.destroy()
})
