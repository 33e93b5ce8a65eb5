import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config'
import { type Db, openDatabase } from '#server/db/client'
import { migrate } from '#server/db/migrate'
import { findBuiltApp } from '#server/platform/built-app'
import { printTable } from '#tests/load/bench/report'
import { excludeDemo } from '#tests/load/run/load-run-setting'
import { type Fleet, startFleet } from '#tests/load/run/fleet'
import { loseSales } from './canary.ts'
import { type Cluster, type ClusterOptions, startCluster } from './cluster.ts'
import { runCluster } from './cluster-run.ts'
import { listFaults, printCluster } from './report.ts'
import type { PostgresVersion } from './programs.ts'

const public_url = 'http://127.0.0.1:4191'

interface ClusterTestOptions {
  seed: number
  failovers: number
  switchovers: number
  postgres: PostgresVersion
  onNews: (sentence: string) => void
}

/** Runs three API processes on a cluster whose primary is lost again and again; prints and judges what happened. */
export async function testCluster({ seed, postgres, onNews, ...goals }: ClusterTestOptions) {
  await findBuiltApp()
  const canary = await withCluster({ postgres, synchronous: false, processes: 1 }, (at) =>
    loseSales({ ...at, seed }),
  )
  const bites = canary.lost > 0 && canary.stale > 0
  printTable('Canary: no replica confirms a commit, and the primary is killed', [
    ['answered sales', canary.sales],
    ['answered, and not there', canary.lost],
    ['reads that went back in time', canary.stale],
    ['', bites ? 'bites' : 'DOES NOT BITE'],
  ])
  const report = await withCluster({ postgres, processes: 3 }, (at) => {
    onNews(`The cluster and three API processes run in ${at.cluster.folder}.`)
    return runCluster({ ...at, ...goals, seed, onNews })
  })
  printCluster(report)
  return { canary, ...report, isGood: bites && listFaults(report).length === 0 }
}

/** Returns the log lines in which a process reports why it exited, shortened. */
const findEnds = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.includes('"level":60') || line.includes('could not start'))
    .map((line) => line.slice(0, 600))

/** Runs `work` with a cluster without trips and some API processes on it. */
async function withCluster<T>(
  { processes, ...options }: ClusterOptions & { processes: number },
  work: (at: { cluster: Cluster; fleet: Fleet; db: Db; config: Config }) => Promise<T>,
): Promise<T> {
  const cluster = await startCluster(options)
  const interrupt = () => void cluster.stop().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  const data_dir = mkdtempSync(join(tmpdir(), 'waka-cluster-api-'))
  try {
    const url = cluster.env.DATABASE_DIRECT_URL
    await migrate(url)
    const db = openDatabase(url, { application_name: 'waka faults' })
    await excludeDemo(db)
    const program = { port: 4191, processes, data_dir, public_url, env: cluster.env }
    const fleet = await startFleet({ url: cluster.env.DATABASE_URL, ...program })
    try {
      const config = readConfig({ NODE_ENV: 'test', DATA_DIR: data_dir })
      return await work({ cluster, fleet, db, config })
    } finally {
      await fleet.stop()
      for (const line of findEnds(readFileSync(join(data_dir, 'processes.log'), 'utf8')))
        console.log(line)
      await db.destroy()
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt)
    await cluster.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}
