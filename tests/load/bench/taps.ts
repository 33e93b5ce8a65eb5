import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import type { Measurement } from './report.ts'

const root = resolve(import.meta.dirname, '../../..')
const printed = /^((?:guest|account|counter), .+): (.+)$/gm
const goals: Record<string, string> = {
  'guest, home to paid ticket': '≤ 14 taps, ≤ 5 typed fields',
  'account, home to paid ticket': '≤ 9 taps, the PIN',
  'account, return trip added': '≤ 12 taps, the PIN',
  'account, return trip searched': '≤ 12 taps, the PIN',
  'account, payment with the first PIN': '≤ 3 taps (2 more than without a PIN)',
  'account, parcel': '≤ 13 taps, ≤ 3 typed fields',
  'account, airport': '≤ 13 taps, ≤ 3 typed fields',
  'counter, walk-in for cash': '≤ 8 taps',
  'counter, from the last tap to the ticket': '≤ 1,000 ms',
}

/**
 * Counts taps and typed fields of whole walks through the app and at a counter; a list or clock of the phone itself
 * counts as two taps. tests/e2e/journeys/taps.spec.ts checks the same counts.
 */
export async function benchTaps(): Promise<Measurement[]> {
  const playwright = resolve(root, 'node_modules/@playwright/test/cli.js')
  const said = await new Promise<string>((done, failed) =>
    execFile(process.execPath, [playwright, 'test', 'taps.spec'], { cwd: root }, (error, out) =>
      error === null ? done(out) : failed(new Error(out)),
    ),
  )
  return [...said.matchAll(printed)].map(([, walk = '', reached = '']): Measurement => [
    walk,
    goals[walk] ?? '',
    reached,
  ])
}
