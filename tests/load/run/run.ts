import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'
import {
  type Violation,
  countDoubleHolds,
  countForgedMessages,
  countViolations,
  checkInvariants,
  readCounts,
  sampleMoneyInvariants,
} from '#tests/load/invariants/invariants'
import { runBuyer } from '#tests/load/actors/buyers'
import type { Credentials } from '#tests/load/actors/caller'
import { type SeededRandom, makeSeededRandom } from './seeded-random.ts'
import { drainJobs } from './drain.ts'
import { type KillerOptions, makeKiller } from './killer.ts'
import { aCharterCustomer, runCharterCustomer } from '#tests/load/actors/hirers'
import { runSender } from '#tests/load/actors/senders'
import { aSpender, runSpender } from '#tests/load/actors/spenders'
import { readPaymentRecords } from './payment-records.ts'
import { retryForOneMinute } from './retry.ts'
import { type LoadRunSetting, aLoadRunSetting } from './load-run-setting.ts'

export interface RunOptions extends KillerOptions {
  db: Db
  url: string
  config: Config
  seed: number
  buyers: number
  /** The number of buyers with wallets, each with two phones. */
  wallets: number
  /** The number of people who send parcels, each with a wallet and two phones. */
  senders: number
  /** The number of people who hire vehicles, each with a wallet and two phones. */
  hirers: number
  /**
   * The run ends when all these numbers are reached, or when its time is over. `charges` counts payments for seats
   * only.
   */
  goals: { charges: number; parcels: number; charters: number; kills: number }
  seconds: number
  /** The average time between two kills, in ms. */
  kill_every: number
  onNews?: (sentence: string) => void
}

export interface RunReport {
  seed: number
  seconds: number
  drain_seconds: number
  kills: { api: number; postgres: number }
  /** The payments of the run. Like `counts`, it leaves out those that the database had before the run. */
  work: RunCounts
  counts: Record<string, number>
  answers: Record<string, number>
  invariants: Record<string, Violation>
}

/**
 * Runs buyers for few seats, hirers for few vehicles, and senders, while processes are killed; afterwards all work must
 * be finished without violations.
 */
export async function runFaults(options: RunOptions): Promise<RunReport> {
  const { db, url, config, fleet, seed, goals, onNews = () => {} } = options
  const dice = makeSeededRandom(seed)
  const town = await aLoadRunSetting({ db, config, origins: fleet.origins, dice: dice.fork(1) })
  const before = { work: await countWork(db), counts: await readCounts(db) }
  const work = async () => subtract(await countWork(db), before.work)
  const started = Date.now()
  const killerDice = dice.fork(2)
  const first_postgres_ms = Math.min(20_000, options.seconds * 100)
  const killer = makeKiller({ ...options, first_postgres_ms }, killerDice)
  const { kills } = killer
  let share = 0
  let hoarded = 0
  let samples = 0
  const wrong: string[] = []
  let isOver = false

  const watch = async () => {
    while (!isOver) {
      await sleep(1000)
      const { charges, parcels, charters } = await retryForOneMinute(work)
      hoarded += await retryForOneMinute(() =>
        countViolations(db, 'open holds of one person above two'),
      )
      wrong.push(...(await retryForOneMinute(() => sampleMoneyInvariants(db))))
      samples += 1
      const seconds = (Date.now() - started) / 1000
      if (Math.round(seconds) % 15 === 0)
        onNews(
          `${Math.round(seconds)} s: ${charges} charges, ${parcels} parcels, ${charters} charters, ${kills.api} + ${kills.postgres} kills`,
        )
      const done = Math.min(
        charges / goals.charges,
        parcels / goals.parcels,
        charters / goals.charters,
      )
      share = Math.max(done, seconds / options.seconds)
      const isEnough = done >= 1 && kills.api + kills.postgres >= goals.kills
      isOver = isEnough || seconds > options.seconds
    }
  }
  const people: Credentials[] = []
  for (let at = 0; at < options.wallets; at += 1) people.push(await aSpender(town, dice.fork(3)))
  const senders: Credentials[] = []
  for (let at = 0; at < options.senders; at += 1) senders.push(await aSpender(town, dice.fork(4)))
  const hirers: Credentials[] = []
  for (let at = 0; at < options.hirers; at += 1)
    hirers.push(await aCharterCustomer(town, dice.fork(6)))
  const buyers = Array.from({ length: options.buyers }, (_, at) =>
    runBuyer(town, dice.fork(100 + at), () => isOver),
  )
  await Promise.all([
    watch(),
    kill(options, killer, killerDice, () => (isOver ? undefined : share)),
    ...buyers,
    ...people.map((shown, at) => runSpender(town, dice.fork(1000 + at), shown, () => isOver)),
    ...hirers.map((shown, at) =>
      runCharterCustomer(town, dice.fork(3000 + at), shown, () => isOver),
    ),
    ...senders.map((shown, at) => runSender(town, dice.fork(2000 + at), shown, () => isOver)),
  ])
  await Promise.all(town.errands)
  const seconds = Math.round((Date.now() - started) / 1000)
  onNews(`${seconds} s: the load is over, what is unfinished is left to the product`)
  const drain_seconds = await drainJobs(db, url)
  const invariants = await checkInvariants(db)
  const suspects = Object.values(invariants).flatMap(({ which }) => which)
  for (const records of await readPaymentRecords(db, suspects)) onNews(records)
  return {
    seed,
    seconds,
    drain_seconds,
    kills,
    work: await work(),
    counts: {
      ...subtract(await readCounts(db), before.counts),
      ...seen(town),
      samples_of_money: samples,
    },
    answers: town.tally.statuses,
    invariants: {
      ...invariants,
      ...(await readTally(town, hoarded)),
      'money wrong at a sample': { count: wrong.length, which: wrong.slice(0, 5) },
    },
  }
}

