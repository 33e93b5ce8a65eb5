import { demo } from '#demo/index'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBuiltApp } from '#server/platform/built-app'
import { readConfig } from '#server/config'
import { writeBaseLists } from '#server/db/base/index'
import { type Db, openDatabase, withConnection } from '#server/db/client'
import { migrate } from '#server/db/migrate'
import { makeLog } from '#server/http/log'
import { openJobs } from '#server/jobs/all-jobs'
import { payables } from '#server/rooms'
import { sql } from '#server/db/sql'
import { guardMutations, tryGuardMutation } from '#tests/load/canaries/guard-mutations'
import { tryPlantedDamage } from '#tests/load/canaries/planted-damage'
import { runCounterFight } from '#tests/load/run/counter-fight'
import {
  printCounterFight,
  printForgedTickets,
  printOutboxKillReport,
  printRun,
  printSeatRush,
} from '#tests/load/run/print'
import { type Fleet, startFleet } from '#tests/load/run/fleet'
import { tryForgedTickets } from '#tests/load/run/forged-tickets'
import { killWhileSending, type OutboxKillReport } from '#tests/load/phones/outbox-kills'
import { type OwnPostgres, startOwnPostgres } from '#tests/load/run/own-postgres'
import { saveBenchResult, printTable } from '#tests/load/bench/report'
import { runFaults } from '#tests/load/run/run'
import { withPostgres15 } from '#tests/load/run/debian-postgres'
import { withScratchDatabase } from '#tests/load/canaries/scratch'
import { rushForSeats, rushForVehicle } from '#tests/load/run/rush'
import { excludeDemo } from '#tests/load/run/load-run-setting'
import { injectedFaults, runConversation } from '#tests/load/phones/two-sides'
import { isFaultless, printTwoSides } from '#tests/load/phones/two-sides-table'
import { testRestore } from '#tests/load/backup/test-restore'
import { testCluster } from '#tests/load/cluster/test-cluster'
import { testUpdate } from '#tests/load/update/test-update'
import { replaceDatabase } from '#tests/support/database/database-url'
import { runCommand } from '#tests/support/runner/steps'

// Prints the violations found in two runs in which processes are killed: in an empty country and in a fresh demo
// country, `seconds` each. npm run faults -- [seed] [--charges=2000] [--parcels=1000] [--charters=1000] [--kills=50]
// [--seconds=900] [--sendings=200] [--mutations=1000000] [--fuzz=1000] [--phones=5000] [--messages=1000]
// [--seats=10000] [--only=load|messages|counter|pooler|cluster] [--country=empty|demo]
// npm run faults -- --only=cluster [--failovers=12] [--switchovers=4] [--postgres=15|18]
// npm run faults -- --only=pooler [--postgres=15|18]
// npm run faults -- --only=update [--from=REVISION]
// npm run faults -- --only=restore
const given = (name: string, otherwise: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const goals = {
  charges: given('charges', 2000),
  parcels: given('parcels', 1000),
  charters: given('charters', 1000),
  kills: given('kills', 50),
}
const seed = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? Date.now() % 1_000_000)
const most = given('seconds', 900)
const sendings = given('sendings', 200)
/**
 * With `--only=load`, runs only the race tests and the load run with killed processes, since the rest takes an hour.
 */
const isLoadAlone = process.argv.includes('--only=load')
/** The data on which the run with kills is repeated: a country without trips, then the demo country. */
const countries = (['empty', 'demo'] as const).filter(
  (name) => !process.argv.includes(`--country=${name === 'demo' ? 'empty' : 'demo'}`),
)
type Country = (typeof countries)[number]
const isCounterAlone = process.argv.includes('--only=counter')
const isPoolerAlone = process.argv.includes('--only=pooler')
const areMessagesAlone = process.argv.includes('--only=messages')
/** The public URL of all four processes. */
const public_url = 'http://127.0.0.1:4191'
/** The public URL of the processes behind a load balancer. */
const balanced_url = 'http://127.0.0.1:4190'
const news = (sentence: string) => console.log(sentence)

