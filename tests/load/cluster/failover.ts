import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessage } from '#contract/support/endpoints'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import { makeId } from '#server/platform/ids'
import { makePhone } from '#tests/load/actors/caller'
import { retryForOneMinute } from '#tests/load/run/retry'
import { aStream } from '#tests/support/server/streams'
import { computeLongestPause, computeSecondsUntilSale } from '#tests/load/steady/answered'
import type { ClerkRecords } from '#tests/load/steady/clerks'
import type { SteadyLoad } from '#tests/load/steady/load'
import {
  countSecondWrites,
  type Disturbance,
  type DisturbedCluster,
  type PrimaryLoss,
  switchOver,
} from './disturbances.ts'

/** One change of the primary. Times in seconds; undefined if it did not happen in time. */
export interface Failover {
  kind: string
  from: string
  to: string
  /**
   * The time from the loss to the first answer to a sale that was sent after it. For a switchover: the longest pause of
   * sales.
   */
  sale_s: number | undefined
  /** The time from the first sale until a stream of every process has sent an event, and until a job has finished. */
  event_s: number | undefined
  job_s: number | undefined
  /** The time from the loss until there is a primary with two replicas again. */
  whole_s: number
  /** Writes that the former primary accepted after another had taken over. */
  second_writes: number
}

/** A cluster under load. */
export interface Scene extends DisturbedCluster {
  db: Db
  load: SteadyLoad
}

/** How long to wait for a failover, ms. The limit at which the run fails is much shorter. */
const longest_ms = 90_000

const secondsSince = (at: number) => Math.round((Date.now() - at) / 10) / 100

/** Loses the primary, measures what follows, and makes its machine a replica again. */
export async function failOver(
  scene: Scene,
  { kind, lose, restore }: PrimaryLoss,
): Promise<Failover> {
  const { cluster, load } = scene
  const former = await cluster.untilWhole()
  await untilSelling(load.clerks)
  await lose(former)
  const lost_at = Date.now()
  const sale_s = await untilSoldAfter(load.clerks, lost_at)
  let isWhole = false
  const writing = countSecondWrites(cluster.urlOf(former), () => isWhole)
  try {
    const after = await measureAfterwards(scene)
    restore(former)
    const to = await cluster.untilWhole()
    isWhole = true
    const second_writes = await writing
    return {
      kind,
      from: former.name,
      to: to.name,
      sale_s,
      ...after,
      whole_s: secondsSince(lost_at),
      // If the former primary was back before another machine took over, it is the primary again and may write.
      second_writes: to === former ? 0 : second_writes,
    }
  } finally {
    isWhole = true
  }
}

/** Hands the primary over on purpose, and measures what follows. */
export async function handOver(scene: Scene): Promise<Failover> {
  const { cluster, load } = scene
  const former = await cluster.untilWhole()
  await untilSelling(load.clerks)
  const began = Date.now()
  await switchOver(scene, former)
  const to = await cluster.untilWhole()
  await untilSoldAfter(load.clerks, Date.now())
  const sale_s = computeLongestPause(load.clerks.sales, began, Date.now())
  const whole_s = secondsSince(began)
  const after = await measureAfterwards(scene)
  const names = { from: former.name, to: to.name }
  return { kind: 'switchover', ...names, sale_s, ...after, whole_s, second_writes: 0 }
}

/** Disturbs the cluster without losing its primary; returns the longest pause of sales, seconds. */
export async function disturbOnce(
  scene: Scene,
  { kind, disturb }: Disturbance,
): Promise<{ kind: string; pause_s: number }> {
  const { cluster, load } = scene
  await cluster.untilWhole()
  await untilSelling(load.clerks)
  const began = Date.now()
  await disturb(scene)
  await cluster.untilWhole()
  await untilSoldAfter(load.clerks, Date.now())
  return { kind, pause_s: computeLongestPause(load.clerks.sales, began, Date.now()) }
}

async function untilSelling({ sales, wrong }: ClerkRecords): Promise<void> {
  const before = sales.length
  const deadline = Date.now() + longest_ms
  while (sales.length < before + 10) {
    if (Date.now() > deadline) throw new Error(`nobody can sell. ${wrong.slice(0, 3).join(' ')}`)
    await sleep(50)
  }
}

/** Waits for a sale that was sent after `from`; returns the seconds until its answer. */
async function untilSoldAfter(clerks: ClerkRecords, from: number): Promise<number | undefined> {
  while (Date.now() < from + longest_ms) {
    // Answers to several clerks may arrive in another order than their calls were sent.
    const seconds = computeSecondsUntilSale(clerks.sales.slice(-50), from)
    if (seconds !== undefined) return seconds
    await sleep(20)
  }
  return undefined
}

async function measureAfterwards(scene: Scene): Promise<Pick<Failover, 'event_s' | 'job_s'>> {
  const [event_s, job_s] = await Promise.all([
    waitUntilReceivedEverywhere(scene),
    untilJobDone(scene.db),
  ])
  return { event_s, job_s }
}

/** Waits until new streams at all processes have sent the event of a message; returns the seconds. */
async function waitUntilReceivedEverywhere({
  load,
  fleet,
  dice,
}: Scene): Promise<number | undefined> {
  const began = Date.now()
  const { town, watcher } = load
  const { as, conversation: id } = watcher
  const phone = makePhone(town.origins, dice, town.tally, { impatient: 0 })
  const hear = async (origin: string) => {
    const stream = await aStream(origin, as.token ?? '')
    try {
      await stream.until((heard) => heard.some(({ kind }) => kind === 'hello'))
      const message = { id, client_ref: makeId(), body: 'Are you there?' }
      await phone.call(sendMessage, message, as, (one) => one.id)
      await Promise.race([
        stream.until((heard) => heard.some(({ kind }) => kind === 'message')),
        sleep(5_000, undefined, { ref: false }).then(() => {
          throw new Error('a stream says nothing')
        }),
      ])
    } finally {
      stream.close()
    }
  }
  try {
    await retryForOneMinute(() => Promise.all(fleet.origins().map(hear)))
    return secondsSince(began)
  } catch {
    return undefined
  }
}

/** Waits until a job that starts after this call is finished; returns the seconds. */
async function untilJobDone(db: Db): Promise<number | undefined> {
  const began = Date.now()
  const from = new Date(began)
  while (Date.now() < began + longest_ms) {
    const done = await retryForOneMinute(() =>
      sql`select from pgboss.job where started_on > ${from} and state = 'completed' limit 1`.execute(
        db,
      ),
    )
    if (done.rows.length > 0) return secondsSince(began)
    await sleep(50)
  }
  return undefined
}
