import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { builtApp } from '#server/platform/built-app'
import { wrongRows } from '#tests/rows/check'
import { seenFolder } from '#tests/rows/seen'
import { quickFolder } from '#tests/support/runner/memory-folder'
import { type Found, runCheck, runPlaywright, runVitest } from '#tests/support/runner/steps'

const quick = quickFolder()
if (quick !== undefined)
  Object.assign(process.env, { TMPDIR: quick, TEST_DATA_DIR: `${quick}/server` })
// Hundreds of workers and servers load the same packages: compiled once, they come a tenth cheaper.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')

const stands = (name: string) => existsSync(`tests/${name}`)
const projects = ['contract', 'server', 'attacks', 'client'].filter(stands)

/** Everything that proves the product, in order; a failed step does not keep the next from telling. */
const steps: readonly (readonly [name: string, step: () => Promise<Found>])[] = [
  ['types', () => runCheck('tsc', '-b')],
  ['lint', () => runCheck('oxlint')],
  ['format', () => runCheck('oxfmt', '--check', '.')],
  ['unused code', () => runCheck('knip')],
  ['house, contract, server, attacks, client', runTests],
  ...(stands('alone') ? [['a process of its own', () => runVitest(['alone'])] as const] : []),
  ...(stands('server') ? [['row types', checkRows] as const] : []),
  ['the built app', build],
  ...(stands('budgets') ? [['budgets', () => runVitest(['budgets'])] as const] : []),
  ...(stands('e2e') ? [['browser', runPlaywright] as const] : []),
]

function runTests(): Promise<Found> {
  rmSync(seenFolder, { recursive: true, force: true })
  return runVitest(['house', ...projects])
}

/** By what the statements have answered to the server's tests. */
async function checkRows(): Promise<Found> {
  const failed = wrongRows('.', seenFolder)
  return { passed: failed.length === 0 ? 1 : 0, failed }
}

async function build(): Promise<Found> {
  await builtApp()
  return { passed: 1, failed: [] }
}

let passed = 0
const failed: string[] = []
const unsteady: string[] = []
const files: (readonly [file: string, ms: number])[] = []
for (const [name, step] of steps) {
  console.log(`\n── ${name}`)
  const began = Date.now()
  const found: Found = await step().catch((error: unknown) => ({
    passed: 0,
    failed: [error instanceof Error ? error.message : String(error)],
  }))
  files.push(...(found.files ?? []))
  passed += found.passed
  failed.push(...found.failed.map((line) => `${name}: ${line}`))
  unsteady.push(...(found.unsteady ?? []).map((line) => `${name}: ${line}`))
  console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`)
}

console.log('\nThe ten slowest files, seconds:')
for (const [file, ms] of files.toSorted(([, a], [, b]) => b - a).slice(0, 10))
  console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${file}`)
for (const line of unsteady) console.log(`\n~ ${line} (failed beside others, passed twice alone)`)
console.log(failed.map((line) => `\n✗ ${line}`).join(''))
console.log(`${passed} passed, ${failed.length} failed`)
process.exit(failed.length > 0 || passed === 0 ? 1 : 0)