if (process.argv.includes('--only=cluster')) process.exit((await loseMachines()) ? 0 : 1)
if (process.argv.includes('--only=update')) process.exit((await updateUnderLoad()) ? 0 : 1)
if (process.argv.includes('--only=restore')) process.exit((await restoreBackup()) ? 0 : 1)

const data_dir = mkdtempSync(join(tmpdir(), 'waka-faults-'))
const postgres = await startOwnPostgres(data_dir)
let isGood = false
try {
  isGood = await everything(postgres)
} finally {
  await postgres.stop()
  const { home } = JSON.parse(readFileSync(join(data_dir, 'database.json'), 'utf8')) as {
    home: string
  }
  for (const place of [home, data_dir]) rmSync(place, { recursive: true, force: true })
}
process.exit(isGood ? 0 : 1)

async function everything({ url, kill }: OwnPostgres): Promise<boolean> {
  news(`Seed ${seed}; npm run faults -- ${seed} throws the same dice.`)
  await migrate(url)
  await openJobs(url, undefined, demo).then((queue) => queue.stop())
  const demoUrl = replaceDatabase(url, 'waka_demo')
  const admin = replaceDatabase(url, 'postgres')
  await withConnection(admin, 'waka load', (client) =>
    client.query('create database waka_demo template waka strategy file_copy'),
  )
  await withConnection(url, 'waka load', (client) =>
    client.query(`insert into installed (name) values ('demo country')`),
  )
  const load = (country: Country) =>
    country === 'demo'
      ? withFleet(demoUrl, (at) => underLoad(at, kill), { country })
      : withFleet(url, (at) => underLoad(at, kill))
  if (isLoadAlone) {
    await findBuiltApp()
    const reports: Partial<Record<Country, LoadReport>> = {}
    for (const country of countries) reports[country] = await load(country)
    saveBenchResult('faults, load alone', reports)
    return Object.values(reports).every(({ isGood }) => isGood)
  }
  if (isCounterAlone) {
    await findBuiltApp()
    const fight = await withFleet(url, (at) => sellAtCounters(at, kill))
    saveBenchResult('faults, counter alone', fight)
    return fight.isGood
  }
  if (isPoolerAlone) return testThroughPooler()
  if (areMessagesAlone) {
    await findBuiltApp()
    const talked = await writeFromTwoSides(url, kill)
    saveBenchResult('messages', talked)
    return isFaultless(talked)
  }
  const isPooled = await testThroughPooler()
  const isBrowserGood = await runCommand('playwright', ['test'], { LONG: '1' })
  const isFuzzed = await runAtLength('server', 'http/fuzz', {
    FUZZ_CASES: String(given('fuzz', 1000)),
  })
  const isFair = await runAtLength('attacks', 'bookings/crowd', {
    CROWD_PHONES: String(given('phones', 5000)),
  })
  const mutated = await tryForgedTickets(given('mutations', 1_000_000), seed)
  printForgedTickets(mutated)
  const canaries = await tryGuards(admin)
  await findBuiltApp()
  const talked = await writeFromTwoSides(url, kill)
  const inDemo = await load('demo')
  return withFleet(url, async (at) => {
    const { isGood, ...load } = await underLoad(at, kill)
    const outbox = await sendWhileKilled(at)
    const counter = await sellAtCounters(at, kill)
    saveBenchResult('faults', { ...load, inDemo, canaries, mutations: mutated, outbox, counter })
    saveBenchResult('messages', talked)
    const isRefused = mutated.accepted + mutated.true_refused === 0
    const isGuarded = canaries.every(({ bites }) => bites)
    const isSent = outbox.lost === 0 && outbox.doubled === 0 && outbox.taken_over > sendings / 2
    return (
      isGood &&
      counter.isGood &&
      inDemo.isGood &&
      isBrowserGood &&
      isPooled &&
      isFuzzed &&
      isFair &&
      isSent &&
      isRefused &&
      isGuarded &&
      isFaultless(talked)
    )
  })
}

