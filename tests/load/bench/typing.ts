import type { BrowserContext } from '@playwright/test'
import type { Measurement } from './report.ts'

/**
 * Texts that match by their beginning, with one letter missing, and not at all. For the last text, every name is
 * compared.
 */
const typed = ['Port Harcourt', 'maidguri', 'xqzxqzxqzxqzxqz']

/**
 * Measures each character typed into the place field, with a processor six times slower. Measures how long the field is
 * busy with the character, and how long the page is blocked until the matching places are painted.
 * tests/client/lookups/place-names.test.ts limits the work per character.
 */
export async function benchTyping(browser: BrowserContext, origin: string): Promise<Measurement[]> {
  const page = await browser.newPage()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(origin)
  // The first letters open the sheet, in which the rest is typed.
  await page.locator('input[name="from"][role="combobox"]').fill('la')
  const field = page.getByRole('combobox', { name: 'City or motor park' })
  await page.getByRole('option').first().waitFor()
  const session = await browser.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const letters: Cost[] = []
  for (const text of typed) {
    const rounds: Cost[][] = []
    for (let round = 0; round < 5; round += 1) rounds.push(await field.evaluate(typeByKeys, text))
    // The best of five, so that other load on the machine does not count.
    const best = (at: number, what: keyof Cost) =>
      Math.min(...rounds.map((costs) => costs[at]?.[what] ?? Infinity))
    for (let at = 0; at < text.length; at += 1)
      letters.push({ field: best(at, 'field'), page: best(at, 'page') })
  }
  await page.close()
  const ms = (what: keyof Cost, share: number) => {
    const sorted = letters.map((letter) => letter[what]).toSorted((a, b) => a - b)
    return `${(sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1)} ms`
  }
  const all = (what: keyof Cost) => [0.5, 0.95, 0.9999].map((share) => ms(what, share)).join(' · ')
  return [
    ['a letter of a place at 6× CPU: middle · 19 of 20 · slowest', '≤ 16 ms', all('field')],
    ['  longest stretch of the page until it is painted', '', all('page')],
  ]
}

/** The time that one typed character costs, ms. */
interface Cost {
  field: number
  page: number
}

/** Types a text character by character. Runs in the page. */
async function typeByKeys(field: Element, text: string): Promise<Cost[]> {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const { port1, port2 } = new MessageChannel()
  const pause = () =>
    new Promise((resolve) => {
      port1.addEventListener('message', resolve, { once: true })
      port1.start()
      port2.postMessage(undefined)
    })
  const costs: Cost[] = []
  for (let length = 1; length <= text.length; length += 1) {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
    let frames = 0
    const count = () => (frames += 1) < 3 && requestAnimationFrame(count)
    requestAnimationFrame(count)
    const began = performance.now()
    write?.call(field, text.slice(0, length))
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // Let React render, which it does in a microtask.
    await Promise.resolve()
    document.body.getBoundingClientRect()
    let before = performance.now()
    const cost = { field: before - began, page: before - began }
    while (frames < 3) {
      await pause()
      const now = performance.now()
      cost.page = Math.max(cost.page, now - before)
      before = now
    }
    costs.push(cost)
  }
  return costs
}
