import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { launchFlags } from '#tests/support/browser/chromium'

/** The features that a list of flags disables: only the last `--disable-features` counts. */
function featuresOff(flags: readonly string[]): string[] {
  const last = flags.findLast((flag) => flag.startsWith('--disable-features='))
  return last?.split('=', 2)[1]?.split(',') ?? []
}

test('the browser of the tests goes without all that Playwright turns off', () => {
  const bundle = readFileSync('node_modules/playwright-core/lib/coreBundle.js', 'utf8')
  const list = /\bdisabledFeatures = \[([^\]]*)\]/.exec(bundle)?.[1] ?? ''
  const playwrights = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(playwrights).toContain('HttpsUpgrades')
  expect(featuresOff(launchFlags)).toEqual(expect.arrayContaining(playwrights))
})
