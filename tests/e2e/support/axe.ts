import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { seeFurniture } from './furniture.ts'
import { expect } from './world.ts'

declare global {
  interface Window {
    axe?: { run: (within: Document, options: RunOptions) => Promise<AxeResults> }
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What an element looks like in the dark; its names, roles and order are the same. */
const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * Looks at the screen as it stands with all of axe's rules, once more at its colours in the dark, and at its
 * furniture.
 */
export async function seeNothingWrong(page: Page, screen: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(source)
  for (const [scheme, options] of [
    ['light', {}],
    ['dark', { runOnly: { type: 'rule', values: ofColours } }],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    expect.soft(await violations(page, options), `${screen}, ${scheme}`).toEqual([])
  }
  await seeFurniture(page, screen)
}

/** What breaks a rule, and where; of what keeps to it, axe writes nothing down. */
function violations(page: Page, options: RunOptions) {
  return page.evaluate(async (chosen) => {
    const found = await window.axe?.run(document, { ...chosen, resultTypes: ['violations'] })
    return found?.violations.map(({ id, nodes }) => ({
      rule: id,
      where: nodes.slice(0, 4).map(({ html }) => html.slice(0, 160)),
    }))
  }, options)
}
