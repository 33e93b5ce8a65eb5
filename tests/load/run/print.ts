import type { CounterFightReport } from './counter-fight.ts'
import type { ForgedTicketReport } from './forged-tickets.ts'
import type { OutboxKillReport } from '#tests/load/phones/outbox-kills'
import { printTable } from '#tests/load/bench/report'
import type { RunReport } from './run.ts'
import type { SeatRush } from './rush.ts'

/** Prints how many forged tickets the boarding phone accepted. */
export function printForgedTickets(found: ForgedTicketReport): void {
  printTable('Mutated tickets, as the phone at the door judges them', [
    ['mutated', found.payloads],
    ['accepted', found.accepted, found.which.join('; ')],
    ['true ones refused', found.true_refused],
    ['a second', found.per_second],
  ])
}

/** Prints how many seats were sold in a rush, how fast, and which answers the other buyers got. */
export function printSeatRush(rush: SeatRush): void {
  printTable(`${rush.buyers} buyers at once for ${rush.seats} seats, 4 processes`, [
    ['sold', rush.sold],
    ['sold twice', rush.sold_twice],
    ['answers of 5xx', rush.broken],
    ['calls without an answer', rush.silent],
    ['last seat claimed after', `${rush.claimed_ms} ms`],
    ['last ticket after', `${rush.ticketed_ms} ms`],
    ['answers', JSON.stringify(rush.answers)],
  ])
}

/** Prints the outcome of messages whose tabs were killed. */
export function printOutboxKillReport({
  ends,
  networks,
  which,
  ...counts
}: OutboxKillReport): void {
  printTable('Messages written in two tabs, killed while they were sent', [
    ...Object.entries(counts).map(([name, count]) => [name.replaceAll('_', ' '), count] as const),
    ['ends', JSON.stringify(ends)],
    ['networks', JSON.stringify(networks)],
    ...which.map((text) => ['lost or doubled', text] as const),
  ])
}

/** Prints what two counters and the web sold of the same buses, and the violations that were found. */
export function printCounterFight({
  seconds,
  buses,
  kills,
  sold,
  lost,
  answers,
  broken,
  invariants,
}: CounterFightReport): void {
  printTable('Two counters and the web fight for buses, 4 processes', [
    ['seconds', seconds],
    ['buses', buses],
    ['seats sold at counters', sold.counter],
    ['  of these without a network', sold.offline],
    ['seats sold on the web', sold.web],
    ['processes killed', kills.api],
    ['PostgreSQL killed', kills.postgres],
    ['sales that were answered, and lost', lost.length, lost.join(' ')],
    ['answers of 5xx other than 503', broken.length, broken.join('; ')],
    ['answers', JSON.stringify(answers)],
  ])
  printViolations(invariants)
}

/** Prints what the run with kills did, and the violations that it found. */
export function printRun({
  seconds,
  drain_seconds,
  kills,
  work,
  counts,
  answers,
  invariants,
}: RunReport): void {
  printTable('The load', [
    ['seconds', seconds],
    ['seconds until all was finished', drain_seconds],
    ['processes killed', kills.api],
    ['PostgreSQL killed', kills.postgres],
    ...Object.entries(work).map(([name, count]) => [`${name} paid in this run`, count] as const),
    ...Object.entries(counts).map(([name, count]) => [name.replaceAll('_', ' '), count] as const),
    ['answers', JSON.stringify(answers)],
  ])
  printViolations(invariants)
}

function printViolations(invariants: RunReport['invariants']): void {
  printTable(
    'What must never be',
    Object.entries(invariants).map(([name, { count, which }]) => [
      name,
      count,
      which.length > 0 ? which.join('; ') : '',
    ]),
  )
}
