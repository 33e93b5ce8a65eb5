import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { compare, smallOf, tolerated } from './likeness.ts'

const folder = join(import.meta.dirname, '../baselines')
const find = createRequire(import.meta.url).resolve

/** One font, whatever the machine has. */
const fonts = (['400Regular', '700Bold'] as const).map((name) => ({
  weight: name === '400Regular' ? '100 550' : '551 900',
  data: readFileSync(find(`@expo-google-fonts/noto-sans/${name}/NotoSans_${name}.ttf`), 'base64'),
}))
/** Nothing moves, blinks or comes late. */
const still =
  '*,::before,::after{font-family:Kept!important;caret-color:transparent!important;transition:none!important;animation:none!important}' +
  // The support button comes after a second, over whatever stands there.
  '[aria-label="Support and notes"]{visibility:hidden!important}'

/** Styles from outside, which the page's policy lets no tag bring. Returns how they are taken off again. */
export async function dress(page: Page, css: string): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle((text) => {
    const made = new CSSStyleSheet()
    made.replaceSync(text)
    document.adoptedStyleSheets.push(made)
    return made
  }, css)
  return () =>
    sheet.evaluate((made) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== made)
    })
}

/** Runs in the page, whose policy lets fonts come from nowhere else. */
async function loadFonts(all: typeof fonts): Promise<void> {
  for (const { weight, data } of all) {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
    document.fonts.add(await new FontFace('Kept', bytes, { weight }).load())
  }
}

/** A small picture of the screen as it stands, on which nothing tells the day, the hour or whose turn it was. */
export async function portrait(page: Page, mask: readonly Locator[] = []): Promise<Buffer> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // What comes when the page is alive: notices, tab bar, support.
  await expect(page.locator('[aria-label="Support and notes"]')).toBeAttached()
  const notices = page.getByRole('region', { name: 'Notices' })
  await expect(notices).not.toContainText('Help by phone')
  await page.evaluate(loadFonts, fonts)
  await dress(page, still)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  // Written over before React has taken it over, a text would not be the one it expects.
  await page.waitForFunction(isAlive)
  await page.evaluate(sameForAll)
  const days = page.locator('input[type=date]')
  return smallOf(await page.screenshot({ mask: [notices, days, ...mask], maskColor: '#888888' }))
}

/** Whether React has taken over the parts of the page that were printed. */
function isAlive(): boolean {
  return [...document.querySelectorAll('#root :is(nav, section, footer)')].every((part) =>
    Object.keys(part).some((key) => key.startsWith('__reactFiber$')),
  )
}

/** Writes one day, one time and one number over all that the screen says of them, now and after; prices stay. */
function sameForAll(): void {
  const words: [RegExp, string][] = [
    [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, 'Wed'],
    [/\b\d{1,2}\s(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, '25 Nov'],
    [/\b20\d\d\b/g, '2026'],
    [/\b\d{1,2}:\d\d\b/g, '9:59'],
    [/\bPM\b/g, 'AM'],
    [/\b(?:Today|Tomorrow)\b/g, 'Wed'],
    [/\b\d+ (?:minute|hour|day)s? ago\b/g, '2 days ago'],
    [/\b\d+ (member|post|people)s?\b/g, '9 $1s'],
    [/\b\d{9,}\b/g, '12345678901'],
    [/[\w.]+@people\.example/g, 'ifeoma@people.example'],
    [/\b0\d{3} \d{3} \d{4}\b/g, '0803 123 4567'],
  ]
  const write = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const told = node.nodeValue ?? ''
      const same = words.reduce((text, [from, to]) => text.replace(from, to), told)
      if (same !== told) node.nodeValue = same
    }
  }
  write()
  // What counts down is written anew every second.
  const seen = { subtree: true, childList: true, characterData: true }
  new MutationObserver(write).observe(document.body, seen)
}

/**
 * Fails when the screen looks other than its kept picture; the pair with what differs goes to the run's results.
 * `npm run looks` keeps what is drawn now.
 */
export async function looksAsKept(page: Page, name: string, mask?: readonly Locator[]) {
  const drawn = await portrait(page, mask)
  const file = join(folder, `${name}.png`)
  const info = test.info()
  if (info.config.updateSnapshots === 'all') {
    mkdirSync(folder, { recursive: true })
    const isSame =
      existsSync(file) && (await compare(readFileSync(file), drawn)).unlike <= tolerated
    if (!isSame) writeFileSync(file, drawn)
    return
  }
  expect.soft(existsSync(file), `${name} has no kept picture: npm run looks`).toBe(true)
  if (!existsSync(file)) return
  const { unlike, picture } = await compare(readFileSync(file), drawn)
  if (unlike > tolerated) {
    const path = info.outputPath(`${name}.png`)
    writeFileSync(path, picture)
    await info.attach(`${name}: kept, drawn, difference`, { path, contentType: 'image/png' })
  }
  expect
    .soft(unlike, `${name}: pixels that an eye would call different`)
    .toBeLessThanOrEqual(tolerated)
}
