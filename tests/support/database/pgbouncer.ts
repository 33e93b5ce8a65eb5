import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseUser, findDatabaseUser } from '#server/db/embedded-files'
import { sessionSettings, withConnection } from '#server/db/client'
import { findFreePort } from '#tests/support/server/free-port'

export interface Pooler {
  /** Returns the URL of a database through the pooler, given its direct URL. */
  through: (direct_url: string) => string
  stop: () => Promise<void>
}

/**
 * Starts PgBouncer in transaction mode in front of every database of a PostgreSQL. Its connections have the role of the
 * API. Throws if the program is not installed (Debian: `apt-get install pgbouncer`).
 */
export async function startPgBouncer(url: string): Promise<Pooler> {
  const { username, password, hostname, port } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'waka-pgbouncer-'))
  const own = await findFreePort()
  const settings = Object.entries(sessionSettings).map(([name, value]) => `set ${name} = ${value}`)
  const target = {
    host: decodeURIComponent(hostname),
    port: port || '5432',
    user: username,
    password: decodeURIComponent(password),
    connect_query: `'${['set role waka_app', ...settings].join('; ')}'`,
  }
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = ${Object.entries(target)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
server_idle_timeout = 5
`,
  )
  chmodSync(folder, 0o755)
  if (spawnSync('pgbouncer', ['--version']).error !== undefined)
    throw new Error('PgBouncer is not installed: apt-get install pgbouncer')
  const child = spawn('pgbouncer', ['-q', file], {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...findRunner(target.host),
  })
  const through = (direct_url: string) => {
    const pooled = new URL(direct_url)
    pooled.hostname = '127.0.0.1'
    pooled.port = String(own)
    return pooled.href
  }
  for (let tries = 1; !(await answers(through(url))); tries += 1) {
    if (tries === 50 || child.exitCode !== null) throw new Error('PgBouncer did not start')
    await sleep(100)
  }
  return {
    through,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Returns the user that runs PgBouncer, which refuses to run as root. If PostgreSQL has a socket, returns its owner,
 * since nobody else can open the socket.
 */
function findRunner(host: string): DatabaseUser {
  if (process.getuid?.() !== 0 || !host.startsWith('/')) return findDatabaseUser()
  const { uid, gid } = statSync(host)
  return { uid, gid }
}

const answers = (url: string) =>
  withConnection(url, 'waka tests', (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )
