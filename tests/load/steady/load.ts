import type { Config } from '#server/config'
import type { Db } from '#server/db/client'
import { runBuyer } from '#tests/load/actors/buyers'
import { aCharterCustomer, runCharterCustomer } from '#tests/load/actors/hirers'
import { runSender } from '#tests/load/actors/senders'
import { aSpender, runSpender } from '#tests/load/actors/spenders'
import { aWriter, runWriter, type Writer } from '#tests/load/actors/writers'
import { aLoadRunSetting, type LoadRunSetting } from '#tests/load/run/load-run-setting'
import type { SeededRandom } from '#tests/load/run/seeded-random'
import { type ClerkRecords, makeClerkRecords, runClerks } from './clerks.ts'

export interface SteadyLoadOptions {
  db: Db
  config: Config
  /** The origins of the processes, or of the balancer before them. */
  origins: () => readonly string[]
  dice: SeededRandom
}

/** People who use the product at a steady pace while its machines are disturbed. */
export interface SteadyLoad {
  readonly town: LoadRunSetting
  readonly clerks: ClerkRecords
  /** Messages that their writer did not find when reading the conversation. */
  readonly missing: string[]
  /** A person whose event streams may be read. */
  readonly watcher: Writer
  readonly started_at: number
  /** Ends the load. Resolves when everybody has stopped; throws the first error of any person. */
  stop: () => Promise<void>
}

/** Starts clerks, buyers, wallets, senders, a charter customer and people who write to our support. */
export async function startSteadyLoad(options: SteadyLoadOptions): Promise<SteadyLoad> {
  const { dice } = options
  const town = await aLoadRunSetting({ ...options, dice: dice.fork(1) })
  let people = 1000
  const aPerson = () => aSpender(town, dice.fork((people += 1)))
  const writer = async () => aWriter(town, dice.fork((people += 1)), await aPerson())
  const spenders = [await aPerson(), await aPerson()]
  const senders = [await aPerson(), await aPerson()]
  const writers = [await writer(), await writer()]
  const watcher = await writer()
  const hirer = await aCharterCustomer(town, dice.fork(20))
  const clerks = makeClerkRecords()
  const missing: string[] = []
  let isStopped = false
  const isOver = () => isStopped
  const { db, origins, tally } = town
  const ended = Promise.all([
    runClerks(3, { db, origins, tally, isOver, dice: dice.fork(30) }, clerks),
    ...[40, 41, 42, 43].map((at) => runBuyer(town, dice.fork(at), isOver)),
    ...spenders.map((as, at) => runSpender(town, dice.fork(50 + at), as, isOver)),
    ...senders.map((as, at) => runSender(town, dice.fork(60 + at), as, isOver)),
    ...writers.map((one, at) => runWriter(town, dice.fork(70 + at), one, { isOver, missing })),
    runCharterCustomer(town, dice.fork(80), hirer, isOver),
  ])
  // Errors are thrown by `stop`.
  ended.catch(() => {})
  const stop = async () => {
    isStopped = true
    await ended
    await Promise.all(town.errands)
  }
  return { town, clerks, missing, watcher, started_at: Date.now(), stop }
}
