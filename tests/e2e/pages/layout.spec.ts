import type { Locator, Page } from '@playwright/test'
import { checkLayout } from '#tests/e2e/fixtures/layout'
import { logInNewPerson } from '#tests/e2e/fixtures/people'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/world'

// tests/e2e/pages/axe.spec.ts checks on every screen that the content starts high up and that nothing fixed covers it.

const results = `/bookride?from=lagos&to=abuja&date=${dayAhead(3)}`
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' })
const cards = (page: Page) => page.getByRole('list', { name: 'Trips' }).getByRole('listitem')

/** The position of an element on the screen, in px. */
async function boxOf(place: Locator) {
  const { x, y, width, height } = (await place.boundingBox()) ?? {
    x: NaN,
    y: NaN,
    width: NaN,
    height: NaN,
  }
  return { left: x, right: x + width, top: y, bottom: y + height, height }
}

test('a phone’s first screen has the first fare, of 800 px three trips, and of a trip its times, price and seats', async ({
  page,
}) => {
  await page.goto(results)
  await expect(cards(page).nth(2)).toBeVisible()
  const name = await boxOf(page.getByRole('heading', { level: 1 }))
  const logo = await boxOf(page.getByRole('link', { name: 'Waka', exact: true }))
  expect(Math.abs(name.top - logo.top), 'name and logo share one bar').toBeLessThan(40)
  const { top: bar } = await boxOf(tabs(page))
  expect((await boxOf(cards(page).nth(0))).bottom).toBeLessThanOrEqual(bar)
  expect((await boxOf(cards(page).nth(2))).bottom).toBeLessThanOrEqual(bar + 160)
  for (const card of await cards(page).all()) {
    expect((await boxOf(card)).height).toBeLessThanOrEqual(168)
    const tags = await card.getByText(/^(Cheapest|Fastest|Top rated)$/).all()
    expect(tags.length).toBeLessThanOrEqual(1)
    for (const tag of tags)
      expect((await boxOf(tag)).top, 'inside its card').toBeGreaterThanOrEqual(
        (await boxOf(card)).top,
      )
  }

  await cards(page).first().getByRole('link').first().click()
  const next = page.getByRole('button', { name: 'Hold any seat' })
  await expect(next).toBeVisible()
  await expect(tabs(page)).toBeHidden()
  const first = page.getByRole('button', { name: /^Seat \d/ }).first()
  await expect(first).toBeVisible()
  await expect(page.getByText('Or choose one')).toBeInViewport()
  await expect(page.getByText('₦', { exact: false }).last()).toBeInViewport()
  await expect(
    page.getByRole('region', { name: 'The trip' }).locator('time').last(),
  ).toBeInViewport()
  expect((await boxOf(first)).bottom).toBeLessThanOrEqual((await boxOf(next)).top)
})

/** Trip durations that overlap a time or leave the screen. Runs in the page. */
const collisions = () =>
  [...document.querySelectorAll('#main time + div > span')].flatMap((length) => {
    const box = length.getBoundingClientRect()
    const times = [...(length.parentElement?.parentElement?.querySelectorAll('time') ?? [])]
    const isOver = times.some((time) => {
      const other = time.getBoundingClientRect()
      const isBeside = other.right <= box.left || other.left >= box.right
      return (
        other.right > innerWidth || (!isBeside && other.bottom > box.top && other.top < box.bottom)
      )
    })
    return isOver || box.right > innerWidth
      ? [length.parentElement?.parentElement?.textContent]
      : []
  })

/** Lines of amenities that end in a part of a word, or do not say how many follow. Runs in the page. */
const cutAmenities = () =>
  [...document.querySelectorAll('#main p:has(> [data-more])')].flatMap((line) => {
    const box = line.getBoundingClientRect()
    const all = [...line.children].map((one) => ({ one, at: one.getBoundingClientRect() }))
    const visible = all.filter(({ at }) => at.top < box.bottom - 1)
    const more = all.length - visible.length
    const last = visible.at(-1)
    const isWhole = visible.every(({ at }) => at.right <= box.right && at.bottom <= box.bottom + 1)
    const isCounted = last?.one.getAttribute('data-more') === (more === 0 ? null : `+${more}`)
    return isWhole && isCounted ? [] : [line.textContent]
  })

