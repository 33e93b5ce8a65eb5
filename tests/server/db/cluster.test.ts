import { expect, test } from 'vitest'
import { openShift, sellAtCounter } from '#contract/counter/endpoints'
import { sql } from '#server/db/sql'
import {
  type AnsweredSale,
  computeLongestPause,
  computeSecondsUntilSale,
  findLostNames,
  findLostSales,
} from '#tests/load/steady/answered'
import { listFaults } from '#tests/load/cluster/report'
import {
  makeDatabaseSql,
  makeEtcdArguments,
  makeHaproxyText,
  makeNetworkText,
  makePatroniText,
  makePgBouncerTexts,
  replaceEachKey,
} from '#tests/load/cluster/texts'
import { sessionSettings } from '#server/db/client'
import { anOperatorKey } from '#tests/support/makers/boarding'
import { aSaleInput } from '#tests/support/makers/counter'
import { aTrip } from '#tests/support/makers/trips'
import { testDatabase } from '#tests/support/database/test-database'
import { aServer } from '#tests/support/server/test-server'

const portsOf = (number: number) => ({
  postgres: number * 1000 + 1,
  rest: number * 1000 + 2,
  etcd: number * 1000 + 3,
  etcd_peer: number * 1000 + 4,
  outer_postgres: number * 1000 + 5,
  outer_rest: number * 1000 + 6,
  outer_etcd: number * 1000 + 7,
})
const ports = [1, 2, 3].map(portsOf)
const front = { primary: 9001, replicas: [9002, 9003, 9004], pooler: 9005 }
const secrets = {
  superuser: 'first',
  replication: 'second',
  rewind: 'third',
  owner: 'fourth',
  pooled: 'fifth',
}
const patroniOf = (number: number, synchronous?: boolean) =>
  makePatroniText(number, portsOf(number), {
    folder: `/tmp/db${number}`,
    bin_dir: '/opt/bin',
    secrets,
    ...(synchronous !== undefined && { synchronous }),
  })

