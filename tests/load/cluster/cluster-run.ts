import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import { makeSeededRandom } from '#tests/load/run/seeded-random'
import { startSteadyLoad } from '#tests/load/steady/load'
import { checkOutcome, type LoadOutcome } from '#tests/load/steady/outcome'
import {
  type DisturbedCluster,
  disturbances,
  primaryLosses,
  prepareSecondPrimary,
} from './disturbances.ts'
import { disturbOnce, type Failover, failOver, handOver, type Scene } from './failover.ts'

export interface ClusterRunOptions extends Omit<DisturbedCluster, 'dice'> {
  db: Db
  config: Config
  seed: number
  /**
   * How many times the primary is lost, by each kind of loss in turn, and how many times its role is handed over on
   * purpose.
   */
  failovers: number
  switchovers: number
}

export interface ClusterReport extends LoadOutcome {
  seed: number
  failovers: Failover[]
  disturbances: { kind: string; pause_s: number }[]
}

/**
 * Puts load on the API processes while the primary of their database is lost again and again: sales, parcels, messages.
 */
export async function runCluster(options: ClusterRunOptions): Promise<ClusterReport> {
  const { db, fleet, cluster, config, seed, onNews } = options
  const dice = makeSeededRandom(seed)
  await prepareSecondPrimary(cluster.env.DATABASE_DIRECT_URL)
  const load = await startSteadyLoad({ db, config, origins: fleet.origins, dice })
  const scene = { ...options, dice: dice.fork(2), load }
  const changes = await disturbAll(scene, options).catch(async (error: unknown) => {
    await load.stop()
    throw error
  })
  await load.stop()
  await cluster.untilWhole()
  const direct_url = cluster.env.DATABASE_DIRECT_URL
  return { seed, ...changes, ...(await checkOutcome(load, { direct_url, onNews })) }
}

/** Loses the primary in each way in turn. After each loss, hands the primary over, then disturbs something else. */
async function disturbAll(
  scene: Scene,
  {
    failovers,
    switchovers,
    onNews,
  }: Pick<ClusterRunOptions, 'failovers' | 'switchovers' | 'onNews'>,
): Promise<Pick<ClusterReport, 'failovers' | 'disturbances'>> {
  const done: Failover[] = []
  const others: ClusterReport['disturbances'] = []
  const note = (failover: Failover) => {
    done.push(failover)
    const { kind, from, to, sale_s, event_s, job_s, whole_s } = failover
    onNews(
      `${kind}, ${from} → ${to}: a sale after ${sale_s} s, events ${event_s} s, a job ${job_s} s, whole after ${whole_s} s`,
    )
  }
  for (let at = 0; at < Math.max(failovers, switchovers); at += 1) {
    const loss = primaryLosses[at % primaryLosses.length]
    if (at < failovers && loss !== undefined) note(await failOver(scene, loss))
    if (at < switchovers) note(await handOver(scene))
    const other = disturbances[at % disturbances.length]
    if (other === undefined) continue
    const { kind, pause_s } = await disturbOnce(scene, other)
    others.push({ kind, pause_s })
    onNews(`${kind}: sales paused for ${pause_s} s at most`)
  }
  return { failovers: done, disturbances: others }
}
