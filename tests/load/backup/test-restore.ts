import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demo } from '#demo/index'
import { readConfig } from '#server/config'
import { writeBaseLists } from '#server/db/base/index'
import { type Db, openDatabase } from '#server/db/client'
import { migrate } from '#server/db/migrate'
import { sql } from '#server/db/sql'
import { makeLog } from '#server/http/log'
import { findBuiltApp } from '#server/platform/built-app'
import { openJobs } from '#server/jobs/all-jobs'
import { payables } from '#server/rooms'
import {
  findUnknownCharges,
  recheckPaymentsSince,
  type UnknownCharge,
} from '#server/rooms/payments'
import { printTable } from '#tests/load/bench/report'
import { checkInvariants, type Violation } from '#tests/load/invariants/invariants'
import { drainJobs } from '#tests/load/run/drain'
import { type Fleet, startFleet } from '#tests/load/run/fleet'
import { readPaymentRecords } from '#tests/load/run/payment-records'
import { makeSeededRandom } from '#tests/load/run/seeded-random'
import { type AnsweredSale, findLostSales } from '#tests/load/steady/answered'
import { startSteadyLoad } from '#tests/load/steady/load'
import { printVerdict } from '#tests/load/steady/outcome'
import { type BackedUpPostgres, startBackedUpPostgres } from './backed-up-postgres.ts'

const public_url = 'http://127.0.0.1:4191'
/** The period whose attempts are rechecked, as docs/running.md advises: 120 days. */
const rechecked_ms = 120 * 86_400_000

interface RestoreReport {
  database_mb: number
  repository_mb: number
  /** How long the full backup took while sales went on, seconds. */
  backup_s: number
  /** The time from the order to restore until PostgreSQL accepts writes, and until the processes answer, seconds. */
  restore_s: number
  answering_s: number
  sales: { before: number; after: number }
  /**
   * `lost`: sales that were answered before the moment but are not in the database. `kept`: sales that were sent after
   * it but are in the database.
   */
  lost: string[]
  kept: string[]
  /** The number of charges since the moment that the companies list but the database does not have. */
  listed: number
  /**
   * The references of charges that are missing in that list, or are listed with another sum than the companies still
   * have of them.
   */
  unlisted: string[]
  /** Charges that only the lost database knew, and how much was paid in them. Staff refund them at the company. */
  unknown: { charges: number; paid_kobo: number }
  /**
   * Charges that were paid after the moment, for attempts from before it. The server has to find out that they were
   * paid.
   */
  paid_meanwhile: number
  /** Attempts about which the companies were asked again. */
  rechecked: number
  drain_seconds: number
  invariants: Record<string, Violation>
}

interface RestoreTestOptions {
  seed: number
  onNews: (sentence: string) => void
}

/**
 * Backs up a database under load, loses it, and restores it as it was at a given second. The payment companies still
 * have all their data, also from after that second. Prints and judges what happened.
 */
