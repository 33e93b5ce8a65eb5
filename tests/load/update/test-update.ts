import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { readConfig } from '#server/config'
import { openDatabase } from '#server/db/client'
import { findBuiltApp } from '#server/platform/built-app'
import { printTable } from '#tests/load/bench/report'
import { startFleet } from '#tests/load/run/fleet'
import { excludeDemo } from '#tests/load/run/load-run-setting'
import { startNginx } from '#tests/load/run/nginx'
import { startOwnPostgres } from '#tests/load/run/own-postgres'
import { makeSeededRandom } from '#tests/load/run/seeded-random'
import { computeLongestPause } from '#tests/load/steady/answered'
import { type SteadyLoad, startSteadyLoad } from '#tests/load/steady/load'
import {
  checkOutcome,
  listOutcomeFaults,
  type LoadOutcome,
  printOutcome,
  printVerdict,
} from '#tests/load/steady/outcome'
import { type Predecessor, unpackPredecessor } from './predecessor.ts'
import { findMissingFiles, runVisitor, type VisitorRecords } from './visitor.ts'

const processes = 3
/** The step in which one of our processes is replaced by one of the earlier version. */
const rolledBack = 'rolled back'
const main = 'server/main.ts'
const ours = resolve(import.meta.dirname, '../../..', main)

interface Step {
  what: string
  /** The time until the new process answered, seconds. */
  seconds: number
  /** The longest time without an answered sale at the counters while the process was replaced, seconds. */
  pause_s: number
  /**
   * Writes that the balancer forwarded and no process answered. Their senders repeat them under their idempotency keys.
   */
  unanswered: number
}

interface UpdateReport extends LoadOutcome {
  from: Pick<Predecessor, 'revision' | 'subject' | 'migrations'>
  steps: Step[]
  visitor: VisitorRecords
  /** Files of the earlier version that no process serves after the update. */
  missing_files: string[]
}

interface UpdateTestOptions {
  seed: number
  /** The earlier version; by default the last one without the newest migration. */
  revision?: string
  onNews: (sentence: string) => void
}

/**
 * Replaces the processes of an earlier version by ours, one by one, behind nginx and under load. The update includes a
 * migration, and one process goes back to the earlier version and forward again. Prints and judges what happened.
 */
export async function testUpdate({ revision, ...options }: UpdateTestOptions) {
  const own_app = await findBuiltApp()
  const before = await unpackPredecessor(revision)
  const data_dir = mkdtempSync(join(tmpdir(), 'waka-update-'))
  try {
    const report = await runUpdate(before, { ...options, data_dir, own_app })
    printUpdate(report)
    return { ...report, isGood: listFaults(report).length === 0 }
  } finally {
    for (const folder of [before.folder, data_dir]) rmSync(folder, { recursive: true, force: true })
  }
}

async function runUpdate(
  { folder, app, ...from }: Predecessor,
  { seed, onNews, data_dir, own_app }: UpdateTestOptions & { data_dir: string; own_app: string },
): Promise<UpdateReport> {
  const postgres = await startOwnPostgres(data_dir)
  const { url } = postgres
  const db = openDatabase(url, { application_name: 'waka faults' })
  const started: (() => unknown)[] = [postgres.stop, () => db.destroy()]
  try {
    await migrateTo(folder, url)
    await excludeDemo(db)
    const theirs = join(folder, main)
    onNews(`${processes} processes of ${from.revision} “${from.subject}”`)
    const public_url = 'http://127.0.0.1:4191'
    const options = { url, port: 4191, processes, data_dir, public_url, program: theirs }
    const fleet = await startFleet(options)
    started.push(fleet.stop)
    const { origin, stop } = await startNginx(fleet.origins())
    started.push(stop)
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: data_dir })
    const dice = makeSeededRandom(seed)
    const load = await startSteadyLoad({ db, config, dice, origins: () => [origin] })
    const visitor: VisitorRecords = { pages: 0, files: 0, failed: [] }
    let isOver = false
    const visits = runVisitor({ origin, apps: [app, own_app], isOver: () => isOver }, visitor)
    const steps: Step[] = []
    const replace = async (place: number, what: string, program: string) => {
      steps.push(await replaceOne(load, what, () => fleet.replace(place, program)))
      onNews(`${what} ${place + 1}: ${JSON.stringify(steps.at(-1))}`)
    }
    await sleep(15_000)
    await replace(0, 'updated', ours)
    await replace(0, rolledBack, theirs)
    await replace(0, 'updated again', ours)
    for (let place = 1; place < processes; place += 1) await replace(place, 'updated', ours)
    const missing_files = await findMissingFiles(origin, app)
    isOver = true
    await visits
    await load.stop()
    const outcome = await checkOutcome(load, { direct_url: url, onNews })
    return { from, steps, visitor, missing_files, ...outcome }
  } finally {
    for (const stop of started.toReversed()) await stop()
  }
}

/** Applies the migrations of the version in `folder` with that version's own code. */
async function migrateTo(folder: string, url: string): Promise<void> {
  const path = join(folder, 'server/db/migrate.ts')
  const { migrate } = (await import(
    pathToFileURL(path).href
  )) as typeof import('#server/db/migrate')
  await migrate(url)
}

/** Replaces a process, and lets both versions work side by side for ten seconds. */
async function replaceOne(
  { clerks, town }: SteadyLoad,
  what: string,
  replace: () => Promise<void>,
): Promise<Step> {
  const count = () => (town.tally.statuses[502] ?? 0) + (town.tally.statuses[504] ?? 0)
  const [began, before] = [Date.now(), count()]
  await replace()
  const seconds = (Date.now() - began) / 1000
  await sleep(10_000)
  const pause_s = computeLongestPause(clerks.sales, began, Date.now())
  return { what, seconds, pause_s, unanswered: count() - before }
}

/** Returns what was wrong with an update, in words. */
function listFaults({ steps, visitor, missing_files, from, ...outcome }: UpdateReport): string[] {
  return [
    ...(from.migrations.length === 0 ? ['there is no migration between the versions'] : []),
    ...steps
      .filter(({ pause_s }) => pause_s > 5)
      .map(({ what, pause_s }) => `${what}: no sale for ${pause_s} s, limit 5 s`),
    ...steps
      .filter(({ what, unanswered }) => what === rolledBack && unanswered > 0)
      .map(({ unanswered }) => `our process left ${unanswered} writes without an answer`),
    ...visitor.failed.map((answer) => `a page or file: ${answer}`),
    ...missing_files.map((file) => `a file of the earlier version: ${file}`),
    ...listOutcomeFaults(outcome),
  ]
}

function printUpdate(report: UpdateReport): void {
  const { from, steps, visitor, missing_files } = report
  printTable(`From ${from.revision} “${from.subject}”`, [
    ['migrations since', from.migrations.join(', ')],
    ['pages opened during the update', visitor.pages],
    ['files that they named', visitor.files],
    ['  not answered with 200', visitor.failed.length, visitor.failed.slice(0, 5).join('; ')],
    ['files of the earlier version missing after it', missing_files.length],
  ])
  printTable('Each process, seconds', [
    ['', 'until it answered', 'longest pause of sales', 'writes without an answer'],
    ...steps.map((step) => [
      step.what,
      step.seconds.toFixed(1),
      step.pause_s.toFixed(1),
      step.unanswered,
    ]),
  ])
  printOutcome(report)
  printVerdict(listFaults(report))
}
