import { existsSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { StrayErrorReporter, vitestReportPath } from '#tests/support/runner/stray-errors'

/** The root of the repository, as a regular expression. */
const root = import.meta.dirname.replace(/[^\w/]/g, '\\$&')

/** Returns the project of a folder of tests. Uses `global-setup.ts` and `setup.ts` in it, if they exist. */
function project(
  name: string,
  environment: 'node' | 'jsdom' = 'node',
): TestProjectInlineConfiguration {
  const own = ['setup.ts', 'setup.tsx'].map((file) => `tests/${name}/${file}`).filter(existsSync)
  const shared = `tests/${name}/global-setup.ts`
  return {
    test: {
      name,
      environment,
      include: [`tests/${name}/**/*.test.{ts,tsx}`],
      setupFiles: ['tests/support/runner/strict-console.ts', ...own],
      globalSetup: existsSync(shared) ? [shared] : [],
      // The time limits are generous, so that a slow machine fails no test.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
      // Tests allocate much memory for a short time. With more space for new objects, garbage collection takes a tenth
      // less of the run.
      execArgv: ['--max-semi-space-size=64'],
    },
  }
}

/**
 * Test files share their worker and our modules in it, as requests share those of a process; each file has its own
 * databases. Node loads these modules itself, as in production, so that `vi.resetModules`, which makes a new phone,
 * does not load them again. That would take seconds for each file. `tests/client/setup.ts` ends the pages of a file.
 */
const shared = {
  isolate: false,
  server: { deps: { external: [new RegExp(`${root}/(?:contract|server|demo)/`)] } },
}
const server = project('server').test
/** A project in another folder that needs the database and set-up of `server`. */
const likeServer = (name: string) => ({
  ...server,
  name,
  include: [`tests/${name}/**/*.test.ts`],
})
const quick = 'tests/support/runner/fast-hashes.ts'
const sharingProjects: TestProjectInlineConfiguration[] = [
  { test: { ...project('contract').test, ...shared } },
  { test: { ...withSetup(server, quick), ...shared } },
  { test: { ...withSetup(likeServer('attacks'), quick), ...shared } },
  { test: { ...withSetup(project('client', 'jsdom').test, quick), ...shared } },
]

function withSetup(test: TestProjectInlineConfiguration['test'], file: string) {
  return { ...test, setupFiles: [file, ...[test?.setupFiles ?? []].flat()] }
}

const longest =
  /\/(?:app\/faults-short|http\/(?:fuzz|standstill(?:-webhooks)?)|platform\/start|jobs\/jobs|charters\/race|timetables\/import-command)\.test\.ts$/

/**
 * Runs the longest files first. Without known durations vitest sorts by size; a long file that starts last would run
 * alone.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // A worker spends a quarter of its time waiting for the database and for React's delays, so three workers fill two
    // cores.
    maxWorkers: 3,
    // The reports that `npm test` reads.
    reporters: ['default', ['json', { outputFile: vitestReportPath }], new StrayErrorReporter()],
    projects: [
      {
        test: {
          name: 'house',
          include: ['tests/house/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      ...sharingProjects,
      // Tests of what a process keeps in memory, and of races of complete password hashes. These projects run only if
      // named.
      { test: likeServer('alone') },
      // Tests of the built app. These projects run after the build, and only if named.
      project('budgets'),
    ],
  },
})
