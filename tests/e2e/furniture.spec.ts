import type { Page } from '@playwright/test'
import { logInHere } from './support/people.ts'
import { dayAhead } from './support/steps.ts'
import { expect, test } from './support/world.ts'

const results = `/bookride?from=lagos&to=abuja&date=${dayAhead(3)}`
const screens = [results, '/fuel-price', '/reviews', '/blog', '/info-center', '/profile', '/about']

/** Where the first thing below the screen's name begins. */
const contentTop = (page: Page) =>
  page
    .locator('#main [data-head] + *')
    .first()
    .evaluate((first) => first.getBoundingClientRect().top + scrollY)

/** Controls of the screen between its bars that something fixed lies over, at the present scroll position. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('[data-tabs], #main > * > *')]
      .filter((bar) => /fixed|sticky/.test(getComputedStyle(bar).position))
      .map((bar) => bar.getBoundingClientRect())
    const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const bottom = Math.min(
      innerHeight,
      ...bars.filter((bar) => bar.height > 0 && bar.top > top).map((bar) => bar.top),
    )
    return [...document.querySelectorAll('#main :is(a, button, input, select)')].flatMap(
      (control) => {
        const { left, right, top: from, bottom: to } = control.getBoundingClientRect()
        const [x, y] = [(left + right) / 2, (from + to) / 2]
        if (from < top || to > bottom || x < 0 || x > innerWidth) return []
        const over = document.elementFromPoint(x, y)
        return over?.closest('[data-tabs], [aria-label="Support and notes"]')
          ? [control.textContent || control.outerHTML]
          : []
      },
    )
  })

test('what a screen is for starts within 132 px, with its name and way back in one bar', async ({
  page,
}) => {
  await logInHere(page)
  for (const path of screens) {
    await page.goto(path)
    const name = page.getByRole('heading', { level: 1 })
    await expect(name, path).toBeVisible()
    expect(await contentTop(page), path).toBeLessThanOrEqual(132)
    const bar = await page.getByRole('link', { name: 'Waka', exact: true }).boundingBox()
    const box = await name.boundingBox()
    expect(Math.abs((box?.y ?? 0) - (bar?.y ?? 0)), path).toBeLessThan(40)
  }
})

test('the first fare stands on the first screen, and three trips on a phone of 800 px', async ({
  page,
}) => {
  await page.goto(results)
  const cards = page.getByRole('list', { name: 'Trips' }).getByRole('listitem')
  await expect(cards.nth(2)).toBeVisible()
  const [first, third] = [await cards.nth(0).boundingBox(), await cards.nth(2).boundingBox()]
  expect(first?.height).toBeLessThanOrEqual(168)
  const tabs = 57
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThanOrEqual(640 - tabs)
  expect((third?.y ?? 0) + (third?.height ?? 0)).toBeLessThanOrEqual(800 - tabs)
})

test('nothing fixed lies over a control between the bars, wherever one scrolls', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'consent', value: 'yes', url: baseURL ?? '' }])
  await logInHere(page)
  for (const path of screens) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Premium support' }), path).toBeVisible()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let y = 0; y < Math.min(height, 4000); y += 300) {
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), y)
      expect(await covered(page), `${path} at ${y}`).toEqual([])
    }
  }
})

test('the tab bar leads around on a phone, and stands aside where links or a bar of the screen stand', async ({
  page,
}) => {
  await page.goto('/')
  const tabs = page.getByRole('navigation', { name: 'Shortcuts' })
  await tabs.getByRole('link', { name: 'Parcels' }).click()
  await expect(page).toHaveURL('/track-parcel')
  await expect(tabs.getByRole('link', { name: 'Parcels' })).toHaveAttribute('aria-current', 'page')
  await page.goto(results)
  await page.getByRole('list', { name: 'Trips' }).getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Hold seats' })).toBeVisible()
  await expect(tabs).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(tabs).toBeHidden()
})
