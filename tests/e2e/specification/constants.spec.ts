import type { Page } from '@playwright/test'
import { queryClient } from '#src/app/query-client.ts'
import { makeRefusingHandler } from '#tests/e2e/fixtures/calls'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import {
  changeLoginAnswer,
  signUpByCall,
  logInNewPerson,
  submitLoginForm,
} from '#tests/e2e/fixtures/people'
import { dayAhead } from '#tests/e2e/fixtures/steps'
import { expect, test } from '#tests/e2e/fixtures/visit'

/** Logs in on a phone with a stopped clock; returns the cookie `jwt` and the time, in seconds. */
async function logInWith(page: Page, expires_in: string) {
  const now = Math.ceil(Date.now() / 1000) + 3600
  await page.clock.setFixedTime(now * 1000)
  await changeLoginAnswer(page, (session) => ({ ...session, expires_in }))
  const { member } = await signUpByCall(page.context())
  await page.goto('/login')
  await submitLoginForm(page, member.email)
  await page.waitForURL('/')
  const cookies = await page.context().cookies()
  return { now, jwt: cookies.find(({ name }) => name === 'jwt') }
}

// The parsing of each time unit is tested in tests/client/lib/login.test.ts.
test('session cookie: name jwt, path /, lifetime from expires_in; it is set in the browser without httpOnly or secure flags', async ({
  page,
}) => {
  const { now, jwt } = await logInWith(page, '30 minutes')
  expect(jwt).toMatchObject({ path: '/', expires: now + 1800, httpOnly: false, secure: false })
  expect(await page.evaluate(() => document.cookie)).toContain(`jwt=${jwt?.value}`)
})

test('announcements: 10 per page, page 1', async ({ page }) => {
  const call = page.waitForRequest('**/api/v1/waka/announcements?*')
  await page.goto('/')
  expect(new URL((await call).url()).search).toBe('?per_page=10&page=1')
})

test('data fetching defaults: 3 retries, retry delay doubling from 1 second', async ({
  page,
  faults,
}) => {
  await page.addInitScript(() => {
    const own = globalThis.fetch
    const asked: number[] = Object.assign(globalThis, { asked: [] }).asked
    globalThis.fetch = (question, options) => {
      if (/waka\/trips\?/.test(question instanceof Request ? question.url : String(question)))
        asked.push(Date.now())
      return own(question, options)
    }
  })
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: number[] }).asked)
  await page.route('**/api/v1/waka/trips?*', makeRefusingHandler(500))
  await page.clock.install()
  // With a sort order, the page is not prerendered with its answer.
  await page.goto(`/bookride?from=lagos&to=abuja&date=${dayAhead(3)}&sort=price`)
  await expect(async () => {
    await page.clock.runFor(200)
    expect((await asked()).length).toBe(4)
  }).toPass()
  await page.clock.runFor('05:00')
  const [first = 0, second = 0, third = 0, fourth = 0, ...more] = await asked()
  const delays = [second - first, third - second, fourth - third]
  expect(delays.map((delay_ms) => Math.floor(Math.log2(delay_ms / 1000)))).toEqual([0, 1, 2])
  expect(more).toEqual([])
  allowFaults(faults, /\b500\b/)
})

test('data fetching defaults: retry delay up to 30 seconds', () => {
  const { retryDelay } = queryClient.getDefaultOptions().queries ?? {}
  const delays = [0, 1, 2, 3, 4, 5, 6, 20].map((failures) =>
    typeof retryDelay === 'function' ? retryDelay(failures, new Error()) : retryDelay,
  )
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('data fetching defaults: cache garbage collection after 5 minutes', async ({ page }) => {
  const sessions = '**/api/v1/waka/auth/sessions'
  const here = page.getByText('This device')
  await logInNewPerson(page)
  await page.clock.install()
  await page.goto('/profile')
  const look = () => page.getByRole('link', { name: /^Password and devices/ }).click()
  const leave = () => page.getByRole('link', { name: 'Profile', exact: true }).first().click()
  await look()
  await expect(here).toBeVisible()
  // From now on the server does not answer: what is visible comes from memory.
  await page.route(sessions, () => undefined)
  await leave()
  await page.clock.runFor('04:50')
  await look()
  await expect(here).toBeVisible()
  await leave()
  await page.clock.runFor('05:10')
  await look()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(here).toHaveCount(0)
})
