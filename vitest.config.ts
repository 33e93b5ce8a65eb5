import { existsSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

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
      setupFiles: ['tests/support/strict-console.ts', ...own],
      globalSetup: existsSync(shared) ? [shared] : [],
      // Generous, since a slow machine is no fault; nothing waits by the clock.
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }
}

/** Files about what a process keeps for itself: each has one of its own. */
const alone = ['tests/server/attacks-passwords-flood.test.ts', 'tests/server/database.test.ts']

/**
 * Files of the server share the modules of their worker, as requests share those of a process; their databases
 * are their own. Loading them anew for each file would take 0.7 s.
 */
const server = project('server').test
const serverProjects: TestProjectInlineConfiguration[] = [
  { test: { ...server, isolate: false, exclude: alone } },
  { test: { ...server, name: 'server-alone', include: alone } },
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'house',
          include: ['tests/house-rules.test.ts', 'tests/house/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      project('contract'),
      ...serverProjects,
      project('client', 'jsdom'),
      // Of the built app: run after the build, by name.
      project('budgets'),
    ],
  },
})
