import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import type { Measurement } from './report.ts'

const root = resolve(import.meta.dirname, '../../..')
const counted = /^((?:guest|account), .+): (\d+) taps, (\d+) typed fields$/gm
const goals: Record<string, string> = {
  'guest, home to paid ticket': '≤ 14 taps, ≤ 5 typed fields',
  'account, home to paid ticket': '≤ 9 taps, the PIN',
  'account, return trip added': '≤ 12 taps, the PIN',
  'account, return trip searched': '≤ 12 taps, the PIN',
  'account, payment with the first PIN': '≤ 3 taps (2 more than without a PIN)',
  'account, parcel': '≤ 13 taps, ≤ 3 typed fields',
  'account, airport': '≤ 13 taps, ≤ 3 typed fields',
}

/**
 * Counts taps and typed fields of whole walks through the app; a list or clock of the phone itself counts as two taps.
 * tests/e2e/journeys/taps.spec.ts checks the same counts.
 */
export async function benchTaps(): Promise<Measurement[]> {
  const playwright = resolve(root, 'node_modules/@playwright/test/cli.js')
  const said = await new Promise<string>((done, failed) =>
    execFile(process.execPath, [playwright, 'test', 'taps.spec'], { cwd: root }, (error, out) =>
      error === null ? done(out) : failed(new Error(out)),
    ),
  )
  return [...said.matchAll(counted)].map(([, walk = '', taps, typed]): Measurement => [
    walk,
    goals[walk] ?? '',
    `${taps} taps, ${typed} typed fields`,
  ])
}