test('amenities end in a whole word and the number of those that follow, in large letters too', async ({
  page,
}) => {
  await page.goto(results)
  await expect(cards(page).nth(2)).toBeVisible()
  expect(await page.locator('#main [data-more]').count()).toBeGreaterThan(0)
  for (const [width, size] of [
    [360, '100%'],
    [320, '100%'],
    [360, '200%'],
    [1280, '100%'],
  ] as const) {
    await page.setViewportSize({ width, height: 640 })
    await page.evaluate((text) => (document.documentElement.style.fontSize = text), size)
    expect(await page.evaluate(cutAmenities), `${width} px, ${size}`).toEqual([])
  }
})

test('the length of a trip lies over none of its times, on a narrow phone and in large letters either', async ({
  page,
}) => {
  await page.goto(results)
  const see = async (screen: string) => {
    for (const [width, size] of [
      [360, '100%'],
      [320, '100%'],
      [360, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 640 })
      await page.evaluate((to) => (document.documentElement.style.fontSize = to), size)
      expect(await page.evaluate(collisions), `${screen}, ${width} px, ${size}`).toEqual([])
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  }
  await expect(
    cards(page)
      .first()
      .getByText(/^\d+ h \d+\smin$/),
  ).toBeVisible()
  await see('results')
  await cards(page).first().getByRole('link').first().click()
  await expect(
    page.getByRole('region', { name: 'The trip' }).getByText(/^\d+ h \d+\smin$/),
  ).toBeVisible()
  await see('trip')
})

test('on a screen with a bar of its own, support is in the top bar, and nothing floats over the next step', async ({
  page,
}) => {
  await page.goto(results)
  await cards(page).first().getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Hold any seat' })).toBeVisible()
  const trip = page.url()
  for (const [path, name] of [
    [trip, 'Hold any seat'],
    ['/send-parcel', 'Continue'],
  ] as const) {
    await page.goto(path)
    const next = await boxOf(page.getByRole('button', { name }))
    const support = page.getByRole('banner').getByRole('button', { name: 'Premium support' })
    await expect(support).toBeInViewport({ ratio: 1 })
    expect((await boxOf(support)).bottom, path).toBeLessThan(next.top)
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    expect(title.right, path).toBeLessThanOrEqual((await boxOf(support)).left)
    await checkLayout(page, path)
  }
})

test('each title in the bar of a phone has the same size', async ({ page }) => {
  for (const path of [results, '/charter-airport', '/send-parcel', '/login', '/profile/trip']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '16px')
  }
})

test('the tab bar leads around on a phone', async ({ page }) => {
  await page.goto('/')
  await tabs(page).getByRole('link', { name: 'Parcels' }).click()
  await expect(page).toHaveURL('/track-parcel')
  await expect(tabs(page).getByRole('link', { name: 'Parcels' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('a wide screen uses its width: filters, trips and map, seats and summary, a menu beside the profile', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'consent', value: 'yes', url: baseURL ?? '' }])
  await page.setViewportSize({ width: 1280, height: 800 })
  await logInNewPerson(page)
  /** Checks that the parts are in this order from left to right, side by side in the first viewport. */
  const seeBeside = async (screen: string, ...parts: Locator[]) => {
    await expect(page.getByRole('button', { name: 'Premium support' }), screen).toBeVisible()
    await expect(tabs(page), screen).toBeHidden()
    const boxes = []
    for (const part of parts) boxes.push(await boxOf(part))
    for (const [at, box] of boxes.entries()) {
      expect(box.top, `${screen}, part ${at}`).toBeLessThan(800)
      expect(box.left, `${screen}, part ${at}`).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? 0)
    }
    await checkLayout(page, screen)
  }
  await page.goto(results)
  const map = page.getByRole('img', { name: 'The road from Lagos to Abuja on the map of Nigeria' })
  await expect(map).toContainText('Abuja')
  await seeBeside('results', page.getByRole('region', { name: 'Leaves' }), cards(page).first(), map)
  await cards(page).first().getByRole('link').first().click()
  const seats = page.getByRole('region', { name: 'Choose your seats' })
  await seeBeside('trip', seats, page.getByRole('region', { name: 'Operator' }))
  await page.goto('/profile')
  const trips = page.getByRole('main').getByRole('link', { name: 'My trips' })
  await seeBeside('profile', trips.first(), page.getByText('Where to next?'))
})