/** Loses the machines of a database cluster one after another, while three API processes sell. */
async function loseMachines(): Promise<boolean> {
  news(`Seed ${seed}`)
  const report = await testCluster({
    seed,
    failovers: given('failovers', 12),
    switchovers: given('switchovers', 4),
    postgres: given('postgres', 15) === 18 ? 18 : 15,
    onNews: news,
  })
  saveBenchResult('cluster', report)
  return report.isGood
}

/** Replaces the processes of an earlier version by ours while they sell. */
async function updateUnderLoad(): Promise<boolean> {
  news(`Seed ${seed}`)
  const revision = process.argv.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const report = await testUpdate({
    seed,
    onNews: news,
    ...(revision !== undefined && { revision }),
  })
  saveBenchResult('update', report)
  return report.isGood
}

/** Loses a database and restores it as it was at a given second. */
async function restoreBackup(): Promise<boolean> {
  const report = await testRestore({ seed, onNews: news })
  saveBenchResult('restore', report)
  return report.isGood
}

/**
 * Runs the tests of the server again, with PgBouncer in transaction mode in front of their databases: once on the
 * embedded PostgreSQL, and once on 15, the oldest version that we support.
 */
async function testThroughPooler(): Promise<boolean> {
  const test = (env: Record<string, string>) =>
    runCommand('vitest', ['run', '--project', 'server', '--project', 'attacks'], {
      POOLER: '1',
      ...env,
    })
  const only = given('postgres', 0)
  const isGoodOn18 = only === 15 || (await test({}))
  const isGoodOn15 =
    only === 18 || (await withPostgres15((url) => test({ TEST_DATABASE_URL: url })))
  return isGoodOn18 && isGoodOn15
}

function runConfig() {
  return readConfig({ NODE_ENV: 'test', DATA_DIR: data_dir })
}

type LoadReport = Awaited<ReturnType<typeof underLoad>>

interface RunningFleet {
  db: Db
  url: string
  fleet: Fleet
}

/** Runs `work` with four processes on one database, without the demo country or with a fresh one. */
async function withFleet<T>(
  url: string,
  work: (at: RunningFleet) => Promise<T>,
  { home = public_url, country = 'empty' }: { home?: string; country?: Country } = {},
): Promise<T> {
  const db = openDatabase(url, { application_name: 'waka faults' })
  if (country === 'demo') {
    await writeBaseLists(db)
    await demo.seed(db, { config: runConfig(), log: makeLog('warn'), payables })
  } else await excludeDemo(db)
  const fleet = await startFleet({ url, port: 4191, processes: 4, data_dir, public_url: home })
  try {
    return await work({ db, url, fleet })
  } finally {
    await fleet.stop()
    await db.destroy()
  }
}

/** Lets a traveller and a member of our desk write to each other in separate browsers, with a separate fleet. */
async function writeFromTwoSides(url: string, killPostgres: OwnPostgres['kill']) {
  const talked = await withFleet(
    url,
    ({ db, fleet }) =>
      runConversation({
        db,
        fleet,
        config: runConfig(),
        home: balanced_url,
        seed,
        messages: given('messages', 1000),
        injectedFaults,
        every: 3000,
        killPostgres,
        onNews: news,
      }),
    { home: balanced_url },
  )
  printTwoSides(talked)
  return talked
}

