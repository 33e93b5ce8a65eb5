import { printTable } from '#tests/load/bench/report'
import { listOutcomeFaults, printOutcome, printVerdict } from '#tests/load/steady/outcome'
import type { ClusterReport } from './cluster-run.ts'

/**
 * Limits in seconds: the time from the loss of a primary to the next answered sale, and the pause of sales at a
 * switchover.
 */
const most = { failover_s: 30, switchover_s: 5 }

/** Returns what exceeded a limit of the run, or must never happen in one, in words; empty for a good run. */
export function listFaults({
  failovers,
  ...outcome
}: Pick<ClusterReport, 'failovers'> & Parameters<typeof listOutcomeFaults>[0]): string[] {
  return [
    ...(failovers.length === 0 ? ['no primary was lost'] : []),
    ...failovers.flatMap(listFailoverFaults),
    ...listOutcomeFaults(outcome),
  ]
}

function listFailoverFaults({
  kind,
  from,
  to,
  sale_s = Infinity,
  event_s,
  job_s,
  second_writes,
}: ClusterReport['failovers'][number]): string[] {
  const limit_s = kind === 'switchover' ? most.switchover_s : most.failover_s
  return [
    ...(sale_s > limit_s ? [`a sale after ${sale_s} s, limit ${limit_s} s`] : []),
    ...(event_s === undefined ? ['no event in time'] : []),
    ...(job_s === undefined ? ['no job in time'] : []),
    ...(second_writes === 0 ? [] : [`${second_writes} writes to a second primary`]),
  ].map((fault) => `${kind}, ${from} → ${to}: ${fault}`)
}

const show = (seconds: number | undefined) => (seconds === undefined ? '–' : seconds.toFixed(1))

/** Prints the results of a run with a cluster, including everything that must never happen. */
export function printCluster(report: ClusterReport): void {
  printTable('Each change of the primary, seconds', [
    ['', 'from', 'to', 'first sale', 'events', 'a job', 'three again', 'second writes'],
    ...report.failovers.map((one) => [
      one.kind,
      one.from,
      one.to,
      show(one.sale_s),
      show(one.event_s),
      show(one.job_s),
      show(one.whole_s),
      one.second_writes,
    ]),
  ])
  const ordered = (isPlanned: boolean) =>
    report.failovers
      .filter(({ kind }) => (kind === 'switchover') === isPlanned)
      .map(({ sale_s = Infinity }) => sale_s)
      .toSorted((a, b) => a - b)
  for (const [heading, seconds] of [
    ['Failovers, seconds to the first sale', ordered(false)],
    ['Switchovers, longest pause of sales, seconds', ordered(true)],
  ] as const)
    printTable(heading, [
      ['count', seconds.length],
      ['p50', show(seconds[Math.floor((seconds.length - 1) / 2)])],
      ['max', show(seconds.at(-1))],
    ])
  printTable(
    'What the primary outlives: longest pause of sales, seconds',
    report.disturbances.map(({ kind, pause_s }) => [kind, pause_s.toFixed(1)]),
  )
  printOutcome(report)
  printVerdict(listFaults(report))
}
