import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres'
import { withConnection } from '#server/db/client'

export interface OwnPostgres {
  readonly url: string
  /** Kills PostgreSQL, which is then restarted. Resolves when it answers. */
  kill: () => Promise<void>
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
    stop: embedded.stop,
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

function postmasterOf(data_dir: string): number {
  const { home } = JSON.parse(readFileSync(join(data_dir, 'database.json'), 'utf8')) as {
    home: string
  }
  return Number(readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}
