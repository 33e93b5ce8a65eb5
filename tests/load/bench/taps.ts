import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import type { Measurement } from './report.ts'

const root = resolve(import.meta.dirname, '../../..')
const counted = /^(guest|account), home to paid ticket: (\d+) taps, (\d+) typed fields$/gm
const goals: Record<string, string> = {
  guest: '≤ 14 taps, ≤ 6 typed fields',
  account: '≤ 9 taps',
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
  return [...said.matchAll(counted)].map(([, who = '', taps, typed]): Measurement => [
    `home → paid ticket, ${who}`,
    goals[who] ?? '',
    `${taps} taps, ${typed} typed fields`,
  ])
}
