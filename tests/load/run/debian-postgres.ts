import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findDatabaseUser } from '#server/db/embedded-files'
import { withConnection } from '#server/db/client'
import { debian15 } from '#tests/load/cluster/programs'
import { findFreePort } from '#tests/support/server/free-port'

/**
 * Runs `work` with the URL of Debian's PostgreSQL 15, the oldest that we support. Its data is in a new folder and does
 * not survive a power cut. Throws if it is not installed (`apt-get install postgresql-15`).
 */
export async function withPostgres15<T>(work: (url: string) => Promise<T>): Promise<T> {
  if (!existsSync(join(debian15, 'postgres')))
    throw new Error('PostgreSQL 15 is not installed: apt-get install postgresql-15')
  const folder = mkdtempSync(join(tmpdir(), 'waka-postgres15-'))
  const runner = findDatabaseUser()
  if (runner.uid !== undefined && runner.gid !== undefined)
    chownSync(folder, runner.uid, runner.gid)
  const data = join(folder, 'data')
  const who = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  execFileSync(join(debian15, 'initdb'), ['-D', data, ...who], { ...runner, cwd: folder })
  const port = await findFreePort()
  const settings = { port, unix_socket_directories: folder, fsync: 'off', max_connections: 300 }
  const server = spawn(
    join(debian15, 'postgres'),
    [
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...runner, cwd: folder, stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
    await waitUntilReady(url)
    return await work(url)
  } finally {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function waitUntilReady(url: string): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return void (await withConnection(url, 'waka load', (client) => client.query('select 1')))
    } catch (error) {
      if (tries === 100) throw error
      await sleep(100)
    }
}