test('no address, path or password of the examples is left in the files of a cluster', () => {
  const texts = [
    ...[1, 2, 3].map((number) => patroniOf(number)),
    makeHaproxyText(ports, front),
    makePgBouncerTexts(front, '/tmp/users', secrets).ini,
  ]
  for (const text of texts)
    expect(text.replaceAll(/^\s*[#;].*$/gm, '')).not.toMatch(/10\.0\.0\.|\/var\/|-secret|\/etc\//)
})

test('each machine reaches etcd and is reached through its own network only', () => {
  const second = patroniOf(2)
  expect(second).toMatch(/^name: db2$/m)
  expect(second).toMatch(/^ {2}hosts: 127\.0\.0\.1:2007\n {2}use_proxies: true$/m)
  expect(second).toMatch(/ listen: 127\.0\.0\.1:2001\n {2}connect_address: 127\.0\.0\.1:2005/)
  expect(second).toMatch(/ listen: 127\.0\.0\.1:2002\n {2}connect_address: 127\.0\.0\.1:2006/)
  const network = makeNetworkText(portsOf(2), [1003, 2003, 3003])
  expect(network).toMatch(/bind 127\.0\.0\.1:2005\n {2}server postgres1 127\.0\.0\.1:2001/)
  expect(network).toMatch(/bind 127\.0\.0\.1:2007\n {2}server etcd1 127\.0\.0\.1:1003/)
  const balancer = makeHaproxyText(ports, front)
  expect(balancer.match(/server db2 127\.0\.0\.1:2005 check port 2006/g)).toHaveLength(2)
  expect(makeEtcdArguments(3, ports, '/tmp/db3')).toContain(
    '--initial-cluster=db1=http://127.0.0.1:1004,db2=http://127.0.0.1:2004,db3=http://127.0.0.1:3004',
  )
})

test('a commit waits for a replica unless the run is a canary', () => {
  expect(patroniOf(1)).toMatch(/synchronous_mode: true/)
  expect(patroniOf(1, false)).toMatch(/synchronous_mode: false/)
})

test('an example that has changed is not filled by halves', () => {
  expect(() => replaceEachKey('host = a', { b: 'c' })).toThrow('lacks “b”')
})

test('the pooled user has every setting that the API asks for', () => {
  for (const [name, value] of Object.entries(sessionSettings))
    expect(makeDatabaseSql(secrets)).toContain(`alter role waka_pooled set ${name} = ${value}`)
})

test('the time to a sale counts what was sent after the loss, and a pause includes both ends', () => {
  const sale = (sent_at: number, answered_at: number) => ({ sent_at, answered_at })
  const sales = [sale(900, 1500), sale(1100, 9000), sale(5000, 6000)]
  expect(computeSecondsUntilSale(sales, 1000)).toBe(5)
  expect(computeSecondsUntilSale(sales, 5001)).toBeUndefined()
  expect(computeLongestPause(sales, 1000, 10_000)).toBe(4.5)
  expect(computeLongestPause([], 1000, 10_000)).toBe(9)
})

const { db } = await testDatabase({ country: true })
const server = await aServer(db)
const { call } = server

async function sell(): Promise<AnsweredSale> {
  const trip = await aTrip(db, { vehicle: 'coach-59' })
  const as = await anOperatorKey(server, trip.operator_id, ['counter'])
  const shift = await call(openShift, { float_kobo: 0 }, { as })
  const input = aSaleInput(shift.data.id, trip.id, [trip.sellable[0] ?? 0])
  const { data } = await call(sellAtCounter, input, { as })
  const sold = { reference: data.reference, shift: shift.data.id, trip_id: trip.id }
  return { ...sold, seat: trip.sellable[0] ?? 0, sent_at: 0, answered_at: 0 }
}

test('a sale that was answered and is gone is found', async () => {
  const sales = [await sell(), await sell()]
  const [kept, lost] = sales.map(({ reference }) => reference)
  expect(await findLostSales(db, sales)).toEqual([])
  expect(
    await findLostNames(
      db,
      sales.map(({ reference }) => reference),
    ),
  ).toEqual([])
  await sql`update ticket set status = 'cancelled' from booking b
    where b.id = booking_id and b.reference = ${lost}`.execute(db)
  expect(await findLostSales(db, sales)).toEqual([lost])
  expect(await findLostNames(db, [kept ?? '', 'WK-NOBODY'])).toEqual(['WK-NOBODY'])
})

test('a run names each thing that must never be', () => {
  const failover = { kind: 'machine killed', from: 'db1', to: 'db2', whole_s: 40, second_writes: 0 }
  const measured = { ...failover, sale_s: 20, event_s: 1, job_s: 1 }
  const good = {
    failovers: [measured, { ...measured, kind: 'switchover', sale_s: 3 }],
    counts: { 'calls of clerks without an answer in 15 s': 0, 'one key, two effects': 0 },
    lost: [],
    stale: [],
    broken: [],
    invariants: { 'wallet below zero': { count: 0, which: [] } },
  }
  expect(listFaults(good)).toEqual([])
  for (const wrong of [
    { lost: ['WK-1'] },
    { stale: ['WK-1'] },
    { broken: ['sellAtCounter 500'] },
    { failovers: [] },
    { failovers: [{ ...measured, sale_s: 31 }] },
    { failovers: [{ ...measured, job_s: undefined }] },
    { failovers: [{ ...measured, sale_s: undefined }] },
    { failovers: [{ ...measured, event_s: undefined }] },
    { failovers: [{ ...measured, kind: 'switchover', sale_s: 6 }] },
    { failovers: [{ ...measured, second_writes: 1 }] },
    { counts: { ...good.counts, 'one key, two effects': 1 } },
    { counts: { ...good.counts, 'calls of clerks without an answer in 15 s': 1 } },
    { invariants: { 'wallet below zero': { count: 1, which: ['x'] } } },
  ])
    expect([wrong, listFaults({ ...good, ...wrong })]).toEqual([wrong, [expect.any(String)]])
})
