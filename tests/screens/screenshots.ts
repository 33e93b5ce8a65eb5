import { expect, type Page, test as base } from '@playwright/test'
import { readdirSync, writeFileSync } from 'node:fs'
import { checkLayout } from '#tests/e2e/fixtures/layout'

const folder = 'screens'
const phone = { width: 360, height: 640 }
const looks = [
  { look: 'light', viewport: phone, colorScheme: 'light' },
  { look: 'dark', viewport: phone, colorScheme: 'dark' },
  { look: 'wide', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const
/** The tallest picture in px: content further down only repeats. */
const tallest = 2600

/** A test with pages of the running product. Faults on a screen fail no test, since its picture shows them. */
export const test = base.extend({
  baseURL: async ({}, use) => use(process.env['E2E_URL']),
  serviceWorkers: 'block',
})

/** A screen by its name in the album: its path, and an action before it is drawn. */
export type Screen = readonly [name: string, path: string, act?: (page: Page) => Promise<void>]

/** Takes pictures of each screen in every look. Their names start with the screen's, so that the album groups them. */
export async function drawScreens(page: Page, group: string, screens: readonly Screen[]) {
  for (const [name, path, act] of screens) {
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(path)
    await seeDrawn(page, name)
    await act?.(page)
    for (const { look, viewport, colorScheme } of looks) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await seeDrawn(page, name)
      await checkLayout(page, `${name}, ${look}`)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.screenshot({
        path: `${folder}/${group}.${name}.${look}.png`,
        fullPage: true,
        clip: { x: 0, y: 0, width: viewport.width, height: Math.min(height, tallest) },
      })
    }
  }
  writeAlbum()
}

async function seeDrawn(page: Page, name: string): Promise<void> {
  await expect.soft(page.getByRole('heading').first(), name).toBeVisible()
  await expect.soft(page.locator('[aria-busy="true"]'), name).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** Writes a page with all pictures so far; a red line marks the end of the first viewport. */
function writeAlbum(): void {
  const names = new Set(
    readdirSync(folder)
      .filter((file) => file.endsWith('.png'))
      .map((file) => file.replace(/\.\w+\.png$/, '')),
  )
  const rows = [...names].toSorted().map((name) => {
    const pictures = looks.map(
      ({ look, viewport: { width, height } }) =>
        `<div style="--fold:${height}px;width:${width}px"><img src="${name}.${look}.png" alt="${look}" width="${width}" loading="lazy"></div>`,
    )
    return `<section><h2>${name.replace('.', ': ')}</h2>${pictures.join('')}</section>`
  })
  writeFileSync(
    `${folder}/index.html`,
    `<!doctype html><meta charset="utf-8"><title>Every screen</title><style>
body{margin:16px;font:16px system-ui;background:#888}section{display:flex;gap:16px;align-items:start;margin-bottom:48px}
h2{writing-mode:vertical-rl;margin:0;font-size:16px}div{position:relative;flex:none}img{display:block}
div::after{content:'';position:absolute;inset:var(--fold) 0 auto;border-top:1px solid red}
</style>${rows.join('\n')}`,
  )
}
