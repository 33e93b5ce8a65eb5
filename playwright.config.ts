import { defineConfig } from '@playwright/test'
import { existsSync } from 'node:fs'
import { takeWorkerProduct } from '#tests/e2e/fixtures/worker-product'
import { ensureHeadlessShell, launchFlags } from '#tests/support/browser/chromium'

takeWorkerProduct()

const globalSetup = 'tests/e2e/fixtures/global-setup.ts'

/** `npm run faults` runs the tests with `@long` in their title; every other run leaves them out. */
const isLong = process.env['LONG'] !== undefined

export default defineConfig({
  testDir: 'tests/e2e',
  ...(isLong ? { grep: /@long/ } : { grepInvert: /@long/ }),
  outputDir: 'test-results',
  // A worker waits more than it works, so two workers fill two cores. The long tests measure times, so they run in one
  // worker.
  workers: isLong ? 1 : 2,
  timeout: 120_000,
  // The time limit is generous, so that a slow machine fails no test. Tests of speed measure it themselves.
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: 'list',
  ...(existsSync(globalSetup) ? { globalSetup: `./${globalSetup}` } : {}),
  use: {
    browserName: 'chromium',
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    serviceWorkers: 'allow',
    screenshot: 'only-on-failure',
    // Recording a trace costs every test a sixth of its time. To investigate one, use `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: { executablePath: ensureHeadlessShell(), args: launchFlags },
  },
})
