import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBuiltApp } from '#server/platform/built-app'
import { startCluster } from '#tests/load/cluster/cluster'
import { startFleet } from '#tests/load/run/fleet'

// Starts three database machines (Patroni, etcd), HAProxy, PgBouncer and three API processes in a temporary folder, as
// docs/running.md describes them, until Ctrl-C. npm run cluster [-- --postgres=15|18] [--port=3000]
const given = (name: string, otherwise: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const postgres = given('postgres', 15)
if (postgres !== 15 && postgres !== 18) throw new Error('--postgres is 15 or 18')
const news = (sentence: string) => console.log(sentence)

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort())
const ended = new Promise((resolve) => ending.signal.addEventListener('abort', resolve))

await findBuiltApp()
const cluster = await startCluster({ postgres, onNews: news })
const data_dir = mkdtempSync(join(tmpdir(), 'waka-cluster-api-'))
try {
  const fleet = startFleet({
    url: cluster.env.DATABASE_URL,
    port: given('port', 3000),
    processes: 3,
    data_dir,
    env: cluster.env,
  })
  const started = await Promise.race([fleet, ended.then(() => undefined)])
  if (started !== undefined) {
    for (const origin of started.origins()) news(`API          ${origin}`)
    for (const { name, ports } of cluster.machines)
      news(`${name}          PostgreSQL ${ports.postgres}, Patroni http://127.0.0.1:${ports.rest}`)
    for (const [name, url] of Object.entries(cluster.env)) news(`${name}=${url}`)
    news(`Files are in ${cluster.folder}. Ctrl-C ends everything and removes them.`)
    await ended
  }
  await (await fleet).stop()
} finally {
  await cluster.stop()
  rmSync(data_dir, { recursive: true, force: true })
}
process.exit(0)