export async function testRestore(options: RestoreTestOptions) {
  await findBuiltApp()
  const data_dir = mkdtempSync(join(tmpdir(), 'waka-restore-'))
  const postgres = await startBackedUpPostgres()
  try {
    const report = await runRestore(postgres, data_dir, options)
    printRestore(report)
    return { ...report, isGood: listFaults(report).length === 0 }
  } finally {
    await postgres.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}

async function runRestore(
  postgres: BackedUpPostgres,
  data_dir: string,
  { seed, onNews }: RestoreTestOptions,
): Promise<RestoreReport> {
  const { url } = postgres
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: data_dir,
    PORT: '4191',
    PUBLIC_URL: public_url,
  })
  await migrate(url)
  await openJobs(url, undefined, demo).then((queue) => queue.stop())
  const db = openDatabase(url, { application_name: 'waka faults' })
  const start = () => startFleet({ url, port: 4191, processes: 2, data_dir, public_url })
  let fleet: Fleet | undefined
  try {
    await writeBaseLists(db)
    await demo.seed(db, { config, log: makeLog('warn'), payables })
    fleet = await start()
    const { origins } = fleet
    const load = await startSteadyLoad({ db, config, origins, dice: makeSeededRandom(seed) })
    onNews('the load runs; a full backup begins')
    await sleep(10_000)
    const backup_s = await measure(async () => postgres.backUp())
    await sleep(20_000)
    const moment = await readClock(db)
    onNews(`everything after ${moment} will be lost`)
    await sleep(20_000)
    await load.stop()
    await fleet.stop()
    // Wait until the last segment of the log is archived.
    await sleep(15_000)
    const outside = postgres.dumpRows('sandbox')
    const database_mb = await measureDatabase(db)
    await postgres.destroy()
    onNews('the database is gone')
    const began = Date.now()
    const restore_s = await measure(() => postgres.restore(moment))
    const repository_mb = postgres.measureRepository()
    await emptyStandIns(db)
    postgres.loadRows(outside)
    const again = Date.now()
    fleet = await start()
    const answering_s = restore_s + (Date.now() - again) / 1000
    const listed = await findUnknownCharges({ db, config }, new Date(moment))
    const unlisted = await findUnlisted(db, listed)
    const companies = { ...(await compareCompanies(db)), listed: listed.length, unlisted }
    const rechecked = await recheckPaymentsSince(db, new Date(Date.now() - rechecked_ms))
    onNews(`restored after ${restore_s} s, ${(Date.now() - began) / 1000} s in all`)
    const drain_seconds = await drainJobs(db, url)
    const invariants = await checkInvariants(db)
    const suspects = Object.values(invariants).flatMap(({ which }) => which)
    for (const records of await readPaymentRecords(db, suspects)) onNews(JSON.stringify(records))
    const at = Date.parse(moment)
    const [before, after] = split(load.clerks.sales, at)
    const lost = await findLostSales(db, before)
    const gone = new Set(await findLostSales(db, after))
    return {
      database_mb,
      repository_mb,
      backup_s,
      restore_s,
      answering_s,
      sales: { before: before.length, after: after.length },
      lost,
      kept: after.map(({ reference }) => reference).filter((name) => !gone.has(name)),
      ...companies,
      rechecked,
      drain_seconds,
      invariants,
    }
  } finally {
    await fleet?.stop()
    await db.destroy()
  }
}

async function measure(work: () => Promise<void>): Promise<number> {
  const began = Date.now()
  await work()
  return (Date.now() - began) / 1000
}

/** Returns the database's clock, with its zone, to the millisecond. */
async function readClock(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS"+00"') as at`.execute(
    db,
  )
  return rows[0]?.at ?? ''
}

async function measureDatabase(db: Db): Promise<number> {
  const { rows } = await sql<{ mb: number }>`
    select (pg_database_size(current_database()) / 1000000)::int as mb`.execute(db)
  return rows[0]?.mb ?? 0
}

/** Deletes all data that the stand-ins of other companies have stored. */
async function emptyStandIns(db: Db): Promise<void> {
  await sql`truncate sandbox.charge, sandbox.refund, sandbox.dispute, sandbox.letter, sandbox.mood, sandbox.push_message`.execute(
    db,
  )
}

/**
 * Splits sales into those answered before a moment and those sent after it. Sales that were running at the moment are
 * in neither list, since they may or may not be restored.
 */
const split = (sales: readonly AnsweredSale[], at: number) =>
  [
    sales.filter(({ answered_at }) => answered_at < at),
    sales.filter(({ sent_at }) => sent_at > at),
  ] as const

