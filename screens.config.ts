import { defineConfig } from '@playwright/test'
import browserTests from './playwright.config.ts'

/** `npm run screens`: every screen drawn into `screens/`, which is emptied first; `index.html` shows them side by side. */
export default defineConfig(browserTests, {
  testDir: 'tests/screens',
  outputDir: 'screens',
  fullyParallel: true,
  timeout: 600_000,
})
