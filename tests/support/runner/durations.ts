import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readIfThere } from '#server/platform/persisted-file'
import type { TestFolder } from '#tests/support/runner/rooms'

const path = 'node_modules/.cache/tests/durations.json'

/** The duration of each test file's last run, in ms. */
type Durations = Record<string, number>

const readDurations = (): Durations => {
  const text = readIfThere(path)
  return text === undefined ? {} : (JSON.parse(text) as Durations)
}

/** Stores the durations of test files. The stored durations of files that did not run stay unchanged. */
export function storeDurations(files: readonly (readonly [file: string, ms: number])[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify({ ...readDurations(), ...Object.fromEntries(files) }))
}

/** The estimate for a file without a known duration, in ms. */
const unknown = { e2e: 20_000, others: 6_000 }
/**
 * The time before the first test, in ms: the time to start a database or, for e2e, two products with the demo country.
 */
const start = { e2e: 20_000, others: 10_000 }
const workers = { e2e: 2, others: 3 }

/** Estimates how many seconds these tests take. */
export function estimateSeconds(folders: readonly TestFolder[]): number {
  const durations = readDurations()
  const kindOf = ({ project }: TestFolder) => (project === 'e2e' ? 'e2e' : 'others')
  const sum = (kind: 'e2e' | 'others') => {
    const files = folders.filter((one) => kindOf(one) === kind).flatMap(({ files }) => files)
    if (files.length === 0) return 0
    const ms = files.map((file) => durations[file] ?? unknown[kind])
    const total = ms.reduce((a, b) => a + b, 0)
    return start[kind] + Math.max(total / workers[kind], ...ms)
  }
  return Math.ceil((sum('others') + sum('e2e')) / 1000)
}
