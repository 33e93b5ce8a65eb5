import { printTable } from '#tests/load/bench/report'
import type { TwoSidesReport } from './two-sides.ts'

/**
 * Whether every message arrived once, in order and with the right state, and every check found its deliberate damage.
 */
export const isFaultless = ({ faults, canaries }: TwoSidesReport): boolean =>
  Object.values(faults).every((tags) => tags.length === 0) && canaries.every(({ bites }) => bites)

/** Prints the outcome of the messages of both sides. */
export function printTwoSides({
  faults,
  canaries,
  injected_faults,
  ...counts
}: TwoSidesReport): void {
  printTable('A traveller and our desk write to each other, a browser each, 4 processes', [
    ...Object.entries({ ...counts, ...injected_faults }).map(
      ([name, count]) => [name.replaceAll('_', ' '), count] as const,
    ),
    ...Object.entries(faults).map(
      ([name, tags]) => [name, tags.length, tags.slice(0, 8).join(', ')] as const,
    ),
  ])
  printTable('Canaries of these checks: what was counted, and with damage planted', [
    ['check', 'as seen', 'planted', ''],
    ...canaries.map(({ guard, guarded, unguarded, bites }) => [
      guard,
      guarded,
      unguarded,
      bites ? 'bites' : 'DOES NOT BITE',
    ]),
  ])
}