/** Kills one process or several in a row, and sometimes the database. */
async function kill(
  { kill_every, goals }: RunOptions,
  killer: ReturnType<typeof makeKiller>,
  dice: SeededRandom,
  share: () => number | undefined,
): Promise<void> {
  await sleep(1000)
  for (;;) {
    const done = share()
    if (done === undefined) return
    // Kill in step with the share of the work or of the time that is done, and only while more than half of the
    // processes are running. A burst may still kill more of them.
    const isAhead = killer.kills.api + killer.kills.postgres > goals.kills * (done + 0.1)
    if (isAhead || !killer.isFleetUp()) {
      await sleep(100)
      continue
    }
    await killer.kill()
    await sleep(dice.number(kill_every / 2, kill_every * 1.5))
  }
}

type RunCounts = Record<
  // A charter counts once its deposit, at least in part, is paid.
  'charges' | 'parcels' | 'charters',
  number
>

async function countWork(db: Db): Promise<RunCounts> {
  const { rows } = await sql<RunCounts>`
    select (select count(*)::int from sandbox.charge c left join payment p on p.reference = c.reference
        left join payable y on y.id = p.payable_id
        where c.status = 'success' and coalesce(y.kind, '') not in ('parcel', 'charter')) as charges,
      (select count(*)::int from parcel where paid_kobo > 0) as parcels,
      (select count(distinct charter_id)::int from charter_instalment where paid_kobo > 0) as charters`.execute(
    db,
  )
  return rows[0] ?? { charges: 0, parcels: 0, charters: 0 }
}

/** Returns the counts since `before`. */
const subtract = <Counts extends Record<string, number>>(now: Counts, before: Counts): Counts =>
  Object.fromEntries(
    Object.entries(now).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  ) as Counts

function seen({
  tally,
  forged,
  lost,
  companies: { acts },
}: LoadRunSetting): Record<string, number> {
  return {
    ...Object.fromEntries(Object.entries(acts).map(([act, times]) => [`company_${act}`, times])),
    waits_given_up: tally.given_up,
    calls_without_answer: tally.silent,
    forged_messages: forged.size,
    messages_lost_for_good: lost.messages,
  }
}

async function readTally(
  town: LoadRunSetting,
  hoarded: number,
): Promise<Record<string, Violation>> {
  const { db, tally, forged } = town
  const twoNames = [...tally.named].filter(([, names]) => names.size > 1)
  const doubleHolds = await countDoubleHolds(db, tally.asked)
  return {
    'open holds of one person above two (looked every second)': { count: hoarded, which: [] },
    'one key, two effects (as the buyers saw it)': {
      count: twoNames.length + doubleHolds,
      which: twoNames.slice(0, 5).map(([key]) => key),
    },
    'forged messages with an effect': {
      count: await countForgedMessages(db, [...forged]),
      which: [],
    },
    'answers of 5xx other than 503': {
      count: tally.broken.length,
      which: tally.broken.slice(0, 5),
    },
  }
}
