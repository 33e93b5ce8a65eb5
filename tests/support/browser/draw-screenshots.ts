// Draws the pictures of the install prompt: `node tests/support/browser/draw-screenshots.ts http://localhost:3000`.
import { chromium, type Page } from '@playwright/test'
import { ensureChromium, launchFlags } from './chromium.ts'

const address = process.argv[2] ?? 'http://localhost:3000'
const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
const browser = await chromium.launch({ executablePath: ensureChromium(), args: launchFlags })

const phone = await browser.newPage({ viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 })
await phone.goto(`${address}/bookride?from=lagos&to=abuja&date=${inThreeDays}&passengers=1`)
await phone.locator('a[href*="/bookride/details"]').first().waitFor()
await draw(phone, 'narrow-results')
await phone.locator('a[href*="/bookride/details"]').first().click()
await phone.getByRole('heading', { level: 1 }).waitFor()
await phone
  .getByRole('heading', { name: 'Choose your seats' })
  .evaluate((heading) => scrollTo(0, heading.getBoundingClientRect().top - 90))
await phone.waitForLoadState('networkidle')
await draw(phone, 'narrow-seats')

const desk = await browser.newPage({ viewport: { width: 1280, height: 800 } })
await desk.goto(address)
await desk.waitForLoadState('networkidle')
await draw(desk, 'wide-start')
await browser.close()

async function draw(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `public/screenshots/${name}.png` })
}
