import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import { runBuyer } from '#tests/load/actors/buyers'
import { aCharterCustomer, runCharterCustomer } from '#tests/load/actors/hirers'
import { runSender } from '#tests/load/actors/senders'
import { aSpender, runSpender } from '#tests/load/actors/spenders'
import { aWriter, runWriter, type Writer } from '#tests/load/actors/writers'
import { checkInvariants, type Violation } from '#tests/load/invariants/invariants'
import { drainJobs } from '#tests/load/run/drain'
import { readPaymentRecords } from '#tests/load/run/payment-records'
import { aLoadRunSetting, type LoadRunSetting } from '#tests/load/run/load-run-setting'
import { type SeededRandom, makeSeededRandom } from '#tests/load/run/seeded-random'
import { findLostNames, findLostSales } from './answered.ts'
import { type ClerkRecords, makeClerkRecords, runClerks } from './clerks.ts'
import {
  type DisturbedCluster,
  disturbances,
  losses,
  prepareSecondPrimary,
} from './disturbances.ts'
import { disturbOnce, type Failover, failOver, handOver, type Scene } from './failover.ts'

export interface ClusterRunOptions extends Omit<DisturbedCluster, 'dice'> {
  db: Db
  config: Config
  seed: number
  /** How many times the primary is lost, by each kind of loss in turn, and how many times it is handed over. */
  failovers: number
  switchovers: number
}

export interface ClusterReport {
  seed: number
  seconds: number
  drain_seconds: number
  failovers: Failover[]
  disturbances: { kind: string; pause_s: number }[]
  counts: Record<string, number>
  answers: Record<string, number>
  /** What was answered as made but does not exist; reads that missed an earlier write; answers that must not occur. */
  lost: string[]
  stale: string[]
  broken: string[]
  invariants: Record<string, Violation>
}

/**
 * Puts load on the API processes while the primary of their database is lost again and again: sales, parcels, messages.
 */
export async function runCluster(options: ClusterRunOptions): Promise<ClusterReport> {
  const { db, fleet, cluster, config, seed, onNews } = options
  const dice = makeSeededRandom(seed)
  const town = await aLoadRunSetting({ db, config, origins: fleet.origins, dice: dice.fork(1) })
  await prepareSecondPrimary(cluster.env.DATABASE_DIRECT_URL)
  const clerks = makeClerkRecords()
  const missing: string[] = []
  let isOver = false
  const started = Date.now()
  const load = await startLoad(town, dice, { clerks, missing, isOver: () => isOver })
  const scene = { ...options, dice: dice.fork(2), town, clerks, watcher: load.watcher }
  const changes = await disturbAll(scene, options).finally(() => {
    isOver = true
  })
  await load.ended
  await Promise.all(town.errands)
  const seconds = Math.round((Date.now() - started) / 1000)
  onNews(`${seconds} s: the load is over, what is unfinished is left to the product`)
  await cluster.untilWhole()
  const drain_seconds = await drainJobs(db, cluster.env.DATABASE_DIRECT_URL)
  const invariants = await checkInvariants(db)
  const suspects = Object.values(invariants).flatMap(({ which }) => which)
  for (const records of await readPaymentRecords(db, suspects)) onNews(JSON.stringify(records))
  const { tally } = town
  const names = [...tally.named.values()].flatMap((some) => [...some])
  return {
    seed,
    seconds,
    drain_seconds,
    ...changes,
    counts: {
      'sales of clerks': clerks.sales.length,
      'ms to answer half of them': median(
        clerks.sales.map(({ sent_at, answered_at }) => answered_at - sent_at),
      ),
      'other things that were answered as made': names.length,
      'reads after a sale': clerks.reads,
      'calls of buyers without an answer': tally.silent,
      'calls of clerks without an answer in 15 s': clerks.hung,
      'one key, two effects': [...tally.named.values()].filter((some) => some.size > 1).length,
    },
    answers: tally.statuses,
    lost: [...(await findLostSales(db, clerks.sales)), ...(await findLostNames(db, names))],
    stale: [...clerks.stale, ...missing],
    broken: [...tally.broken, ...clerks.wrong],
    invariants,
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0

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
    const loss = losses[at % losses.length]
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

/** Starts clerks, buyers, wallets, senders, a charter customer and people who write to our support, until `isOver`. */
async function startLoad(
  town: LoadRunSetting,
  dice: SeededRandom,
  { clerks, missing, isOver }: { clerks: ClerkRecords; missing: string[]; isOver: () => boolean },
): Promise<{ watcher: Writer; ended: Promise<unknown> }> {
  let people = 1000
  const aPerson = () => aSpender(town, dice.fork((people += 1)))
  const writer = async () => aWriter(town, dice.fork((people += 1)), await aPerson())
  const spenders = [await aPerson(), await aPerson()]
  const senders = [await aPerson(), await aPerson()]
  const writers = [await writer(), await writer()]
  const watcher = await writer()
  const hirer = await aCharterCustomer(town, dice.fork(20))
  const { db, origins, tally } = town
  const ended = Promise.all([
    runClerks(3, { db, origins, tally, isOver, dice: dice.fork(30) }, clerks),
    ...[40, 41, 42, 43].map((at) => runBuyer(town, dice.fork(at), isOver)),
    ...spenders.map((as, at) => runSpender(town, dice.fork(50 + at), as, isOver)),
    ...senders.map((as, at) => runSender(town, dice.fork(60 + at), as, isOver)),
    ...writers.map((one, at) => runWriter(town, dice.fork(70 + at), one, { isOver, missing })),
    runCharterCustomer(town, dice.fork(80), hirer, isOver),
  ])
  // Errors are thrown where `ended` is awaited, after the run.
  ended.catch(() => {})
  return { watcher, ended }
}