/** Runs the races for few seats and for one vehicle, then the long run with kills. */
async function underLoad(at: RunningFleet, killPostgres: OwnPostgres['kill']) {
  const { db, fleet } = at
  const rush = await rushForSeats(db, fleet.origins, { seed })
  printSeatRush(rush)
  const race = await rushForVehicle(db, fleet.origins, { seed })
  printTable(
    `${race.people} people at once for one vehicle on one day, 4 processes`,
    Object.entries({ ...race, answers: JSON.stringify(race.answers) }).map(
      ([name, value]) => [name.replaceAll('_', ' '), value] as const,
    ),
  )
  const run = await runFaults({
    ...at,
    config: runConfig(),
    seed,
    goals,
    buyers: given('buyers', 24),
    wallets: given('wallets', 8),
    senders: given('senders', 8),
    hirers: given('hirers', 8),
    seconds: most,
    kill_every: 5000,
    killPostgres,
    onNews: news,
  })
  printRun(run)
  const faults = Object.values(run.invariants).reduce((sum, { count }) => sum + count, 0)
  const isRushed =
    rush.sold === rush.seats && rush.sold_twice === 0 && rush.broken + rush.silent === 0
  const isRaced = race.hired === 1 && race.let_twice + race.broken + race.silent === 0
  const { charges, parcels, charters } = run.work
  const isEnough =
    charges >= goals.charges &&
    parcels >= goals.parcels &&
    charters >= goals.charters &&
    run.kills.api + run.kills.postgres >= goals.kills
  if (!isEnough) news('\nThe time was over before enough was charged, sent, hired and killed.')
  return {
    run,
    stampede: rush,
    race,
    isGood: faults === 0 && isRushed && isRaced && isEnough,
  }
}

/** Sells the same seats at two counters and on the web, while connections break and processes are killed. */
async function sellAtCounters(at: RunningFleet, killPostgres: OwnPostgres['kill']) {
  const fight = await runCounterFight({
    ...at,
    seed,
    seats: given('seats', 10_000),
    operators: 4,
    kill_every: 5000,
    killPostgres,
    onNews: news,
  })
  printCounterFight(fight)
  const faults = Object.values(fight.invariants).reduce((sum, { count }) => sum + count, 0)
  return { ...fight, isGood: faults + fight.lost.length + fight.broken.length === 0 }
}

/** Checks messages that phones were sending while they were killed. */
async function sendWhileKilled({ db }: RunningFleet): Promise<OutboxKillReport> {
  const { rows } = await sql<{ code: string }>`select code from operator limit 1`.execute(db)
  const outbox = await killWhileSending({
    origin: public_url,
    seed,
    runs: sendings,
    operator: rows[0]?.code ?? '',
    bodies: async () => {
      const sent = await sql<{ body: string }>`select body from message`.execute(db)
      return sent.rows.map(({ body }) => body)
    },
    onNews: news,
  })
  printOutboxKillReport(outbox)
  return outbox
}

/** Runs a server test with larger numbers than usual. */
function runAtLength(
  project: 'server' | 'attacks',
  name: string,
  numbers: Record<string, string>,
): Promise<boolean> {
  return runCommand(
    'vitest',
    ['run', '--project', project, `tests/${project}/${name}.test.ts`],
    numbers,
  )
}

async function tryGuards(admin: string) {
  const bitten: { guard: string; guarded: number; unguarded: number; bites: boolean }[] = []
  const scratch = <T>(work: Parameters<typeof withScratchDatabase<T>>[2]) =>
    withScratchDatabase(admin, 'waka', work)
  for (const mutation of guardMutations) {
    const counted = await tryGuardMutation(mutation, scratch)
    const bites = counted.guarded === 0 && counted.unguarded > 0
    bitten.push({ guard: mutation.guard, ...counted, bites })
  }
  for (const { check, good, planted } of await scratch(tryPlantedDamage)) {
    const bites = good === 0 && planted > 0
    bitten.push({ guard: `planted: ${check}`, guarded: good, unguarded: planted, bites })
  }
  printTable('Canaries: what a check counts with its guard, and without', [
    ['guard', 'with', 'without', ''],
    ...bitten.map(({ guard, guarded, unguarded, bites }) => [
      guard,
      guarded,
      unguarded,
      bites ? 'bites' : 'DOES NOT BITE',
    ]),
  ])
  return bitten
}
