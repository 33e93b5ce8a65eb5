import type { Page } from '@playwright/test'
import type { Session } from '#contract/accounts/model'
import { makeRefusingHandler, watchConsole } from '#tests/e2e/fixtures/calls'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import {
  changeLoginAnswer,
  signUpByCall,
  logInNewPerson,
  submitLoginForm,
} from '#tests/e2e/fixtures/people'
import { expect, test } from '#tests/e2e/fixtures/visit'

const profile = '**/api/v2/waka/profile/fetch/profile'
const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)
const jwt = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'jwt')

/** Opens the login page for a person who has an account. */
async function atLogIn(page: Page) {
  const { member } = await signUpByCall(page.context())
  await page.context().clearCookies()
  await page.goto('/login')
  return member
}

test('the login response carries a token field and an expires_in field; a login stores the token in a cookie named jwt', async ({
  page,
}) => {
  const answers: Session[] = []
  await changeLoginAnswer(page, (session) => (answers.push(session), session))
  const { email } = await atLogIn(page)
  await submitLoginForm(page, email)
  await page.waitForURL('/')
  expect(answers[0]?.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(answers[0]?.expires_in).toMatch(/^\d+ (minutes|seconds|hours|days|weeks)$/)
  expect((await jwt(page))?.value).toBe(await stored(page, 'token'))
})

test("expires_in is text of the form '<number> <unit>'; with other text nothing is stored", async ({
  page,
}) => {
  let expires_in = ''
  await changeLoginAnswer(page, (session) => ({ ...session, expires_in }))
  const { email } = await atLogIn(page)
  for (const text of ['soon', '30', 'minutes', '2 months', '-1 hours', '1.5 hours', '']) {
    expires_in = text
    const answered = page.waitForResponse('**/auth/login')
    await submitLoginForm(page, email)
    await answered
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled()
    expect([text, await jwt(page)]).toEqual([text, undefined])
    expect([text, await stored(page, 'token')]).toEqual([text, null])
    expect([text, await stored(page, 'user')]).toEqual([text, null])
  }
})

for (const [what, change] of [
  ['its token', ({ token: _, ...rest }: object & { token: string }) => rest],
  ['the login response', () => null],
] as const)
  test(`storing a login is skipped, with the console message 'No token provided to loginAuth', when ${what} is missing`, async ({
    page,
  }) => {
    const said = watchConsole(page)
    await changeLoginAnswer(page, change)
    const { email } = await atLogIn(page)
    await submitLoginForm(page, email)
    await expect.poll(() => said).toContain('No token provided to loginAuth')
    expect(await jwt(page)).toBeUndefined()
    expect(await stored(page, 'token')).toBeNull()
    expect(await stored(page, 'user')).toBeNull()
  })

test('a logout clears the cookie by setting it to expire in the past', async ({ page }) => {
  const written: string[] = []
  await page.exposeFunction('noteCookie', (text: string) => written.push(text))
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
    if (own === undefined) return
    Object.defineProperty(document, 'cookie', {
      ...own,
      set(text: string) {
        ;(globalThis as unknown as { noteCookie: (text: string) => void }).noteCookie(text)
        own.set?.call(document, text)
      },
    })
  })
  await logInNewPerson(page)
  await page.goto('/profile')
  expect(await jwt(page)).toBeDefined()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('/')
  expect(await jwt(page)).toBeUndefined()
  const [, expires = ''] = /^jwt=;.*expires=([^;]+)/i.exec(written.at(-1) ?? '') ?? []
  expect(Date.parse(expires)).toBeLessThan(Date.now())
})

for (const [words, user, isIn] of [
  ["'no user' means logged out", 'no user', false],
  ['empty means logged out', '', false],
  ['anything else means logged in', '{"id":"1","full_name":"Ada Eze"}', true],
] as const)
  test(`login state is derived from the stored user: ${words}`, async ({ page }) => {
    // The server does not answer who is logged in, so the stored user decides.
    await page.route(profile, () => undefined)
    await page.goto('/online.txt')
    await page.evaluate((text) => localStorage.setItem('user', text), user)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: isIn ? 'Profile' : 'Log in' })).toBeVisible()
    await expect(nav.getByRole('link', { name: isIn ? 'Log in' : 'Profile' })).toHaveCount(0)
  })

for (const [status, code] of [
  [404, 'not_found'],
  [401, 'not_signed_in'],
] as const)
  test(`a failed profile fetch sets the user to 'no user' (the server answers ${status})`, async ({
    page,
  }) => {
    await page.route(profile, makeRefusingHandler(status, code))
    await logInNewPerson(page)
    await page.goto('/')
    await expect.poll(() => stored(page, 'user')).toBe('no user')
  })

test('a profile fetch that nobody answers leaves the user logged in', async ({ page, faults }) => {
  await page.route(profile, (route) => route.abort())
  const { member } = await logInNewPerson(page)
  const failed = page.waitForEvent('requestfailed', (call) => /fetch\/profile/.test(call.url()))
  await page.goto('/')
  await failed
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
  expect(JSON.parse((await stored(page, 'user')) ?? '')).toMatchObject({ email: member.email })
  allowFaults(faults, /net::ERR_FAILED/)
})

test('the profile is kept in local storage as user', async ({ page }) => {
  const { session } = await logInNewPerson(page)
  await page.evaluate(() => localStorage.setItem('user', '{"id":"old"}'))
  await page.goto('/')
  await expect
    .poll(async () => JSON.parse((await stored(page, 'user')) ?? '') as unknown)
    .toEqual(session.user)
})
