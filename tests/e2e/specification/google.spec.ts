import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { useGoogleLogin } from '@react-oauth/google'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/fixtures/visit'

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

/** Presses our button; returns Google’s window. */
async function openGoogle(page: Page): Promise<Page> {
  await page.goto('/login')
  await expect(googleButton(page)).toBeEnabled()
  const opened = page.waitForEvent('popup')
  await googleButton(page).click()
  return opened
}

/** The part of Google's script that creates clients, as a page sees it. */
interface Google {
  google: {
    accounts: {
      oauth2: {
        initTokenClient: (config: object) => { requestAccessToken: () => void }
      }
    }
  }
}

test('its script is loaded', async ({ page }) => {
  const script = page.waitForResponse('**/sandbox/google/client.js')
  await page.goto('/login')
  expect((await script).status()).toBe(200)
  await expect
    .poll(() => page.evaluate(() => typeof (globalThis as Partial<Google>).google))
    .toBe('object')
})

test('it offers an authorisation code flow and requests the scopes openid, profile and email', async ({
  page,
}) => {
  const window = await openGoogle(page)
  const asked = new URL(window.url()).searchParams
  expect(asked.get('response_type')).toBe('code')
  expect(asked.get('scope')?.split(/\s+/).filter(Boolean).toSorted()).toEqual([
    'email',
    'openid',
    'profile',
  ])
})

test('it returns success callbacks: who chose an account at Google is logged in', async ({
  page,
}) => {
  const window = await openGoogle(page)
  await window.getByRole('button', { name: /Ada Okafor/ }).click()
  await page.waitForURL('/')
  const user = await page.evaluate(() => localStorage.getItem('user'))
  expect(JSON.parse(user ?? '')).toMatchObject({
    email: 'ada.okafor@gmail.example',
    has_google: true,
  })
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('jwt')
})

test('it offers an implicit token flow', async ({ page }) => {
  await page.goto('/login')
  await expect(googleButton(page)).toBeEnabled()
  const answer = await page.request.get('/api/v1/waka/auth/google')
  const { data } = (await answer.json()) as { data: { client_id: string } }
  const opened = page.waitForEvent('popup')
  const token = page.evaluate(
    (client_id) =>
      new Promise<Record<string, string>>((callback) =>
        (globalThis as unknown as Google).google.accounts.oauth2
          .initTokenClient({ client_id, scope: 'openid profile email', callback })
          .requestAccessToken(),
      ),
    data.client_id,
  )
  await (await opened).getByRole('button', { name: /Ada Okafor/ }).click()
  expect(await token).toMatchObject({
    access_token: expect.stringMatching(/./),
    token_type: 'Bearer',
    scope: 'openid profile email',
  })
})

test('third-party sign-in response carries an error: reported through the error callback', async ({
  page,
}) => {
  const window = await openGoogle(page)
  await window.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Google did not let you in\./)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('third-party sign-in non-OAuth error such as a blocked popup: reported through a separate callback', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/login')
  await expect(googleButton(page)).toBeEnabled()
  await googleButton(page).click()
  await expect(page.getByText(/^Your browser blocked Google’s window\./)).toBeVisible()
})

test('third-party sign-in non-OAuth error such as a closed window: reported through a separate callback', async ({
  page,
}) => {
  const window = await openGoogle(page)
  await window.close()
  await expect(page.getByText(/^Google’s window was closed before it was done\./)).toBeVisible()
})

test("sign-in components used outside their provider: error 'Google OAuth components must be used within GoogleOAuthProvider'", async ({
  page,
}) => {
  const words = 'Google OAuth components must be used within GoogleOAuthProvider'
  const Outside = () => {
    useGoogleLogin({ flow: 'auth-code' })
    return null
  }
  expect(() => renderToString(createElement(Outside))).toThrow(words)
  const script = page.waitForResponse(/\/assets\/google-sign-in-/)
  await page.goto('/login')
  expect(await (await script).text()).toContain(words)
})
