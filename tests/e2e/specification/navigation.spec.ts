import type { Page } from '@playwright/test'
import { product } from '#contract/product'
import { addresses, type Group } from './addresses.ts'
import {
  expect,
  heading,
  logIn,
  openSharedPage,
  open,
  test,
  navigate,
} from '#tests/e2e/fixtures/visit'

const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const link = (page: Page, name: string | RegExp) =>
  nav(page).getByRole('link', { name, exact: typeof name === 'string' })
const strip = (page: Page) => page.getByRole('region', { name: 'Notices' })
const menu = (page: Page) => page.getByRole('button', { name: /^(Menu|Close)$/ })

test.describe('somebody who is logged out, at the start page', () => {
  const here = openSharedPage('/')

  for (const [path, label] of [
    ['/brands', 'Operators'],
    ['/businesses', 'Businesses'],
    ['/info-center', 'Info Center'],
    ['/reviews', 'Reviews'],
    ['/blog', 'Blog'],
  ] as const)
    test(`top navigation: ${path} is labelled ${label}`, async () => {
      const page = here()
      await menu(page).click()
      await expect(link(page, label)).toHaveAttribute('href', path)
      await link(page, label).click()
      await expect(page).toHaveURL(path)
      await expect(heading(page)).toBeVisible()
      await expect(page.getByText(/ not open yet/)).toHaveCount(0)
    })

  test('/login is labelled Log in, when logged out', async () => {
    const page = here()
    await menu(page).click()
    await expect(link(page, 'Log in')).toHaveAttribute('href', '/login')
    await link(page, 'Log in').click()
    await expect(page).toHaveURL('/login')
    await expect(heading(page)).toHaveText('Log in')
  })

  test('/signup is labelled Join {product}; the footer calls it Become an Insider', async () => {
    const page = here()
    await menu(page).click()
    await expect(link(page, `Join ${product.name}`)).toHaveAttribute('href', '/signup')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'Become an Insider' })).toHaveAttribute(
      'href',
      '/signup',
    )
    await link(page, `Join ${product.name}`).click()
    await expect(page).toHaveURL('/signup')
  })

  test('mobile menu: open or closed', async () => {
    const page = here()
    await expect(menu(page)).toHaveAttribute('aria-expanded', 'false')
    await menu(page).click()
    await expect(menu(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(nav(page)).toBeVisible()
    await menu(page).click()
    await expect(menu(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(nav(page)).toBeHidden()
  })
})

test('/profile/wallet: wallet balance, shown with the ₦ symbol when logged in', async ({
  page,
}) => {
  await page.goto('/')
  await menu(page).click()
  await expect(link(page, 'Log in')).toBeVisible()
  await expect(link(page, /₦|wallet/i)).toHaveCount(0)

  await logIn(page)
  await page.goto('/')
  await menu(page).click()
  await expect(link(page, /₦[\d,]+/)).toHaveAttribute('href', '/profile/wallet')
  await link(page, /₦[\d,]+/).click()
  await expect(page).toHaveURL('/profile/wallet')
  await expect(heading(page)).toHaveText('Wallet')
})

test('/profile: Profile button, when logged in', async ({ page }) => {
  await page.goto('/')
  await menu(page).click()
  await expect(link(page, 'Profile')).toHaveCount(0)

  await logIn(page)
  await page.goto('/')
  await menu(page).click()
  await expect(link(page, 'Profile')).toHaveAttribute('href', '/profile')
  await expect(link(page, 'Log in')).toHaveCount(0)
  await expect(link(page, `Join ${product.name}`)).toHaveCount(0)
  await link(page, 'Profile').click()
  await expect(page).toHaveURL('/profile')
  await expect(heading(page)).toHaveText('Profile')
})

test('/: logo; it first clears the saved parcel, reservation and location choices from session storage', async ({
  page,
}) => {
  await page.goto('/blog')
  await expect(heading(page)).toBeVisible()
  await page.evaluate(() => {
    for (const choice of ['parcel choice', 'booking', 'location choice'])
      sessionStorage.setItem(`current ${choice}`, '{}')
    for (const kept of ['current parcel data', 'current parcel booking'])
      localStorage.setItem(kept, '{}')
  })
  await page.getByRole('link', { name: product.name, exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(heading(page)).toHaveText('Where are you going?')
  const left = await page.evaluate(() => ({
    session: Object.keys(sessionStorage),
    local: Object.keys(localStorage).filter((key) => key.startsWith('current parcel')),
  }))
  expect(left.session).toEqual([])
  expect(left.local.toSorted()).toEqual(['current parcel booking', 'current parcel data'])
})

for (const path of ['/send-parcel', '/login', '/signup'])
  test(`the navigation is hidden on ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(heading(page)).toBeVisible()
    await expect(nav(page)).toHaveCount(0)
    await expect(menu(page)).toHaveCount(0)
  })

test('below the xl breakpoint the navigation is replaced by a collapsible menu', async ({
  page,
}) => {
  for (const width of [360, 1279]) {
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/')
    await expect(menu(page)).toBeVisible()
    await expect(nav(page)).toBeHidden()
  }
  await page.setViewportSize({ width: 1280, height: 640 })
  await expect(menu(page)).toBeHidden()
  await expect(nav(page)).toBeVisible()
  const tops = await nav(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((one) => one.getBoundingClientRect().top))
  expect(Math.max(...tops) - Math.min(...tops), 'the links stand in a row').toBeLessThan(8)
})

test('from the xl breakpoint the links stand in one row inside the bar, beside a balance of millions too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 })
  await logIn(page)
  await page.route('**/wallet/balance', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Record<string, unknown> }
    await route.fulfill({
      json: { data: { ...data, balance: 9_291_771.66, balance_kobo: 929_177_166 } },
    })
  })
  await page.goto('/')
  await expect(link(page, /9,291,771\.66/)).toBeVisible()
  const bar = await page.getByRole('banner').boundingBox()
  for (const one of await nav(page).getByRole('link').all()) {
    const box = await one.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(48)
    expect(box?.y).toBeGreaterThanOrEqual(bar?.y ?? 0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
      (bar?.y ?? 0) + (bar?.height ?? 0),
    )
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
  }
})

/** The groups of pages without a footer. */
const withoutFooter: readonly Group[] = [
  'auth',
  'profile',
  'booking',
  'charter',
  'parcel',
  'review',
  'invoice',
]

/** Checks for every page, made in one walk over all URLs of the specification. */
const promises: Record<string, (page: Page, path: string, group: Group) => Promise<void>> = {
  'every route that the specification names answers with a screen of its own': async (
    page,
    path,
  ) => {
    await expect(page, path).toHaveURL(path)
    await expect(heading(page), path).toBeVisible()
    await expect(heading(page), path).not.toHaveText(/^(Page not found|This screen stopped)$/)
  },

  'a promotional banner strip sits above the navigation on every page': async (page, path) => {
    await expect(strip(page), path).toBeVisible()
    const banner = await strip(page).boundingBox()
    expect(banner?.y, path).toBe(0)
    const below = page.locator('header').first()
    // The prerendered page may be replaced by the hydrated one meanwhile.
    await expect
      .poll(async () => (await below.boundingBox())?.y ?? -1, path)
      .toBeGreaterThanOrEqual(banner?.height ?? Number.NaN)
  },

  'the footer is hidden on auth, profile, booking, charter, parcel, review and invoice pages':
    async (page, path, group) => {
      const footer = page.getByRole('contentinfo')
      if (withoutFooter.includes(group)) await expect(footer, path).toHaveCount(0)
      else await expect(footer, path).toBeVisible()
    },

  'every page has a floating support button': async (page, path) => {
    if (path === '/profile/messages') return
    const button = page.getByRole('button', { name: 'Premium support' })
    await expect(button, path).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(button, path).toBeInViewport({ ratio: 1 })
  },

  'no screen writes a style sheet of its own at run time': async (page, path) => {
    // The page has one style element, whose hash is in its policy; a second one would also break the policy.
    await expect(page.locator('style'), path).toHaveCount(1)
  },
}

test(Object.keys(promises).join('; '), async ({ page }) => {
  await logIn(page)
  await page.goto('/no-such-page')
  await expect(heading(page)).toHaveText('Page not found')
  for (const group of Object.keys(addresses) as Group[])
    for (const path of addresses[group]) {
      await open(page, path)
      for (const [endpoint, see] of Object.entries(promises))
        await test.step(endpoint, () => see(page, path, group))
    }
})

/** One URL of each part of the app whose script is loaded on demand. */
const flows = [
  '/about',
  '/info-center',
  '/send-parcel',
  '/waybill/summary',
  '/bookride/details',
  '/thanks-for-booking',
  '/bookride/pay',
  '/profile',
  '/profile/referral',
]

test('every page has a full-screen loader during route changes', async ({ page }) => {
  // A service worker would download every script sooner or later.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await logIn(page)
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(strip(page)).toBeVisible()
  // Strip and footer are prerendered: this button shows that the router is active.
  await expect(page.getByRole('button', { name: 'Premium support' })).toBeVisible()
  let openGate = () => {}
  let gate = Promise.resolve()
  await page.route('**/assets/**', async (route) => {
    await gate
    await route.continue()
  })
  const loader = page.getByRole('progressbar', { name: 'Loading' })
  for (const path of flows) {
    gate = new Promise<void>((resolve) => {
      openGate = resolve
    })
    await navigate(page, path)
    await expect(loader, path).toHaveCSS('opacity', '1')
    expect(await loader.boundingBox(), path).toEqual({ x: 0, y: 0, width: 360, height: 640 })
    openGate()
    await expect(heading(page), path).toBeVisible()
    await expect(loader, path).toHaveCount(0)
  }
})
