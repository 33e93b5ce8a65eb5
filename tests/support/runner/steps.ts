import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TestFolder } from '#tests/support/runner/rooms'
import { readStrayErrors, strayErrorsPath, vitestReportPath } from './stray-errors.ts'

/** The result of a step of `npm test`: how many tests passed, and a line for each that did not. */
export interface StepResult {
  readonly passed: number
  readonly failed: readonly string[]
  /**
   * Tests that failed when others ran at the same time, and passed twice when they ran alone. They count as passed, and
   * are listed.
   */
  readonly unsteady?: readonly string[]
  /** The duration of each test file, in ms. */
  readonly files?: readonly (readonly [file: string, ms: number])[]
}

const bin = 'node_modules/.bin'

/** Runs a command of our packages, with its output on the terminal. Returns whether the command succeeded. */
export function runCommand(command: string, args: readonly string[], env = {}): Promise<boolean> {
  const child = spawn(join(bin, command), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  return new Promise((done) => {
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}

/** Runs a check, which counts as one test. */
export async function runCheck(command: string, ...args: string[]): Promise<StepResult> {
  const name = [command, ...args].join(' ')
  return (await runCommand(command, args))
    ? { passed: 1, failed: [] }
    : { passed: 0, failed: [name] }
}

/** The result of one run. `unsure`: tests that failed, but may pass when they run alone. */
interface RunResult {
  passed: number
  failed: string[]
  unsure: string[]
  /** Errors outside every test of a file, which may not occur again. */
  stray: string[]
  /** The files to run again if results are unsteady, as the runner names them. */
  broken: string[]
  files: [file: string, ms: number][]
}

/** The largest number of failures, among thousands of tests, that a busy machine may cause. More are real failures. */
const maxUnsteady = 3

/** Decides whether unsure tests have failed. `alone` runs them alone, twice, and returns whether all of them passed. */
async function rerunUnsteady(met: RunResult, alone: () => Promise<boolean>): Promise<StepResult> {
  const { passed, failed, unsure, files } = met
  const unsteady = [...unsure, ...met.stray]
  const isTried = failed.length === 0 && unsteady.length > 0 && unsteady.length <= maxUnsteady
  if (isTried && (await alone())) return { passed: passed + unsure.length, failed, unsteady, files }
  return { passed, failed: [...failed, ...unsteady], files }
}

const isWhole = (met: RunResult | undefined) =>
  met !== undefined &&
  met.passed > 0 &&
  met.failed.length + met.unsure.length + met.stray.length === 0

interface VitestReport {
  testResults: {
    name: string
    status: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/**
 * Runs the tests of vitest projects, or those in some of their folders. A project without any test counts as failed,
 * and so does a skipped test, an unreadable file, and an error outside every test. Tests are unsteady if they fail when
 * others run at the same time, but pass alone.
 */
export async function runVitest(
  projects: readonly string[],
  folders: readonly string[] = [],
): Promise<StepResult> {
  const chosen = projects.flatMap((name) => ['--project', `${name}*`])
  const first = await vitest([...chosen, ...folders.map((folder) => `${folder}/`)])
  if (first === undefined) return { passed: 0, failed: ['vitest gave no report'] }
  for (const project of projects)
    if (!first.files.some(([file]) => file.startsWith(`tests/${project}`)))
      first.failed.push(`tests/${project} holds no test`)
  return rerunUnsteady(first, async () => {
    const alone = [...chosen, '--maxWorkers=1', ...first.broken]
    return isWhole(await vitest(alone)) && isWhole(await vitest(alone))
  })
}

/** Runs vitest; returns undefined if it wrote no report. */
async function vitest(words: readonly string[]): Promise<RunResult | undefined> {
  for (const file of [vitestReportPath, strayErrorsPath]) rmSync(file, { force: true })
  const isWell = await runCommand('vitest', ['run', ...words])
  if (!existsSync(vitestReportPath)) return undefined
  const { testResults } = JSON.parse(readFileSync(vitestReportPath, 'utf8')) as VitestReport
  const tests = testResults.flatMap((file) => file.assertionResults)
  const unsure = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  const failed = tests
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ status, fullName }) => `${status}: ${fullName}`)
  for (const { name, status, assertionResults } of testResults)
    if (assertionResults.length === 0 && status !== 'passed') failed.push(`${name} did not run`)
  const strays = readStrayErrors()
  for (const { file, said } of strays) if (file === undefined) failed.push(said)
  if (!isWell && failed.length + unsure.length + strays.length === 0)
    failed.push('vitest ended badly and told no error')
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed,
    unsure,
    stray: strays.flatMap(({ file, said }) => (file === undefined ? [] : [said])),
    broken: [
      ...testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
      ...strays.flatMap(({ file }) => file ?? []),
    ],
    files: testResults.map(({ name, startTime, endTime }) => [
      relative(process.cwd(), name),
      endTime - startTime,
    ]),
  }
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    line: number
    tests: { status: string; results: { duration: number }[] }[]
  }[]
}

/**
 * Runs the browser tests, or those of some folders. Skipped tests count as failed. Tests are unsteady if they fail when
 * others run at the same time, but pass alone.
 */
export async function runPlaywright(folders: readonly TestFolder[] = []): Promise<StepResult> {
  const files = folders.flatMap((folder) => folder.files)
  // Each worker starts a product, and one worker runs a whole file.
  const alike = files.length === 1 ? ['--workers=1'] : []
  const first = await playwright([...alike, ...folders.map(({ path }) => `${path}/`)])
  if (first === undefined) return { passed: 0, failed: ['playwright gave no report'] }
  if (first.passed + first.unsure.length === 0) first.failed.push('tests/e2e holds no test')
  // Each run starts a new product: people who have signed up, paid or travelled cannot do so for the first time again.
  const alone = () => playwright(['--workers=1', ...first.broken])
  return rerunUnsteady(first, async () => isWhole(await alone()) && isWhole(await alone()))
}

async function playwright(words: readonly string[]): Promise<RunResult | undefined> {
  const report = 'node_modules/.cache/tests/playwright.json'
  rmSync(report, { force: true })
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const isWell = await runCommand('playwright', ['test', '--reporter=list,json', ...words], env)
  if (!existsSync(report)) return undefined
  const specs = specsOf(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightSuite)
  const tests = specs.flatMap(({ title, file, line, tests: runs }) =>
    runs.map(({ status }) => ({ title, at: `tests/e2e/${file}:${line}`, status })),
  )
  const passed = tests.filter(({ status }) => status === 'expected').length
  const unexpected = tests.filter(({ status }) => status === 'unexpected')
  const [unsure, broken] = [unexpected.map((t) => t.title), unexpected.map((t) => t.at)]
  const failed = tests
    .filter(({ status }) => status !== 'expected' && status !== 'unexpected')
    .map(({ title, status }) => `${status}: ${title}`)
  if (!isWell && failed.length + unsure.length === 0)
    failed.push('playwright met an error outside every test')
  return { passed, failed, unsure, stray: [], broken, files: filesOf(specs) }
}

function filesOf(specs: ReturnType<typeof specsOf>): [string, number][] {
  const took = new Map<string, number>()
  for (const { file, tests } of specs) {
    const runs = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
    const name = `tests/e2e/${file}`
    took.set(
      name,
      runs.reduce((sum, ms) => sum + ms, took.get(name) ?? 0),
    )
  }
  return [...took]
}

function specsOf(suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}
