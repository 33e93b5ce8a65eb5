import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres'
import { withConnection } from '#server/db/client'

export interface OwnPostgres {
  readonly url: string
  /** The id of its first process, which starts the others. */
  pid: () => number
  /** Kills PostgreSQL, which is then restarted. Resolves when it answers. */
  kill: () => Promise<void>
  /** Suspends all its processes: they keep their connections, but answer nothing until `thaw`. */
  freeze: () => void
  thaw: () => void
  stop: () => Promise<void>
}

/** Starts an embedded PostgreSQL with its own data, as durable as in production, that may be killed. */
export async function startOwnPostgres(data_dir: string): Promise<OwnPostgres> {
  const embedded = await startEmbeddedPostgres({ data_dir })
  const answers = () =>
    withConnection(embedded.url, 'waka load', (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
  return {
    url: embedded.url,
    pid: () => postmasterOf(data_dir),
    stop: embedded.stop,
    freeze: () => signalAll(data_dir, 'SIGSTOP'),
    thaw: () => signalAll(data_dir, 'SIGCONT'),
    kill: async () => {
      process.kill(postmasterOf(data_dir), 'SIGKILL')
      const deadline = Date.now() + 60_000
      await sleep(200)
      while (!(await answers())) {
        if (Date.now() > deadline) throw new Error('PostgreSQL did not come back')
        await sleep(100)
      }
    },
  }
}

/** Signals the postmaster first, so that it starts no more processes, and then the processes that it has started. */
function signalAll(data_dir: string, signal: NodeJS.Signals): void {
  const postmaster = postmasterOf(data_dir)
  process.kill(postmaster, signal)
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().split('\n')) {
    const [pid, parent] = line.trim().split(/ +/).map(Number)
    if (pid !== undefined && parent === postmaster) process.kill(pid, signal)
  }
}

function postmasterOf(data_dir: string): number {
  const { home } = JSON.parse(readFileSync(join(data_dir, 'database.json'), 'utf8')) as {
    home: string
  }
  return Number(readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}
