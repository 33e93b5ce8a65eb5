import type { ConsoleMessage, Page } from '@playwright/test'
import { makeRefusingHandler, watchCalls, watchConsole } from '#tests/e2e/fixtures/calls'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { changeLoginAnswer, signUpByCall, submitLoginForm } from '#tests/e2e/fixtures/people'
import { expect, test } from '#tests/e2e/fixtures/visit'

const lookups = /\/api\/v1\/waka\/(generals|connections|fuel-monitors|announcements)/
const sizesFailed = (message: ConsoleMessage) =>
  message.text().startsWith('The sizes of parcels could not be loaded.')

/** Checks that no message on the screen reports an error. */
async function seeNoMessage(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search buses' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(/failed|went wrong|try again/i)).toHaveCount(0)
}

test("login result lacks token: console message 'No token provided to loginAuth'", async ({
  page,
}) => {
  const said = watchConsole(page)
  await changeLoginAnswer(page, (session) => ({ ...session, token: '' }))
  const { member } = await signUpByCall(page.context())
  await page.goto('/login')
  await submitLoginForm(page, member.email)
  await expect.poll(() => said).toContain('No token provided to loginAuth')
})

test("no token on a request: console message 'No token found, request will be unauthorized'", async ({
  page,
}) => {
  const said = watchConsole(page)
  await page.goto('/')
  await expect.poll(() => said).toContain('No token found, request will be unauthorized')
})

test('response error with no response object: turned into a status 400', async ({
  page,
  faults,
}) => {
  await page.route('**/generals/parcels/sizes', (route) => route.abort())
  const logged = page.waitForEvent('console', sizesFailed)
  await page.goto('/')
  const [, error] = (await logged).args()
  expect(await error?.evaluate((thrown: { status?: number }) => thrown.status)).toBe(400)
  allowFaults(faults, /net::ERR_FAILED/)
})

test('parcel sizes failures: logged only; no user-visible message', async ({ page }) => {
  await page.route('**/generals/parcels/sizes', makeRefusingHandler(404, 'not_found'))
  const logged = page.waitForEvent('console', sizesFailed)
  await page.goto('/')
  expect((await logged).type()).toBe('info')
  await seeNoMessage(page)
  expect(await page.evaluate(() => localStorage.getItem('parcel-size'))).toBeNull()
})

test('lookup fetch failures: silently ignored; cached values stay', async ({ page }) => {
  const names = ['cities', 'vehicle-type', 'service-type', 'parcel-route', 'fuel-monitor']
  const kept = '[{"id":1,"name":"Kept","code":"kept"}]'
  const said = watchConsole(page)
  const calls = watchCalls(page)
  await page.goto('/online.txt')
  await page.evaluate(
    ([keys, text]) => {
      for (const key of keys) localStorage.setItem(key, text)
    },
    [names, kept] as const,
  )
  await page.route(lookups, makeRefusingHandler(404, 'not_found'))
  await page.goto('/')
  const asked = () => calls.filter((call) => call.url().endsWith('/fuel-monitors'))
  await expect.poll(() => asked().length, { timeout: 20_000 }).toBe(1)
  await asked()[0]?.response()
  await seeNoMessage(page)
  for (const name of names)
    expect([name, await page.evaluate((key) => localStorage.getItem(key), name)]).toEqual([
      name,
      kept,
    ])
  const ours = said.filter(
    (text) =>
      !/^(No token found|Failed to load resource|Service Worker registration blocked)/.test(text),
  )
  expect(ours.filter((text) => !text.startsWith('The sizes of parcels'))).toEqual([])
})
