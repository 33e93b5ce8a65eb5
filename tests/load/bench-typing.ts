import type { BrowserContext } from '@playwright/test'
import type { Line } from '#tests/load/report'

/** Found by its beginning, by two slips, and by nothing, for which every name is compared. */
const typed = ['Port Harcourt', 'maidguri', 'xqzxqzxqzxqzxqz']

/**
 * How long each letter typed into the place field keeps the page at a sixth of the processor's speed: finding the
 * places, drawing them and laying them out. tests/client/place-names.test.ts gates the work of it.
 */
export async function typingAPlace(browser: BrowserContext, origin: string): Promise<Line[]> {
  const page = await browser.newPage()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(origin)
  const field = page.locator('input[name="from"][role="combobox"]')
  await field.fill('la')
  await page.getByRole('option').first().waitFor()
  const session = await browser.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const letters: number[] = []
  for (const text of typed) {
    const rounds: number[][] = []
    for (let round = 0; round < 5; round += 1)
      rounds.push(await field.evaluate(typeByLetters, text))
    // The best of five: what else the machine does is not ours.
    for (let at = 0; at < text.length; at += 1)
      letters.push(Math.min(...rounds.map((costs) => costs[at] ?? Infinity)))
  }
  await page.close()
  const sorted = letters.toSorted((a, b) => a - b)
  const ms = (share: number) =>
    `${(sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1)} ms`
  return [
    ['a letter of a place at 6× CPU, the middle one', '≤ 16 ms', ms(0.5)],
    ['  nineteen of twenty · the slowest', '≤ 16 ms', `${ms(0.95)} · ${ms(0.9999)}`],
  ]
}

/** Runs in the page: the milliseconds of each letter. */
async function typeByLetters(field: Element, text: string): Promise<number[]> {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const costs: number[] = []
  for (let many = 1; many <= text.length; many += 1) {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
    const began = performance.now()
    write?.call(field, text.slice(0, many))
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // React draws in a microtask.
    await Promise.resolve()
    document.body.getBoundingClientRect()
    costs.push(performance.now() - began)
  }
  return costs
}
