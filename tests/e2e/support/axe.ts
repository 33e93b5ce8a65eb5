import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './world.ts'

/** Looks at the screen as it stands with all of axe's rules, and once more at its colours in the dark. */
export async function seeNothingWrong(page: Page, screen: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await new AxeBuilder({ page }).setLegacyMode().analyze()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await new AxeBuilder({ page })
    .setLegacyMode()
    .withRules(['color-contrast', 'link-in-text-block'])
    .analyze()
  for (const [scheme, { violations }] of Object.entries({ light, dark })) {
    const found = violations.map(({ id, nodes }) => ({
      rule: id,
      where: nodes.slice(0, 4).map(({ html }) => html.slice(0, 160)),
    }))
    expect.soft(found, `${screen}, ${scheme}`).toEqual([])
  }
}