/** Returns the references of unknown charges that a list lacks, or of which it has another sum. */
async function findUnlisted(db: Db, listed: readonly UnknownCharge[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    with asked as (
      select * from unnest(${listed.map(({ provider_id }) => provider_id)}::text[],
        ${listed.map(({ open_kobo }) => open_kobo)}::bigint[]) listed (id, kobo)
    )
    select c.reference from sandbox.charge c
      cross join lateral (select c.paid_kobo - coalesce(sum(amount_kobo), 0) as kobo from sandbox.refund r
        where r.charge_id = c.id and r.status <> 'failed') open
    where c.status = 'success' and not c.is_reversed and open.kobo > 0
      and not exists (select from payment p where p.reference = c.reference)
      and not exists (select from asked where asked.id = c.id::text and asked.kobo = open.kobo)`.execute(
    db,
  )
  return rows.map(({ reference }) => reference)
}

/**
 * Counts the charges that the companies know and the database does not. Removes those that no check can expect here,
 * and that staff refund at the company: charges of unknown attempts, and charges whose reference was used again by a
 * later charge.
 */
async function compareCompanies(
  db: Db,
): Promise<Pick<RestoreReport, 'unknown' | 'paid_meanwhile'>> {
  const { rows: meanwhile } = await sql<{ count: number }>`
    select count(*)::int as count from sandbox.charge c join payment p using (reference)
    where c.status = 'success' and p.status <> 'succeeded'`.execute(db)
  const isUnknown = sql`not exists (select from payment p where p.reference = c.reference)
    or exists (select from sandbox.charge later where later.reference = c.reference and later.id > c.id)
      and not exists (select from payment p where p.provider_id = c.id::text)`
  const ofUnknown = sql`charge_id in (select id from sandbox.charge c where ${isUnknown})`
  await sql`delete from sandbox.refund where ${ofUnknown}`.execute(db)
  await sql`delete from sandbox.dispute where ${ofUnknown}`.execute(db)
  const { rows: unknown } = await sql<{ charges: number; paid_kobo: number }>`
    with gone as (delete from sandbox.charge c where ${isUnknown} returning status, paid_kobo)
    select count(*) filter (where status = 'success')::int as charges,
      coalesce(sum(paid_kobo) filter (where status = 'success'), 0)::bigint::float8 as paid_kobo
    from gone`.execute(db)
  return {
    unknown: unknown[0] ?? { charges: 0, paid_kobo: 0 },
    paid_meanwhile: meanwhile[0]?.count ?? 0,
  }
}

/** Returns what was wrong with a restore, in words. */
function listFaults({ lost, kept, unlisted, sales, ...report }: RestoreReport): string[] {
  return [
    ...(sales.before === 0 || sales.after === 0 ? ['nothing was sold before or after'] : []),
    ...lost.map((name) => `answered before the moment, and not there: ${name}`),
    ...kept.map((name) => `sold after the moment, and there: ${name}`),
    ...(report.listed === 0 ? ['no charge of the lost time was listed'] : []),
    ...unlisted.map((name) => `charge of the lost time, and not listed: ${name}`),
    ...(report.drain_seconds >= 180 ? ['the server did not finish what was under way'] : []),
    ...Object.entries(report.invariants).flatMap(([name, { count, which }]) =>
      count === 0 ? [] : [`${name}: ${count} ${which.join('; ')}`],
    ),
  ]
}

function printRestore(report: RestoreReport): void {
  const { sales, lost, kept, unknown, invariants } = report
  printTable('A restore to a given second', [
    ['database, MB', report.database_mb],
    ['repository, MB', report.repository_mb],
    ['full backup under load, seconds', report.backup_s.toFixed(1)],
    ['restore until it takes writes, seconds', report.restore_s.toFixed(1)],
    ['  until the processes answer', report.answering_s.toFixed(1)],
    ['sales of clerks before the moment', sales.before],
    ['  not there', lost.length],
    ['sales after it', sales.after],
    ['  still there', kept.length],
    ['charges paid meanwhile, of attempts that are there', report.paid_meanwhile],
    ['attempts that were rechecked', report.rechecked],
    ['charges since then that are unknown here, as listed', report.listed],
    ['  not in that list', report.unlisted.length],
    ['charges of which only the lost database knew', unknown.charges],
    ['  paid in them, naira', unknown.paid_kobo / 100],
    ['seconds until all was finished', report.drain_seconds],
    ...Object.entries(invariants)
      .filter(([, { count }]) => count > 0)
      .map(([name, { count, which }]) => [name, count, which.join('; ')] as const),
  ])
  printVerdict(listFaults(report))
}
