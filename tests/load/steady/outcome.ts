import { printTable } from '#tests/load/bench/report'
import { checkInvariants, type Violation } from '#tests/load/invariants/invariants'
import { drainJobs } from '#tests/load/run/drain'
import { readPaymentRecords } from '#tests/load/run/payment-records'
import { findLostNames, findLostSales } from './answered.ts'
import type { SteadyLoad } from './load.ts'

/** The outcome of a steady load, after the product has finished its unfinished work. */
export interface LoadOutcome {
  seconds: number
  drain_seconds: number
  counts: Record<string, number>
  answers: Record<string, number>
  /**
   * `lost`: items that were answered as made but do not exist. `stale`: reads that missed an earlier write. `broken`:
   * answers that must not occur.
   */
  lost: string[]
  stale: string[]
  broken: string[]
  invariants: Record<string, Violation>
}

/**
 * Lets the product finish what the load began, and checks the result. The load must have stopped. `direct_url` leads to
 * the database without any pooler.
 */
export async function checkOutcome(
  { town, clerks, missing, started_at }: SteadyLoad,
  { direct_url, onNews }: { direct_url: string; onNews: (sentence: string) => void },
): Promise<LoadOutcome> {
  const { db, tally } = town
  const seconds = Math.round((Date.now() - started_at) / 1000)
  onNews(`${seconds} s: the load is over, what is unfinished is left to the product`)
  const drain_seconds = await drainJobs(db, direct_url)
  const invariants = await checkInvariants(db)
  const suspects = Object.values(invariants).flatMap(({ which }) => which)
  for (const records of await readPaymentRecords(db, suspects)) onNews(JSON.stringify(records))
  const names = [...tally.named.values()].flatMap((some) => [...some])
  return {
    seconds,
    drain_seconds,
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

/** Returns what must never happen under a load, in words. A good run has none. */
export function listOutcomeFaults({
  counts,
  lost,
  stale,
  broken,
  invariants,
}: Pick<LoadOutcome, 'counts' | 'lost' | 'stale' | 'broken' | 'invariants'>): string[] {
  return [
    ...lost.map((name) => `answered, and not there: ${name}`),
    ...stale.map((name) => `read that went back in time: ${name}`),
    ...broken,
    ...['calls of clerks without an answer in 15 s', 'one key, two effects'].flatMap((name) =>
      counts[name] === 0 ? [] : [`${name}: ${counts[name]}`],
    ),
    ...Object.entries(invariants).flatMap(([name, { count }]) =>
      count === 0 ? [] : [`${name}: ${count}`],
    ),
  ]
}

/** Prints the results of a load, including everything that must never happen under it. */
export function printOutcome(outcome: LoadOutcome): void {
  printTable('The load', [
    ['seconds', outcome.seconds],
    ['seconds until all was finished', outcome.drain_seconds],
    ...Object.entries(outcome.counts),
    ['answers', JSON.stringify(outcome.answers)],
  ])
  const shown = (list: readonly string[]) => [list.length, list.slice(0, 5).join('; ')] as const
  printTable('What must never be', [
    ['answered, and not there', ...shown(outcome.lost)],
    ['reads that went back in time', ...shown(outcome.stale)],
    ['answers of 5xx other than 503 with Retry-After', ...shown(outcome.broken)],
    ...Object.entries(outcome.invariants).map(
      ([name, { count, which }]) => [name, count, which.join('; ')] as const,
    ),
  ])
}

/** Prints whether a run was good, or why not. */
export function printVerdict(faults: readonly string[]): void {
  printTable('Verdict', [
    [faults.length === 0 ? 'good' : 'NOT GOOD'],
    ...faults.map((fault) => [fault] as const),
  ])
}
