import { setTimeout as sleep } from 'node:timers/promises'
import { providerNames, providers } from '#contract/payments/rules'
import { product } from '#contract/product'
import { buildApp } from '#server/app'
import { findBuiltApp } from '#server/platform/built-app'
import { type Config, readConfig } from '#server/config'
import { type DatabaseUrls, openApiDatabase } from '#server/db/api-database'
import { writeBaseLists } from '#server/db/base/index'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres'
import { type Db, openDatabase } from '#server/db/client'
import { openReplicas, type Replicas } from '#server/db/replicas'
import { UnusableDatabaseError, migrate } from '#server/db/migrate'
import { refuseDemoPeople } from '#server/db/demo-marks'
import { type Demo, loadDemo } from '#server/demo'
import { makeJobHandlers, makeErrorLogger, openJobs } from '#server/jobs/all-jobs'
import { payables } from '#server/rooms'
import { EventHub } from '#server/rooms/events'
import type { App } from '#server/http/fastify'
import { makeLog } from '#server/http/log'
import { hasErrorCode } from '#server/platform/persisted-file'
import { watchNpm } from '#server/platform/npm-parent'

/** How long running work may take to finish when the server stops, and how long stopping may take in all, ms. */
const shutdownTimeout_ms = 8_000
const longestStop_ms = 60_000
/** How long a process that drains still answers on the connections that it has, ms. */
const draining_ms = 2_000

/**
 * Everything that was started, to be stopped in reverse order. Parts with `outlivesUs` keep running after this process
 * unless they are stopped.
 */
const started: { name: string; stop: () => Promise<unknown>; outlivesUs?: true }[] = []
let isStopping = false
const draining = new AbortController()

const config = readConfigOrExit()
const log = makeLog(config.log_level)

process.on('unhandledRejection', (error) =>
  log.error({ err: error }, 'unhandled promise rejection'),
)
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught exception')
  void stop(1)
})
process.on('SIGTERM', () => void drain())
process.on('SIGINT', () => void stop(0))
watchNpm(() => void stop(0))

try {
  await start()
} catch (error) {
  if (isStopping) log.info('stopped while starting')
  else sayWhy(error)
  await stop(1)
}

function sayWhy(error: unknown): void {
  // The stack would hide the sentence that explains what to do.
  if (!(error instanceof UnusableDatabaseError))
    log.fatal({ err: error }, 'the server could not start')
  console.error(
    `\n${product.name} could not start: ${error instanceof Error ? error.message : String(error)}\n`,
  )
}

async function start(): Promise<void> {
  const isDev = process.argv.includes('--dev')
  const building = isDev ? undefined : findBuiltApp()
  building?.catch(() => {})
  for (const [what, why] of Object.entries(config.plain_because))
    if (why !== undefined) log.warn({ what, why }, 'an unencrypted connection is allowed')
  const urls = await findDatabase()
  const { direct_url } = urls
  const onError = makeErrorLogger(log)
  const applied = await migrate(direct_url)
  if (applied.length > 0) log.info({ applied }, 'migrations applied')
  const db = await openApiDatabase(urls, {
    onLost: onError,
    onOwnerRights: () =>
      log.warn('the API works as the owner of its tables: the role waka_app is missing'),
  })
  started.push({ name: 'database connections', stop: () => db.destroy() })
  const replicas = await findReplicas(db)
  await refuseDemoPeople(db, config)
  const demo = await loadDemo(config)
  const queue = await openJobs(direct_url, onError, demo)
  started.push({ name: 'jobs', stop: () => queue.stop() })
  await seed(direct_url, demo)
  const dist = await building
  const live = new EventHub({ db, log, url: direct_url })
  const host = { db, replicas, config, log, live, draining: draining.signal }
  const app = await buildApp({ ...host, dist, isDev, demo })
  started.push({ name: 'requests', stop: () => app.close() })
  started.push({ name: 'streams', stop: () => live.stop() })
  await listen(app)
  const stopSimulatedStaff = demo?.startSimulatedStaff({ db, log })
  started.push({ name: 'the demo', stop: async () => stopSimulatedStaff?.() })
  await queue.work(makeJobHandlers({ db, config, log }, demo))
  console.log(hello(config, demo))
}

