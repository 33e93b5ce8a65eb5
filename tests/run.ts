import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findBuiltApp } from '#server/platform/built-app'
import { findWrongRows } from '#tests/rows/check'
import { seenFolder } from '#tests/rows/seen'
import { estimateSeconds, storeDurations } from '#tests/support/runner/durations'
import { makeMemoryFolder } from '#tests/support/runner/memory-folder'
import {
  describeFolders,
  findTestFolders,
  type Project,
  type TestFolder,
} from '#tests/support/runner/rooms'
import { type StepResult, runCheck, runPlaywright, runVitest } from '#tests/support/runner/steps'

const chosen = foldersOf(process.argv.slice(2))
const isWhole = chosen.length === 0

const quick = makeMemoryFolder()
if (quick !== undefined) process.env['TMPDIR'] = quick
// The few tests of one room gain less from a new database in memory than it costs to create.
if (quick !== undefined && isWhole) process.env['TEST_DATA_DIR'] = `${quick}/server`
// Hundreds of workers and servers load the same packages: a shared compile cache saves a tenth of the time.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')

/** The projects that share one run of vitest. */
const projects = ['contract', 'server', 'attacks', 'client'] as const

type Step = readonly [name: string, step: () => Promise<StepResult>]

/** All checks of the product, in order; a failed step does not stop the next ones. */
const allSteps: readonly Step[] = [
  ['types', () => runCheck('tsc', '-b')],
  ['lint', () => runCheck('oxlint')],
  ['format', () => runCheck('oxfmt', '--check', '.')],
  ['unused code', () => runCheck('knip')],
  ['house, contract, server, attacks, client', runTests],
  ['a process of its own', () => runVitest(['alone'])],
  ['row types', checkRows],
  ['the built app', build],
  ['budgets', () => runVitest(['budgets'])],
  ['browser', () => runPlaywright()],
]

/** The tests of some rooms or places: `npm test -- reviews tickets`. */
function stepsOf(folders: readonly TestFolder[]): readonly Step[] {
  const pathsOf = (some: readonly Project[]) =>
    folders.filter(({ project }) => some.includes(project)).map(({ path }) => path)
  const quick = projects.filter((project) => pathsOf([project]).length > 0)
  const alone = pathsOf(['alone'])
  const browser = folders.filter(({ project }) => project === 'e2e')
  return [
    ...step(quick.length > 0, quick.join(', '), () => runVitest(quick, pathsOf(projects))),
    ...step(alone.length > 0, 'a process of its own', () => runVitest(['alone'], alone)),
    ...step(browser.length > 0, 'the built app', build),
    ...step(browser.length > 0, 'browser', () => runPlaywright(browser)),
  ]
}

const step = (isThere: boolean, ...it: Step): Step[] => (isThere ? [it] : [])

/** Finds the folders of the named rooms. Ends the process if a name is unknown. */
function foldersOf(names: readonly string[]): TestFolder[] {
  const folders = findTestFolders()
  const rooms = [...new Set(folders.map(({ room }) => room))].toSorted()
  const unknown = names.filter((name) => !rooms.includes(name))
  if (unknown.length === 0) return folders.filter(({ room }) => names.includes(room))
  console.error(`No room or place is called ${unknown.join(', ')}. There are:\n${rooms.join(' ')}`)
  process.exit(1)
}

function runTests(): Promise<StepResult> {
  rmSync(seenFolder, { recursive: true, force: true })
  return runVitest(['house', ...projects])
}

/** Checks row types against the answers recorded by the server's tests. */
async function checkRows(): Promise<StepResult> {
  const failed = findWrongRows('.', seenFolder)
  return { passed: failed.length === 0 ? 1 : 0, failed }
}

async function build(): Promise<StepResult> {
  await findBuiltApp()
  return { passed: 1, failed: [] }
}

if (!isWhole) console.log(`${describeFolders(chosen)}; about ${estimateSeconds(chosen)} seconds.`)
const start = Date.now()
let passed = 0
const failed: string[] = []
const unsteady: string[] = []
const files: (readonly [file: string, ms: number])[] = []
for (const [name, step] of isWhole ? allSteps : stepsOf(chosen)) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const found: StepResult = await step().catch((error: unknown) => ({
    passed: 0,
    failed: [error instanceof Error ? error.message : String(error)],
  }))
  files.push(...(found.files ?? []))
  passed += found.passed
  failed.push(...found.failed.map((line) => `${name}: ${line}`))
  unsteady.push(...(found.unsteady ?? []).map((line) => `${name}: ${line}`))
  console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`)
}

storeDurations(files)
console.log('\nThe ten slowest files, seconds:')
for (const [file, ms] of files.toSorted(([, a], [, b]) => b - a).slice(0, 10))
  console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${file}`)
console.log(`\nAll together: ${((Date.now() - start) / 1000).toFixed(0)} s`)
for (const line of unsteady) console.log(`\n~ ${line} (failed beside others, passed twice alone)`)
console.log(failed.map((line) => `\n✗ ${line}`).join(''))
console.log(`${passed} passed, ${failed.length} failed`)
process.exit(failed.length > 0 || passed === 0 ? 1 : 0)
