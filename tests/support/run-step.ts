import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a step of `npm test` found: how many passed, and a line for each that did not. */
export interface Found {
  readonly passed: number
  readonly failed: readonly string[]
  /** How long each file of tests took, ms. */
  readonly files?: readonly (readonly [file: string, ms: number])[]
}

const bin = 'node_modules/.bin'

/** Runs a command of our packages, its words on the terminal as they come. True when it ended well. */
export function run(command: string, words: readonly string[], env = {}): Promise<boolean> {
  const child = spawn(join(bin, command), words, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  return new Promise((done) => {
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}

/** A check counts as one test. */
export async function runCheck(command: string, ...words: string[]): Promise<Found> {
  const name = [command, ...words].join(' ')
  return (await run(command, words)) ? { passed: 1, failed: [] } : { passed: 0, failed: [name] }
}

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
 * Runs vitest projects, with those that are called after them. A project whose folder stands but has no test
 * counts as failed, and so does a test that was skipped, a file that could not be read, and an error outside
 * every test.
 */
export async function runVitest(projects: readonly string[]): Promise<Found> {
  const report = 'node_modules/.cache/tests/vitest.json'
  rmSync(report, { force: true })
  const chosen = projects.flatMap((name) => ['--project', `${name}*`])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const isWell = await run('vitest', ['run', ...chosen, ...reporters])
  if (!existsSync(report)) return { passed: 0, failed: ['vitest gave no report'] }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport

  const tests = testResults.flatMap((file) => file.assertionResults)
  const failed = tests
    .filter(({ status }) => status !== 'passed')
    .map(({ status, fullName }) => (status === 'failed' ? fullName : `${status}: ${fullName}`))
  for (const { name, status, assertionResults } of testResults)
    if (assertionResults.length === 0 && status !== 'passed') failed.push(`${name} did not run`)
  for (const project of projects)
    if (!testResults.some((file) => file.name.includes(`/tests/${project}`)))
      failed.push(`tests/${project} holds no test`)
  if (!isWell && failed.length === 0) failed.push('vitest met an error outside every test')
  return {
    passed: tests.length - tests.filter(({ status }) => status !== 'passed').length,
    failed,
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
    tests: { status: string; results: { duration: number }[] }[]
  }[]
}

/** Runs the browser tests. Skipped and flaky ones count as failed. */
export async function runPlaywright(): Promise<Found> {
  const report = 'node_modules/.cache/tests/playwright.json'
  rmSync(report, { force: true })
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const isWell = await run('playwright', ['test', '--reporter=list,json'], env)
  if (!existsSync(report)) return { passed: 0, failed: ['playwright gave no report'] }
  const specs = specsOf(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightSuite)
  const tests = specs.flatMap(({ title, tests: runs }) =>
    runs.map(({ status }) => ({ title, status })),
  )
  const failed = tests
    .filter(({ status }) => status !== 'expected')
    .map(({ title, status }) => (status === 'unexpected' ? title : `${status}: ${title}`))
  const passed = tests.length - failed.length
  if (tests.length === 0) failed.push('tests/e2e holds no test')
  if (!isWell && failed.length === 0) failed.push('playwright met an error outside every test')
  return { passed, failed, files: filesOf(specs) }
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