/** Listens on all IP addresses: of IPv6 and IPv4, or only of IPv4 on a machine without IPv6. */
async function listen(app: App): Promise<void> {
  const { port } = config
  await app.listen({ port, host: '::' }).catch((error: unknown) => {
    if (!hasErrorCode(error, 'EAFNOSUPPORT')) throw error
    return app.listen({ port, host: '0.0.0.0' })
  })
}

async function findDatabase(): Promise<DatabaseUrls> {
  const { database_url: given, database_direct_url: direct_url = given } = config
  if (given !== undefined && direct_url !== undefined) return { url: given, direct_url }
  const onNews = (sentence: string, error?: unknown) => log.warn({ err: error }, sentence)
  const starting = startEmbeddedPostgres({ data_dir: config.data_dir, onNews })
  // Register the stop before PostgreSQL has started: otherwise nothing would stop a PostgreSQL that is still starting.
  const stopIt = async () => (await starting).stop()
  started.push({ name: 'PostgreSQL', stop: stopIt, outlivesUs: true })
  const { url } = await starting
  return { url, direct_url: url }
}

async function findReplicas(primary: Db): Promise<Replicas | undefined> {
  const { database_read_urls: urls } = config
  if (urls.length === 0) return undefined
  const replicas = await openReplicas(urls, primary, {
    onChange: (replica, isFresh) =>
      log.warn({ replica }, isFresh ? 'a replica is read' : 'a replica is left out'),
  })
  started.push({ name: 'replicas', stop: () => replicas.stop() })
  return replicas
}

/**
 * Writes the reference data (cities, vehicles and other lists) to every database, and the demo data only to an empty
 * one, never to one in real use.
 */
async function seed(url: string, demo: Demo | undefined): Promise<void> {
  const patient = openDatabase(url, { max: 1, statement_timeout_ms: 0 })
  try {
    await writeBaseLists(patient)
    await demo?.seed(patient, { config, log, payables })
  } finally {
    await patient.destroy()
  }
}

/**
 * Stops for an update. If the server listens already, it first answers for two seconds on the connections of a
 * balancer, and closes each connection after its next answer.
 */
async function drain(): Promise<void> {
  if (started.some(({ name }) => name === 'requests')) {
    draining.abort()
    await sleep(draining_ms)
  }
  await stop(0)
}

/**
 * Takes no new requests, lets running ones finish within eight seconds, and releases everything. Work that is not done
 * by then ends with this process; anything that would outlive the process is awaited.
 */
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), longestStop_ms).unref()
  const late = sleep(shutdownTimeout_ms, 'late' as const, { ref: false })
  for (const { name, stop: end, outlivesUs } of started.toReversed()) {
    const ending = end().catch((error: unknown) =>
      log.error({ err: error }, `${name} did not stop cleanly`),
    )
    const how = await (outlivesUs ? ending : Promise.race([ending, late]))
    if (how === 'late') log.warn(`${name} did not stop in time`)
  }
  log.info('stopped')
  process.exit(code)
}

function readConfigOrExit(): Config {
  try {
    return readConfig()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

function hello(config: Config, demo: Demo | undefined): string {
  const { public_url, google, smtp_url, sms_url } = config
  const companiesWithStandIns = [
    ...providers.map((name) => config[name].stand_in && providerNames[name]),
    google.stand_in && 'Google',
    smtp_url === undefined && 'mail',
    sms_url === undefined && 'SMS',
  ].filter(Boolean)
  const standIns =
    companiesWithStandIns.length === 0
      ? ''
      : `
  Stand-ins are used for: ${companiesWithStandIns.join(', ')}. No real money moves.
  Read mail and SMS at   ${public_url}/sandbox/mail and ${public_url}/sandbox/sms
  Send transfers and dial at ${public_url}/sandbox/bank`
  return `
${product.name} is open at       ${public_url}
  The API is documented at ${public_url}/api/docs${standIns}
${demo?.hello(config) ?? ''}  No account is needed: search, hold seats, pay, and open the ticket by reference, phone and a code by SMS.
  Stop with Ctrl+C.
`
}
