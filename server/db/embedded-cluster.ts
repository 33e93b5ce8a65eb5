import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type ListenOptions } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readOrMakeFile, readIfThere } from '#server/platform/persisted-file'
import {
  findDatabaseUser,
  changeOwner,
  findDatabaseHome,
  runPostgresProgram,
  findPostgresBinaries,
} from './embedded-files.ts'

/**
 * Settings for a machine with 2 cores and a small amount of data; `fsync` stays on. They are passed at every start, so
 * that changes take effect.
 */
const ourSettings = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** The location of an embedded PostgreSQL. */
export interface Cluster {
  readonly data_dir: string
  /** The folder of data and binaries: `data_dir`, or another one if the user that runs PostgreSQL cannot enter it. */
  readonly home: string
  readonly password: string
  readonly port: number
}

/** Reads the cluster's settings from `database.json` in the data folder, which is written on first use. */
export function findCluster(data_dir: string): Cluster {
  const content = readOrMakeFile(join(data_dir, 'database.json'), () =>
    JSON.stringify({
      home: findDatabaseHome(data_dir, findDatabaseUser()),
      password: randomBytes(24).toString('base64url'),
      port: somePort(),
    }),
  )
  return { ...(JSON.parse(content) as Omit<Cluster, 'data_dir'>), data_dir }
}

/** Returns the URL of a database in the cluster. It uses the socket if there is one, which is faster than TCP. */
export function makeClusterUrl(cluster: Cluster, database: string): string {
  const socket = socketDirectory(cluster)
  const host = socket === '' ? '127.0.0.1' : encodeURIComponent(socket)
  return `postgresql://waka:${cluster.password}@${host}:${cluster.port}/${database}`
}

/** Returns the socket's folder, from the fifth line of PostgreSQL's postmaster.pid; empty if there is none. */
function socketDirectory(cluster: Cluster): string {
  return readIfThere(join(dataOf(cluster), 'postmaster.pid'))?.split('\n')[4] ?? ''
}

/**
 * Connects to the database `postgres` of the cluster. Starts PostgreSQL if it does not answer, and creates its data if
 * there is none. The caller must hold the lock of the data folder.
 */
export async function connectOrStartCluster(
  data_dir: string,
  settings: Record<string, string> = {},
): Promise<pg.Client> {
  const deadline = Date.now() + 90_000
  for (;;) {
    const cluster = findCluster(data_dir)
    const answer = await tryConnect(cluster)
    if (answer instanceof pg.Client) return answer
    if (Date.now() > deadline) throw answer
    // Our PostgreSQL is starting, recovering or full, so wait for it.
    if (answer instanceof pg.DatabaseError && /^57P03|^53/.test(answer.code ?? '')) await sleep(100)
    else await startCluster(cluster, settings, deadline)
  }
}

/** Ends all connections and waits at most 60 seconds until PostgreSQL has stopped. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  const runner = { ...findDatabaseUser(), cwd: cluster.home }
  const native = await findPostgresBinaries(cluster.home, runner)
  await runPostgresProgram(
    join(native, 'bin/pg_ctl'),
    ['stop', '-w', '-t', '60', '-m', 'fast', '-D', dataOf(cluster)],
    runner,
  )
}

function dataOf(cluster: Cluster): string {
  return join(cluster.home, 'postgres')
}

async function tryConnect(cluster: Cluster): Promise<pg.Client | Error> {
  const client = new pg.Client({
    connectionString: makeClusterUrl(cluster, 'postgres'),
    application_name: 'waka member',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function startCluster(
  cluster: Cluster,
  settings: Record<string, string>,
  deadline: number,
): Promise<void> {
  const runner = { ...findDatabaseUser(), cwd: cluster.home }
  if (!existsSync(cluster.home)) {
    mkdirSync(cluster.home, { recursive: true })
    changeOwner(cluster.home, runner)
  }
  const native = await findPostgresBinaries(cluster.home, runner)
  const data = dataOf(cluster)
  if (!existsSync(data)) await initializeData(cluster, join(native, 'bin/initdb'))
  const { port } = await withFreePort(cluster)
  const unix_socket_directories = (await takesSocket(data)) ? data : ''
  const words = Object.entries({ ...ourSettings, unix_socket_directories, ...settings, port })
  const options = words.map(([name, value]) => `-c ${name}=${value}`).join(' ')
  const log = join(data, 'postgres.log')
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000)
    renameSync(log, `${log}.old`)
  const start = ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', options]
  try {
    await runPostgresProgram(join(native, 'bin/pg_ctl'), start, runner)
  } catch (error) {
    // Children of a killed server may need a moment to end.
    if (Date.now() > deadline) throw error
    await sleep(300)
  }
}

async function initializeData(cluster: Cluster, initdb: string): Promise<void> {
  const runner = { ...findDatabaseUser(), cwd: cluster.home }
  const draft = mkdtempSync(join(cluster.home, 'postgres-draft-'))
  const password = `${draft}.password`
  writeFileSync(password, cluster.password, { mode: 0o600 })
  changeOwner(draft, runner)
  changeOwner(password, runner)
  try {
    // The builtin locale sorts and compares text in the same way on every machine.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = ['--username=waka', '--auth=scram-sha-256', `--pwfile=${password}`]
    await runPostgresProgram(initdb, ['-D', draft, '--encoding=UTF8', ...locale, ...access], runner)
    renameSync(draft, dataOf(cluster))
  } finally {
    rmSync(password, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Returns the cluster on its port, or on a new port if another program uses that one. */
async function withFreePort(cluster: Cluster): Promise<Cluster> {
  let port = cluster.port
  while (!(await isFree({ port, host: '127.0.0.1' }))) port = somePort()
  if (port === cluster.port) return cluster
  const { data_dir, ...rest } = cluster
  const file = join(data_dir, 'database.json')
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, JSON.stringify({ ...rest, port }), { mode: 0o600 })
  renameSync(draft, file)
  return { ...cluster, port }
}

/**
 * Whether a socket can be created in the data folder. This fails if the path is too long (`unix(7)`: 108 bytes, 104 on
 * macOS) or needs quoting, and on some file systems.
 */
function takesSocket(directory: string): Promise<boolean> {
  if (process.platform === 'win32' || !/^[\w./-]{1,85}$/.test(directory))
    return Promise.resolve(false)
  const path = join(directory, '.socket-probe')
  rmSync(path, { force: true })
  return isFree({ path })
}

/** Returns a random port below the range of outgoing connections, so that no outgoing connection takes this port. */
function somePort(): number {
  return randomInt(15_000, 32_000)
}

function isFree(place: ListenOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(place, () => probe.close(() => resolve(true)))
  })
}
