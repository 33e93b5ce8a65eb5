import { existsSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { StrayErrors, vitestReport } from '#tests/support/runner/stray-errors'

/** As a regular expression. */
const root = import.meta.dirname.replace(/[^\w/]/g, '\\$&')

/** A folder of tests; `global-setup.ts` and `setup.ts` in it are used when they are there. */
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
      // Generous, since a slow machine is no fault; nothing waits by the clock.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // Much is made and forgotten at once: with more room for it, a tenth of the time goes less often into tidying.
      execArgv: ['--max-semi-space-size=64'],
    },
  }
}

/**
 * Files share their worker and our modules in it, as requests share those of a process; their databases are their
 * own. Node loads these modules itself, as in production, so that a new phone (`vi.resetModules`) leaves them alone.
 * Loading them anew for each file would take seconds.
 */
const shared = {
  isolate: false,
  server: { deps: { external: [new RegExp(`${root}/(?:contract|server|demo)/`)] } },
}
const server = project('server').test
/** What lies elsewhere and needs the same database and set-up. */
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
  // Each file is a phone of its own: what one has queued must not be sent by another.
  { test: withSetup(project('client', 'jsdom').test, quick) },
]

function withSetup(test: TestProjectInlineConfiguration['test'], file: string) {
  return { ...test, setupFiles: [file, ...[test?.setupFiles ?? []].flat()] }
}

const longest =
  /\/(?:app\/faults-short|http\/(?:fuzz|standstill(?:-webhooks)?)|platform\/start|jobs\/jobs|charters\/race|timetables\/import-command)\.test\.ts$/

/** What takes longest begins first: begun last, as its size has it where nothing was timed before, it would run alone. */
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
    // A worker waits a quarter of its time, for the database and where React holds a screen back: three fill two cores.
    maxWorkers: 3,
    // What `npm test` reads.
    reporters: ['default', ['json', { outputFile: vitestReport }], new StrayErrors()],
    projects: [
      {
        test: {
          name: 'house',
          include: ['tests/house/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      ...sharingProjects,
      // About what a process keeps in memory, and about races of complete password hashes. These projects run only if
      // named.
      { test: likeServer('alone') },
      // Of the built app. These projects run after the build, and only if named.
      project('budgets'),
    ],
  },
})
