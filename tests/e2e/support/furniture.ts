import type { Page } from '@playwright/test'
import { expect } from './world.ts'

/** Letters of twice the size have room on a phone, on a wider one too: there two things may stand beside each other. */
export async function seeRoom(page: Page, screen: string): Promise<void> {
  const here = page.viewportSize()
  if (here === null || here.width >= 900) return
  for (const width of [here.width, 412]) {
    await page.setViewportSize({ ...here, width })
    expect
      .soft(
        await page.evaluate(cramped),
        `${screen}, ${width} px: what large letters have no room for`,
      )
      .toEqual([])
  }
  await page.setViewportSize(here)
}

/** Where what a screen is for begins at the latest on a phone, in px: below the strip and one bar. */
const furniture = 132

/**
 * What stands around a screen leaves it the room: its content begins high up, nothing fixed lies over it, and it
 * has room in large letters.
 */
export async function seeFurniture(page: Page, screen: string): Promise<void> {
  await untilItStands(page)
  await untilItGrowsNoMore(page)
  const { top, covered } = await page.evaluate(measure)
  expect.soft(top, `${screen}: where its content begins`).toBeLessThanOrEqual(furniture)
  expect.soft(covered, `${screen}: what something fixed lies over`).toEqual([])
  // Last: letters that have grown and shrunk leave the page to find its height again.
  await seeRoom(page, screen)
}

/**
 * Runs in the page: what letters of twice the size lead to on a phone: a page that is wider than the screen, a name
 * that is higher than its bar, short words on more than two lines.
 */
function cramped(): string[] {
  const { style, scrollWidth } = document.documentElement
  const before = scrollWidth
  style.fontSize = '200%'
  const found = []
  const after = document.documentElement.scrollWidth
  if (after > Math.max(before, innerWidth)) found.push(`the page, ${after} px wide`)
  const bar = document.querySelector('[data-head]')
  const name = bar?.querySelector('h1')?.parentElement
  if (name && bar && name.scrollHeight > bar.clientHeight) found.push('the name, in its bar')
  const isClipped = (at: Element | null): boolean =>
    at !== null && (getComputedStyle(at).clipPath !== 'none' || isClipped(at.parentElement))
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null)
    for (const word of text.data.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]{3,9}(?![\p{L}\p{N}])/gu)) {
      const range = document.createRange()
      range.setStart(text, word.index)
      range.setEnd(text, word.index + word[0].length)
      if (range.getClientRects().length > 2 && !isClipped(text.parentElement))
        found.push(`“${word[0]}” of “${text.data}”`)
    }
  style.fontSize = ''
  return found.slice(0, 4)
}

/** What floats over a screen comes in idle moments of its own: without it nothing would be covered. */
async function untilItStands(page: Page): Promise<void> {
  const isOurs = (await page.locator('main#main').count()) > 0
  if (isOurs)
    await expect(page.getByRole('complementary', { name: 'Support and notes' })).toBeAttached()
}

/** Its footer may come after all else, and is the room below the rest. */
async function untilItGrowsNoMore(page: Page): Promise<void> {
  let before = -1
  const isAsBefore = async () => {
    const now = await page.evaluate(() => document.documentElement.scrollHeight)
    const isSame = now === before
    before = now
    return isSame
  }
  await expect.poll(isAsBefore, { intervals: [200] }).toBe(true)
}

/**
 * Runs in the page: scrolls through all of it, and names each control, price or code that something fixed
 * lies over. A thing may go under the bars along the edges while one scrolls, but not at the ends of the page.
 * `top`: where the content begins on a phone; 0 where there is no bar with the screen's name.
 */
function measure(): { top: number; covered: string[] } {
  const before = scrollY
  // An open dialog is the screen for now.
  if (document.querySelector('dialog[open], [role=dialog]')) return { top: 0, covered: [] }
  const isFixed = (at: Element) => /fixed|sticky/.test(getComputedStyle(at).position)
  const fixedOf = (at: Element | null): Element | null =>
    at === null || isFixed(at) ? at : fixedOf(at.parentElement)
  const controls = 'a, button, input, select, textarea, summary, [role=img][aria-label*=code]'
  const within = [...document.querySelectorAll('#main *, footer *')]
  const isClipped = (at: Element | null): boolean =>
    at !== null && (getComputedStyle(at).clipPath !== 'none' || isClipped(at.parentElement))
  // What is folded away or only read aloud has a box as well.
  const things = within.filter(
    (thing) =>
      (thing.matches(controls) ||
        [...thing.childNodes].some((at) => /₦\s?\d/.test((at as Text).data ?? ''))) &&
      thing.checkVisibility() &&
      !isClipped(thing),
  )
  const all = [...document.querySelectorAll('#root *')]
  const bars = all.filter((at) => isFixed(at) && at.clientWidth > innerWidth / 3)
  // What is looked at may grow.
  const end = () => Math.max(0, document.documentElement.scrollHeight - innerHeight)
  const covered = new Set<string>()
  const look = (y: number) => {
    scrollTo({ top: y, behavior: 'instant' })
    const boxes = bars.map((bar) => bar.getBoundingClientRect()).filter(({ height }) => height > 0)
    const top = Math.max(0, ...boxes.filter((box) => box.top <= 0).map((box) => box.bottom + 1))
    const low = boxes.filter((box) => Math.round(box.bottom) >= innerHeight && box.top > top)
    const bottom = Math.min(innerHeight, ...low.map((box) => box.top - 1))
    for (const thing of things) {
      const box = thing.getBoundingClientRect()
      if (box.width === 0 || box.bottom <= 0 || box.top >= innerHeight) continue
      for (const at of [0.1, 0.5, 0.9].map((down) => box.top + box.height * down)) {
        if ((at < top && y > 0) || (at > bottom && y < end())) continue
        for (const x of [0.05, 0.5, 0.95].map((across) => box.left + box.width * across)) {
          const there = document.elementFromPoint(x, at)
          const over = fixedOf(there)
          if (over === null || over.contains(thing) || thing.contains(over)) continue
          // What is asked once, and what is told until it is sent, gives way.
          if (there?.closest('[aria-label="Cookies"], a[href="/phone/outbox"], [role=status]'))
            continue
          const words = thing.textContent?.trim() || thing.outerHTML
          covered.add(`${words.slice(0, 60)} at ${y} under ${over.outerHTML.slice(0, 60)}`)
        }
      }
    }
  }
  for (let y = 0; y < end(); y += 120) look(y)
  look(end())
  scrollTo({ top: 0, behavior: 'instant' })
  const first = innerWidth < 900 && document.querySelector('#main [data-head] + *')
  const top = first === false || first === null ? 0 : Math.ceil(first.getBoundingClientRect().top)
  scrollTo({ top: before, behavior: 'instant' })
  return { top, covered: [...covered].slice(0, 4) }
}
