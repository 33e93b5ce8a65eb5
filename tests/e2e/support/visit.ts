import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { product } from '#contract/product'
import { demoPassword, demoPeople } from '#demo/country/people'
import { test, watch } from './world.ts'

export { expect, test } from './world.ts'

/**
 * One page for all tests of a file or group, opened once: each finds it at `path`, as a link would have led there.
 * For what a screen says and where its links lead; what must start anew takes a page of its own.
 */
export function onePage(path: string): () => Page {
  const faults: string[] = []
  let context: BrowserContext
  let page: Page
  test.beforeAll(async ({ browser }) => {
    const baseURL = process.env['E2E_URL'] ?? ''
    context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
    await watch(context, faults, () => false)
    page = await context.newPage()
  })
  test.beforeEach(async () => {
    const isHere = URL.canParse(page.url()) && new URL(page.url()).pathname === path
    if (isHere) return
    await open(page, path)
    await expect(heading(page)).toBeVisible()
  })
  test.afterEach(() => expect(faults.splice(0), 'nothing goes wrong unseen').toEqual([]))
  test.afterAll(() => context.close())
  return () => page
}

/** The address of a call of the API, as a page asks for it; `path` is below `/api`. */
export const api = (path: string) =>
  (process.env['E2E_URL'] ?? '') + `/api${path.replace('{product}', product.slug)}`

/** Answers a call in the server's place: JSON as the specification shows it, or a refusal. */
export const answer = (route: Route, status: number, body: unknown) =>
  route.fulfill({ status, json: body })

/** Somebody of the demo country is logged in on this phone. The page shows none of our screens yet. */
export async function logIn(page: Page, person: (typeof demoPeople)[number] = demoPeople[0]) {
  const answered = await page.request.post(api('/v1/{product}/auth/login'), {
    data: { login: person.email, password: demoPassword },
  })
  expect(answered.status()).toBe(200)
  const { data } = (await answered.json()) as { data: { token: string; user: { id: string } } }
  await page.goto('/online.txt')
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('token', token)
    localStorage.setItem('user', JSON.stringify(user))
    localStorage.setItem('owner', user.id)
    document.cookie = `jwt=${token}; path=/; max-age=1800; samesite=strict`
  }, data)
  return data
}

/**
 * Opens an address, without a new document where neither it nor the page at hand needs one of its own. The same
 * screen with another question comes in a new one, so that it is not taken for the one that was there.
 */
export async function open(page: Page, path: string): Promise<void> {
  const isApp = (at: string) => !/^\/(?:login|signup|online\.txt)$/.test(at)
  const here = URL.canParse(page.url()) ? new URL(page.url()).pathname : ''
  const there = new URL(path, 'http://there').pathname
  if (here.startsWith('/') && here !== there && isApp(here) && isApp(there)) await walk(page, path)
  else await page.goto(path)
}

/** The name of the screen in front; not that of the one that `walk` left. */
export const heading = (page: Page) => page.locator('h1:not([data-left])')

/** Goes to an address of ours without a new document, as a link does. */
export async function walk(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-left', '')
    history.pushState({ key: crypto.randomUUID() }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** What the page was about to ask has left it: the server has answered a later question. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let times = 0; times < 3; times += 1) await fetch('/online.txt', { cache: 'no-store' })
  })
}

/** The page's clock stands still from its first moment on; `page.clock.runFor` lets it go. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}

/** Lets the stopped clock go by small steps until something holds; afterwards it stands again. */
export async function runUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  const step_ms = 50
  const isSo = async () => {
    if (await holds()) return true
    await page.clock.runFor(step_ms)
    return false
  }
  await expect.poll(isSo, { intervals: [20], timeout: 15_000 }).toBe(true)
}
